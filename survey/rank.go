package survey

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// Information is the information of a column about another.
type Information struct {
	// X and Y are the indices of the two columns in [Survey.Columns]; Y is -1 for the Y of the
	// survey.
	X, Y int
	// IXY, HX and HY are I(X;Y), H(X) and H(Y) in bits, of the labels.
	IXY, HX, HY float64
	// Evidence has I(X;Y) corrected for the size of the sample, at most HX and HY, and the permutation test. It is nil
	// if the table has no counts, or no records that could be tested.
	Evidence *frontier.Evidence
	// Rare reports whether most of I(X;Y) may be chance, because most values of X or Y are rare. IXY less
	// Evidence.Chance is then better than the corrected value.
	Rare bool
}

// told returns the corrected I(X;Y) in bits, what exceeds chance or, without Evidence, I(X;Y).
func (i *Information) told() float64 {
	switch {
	case i.Evidence == nil:
		return i.IXY
	case i.Rare:
		return i.IXY - i.Evidence.Chance
	}
	return i.Evidence.Corrected
}

// Rank returns the information of every usable column about Y, the most informative first, with
// [evidence.OfDependence] for each column by itself.
func (s *Survey) Rank(ctx context.Context, o evidence.Options) ([]Information, error) {
	var list []Information
	for x := range s.Columns {
		if s.Columns[x].Unusable == "" {
			list = append(list, Information{X: x, Y: -1})
		}
	}
	return s.tested(ctx, list, o, func(i *Information) (*joint.Joint, error) { return s.Joint(i.X) })
}

// Pairs returns the information of all pairs of usable columns of a survey without Y, the most
// informative first. I is the information of the bins of both.
func (s *Survey) Pairs(ctx context.Context, o evidence.Options) ([]Information, error) {
	var list []Information
	for x := range s.Columns {
		for y := range x {
			if s.Columns[x].Unusable == "" && s.Columns[y].Unusable == "" && s.Columns[x].Name != s.Columns[y].Name {
				list = append(list, Information{X: y, Y: x})
			}
		}
	}
	return s.tested(ctx, list, o, func(i *Information) (*joint.Joint, error) { return s.pair(i.X, i.Y) })
}

// tested tests a list with columns alone, and sorts it.
func (s *Survey) tested(ctx context.Context, list []Information, o evidence.Options, table func(*Information) (*joint.Joint, error)) ([]Information, error) {
	workers, err := pool.Workers(o.Workers)
	if err != nil {
		return nil, err
	}
	observe := o.Observe
	o.Workers, o.Observe = 1, nil
	var mutex sync.Mutex
	done := 0
	err = pool.Each(ctx, workers, len(list), func(_, n int) error {
		i := &list[n]
		j, err := table(i)
		if err != nil {
			return err
		}
		i.IXY, i.HX, i.HY = j.IXY(), j.HX(), j.HY()
		if n, counts := j.Samples(); counts && j.Rows() > 1 && j.Cols() > 1 {
			of := o
			of.Order = string(s.Columns[i.X].Scale.Order)
			if i.Evidence, err = evidence.OfDependence(ctx, j, of); err != nil {
				return err
			}
			i.Evidence.Corrected = min(i.Evidence.Corrected, i.HX, i.HY)
			i.Rare = permuted.MostlyChance(i.Evidence, i.IXY, n, j.Rows(), j.Cols())
		}
		mutex.Lock()
		defer mutex.Unlock()
		if done++; observe != nil {
			observe(done, len(list))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Information) int { return cmp.Compare(b.told(), a.told()) })
	return list, nil
}
