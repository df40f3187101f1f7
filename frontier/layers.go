package frontier

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
)

// Layers are the clusterings that are Pareto-optimal within their number of clusters, including the points of the
// frontier: an argument of [Frontier.WithLayers].
type Layers struct {
	// Exact means that no clustering is missing. Otherwise they are the best that a search found.
	Exact bool
	// Entries are sorted by K, and then by H.
	Entries []Entry

	index []int // of the point of the frontier, or -1
}

// layerEntry is a clustering of a layer with its index on the frontier, or -1.
type layerEntry struct {
	Entry
	index int
}

// WithLayers returns the frontier with the layers made of its points and of the given entries, in any order. It leaves
// out entries that are dominated by an entry or a point with the same number of clusters, or tie with one. It is an
// error if a clustering is not known. O(n log n) for n points and entries.
func (f *Frontier) WithLayers(l Layers) (*Frontier, error) {
	sets := make(map[int]*pareto.Set[layerEntry])
	add := func(e layerEntry) {
		if sets[e.K] == nil {
			sets[e.K] = new(pareto.Set[layerEntry])
		}
		sets[e.K].Add(e.H, e.I, e, func(old, offered layerEntry) (kept layerEntry, replace bool) {
			if old.index >= 0 || old.Compare(&offered.Entry) <= 0 {
				return old, false
			}
			return offered, true
		})
	}
	for n, e := range f.entries {
		if e.far() {
			return nil, fmt.Errorf("point %d: %w", n, errFar)
		}
		add(layerEntry{e, n})
	}
	labels := make(partition.Partition, max(f.Problem.N, 0))
	for n, e := range l.Entries {
		if err := e.checkLayer(labels); err != nil {
			return nil, fmt.Errorf("layers[%d]: %w", n, err)
		}
		add(layerEntry{e, -1})
	}
	made := &Layers{Exact: l.Exact}
	for _, k := range slices.Sorted(maps.Keys(sets)) {
		for p := range sets[k].All() {
			made.Entries, made.index = append(made.Entries, p.Payload.Entry), append(made.index, p.Payload.index)
		}
	}
	g := *f
	g.layers = made
	return &g, nil
}

// checkLayer is check for an entry of a layer.
func (e *Entry) checkLayer(labels partition.Partition) error {
	switch {
	case !e.known():
		return errLabels(len(labels))
	case e.far():
		return errFar
	}
	return e.check(labels)
}

var errFar = errors.New("the point is too large to be compared with others")

// far reports whether the grid of package pareto may not reach a point.
func (e *Entry) far() bool { return !(max(math.Abs(e.H), math.Abs(e.I)) <= maxBits) }

// Layers returns the layers of a frontier, or nil if they were not searched for.
func (f *Frontier) Layers() *Layers { return f.layers }

// Layer returns, by increasing H, the clusterings that are Pareto-optimal within k clusters, as far as is known. The
// Index of a clustering that is not on the frontier is -1. Without [Frontier.Layers], they are the points of the
// frontier. O(points).
func (f *Frontier) Layer(k int) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		if f.layers == nil {
			for n := range f.entries {
				if f.entries[n].K == k && !yield(f.At(n)) {
					return
				}
			}
			return
		}
		l := f.layers
		from, _ := slices.BinarySearchFunc(l.Entries, k, func(e Entry, k int) int { return cmp.Compare(e.K, k) })
		for n := from; n < len(l.Entries) && l.Entries[n].K == k; n++ {
			if !yield(f.inLayer(n)) {
				return
			}
		}
	}
}

// inLayer returns entry n of the layers.
func (f *Frontier) inLayer(n int) Point {
	if at := f.layers.index[n]; at >= 0 {
		return f.At(at)
	}
	e := &f.layers.Entries[n]
	return Point{Index: -1, H: e.H, I: e.I, K: e.K, Ties: e.Ties, entry: e, of: f}
}

// thinned returns the last clustering of every layer in each cell of h.
func (l *Layers) thinned(width float64) (entries []Entry) {
	cell := func(h float64) float64 { return math.Floor(h / width) }
	for n, e := range l.Entries {
		if last := n+1 == len(l.Entries); last || l.Entries[n+1].K != e.K || cell(l.Entries[n+1].H) != cell(e.H) {
			entries = append(entries, e)
		}
	}
	return entries
}
