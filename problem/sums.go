package problem

import (
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// Evaluators returns evaluators of a problem whose points are sums over the clusters ([Traits].Cluster), one for each of a number of
// goroutines, as [Problem] has to provide them. They share what they remember of clusters,
// about the given number of bytes, or 16 MiB if that is 0: every cluster is computed once,
// and most neighbours take a few additions.
func Evaluators(p Problem, goroutines int, memory int64) []Evaluator {
	memory = memoryOr(memory)
	// Three quarters of the memory are for clusters, the rest for unions.
	s := &store{budget: memory / 4 * 3}
	t := p.Traits()
	var base Point
	total := t.Total
	if t.Shift != nil {
		base, total = *t.Shift, nil
	}
	rows := t.cells
	if rows == nil && t.Cells != nil {
		rows = newCellRows(t)
	}
	evaluators := make([]Evaluator, goroutines)
	var alone []Point
	for k := range evaluators {
		e := &sums{
			costs: clusterCosts{}, store: s, maxUnions: int(memory/4/unionBytes) / goroutines,
			base: base, total: total, grouping: newGrouping(p.Rows()),
		}
		if rows != nil {
			e.costs = newCellCosts(rows)
		} else {
			e.costs = clusterCosts{t.Cluster()}
		}
		if alone == nil {
			alone = make([]Point, p.Rows())
			for x := range alone {
				alone[x], _, _ = e.Gather([]int32{int32(x)})
			}
		}
		e.alone = alone
		evaluators[k] = e
	}
	return evaluators
}

// memoryOr returns a number of bytes to remember, or the default if it is 0.
func memoryOr(memory int64) int64 {
	if memory == 0 {
		return 16 << 20
	}
	return memory
}

// unionBytes is what the cost of a union takes in a hash table that is half full.
const unionBytes = 64

// sums evaluates clusterings of a problem whose points are sums.
type sums struct {
	costs
	store *store
	// unions remembers the costs of merged clusters, up to maxUnions.
	unions    keyed.Map[keyed.Key, Point]
	maxUnions int
	alone     []Point // the cost of every row as a cluster
	// The point of a sum is the sum plus base, or total(sum) if total is not nil.
	base  Point
	total func(sum Point) Point

	// The loaded clustering.
	grouping
	at       Point // before total
	clusters []*cluster
	// leaving holds, for every row, the point after the row has left its cluster without joining another. It is
	// valid once hasLeaving is set.
	leaving    []Point
	hasLeaving bool
	// Scratch space: clusters whose unions are not remembered, and the costs of these.
	missing []int32
	others  []gathered
	united  []Point
}

// Load implements [Evaluator]. O(n), and the costs of clusters that are not remembered.
func (e *sums) Load(f partition.Partition) Point {
	e.group(f)
	e.at, e.hasLeaving, e.clusters = e.base, false, e.clusters[:0]
	for c, key := range e.keys {
		cl := e.store.get(key)
		if cl == nil {
			var bytes int64
			cl = new(cluster)
			cl.cost, cl.known, bytes = e.Gather(e.of(c))
			e.store.put(key, cl, bytes)
		}
		e.clusters = append(e.clusters, cl)
		e.at = e.at.plus(cl.cost)
	}
	if e.total != nil {
		return e.total(e.at)
	}
	return e.at
}

// gathered returns a cluster of the loaded clustering.
func (e *sums) gathered(c int) gathered {
	return gathered{e.of(c), e.clusters[c].cost, e.clusters[c].known}
}

// Merges implements [Evaluator]. O(1) per merge whose cost is remembered.
func (e *sums) Merges(a int, wanted []int32, to []Point) {
	e.missing, e.others = e.missing[:0], e.others[:0]
	for _, b := range wanted {
		both, ok := e.unions.Get(e.keys[a].Xor(e.keys[b]))
		if to[b] = both; !ok {
			e.missing, e.others = append(e.missing, b), append(e.others, e.gathered(int(b)))
		}
	}
	if len(e.missing) > 0 {
		e.united = resized(e.united, len(e.missing))
		e.Unite(e.gathered(a), e.others, e.united)
		for k, b := range e.missing {
			to[b] = e.united[k]
			e.remember(e.keys[a].Xor(e.keys[b]), to[b])
		}
	}
	rest := e.at.minus(e.clusters[a].cost)
	for _, b := range wanted {
		to[b] = rest.plus(to[b].minus(e.clusters[b].cost))
		if e.total != nil {
			to[b] = e.total(to[b])
		}
	}
}

// remember keeps the cost of a union.
func (e *sums) remember(key keyed.Key, union Point) {
	if e.unions.Len() >= e.maxUnions {
		e.unions = keyed.Map[keyed.Key, Point]{}
	}
	*e.unions.At(key) = union
}

// Moves implements [Evaluator]. O(n) if the costs are remembered, and n costs otherwise.
func (e *sums) Moves(b int, to []Point) {
	if !e.hasLeaving {
		e.leave()
	}
	toggles := e.toggles(b)
	leaving := e.leaving[:len(toggles)]
	to = to[:len(toggles)]
	for x, t := range toggles {
		to[x] = Point{leaving[x].H + t.H, leaving[x].I + t.I}
	}
	for _, x := range e.of(b) {
		to[x] = leaving[x].plus(e.alone[x])
	}
	if e.total != nil {
		for x, p := range to {
			to[x] = e.total(p)
		}
	}
}

// toggles returns the toggles of a cluster of the loaded clustering.
func (e *sums) toggles(c int) []Point {
	cl := e.clusters[c]
	if t := cl.toggles.Load(); t != nil {
		return *t
	}
	t := make([]Point, len(e.label))
	e.store.spend(int64(toggleBytes * len(t)))
	e.Toggle(e.gathered(c), t)
	cl.toggles.Store(&t)
	return t
}

// leave computes leaving.
func (e *sums) leave() {
	e.hasLeaving = true
	e.leaving = slices.Grow(e.leaving[:0], len(e.rows))[:len(e.rows)]
	for c, cl := range e.clusters {
		rows := e.of(c)
		if len(rows) == 1 {
			e.leaving[rows[0]] = e.at.minus(cl.cost)
			continue
		}
		toggles := e.toggles(c)
		for _, x := range rows {
			e.leaving[x] = e.at.plus(toggles[x])
		}
	}
}
