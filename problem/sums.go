package problem

import (
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// Evaluators returns evaluators of an additive problem for that many goroutines,
// each for one: what [Problem] asks for. They share what they remember of
// clusters, of about the given number of bytes, or 16 MiB if that is 0: so every cluster
// is computed once, and most neighbours take a few additions.
func Evaluators(p Additive, goroutines int, memory int64) []Evaluator {
	memory = memoryOr(memory)
	// Three quarters of the memory are for clusters, the rest for unions.
	s := &store{budget: memory / 4 * 3}
	quick, isQuick := p.(interface{ coster() coster })
	evaluators := make([]Evaluator, goroutines)
	var alone []Point
	for k := range evaluators {
		e := &sums{store: s, grouping: newGrouping(p.Rows()), maxUnions: int(memory/4/unionBytes) / goroutines}
		if isQuick {
			e.coster = quick.coster()
		} else {
			e.coster = &setCoster{set: p.Cluster()}
		}
		e.base, e.total = baseOf(p)
		if alone == nil {
			alone = e.rowsAlone(p.Rows())
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

// baseOf returns what is to be added to a sum to get the point, or else the function
// that computes it.
func baseOf(p Additive) (base Point, total func(sum Point) Point) {
	if shifted, ok := p.(interface{ base() (p Point, ok bool) }); ok {
		if base, ok := shifted.base(); ok {
			return base, nil
		}
	}
	return Point{}, p.Total
}

// unionBytes is what the cost of a union takes in a table that is half full.
const unionBytes = 64

// coster computes what clusters add to the sums of an additive problem, and how
// that changes when a row joins or leaves or when clusters merge. It serves one
// goroutine. The rows of a cluster are given ascending.
type coster interface {
	// gather returns the cluster of some rows with its cost, and about how many
	// bytes it takes beside that.
	gather(rows []int32) (made *cluster, bytes int64)
	// toggle sets to[x] to the change of a cluster's cost when row x joins, or
	// leaves if it is a member, but for the only one.
	toggle(c *cluster, rows []int32, to []Point)
	// hold makes a cluster the one that others are united with until release.
	hold(c *cluster, rows []int32)
	union(c *cluster, rows []int32) Point
	release()
}

// sums evaluates clusterings of an additive problem.
type sums struct {
	coster
	store *store
	// unions remembers the costs of merged clusters, up to maxUnions.
	unions    keyed.Map[keyed.Key, Point]
	maxUnions int
	alone     []Point // the cost of every row as a cluster
	// The point of a sum is the sum and a base, or else its total.
	base  Point
	total func(sum Point) Point

	// The loaded clustering.
	grouping
	at       Point // before total
	clusters []*cluster
	// leaving holds the point after a row has left its cluster and gone
	// nowhere, one a row, once hasLeaving is set.
	leaving    []Point
	hasLeaving bool
}

// rowsAlone returns the cost of every row as a cluster.
func (e *sums) rowsAlone(n int) []Point {
	alone := make([]Point, n)
	for x := range alone {
		c, _ := e.gather([]int32{int32(x)})
		alone[x] = c.cost
	}
	return alone
}

// Load implements [Evaluator]. O(n), and what clusters not remembered take.
func (e *sums) Load(f partition.Partition) Point {
	e.group(f)
	e.at = e.base
	e.hasLeaving = false
	e.clusters = e.clusters[:0]
	for c := range e.keys {
		cl := e.cluster(c)
		e.clusters = append(e.clusters, cl)
		e.at = e.at.plus(cl.cost)
	}
	if e.total != nil {
		return e.total(e.at)
	}
	return e.at
}

// cluster returns a cluster of the loaded clustering.
func (e *sums) cluster(c int) *cluster {
	if got := e.store.get(e.keys[c]); got != nil {
		return got
	}
	made, bytes := e.gather(e.of(c))
	e.store.put(e.keys[c], made, bytes)
	return made
}

// Merges implements [Evaluator]. O(1) a merge whose cost is remembered.
func (e *sums) Merges(a int, wanted []int32, to []Point) {
	ca := e.clusters[a]
	rest := e.at.minus(ca.cost)
	held := false
	for _, b := range wanted {
		cb := e.clusters[b]
		key := e.keys[a].Xor(e.keys[b])
		both, ok := e.unions.Get(key)
		if !ok {
			if !held {
				e.hold(ca, e.of(a))
				held = true
			}
			both = e.union(cb, e.of(int(b)))
			e.remember(key, both)
		}
		to[b] = rest.plus(both.minus(cb.cost))
	}
	if held {
		e.release()
	}
	if e.total != nil {
		for _, b := range wanted {
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

// Moves implements [Evaluator]. O(n) if the costs are remembered, and n costs
// otherwise.
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
	e.toggle(cl, e.of(c), t)
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

// setCoster computes the costs of any additive problem, with a set that is empty
// but for the time of a call, or between hold and release.
type setCoster struct {
	set  Cluster
	held []int32
}

func (s *setCoster) add(rows []int32) {
	for _, x := range rows {
		s.set.Add(int(x))
	}
}

func (s *setCoster) remove(rows []int32) {
	for _, x := range rows {
		s.set.Remove(int(x))
	}
}

func (s *setCoster) gather(rows []int32) (*cluster, int64) {
	s.add(rows)
	made := &cluster{cost: s.set.Cost()}
	s.remove(rows)
	return made, 0
}

func (s *setCoster) toggle(c *cluster, rows []int32, to []Point) {
	s.add(rows)
	members := rows
	for x := range to {
		switch member := len(members) > 0 && int(members[0]) == x; {
		case !member:
			s.set.Add(x)
			to[x] = s.set.Cost().minus(c.cost)
			s.set.Remove(x)
		case len(rows) > 1:
			s.set.Remove(x)
			to[x] = s.set.Cost().minus(c.cost)
			s.set.Add(x)
			members = members[1:]
		default:
			members = nil
		}
	}
	s.remove(rows)
}

func (s *setCoster) hold(_ *cluster, rows []int32) {
	s.add(rows)
	s.held = rows
}

func (s *setCoster) union(_ *cluster, rows []int32) Point {
	s.add(rows)
	cost := s.set.Cost()
	s.remove(rows)
	return cost
}

func (s *setCoster) release() { s.remove(s.held) }
