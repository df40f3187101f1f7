package secondary

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/target"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Told is what a clustering tells about the second variable in the records.
type Told struct {
	// S is the plug-in I(Z;S) in bits.
	S float64
	// Evidence is the permutation test of Z and S, with the corrected I(Z;S); nil without counts, or for one cluster.
	Evidence *frontier.Evidence
	// HeldOut are the values of Y and of S on held-out records; nil if they are not known.
	HeldOut *[2]frontier.HeldOut
}

// Of returns what a clustering of a frontier tells about its second variable, or nil if that is not known.
func Of(ctx context.Context, f *frontier.Frontier, p frontier.Point) (*Told, error) {
	if f.Second == nil || !p.Known() {
		return nil, nil //nolint:nilnil // it is not known
	}
	z := p.Assignment()
	s, ok := f.Second.Of(z)
	if !ok {
		return nil, nil //nolint:nilnil // it is not known
	}
	t := &Told{S: s}
	if e := entryOf(f, p, z, s); e != nil {
		t.HeldOut = e.HeldOut
	}
	j, err := table(f.Second, z)
	if err != nil {
		return nil, err
	}
	if _, counts := j.Samples(); !counts || f.Problem.Samples == nil || j.Rows() < 2 {
		return t, nil
	}
	if t.Evidence, err = evidence.OfDependence(ctx, j, evidence.Options{Seed: f.Search.Seed}); t.Evidence != nil {
		t.Evidence.Corrected = min(t.Evidence.Corrected, f.Second.H, p.H)
	}
	return t, err
}

// table returns the table of Z and S.
func table(s *frontier.Second, z partition.Partition) (*joint.Joint, error) {
	rows := lists.Make(z.K(), strconv.Itoa)
	cells := make([]joint.Cell, len(s.Cells.Weight))
	for n, v := range s.Cells.Weight {
		cells[n] = joint.Cell{X: int32(z[s.Cells.X[n]]), Y: int32(s.Cells.Y[n]), Value: v}
	}
	return joint.New(rows, s.Labels, cells)
}

// entryOf returns the entry of the second variable with the clustering z of a point or, where a grid has thinned the
// entries, the nearest one with the same number of clusters within a few cells; nil if there is none.
func entryOf(f *frontier.Frontier, p frontier.Point, z partition.Partition, told float64) (nearest *frontier.SecondEntry) {
	const cells = 3
	list, least, width := f.Second.Entries, float64(cells), f.Second.Width
	for n := range list {
		e := &list[n]
		if e.K != p.K {
			continue
		}
		dh, di, ds := math.Abs(e.H-p.H), math.Abs(e.I-p.I), math.Abs(e.S-told)
		if max(dh, di, ds) <= pareto.Tolerance && slices.Equal(clustering(e, len(z)), z) {
			return e
		}
		if far := max(dh/width[0], di/width[1], ds/width[2]); far < least { // NaN or infinite without a grid
			nearest, least = e, far
		}
	}
	return nearest
}

// Points returns the clusterings into k clusters of a frontier's second variable that keep its limit, by increasing H(Z).
// They are points of no frontier, with the Index -1.
func Points(f *frontier.Frontier, k int) ([]frontier.Point, error) {
	var points []frontier.Point
	for n := range f.Second.Entries {
		e := &f.Second.Entries[n]
		if e.K != k || f.Second.Limit != nil && !target.Keeps(f.Second.Aim, e.S, *f.Second.Limit) {
			continue
		}
		own, err := frontier.New(f.Problem, f.Search, []frontier.Entry{e.Entry})
		if err != nil {
			return nil, err
		}
		own.Second = f.Second
		p := own.At(0)
		p.Index = -1
		points = append(points, p)
	}
	return points, nil
}

// Trade returns the Pareto-optimal clusterings in I(Z;Y) and in what they tell about the second variable, among the
// allowed clusterings and by increasing I(Z;Y). The knee is the clustering farthest from the straight line between the
// first and the last, each axis in parts of its range; it is -1 if there are fewer than three.
func Trade(s *frontier.Second, allowed func(e *frontier.SecondEntry) bool) (list []*frontier.SecondEntry, knee int) {
	for n := range s.Entries {
		if e := &s.Entries[n]; allowed(e) {
			list = append(list, e)
		}
	}
	cost := func(e *frontier.SecondEntry) float64 { return target.Cost(s.Aim, e.S) }
	slices.SortStableFunc(list, func(a, b *frontier.SecondEntry) int {
		return cmp.Or(cmp.Compare(b.I, a.I), cmp.Compare(cost(a), cost(b)), cmp.Compare(a.H, b.H))
	})
	least := math.Inf(1)
	list = slices.DeleteFunc(list, func(e *frontier.SecondEntry) bool {
		if cost(e) >= least-pareto.Tolerance {
			return true
		}
		least = cost(e)
		return false
	})
	slices.Reverse(list)
	knee = -1
	if len(list) < 3 {
		return list, knee
	}
	first, last := list[0], list[len(list)-1]
	farthest := 0.0
	for n, e := range list {
		above := (e.I-first.I)/(last.I-first.I) - (cost(e)-cost(first))/(cost(last)-cost(first))
		if above > farthest {
			knee, farthest = n, above
		}
	}
	return list, knee
}
