package problem

import (
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// pairEvaluator evaluates clusterings of a [Symmetric] problem of at most 64 rows,
// and remembers parts of their points.
//
// A point is a sum over pairs of clusters, each with itself among them, and what a
// row changes in a pair depends on the pair alone. The number of sets of so few rows
// that a search meets is small against that of clusterings, so that after a while
// most points take a few additions.
type pairEvaluator struct {
	*symmetric
	members
	// known remembers crossings by their sets of rows, the smaller number first. They
	// are all forgotten when they take more than budget bytes.
	known  keyed.Map[pairKey, crossing]
	budget int64
	used   int64
	// alone holds what every row has with itself.
	alone []phiSums

	// The loaded clustering: its clusters as bit sets of rows, the crossings of all
	// pairs of them, and the sums of phi over all crossings and over each cluster's.
	sets      []uint64
	crossings []crossing
	at        phiSums
	rest      []phiSums
	// Once hasMoves is set: the sums after a row has left its cluster, the same after
	// it made one of its own, and what it adds by joining each cluster.
	hasMoves     bool
	leaving, own []phiSums
	joining      []phiSums // of row x and cluster b at b n + x

	laid setPair
}

// maxPairRows is the number of rows whose sets are bit sets of a word.
const maxPairRows = 64

// pairKey names two sets of rows.
type pairKey [2]uint64

// crossing is what two clusters P and Q have with each other: the blocks (P,Q) and
// (Q,P), or (P,P) if they are the same.
type crossing struct {
	sums phiSums
	// toggles holds two changes of the sums for every row x, once it is asked for. Of
	// a member they are those when it leaves, and when it moves to the other cluster;
	// of another row, when it joins P, and when it joins Q. Of P and P, they are those
	// when it leaves or joins, and what a cluster of x alone has with P without x, and
	// with itself if x was of P.
	toggles []phiSums
}

// What a crossing takes in a table that is a third full, and the sums of a toggle.
const (
	crossingBytes = 192
	phiSumsBytes  = 16
)

func newPairEvaluator(p *symmetric, memory int64) *pairEvaluator {
	n := p.Rows()
	e := &pairEvaluator{
		symmetric: p, budget: memory,
		members: members{label: make([]int32, n), rows: make([]int32, n), start: make([]int32, n+1)},
		leaving: make([]phiSums, n), own: make([]phiSums, n),
		laid: newSetPair(p),
	}
	for x := range n {
		e.alone = append(e.alone, e.laid.lay(1<<x, 1<<x))
		e.laid.fold()
	}
	return e
}

// Load implements [Evaluator]. O(n + k^2) if the crossings are remembered.
func (e *pairEvaluator) Load(f partition.Partition) Point {
	e.group(f)
	e.hasMoves = false
	k := e.k()
	e.sets = resized(e.sets, k)
	for c := range k {
		e.sets[c] = 0
		for _, x := range e.of(c) {
			e.sets[c] |= 1 << x
		}
	}
	e.crossings = resized(e.crossings, k*k)
	e.rest = resized(e.rest, k)
	e.at = phiSums{}
	clear(e.rest)
	for a := range k {
		for b := range a + 1 {
			c := e.cross(e.sets[a], e.sets[b])
			e.crossings[a*k+b], e.crossings[b*k+a] = c, c
			e.at = e.at.plus(c.sums)
			e.rest[a] = e.rest[a].plus(c.sums)
			if a != b {
				e.rest[b] = e.rest[b].plus(c.sums)
			}
		}
	}
	return e.point(e.at)
}

// resized returns a slice of a length, in the same memory if that is enough.
func resized[T any](s []T, length int) []T {
	if cap(s) < length {
		return make([]T, length)
	}
	return s[:length]
}

// cross returns the crossing of two clusters.
func (e *pairEvaluator) cross(p, q uint64) crossing {
	key := pairKey{min(p, q), max(p, q)}
	if c, ok := e.known.Get(key); ok {
		return c
	}
	c := crossing{sums: e.laid.lay(key[0], key[1])}
	e.laid.fold()
	e.remember(key, c)
	return c
}

// remember keeps a crossing, and forgets all others if they take too much.
func (e *pairEvaluator) remember(key pairKey, c crossing) {
	bytes := crossingBytes + int64(phiSumsBytes*len(c.toggles))
	e.used += bytes
	if e.used > e.budget {
		e.used = bytes
		e.known = keyed.Map[pairKey, crossing]{}
	}
	*e.known.At(key) = c
}

// Merges implements [Evaluator]. O(k) a merge if the crossings are remembered.
func (e *pairEvaluator) Merges(a int, wanted []int32, to []Point) {
	k := e.k()
	for _, b := range wanted {
		union := e.sets[a] | e.sets[b]
		s := e.at.minus(e.rest[a]).minus(e.rest[b]).plus(e.crossings[a*k+int(b)].sums)
		s = s.plus(e.cross(union, union).sums)
		for c := range k {
			if c != a && c != int(b) {
				s = s.plus(e.cross(union, e.sets[c]).sums)
			}
		}
		to[b] = e.point(s)
	}
}

// Moves implements [Evaluator]. O(n), and O(n k^2) once for all clusters, if the
// crossings are remembered.
func (e *pairEvaluator) Moves(b int, to []Point) {
	if !e.hasMoves {
		e.prepare()
	}
	n, k := len(to), e.k()
	joining := e.joining[b*n : (b+1)*n]
	for x, a := range e.label {
		if int(a) == b {
			to[x] = e.point(e.own[x])
			continue
		}
		toggles := e.crossings[int(a)*k+b].toggles
		s := e.leaving[x].plus(joining[x])
		to[x] = e.point(s.minus(toggles[2*x]).plus(toggles[2*x+1]))
	}
}

// prepare computes leaving, own and joining.
func (e *pairEvaluator) prepare() {
	e.hasMoves = true
	n, k := len(e.label), e.k()
	e.joining = resized(e.joining, n*k)
	clear(e.joining)
	for x := range n {
		e.leaving[x], e.own[x] = e.at, phiSums{}
	}
	for a := range k {
		e.alike(a)
		for b := range a {
			e.different(a, b)
		}
	}
	for x := range n {
		e.own[x] = e.own[x].plus(e.leaving[x])
	}
}

// alike adds what cluster a has with itself to what prepare computes.
func (e *pairEvaluator) alike(a int) {
	n, k := len(e.label), e.k()
	joining := e.joining[a*n : (a+1)*n]
	toggles := e.toggles(a, a)
	e.crossings[a*k+a].toggles = toggles
	for x, label := range e.label {
		t := toggles[2*x : 2*x+2]
		if int(label) == a {
			e.leaving[x] = e.leaving[x].plus(t[0])
		} else {
			joining[x] = joining[x].plus(t[0])
		}
		e.own[x] = e.own[x].plus(t[1])
	}
}

// different adds what clusters a and b have with each other.
func (e *pairEvaluator) different(a, b int) {
	n, k := len(e.label), e.k()
	toggles := e.toggles(a, b)
	e.crossings[a*k+b].toggles, e.crossings[b*k+a].toggles = toggles, toggles
	if e.sets[a] > e.sets[b] {
		a, b = b, a
	}
	first, second := e.joining[a*n:(a+1)*n], e.joining[b*n:(b+1)*n]
	for members, x := e.sets[a]|e.sets[b], 0; x < n; x++ {
		t := toggles[2*x : 2*x+2]
		if members>>x&1 != 0 {
			e.leaving[x] = e.leaving[x].plus(t[0])
		} else {
			first[x] = first[x].plus(t[0])
			second[x] = second[x].plus(t[1])
		}
	}
}

// toggles returns those of the crossing of two clusters.
func (e *pairEvaluator) toggles(a, b int) []phiSums {
	c := e.crossings[a*e.k()+b]
	if c.toggles != nil {
		return c.toggles
	}
	n := len(e.label)
	key := pairKey{min(e.sets[a], e.sets[b]), max(e.sets[a], e.sets[b])}
	e.laid.lay(key[0], key[1])
	c.toggles = make([]phiSums, 2*n)
	for x := range n {
		if a == b {
			c.toggles[2*x], c.toggles[2*x+1] = e.laid.toggleSelf(x, key[0], e.alone[x])
		} else {
			c.toggles[2*x], c.toggles[2*x+1] = e.laid.toggle(x, key[0], key[1])
		}
	}
	e.laid.fold()
	e.remember(key, c)
	return c.toggles
}
