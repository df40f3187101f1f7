package frontier

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// Aim says what clusterings are to tell about a second variable.
type Aim string

// The aims of a second variable.
const (
	AimLeak Aim = "leak" // clusterings are to tell little about it
	AimAlso Aim = "also" // clusterings are to tell much about it, as about Y
)

// Second is what clusterings tell about a second variable S: the clusterings that no other one with the same number of
// clusters dominates in H(Z), I(Z;Y), and I(Z;S). Package second finds them.
type Second struct {
	// Name is the name of S, and Labels are its values.
	Name   string   `json:"name"`
	Aim    Aim      `json:"aim"`
	Labels []string `json:"labels"`
	// H and I are H(S) and I(X;S) in bits.
	H float64 `json:"hs"`
	I float64 `json:"ixs"`
	// Cells is the table of X and S; X are indices of the problem's XLabels, and Y of Labels. It is nil if the search was
	// under the limit and there are more than [MaxCells].
	Cells *Cells `json:"cells"`
	// Exact means that no clustering is missing. Otherwise they are the best that a search found.
	Exact bool `json:"exact"`
	// Width are the sides in bits, in H(Z), I(Z;Y) and I(Z;S), of the cells of a grid that have one clustering each, if
	// clusterings were left out; otherwise they are 0.
	Width [3]float64 `json:"width,omitzero"`
	// Limit is the limit on I(Z;S) in bits that all points of the frontier satisfy: at most Limit for a leak, and
	// otherwise at least Limit. It is nil if there is none. Entries are not limited.
	Limit *float64 `json:"limit,omitzero"`
	// Evidence is the permutation test of X and S; nil if it was not made.
	Evidence *Evidence `json:"evidence,omitzero"`
	// Entries are sorted by K, then by H, and then by I.
	Entries []SecondEntry `json:"-"`
}

// SecondEntry is a clustering of [Second].
type SecondEntry struct {
	Entry
	// S is I(Z;S) in bits.
	S float64
	// HeldOut are the scores for Y and for S on held-out records; nil if nothing was held out.
	HeldOut *[2]HeldOut
}

// Of returns I(Z;S) in bits of a clustering of the problem's rows, by the cells, and false if it has another number of
// rows than the cells. O(cells).
func (s *Second) Of(f partition.Partition) (float64, bool) {
	if s.Cells == nil || len(s.Cells.X) == 0 || s.Cells.X[len(s.Cells.X)-1] >= len(f) {
		return 0, false
	}
	z := lists.Map(s.Cells.X, func(x int) int { return f[x] })
	return plogp.Information(z, s.Cells.Y, s.Cells.Weight), true
}

// Second returns I(Z;S) of the point in bits, and false if the frontier has no second variable or the clustering is
// not known. O(n + cells).
func (p Point) Second() (float64, bool) {
	if p.of == nil || p.of.Second == nil || !p.Known() {
		return 0, false
	}
	return p.of.Second.Of(p.Assignment())
}

// check returns an error if the second variable is not as [Second] says.
func (s *Second) check(f *Frontier) error {
	switch {
	case s.Name == "" || !nameable(s.Name, maxColumn):
		return fmt.Errorf("second.name is empty, has more than %d bytes, or characters that no name has", maxColumn)
	case s.Aim != AimLeak && s.Aim != AimAlso:
		return fmt.Errorf("second.aim is %q: want leak or also", s.Aim)
	case !(s.H >= 0 && s.I >= 0 && s.I <= s.H+slack && slices.Min(s.Width[:]) >= 0) || math.IsInf(s.H+slices.Max(s.Width[:]), 1):
		return fmt.Errorf("second: hs %g, ixs %g and width %g are not entropies: want 0 <= ixs <= hs", s.H, s.I, s.Width)
	case s.Limit != nil && (math.IsNaN(*s.Limit) || math.IsInf(*s.Limit, 0)):
		return fmt.Errorf("second.limit is %g, and should be a number", *s.Limit)
	case s.Cells == nil && (s.Limit == nil || len(s.Entries) > 0):
		return fmt.Errorf("second.cells are missing")
	}
	if err := checkDistinct("second.labels", s.Labels); err != nil {
		return err
	}
	if s.Cells != nil {
		if err := s.Cells.check(f.Problem.N, len(s.Labels)); err != nil {
			return fmt.Errorf("second.cells%w", err)
		}
	}
	if s.Evidence != nil {
		if err := s.Evidence.check(); err != nil {
			return fmt.Errorf("second.%w", err)
		}
	}
	labels := make(partition.Partition, max(f.Problem.N, 0))
	for n := range s.Entries {
		e := &s.Entries[n]
		err := e.checkLayer(labels)
		if err == nil && !(e.S >= -slack && e.S <= s.I+slack) {
			err = fmt.Errorf("s is %g, want 0 to ixs, %g", e.S, s.I)
		}
		if err == nil && e.HeldOut != nil {
			err = cmp.Or(e.HeldOut[0].check(), e.HeldOut[1].check())
		}
		if err != nil {
			return fmt.Errorf("second.points[%d]: %w", n, err)
		}
		if n > 0 && cmp.Or(cmp.Compare(s.Entries[n-1].K, e.K), cmp.Compare(s.Entries[n-1].H, e.H), cmp.Compare(s.Entries[n-1].I, e.I)) > 0 {
			return fmt.Errorf("second.points[%d]: sort by k, h and i", n)
		}
	}
	return nil
}
