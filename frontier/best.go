package frontier

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
)

// BestEntry is the most informative clustering of its number of clusters: an argument of
// [Frontier.WithBest]. A clustering with the same number of clusters, a lower H and a lower I may
// be on the frontier.
type BestEntry struct {
	Entry
	// Exact means that no clustering with K clusters has an I that is larger by 2^-30 bit.
	// Otherwise the clustering is the best that was found.
	Exact bool
}

// bestList holds the best clusterings of a frontier.
type bestList struct {
	upTo    int
	entries []BestEntry // by strictly increasing K and I
	index   []int       // of the point of the frontier with the same clustering, or -1
	spreads []Spread    // nil without an Uncertainty, like robust
	robust  []bool
	heldOut []HeldOut // nil without a Validation
}

// WithBest returns the frontier with the most informative clustering of every number of clusters
// up to upTo. Their numbers of clusters and their I must increase strictly: K is left out if fewer
// clusters reach the same I. It is an error if a clustering is not known, or if a point of the
// frontier has a larger I, by 2^-30 bit, than the best clusterings with at
// most its number of clusters. The slice is not copied. The frontier returned has no Uncertainty
// and no Validation. O(points + entries x n).
func (f *Frontier) WithBest(upTo int, entries []BestEntry) (*Frontier, error) {
	if upTo < 1 || upTo > math.MaxInt32 {
		return nil, fmt.Errorf("a list of the best clusterings up to %d clusters is not possible: want 1 to %d", upTo, math.MaxInt32)
	}
	labels := make(partition.Partition, max(f.Problem.N, 0))
	for n := range entries {
		e := &entries[n]
		if !e.known() {
			return nil, fmt.Errorf("best[%d]: %w", n, errLabels(f.Problem.N))
		}
		if err := e.check(labels); err != nil {
			return nil, fmt.Errorf("best[%d]: %w", n, err)
		}
		switch {
		case e.K > upTo:
			return nil, fmt.Errorf("best[%d] has %d clusters, and the list goes up to %d", n, e.K, upTo)
		case n > 0 && !(e.K > entries[n-1].K && e.I > entries[n-1].I):
			return nil, fmt.Errorf("best[%d]: (k %d, i %g) does not lie right of and above (k %d, i %g)",
				n, e.K, e.I, entries[n-1].K, entries[n-1].I)
		}
	}
	b := &bestList{upTo: upTo, entries: entries, index: make([]int, len(entries))}
	for n := range entries {
		e := &entries[n].Entry
		at, found := slices.BinarySearchFunc(f.entries, e.H, func(p Entry, h float64) int { return cmp.Compare(p.H, h) })
		b.index[n] = -1
		if found && f.entries[at].K == e.K && f.entries[at].Compare(e) == 0 {
			b.index[n] = at
		}
	}
	g := *f
	g.Uncertainty, g.spreads, g.robust = nil, nil, nil
	g.Validation, g.heldOut = nil, nil
	g.best = b
	return &g, g.checkBest()
}

// checkBest returns an error if a point of the frontier has a larger I than the best clusterings
// with at most its number of clusters. It compares cells of the grid, so that a union of valid
// lists is valid.
func (f *Frontier) checkBest() error {
	for n, p := range f.entries {
		if p.K > f.best.upTo {
			continue
		}
		at, found := f.best.of(p.K)
		if !found {
			at--
		}
		if at < 0 || higher(p.I, f.best.entries[at].I) {
			return fmt.Errorf("point %d has a larger i, %g, than the best of up to %d clusters", n, p.I, p.K)
		}
	}
	return nil
}

// maxBits is more than any entropy of a table, and few enough bits for the grid of 2^-30 bit.
const maxBits = 1 << 12

// higher reports whether i is in a higher cell of the grid of 2^-30 bit than another value.
func higher(i, than float64) bool {
	if max(math.Abs(i), math.Abs(than)) > maxBits {
		return i > than // which the grid does not reach
	}
	var set pareto.Set[struct{}]
	set.Add(0, than, struct{}{}, nil)
	return set.Compare(0, i) == pareto.Optimal
}

// BestUpTo returns the largest number of clusters up to which best clusterings were searched for,
// and 0 if the frontier has no such list.
func (f *Frontier) BestUpTo() int {
	if f.best == nil {
		return 0
	}
	return f.best.upTo
}

// Best returns the most informative clusterings of every number of clusters, by increasing K: at
// most one for each. Their Index is the index of the point of the frontier with the same
// clustering, or -1.
func (f *Frontier) Best() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		if f.best == nil {
			return
		}
		for n := range f.best.entries {
			if !yield(f.bestAt(n)) {
				return
			}
		}
	}
}

// BestKnown returns the clusterings of [Frontier.Best] or, if the frontier has no such list, its
// own most informative point for each number of clusters, if it tells more than all points with
// fewer clusters. For problems whose h is log2 k, these points are the best clusterings, too.
func (f *Frontier) BestKnown() iter.Seq[Point] {
	if f.best != nil {
		return f.Best()
	}
	return func(yield func(Point) bool) {
		for p := range f.All() {
			if p.DMC && !yield(p) {
				return
			}
		}
	}
}

// bestAt returns the best clustering at position n of the list.
func (f *Frontier) bestAt(n int) Point {
	b := f.best
	e := &b.entries[n]
	p := Point{Index: -1, entry: &e.Entry, of: f}
	if at := b.index[n]; at >= 0 {
		p = f.At(at)
	}
	p.H, p.I, p.K, p.Ties, p.Best, p.Exact = e.H, e.I, e.K, e.Ties, true, e.Exact
	if f.Uncertainty != nil && b.spreads != nil {
		p.Spread, p.Robust = b.spreads[n], b.robust[n]
	}
	if f.Validation != nil && b.heldOut != nil {
		p.HeldOut = b.heldOut[n]
	}
	return p
}

// of returns the position of the best clustering of k clusters in the list.
func (b *bestList) of(k int) (n int, ok bool) {
	if b == nil {
		return 0, false
	}
	return slices.BinarySearchFunc(b.entries, k, func(e BestEntry, k int) int { return e.K - k })
}
