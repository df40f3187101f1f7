package search

import (
	"context"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// expander computes the neighbours of clusterings, for one goroutine.
type expander struct {
	walk      *walk
	evaluator problem.Evaluator
	rowKeys   []keyed.Key
	gauge     *limiter.Gauge

	// The loaded clustering.
	labels   partition.Partition
	at       place
	clusters []loaded

	screens []pareto.Screen // one per level
	points  []problem.Point // of neighbours, by row or by cluster
	wanted  []int32
	rivals  rivals
	out     expansion
}

// loaded is a cluster of the loaded clustering.
type loaded struct {
	key   keyed.Key
	hash  keyed.Hash
	first int32 // row
	size  int32
}

// place is the point of a clustering, with the clustering's hash and level.
type place struct {
	problem.Point
	hash  keyed.Hash
	level uint16
}

// undefined reports whether a coordinate is NaN: the clustering has no point.
func (p place) undefined() bool { return p.H != p.H || p.I != p.I }

// expansion is the result of an expander: the surviving neighbours in a fixed order, the number of evaluated
// neighbours, and whether these are all neighbours.
type expansion struct {
	neighbours []neighbour
	evaluated  int64
	complete   bool
}

// neighbour is the clustering that a step leads to.
type neighbour struct {
	step partition.Change
	place
}

// maxNeighbours is the number of neighbours at which an expansion drops the neighbours that would not survive the
// others. This bounds the memory for tables with thousands of rows.
const maxNeighbours = 1 << 12

func newExpander(w *walk, e problem.Evaluator, rowKeys []keyed.Key, g *limiter.Gauge) *expander {
	n := len(rowKeys)
	return &expander{
		walk: w, evaluator: e, rowKeys: rowKeys, gauge: g,
		labels: make(partition.Partition, n), points: make([]problem.Point, n),
	}
}

// load loads a clustering and returns its place.
func (x *expander) load(f partition.Packed) place {
	f.Unpack(x.labels)
	x.clusters = x.clusters[:0]
	for r, c := range x.labels {
		if c == len(x.clusters) {
			x.clusters = append(x.clusters, loaded{first: int32(r)})
		}
		cl := &x.clusters[c]
		cl.key = cl.key.Xor(x.rowKeys[r])
		cl.size++
	}
	x.at = place{Point: x.evaluator.Load(x.labels), level: x.walk.level(x.gauge.Load(x.labels), len(x.clusters))}
	for c := range x.clusters {
		cl := &x.clusters[c]
		cl.hash = cl.key.Scramble()
		x.at.hash = x.at.hash.Add(cl.hash)
	}
	return x.at
}

// expand returns the neighbours of a clustering that survive against the current frontier, or none if the clustering
// does not survive. O(k^2) merges and O(n k) moves for n rows in k clusters. When the context ends, it returns the
// neighbours found so far.
func (x *expander) expand(ctx context.Context, n node) expansion {
	w := x.walk
	x.out = expansion{}
	if !w.rule.survives(w.archives[n.level], n.place) {
		x.out.complete = true
		return x.out
	}
	x.load(n.clustering)
	x.screens = x.screens[:0]
	for _, a := range w.archives {
		x.screens = append(x.screens, w.rule.screen(a))
	}
	limit := w.maxNeighbours
	for c := range x.clusters {
		if ctx.Err() != nil {
			return x.out
		}
		x.merges(c)
		if w.rule.moves {
			x.moves(c)
		}
		if len(x.out.neighbours) > limit {
			x.dropUnfit()
			limit = max(w.maxNeighbours, 2*len(x.out.neighbours))
		}
	}
	x.dropUnfit()
	x.out.complete = true
	return x.out
}

// dropUnfit drops the neighbours that would not survive after the others are committed.
func (x *expander) dropUnfit() {
	if rule := &x.walk.rule; rule.epsilon == 0 {
		x.out.neighbours = x.rivals.fittest(x.out.neighbours, rule.lifted, len(x.walk.archives), x.walk.each)
	}
}

// merges adds the merges of cluster a with later clusters. If there are moves, they include the merges of clusters of
// one row.
func (x *expander) merges(a int) {
	moves := x.walk.rule.moves
	if moves && x.clusters[a].size == 1 {
		return
	}
	x.wanted = x.wanted[:0]
	for b := a + 1; b < len(x.clusters); b++ {
		if !moves || x.clusters[b].size > 1 {
			x.wanted = append(x.wanted, int32(b))
		}
	}
	x.evaluator.Merges(a, x.wanted, x.points)
	x.out.evaluated += int64(len(x.wanted))
	lift, drop, screen := x.walk.rule.lift, x.walk.rule.drop, x.screen()
	for _, b := range x.wanted {
		if p := x.points[b]; !screen.Hides(p.H-drop, p.I+lift) && !x.old(p) {
			x.offer(x.merged(p, a, int(b)), partition.Change{Row: x.clusters[a].first, To: ^x.clusters[b].first})
		}
	}
}

// moves adds the moves of rows to cluster b, and out of it.
func (x *expander) moves(b int) {
	x.evaluator.Moves(b, x.points)
	x.out.evaluated += int64(len(x.points))
	lift, drop, screen := x.walk.rule.lift, x.walk.rule.drop, x.screen()
	for r, p := range x.points {
		if screen.Hides(p.H-drop, p.I+lift) || x.old(p) {
			continue
		}
		if s, to, ok := x.move(p, r, b); ok {
			x.offer(to, s)
		}
	}
}

// move returns the step that moves row r to cluster b, or out of it, and the place of its result, which has point p. ok
// is false if nothing moves, or if another step with the same result is preferred.
func (x *expander) move(p problem.Point, r, b int) (s partition.Change, at place, ok bool) {
	a := x.labels[r]
	from, to := &x.clusters[a], &x.clusters[b]
	switch {
	case a == b && (from.size == 1 || from.size == 2 && int(from.first) != r):
		return s, at, false
	case a == b:
		return partition.Change{Row: int32(r), To: int32(r)}, x.moved(p, x.without(r, from).Add(x.rowKeys[r].Scramble()), r, b), true
	case from.size == 1 && to.size == 1 && a > b:
		return s, at, false
	case from.size == 1:
		return partition.Change{Row: int32(r), To: ^to.first}, x.merged(p, a, b), true
	default:
		joined := to.key.Xor(x.rowKeys[r]).Scramble()
		return partition.Change{Row: int32(r), To: to.first}, x.moved(p, x.without(r, from).Sub(to.hash).Add(joined), r, b), true
	}
}

// screen returns the screen of the first level, which hides clusterings of all levels, unless each number of clusters
// has its own.
func (x *expander) screen() pareto.Screen {
	if x.walk.each > 1 {
		return pareto.Screen{}
	}
	return x.screens[0]
}

// old reports whether a point is not new, if the walk follows new points alone, before its clustering is known.
func (x *expander) old(p problem.Point) bool {
	w := x.walk
	return w.rule.newcomers && len(w.archives) == 1 && w.found.Compare(p) != pareto.Optimal
}

// moved returns the place of the clustering after row r moves to cluster b, or out of it. Row r was not alone.
func (x *expander) moved(p problem.Point, hash keyed.Hash, r, b int) place {
	k := len(x.clusters)
	if x.labels[r] == b {
		k++
	}
	return place{p, hash, x.walk.level(x.gauge.Moved(r, b), k)}
}

// without returns the hash of the loaded clustering without row r, which is not alone in its cluster.
func (x *expander) without(r int, from *loaded) keyed.Hash {
	return x.at.hash.Sub(from.hash).Add(from.key.Xor(x.rowKeys[r]).Scramble())
}

// merged returns the place of the clustering after clusters a and b are merged.
func (x *expander) merged(p problem.Point, a, b int) place {
	ca, cb := &x.clusters[a], &x.clusters[b]
	hash := x.at.hash.Sub(ca.hash).Sub(cb.hash).Add(ca.key.Xor(cb.key).Scramble())
	return place{p, hash, x.walk.level(x.gauge.Merged(a, b), len(x.clusters)-1)}
}

// offer adds a neighbour that the screen of the first level does not hide, if it survives and was not taken.
func (x *expander) offer(p place, s partition.Change) {
	w := x.walk
	if p.level > 0 && (!w.follows(p.level) || x.screens[p.level].Hides(p.H-w.rule.drop, p.I+w.rule.lift)) {
		return
	}
	if !w.wasTaken(p.hash) && w.rule.admits(w.archives[p.level], p) && !w.crowded(p) {
		x.out.neighbours = append(x.out.neighbours, neighbour{s, p})
	}
}

// stepper takes steps in packed clusterings.
type stepper struct {
	labels partition.Partition
	names  []int // scratch space for labels
}

func newStepper(n int) *stepper {
	return &stepper{labels: make(partition.Partition, n), names: make([]int, n+1)}
}

// take returns the clustering that a step leads to. O(n).
func (t *stepper) take(from partition.Packed, s partition.Change) partition.Packed {
	from.Unpack(t.labels)
	switch {
	case s.To < 0:
		kept, gone := t.labels[s.Row], t.labels[^s.To]
		for x, c := range t.labels {
			if c == gone {
				t.labels[x] = kept
			}
		}
	case s.To == s.Row:
		t.labels[s.Row] = len(t.labels) // an unused label
	default:
		t.labels[s.Row] = t.labels[s.To]
	}
	t.labels.Renumber(t.names)
	return partition.Pack(t.labels)
}
