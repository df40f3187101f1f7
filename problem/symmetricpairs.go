package problem

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// pairEvaluator evaluates clusterings of a [Symmetric] problem. A point is a sum over pairs
// of clusters, including the pairs of a cluster with itself, and what a row changes in a pair
// depends on that pair alone. The clusterings that a search visits have most of their pairs
// in common, so that remembering pairs leaves a few additions for most points.
type pairEvaluator struct {
	*symmetric
	grouping
	// known remembers crossings. All are forgotten when they take more than budget bytes.
	known  keyed.Map[keyed.Hash, crossing]
	budget int64
	used   int64
	alone  []phiSums // what every row has with itself
	laid   setPair
	strips strips

	// The loaded clustering: the hashes of its clusters, the crossings of all pairs of them, and the sums of phi
	// over all crossings and over the crossings of every cluster.
	hashes    []keyed.Hash
	crossings []crossing
	at        phiSums
	rest      []phiSums
	merged    []phiSums // scratch space: the sums after merges
	// Once hasMoves is set: the sums after a row has left its cluster, the same after it formed a cluster of its
	// own, and its contribution to each cluster that it may join (of row x and cluster b at b n + x).
	hasMoves     bool
	leaving, own []phiSums
	joining      []phiSums
}

// crossing is what two clusters P and Q have with each other: the blocks (P,Q) and (Q,P),
// or (P,P) if they are the same. P is the one with the smaller hash.
type crossing struct {
	sums phiSums
	// toggles holds two changes of the sums for every row, once they are needed:
	//   - for a member of P or Q, the change when it leaves, and when it moves to the other;
	//   - for another row, the change when it joins P, and when it joins Q;
	//   - if P and Q are the same, the change when the row leaves or joins, and what the row
	//     as a cluster of its own has with P without it, and with itself if it was a member.
	toggles []phiSums
}

// The estimated bytes of a crossing in a hash table that is a third full, and of the sums
// of a toggle.
const (
	crossingBytes = 192
	phiSumsBytes  = 16
)

// maxUnionRows is the largest number of rows with a memory of the crossings of unions. More rows have too many
// unions, and most are not needed again.
const maxUnionRows = 64

func newPairEvaluator(p *symmetric, memory int64) *pairEvaluator {
	n := p.Rows()
	e := &pairEvaluator{
		symmetric: p, grouping: newGrouping(n), budget: memory, laid: setPair{symmetric: p, columns: make([]columnMasses, p.cols)},
		leaving: make([]phiSums, n), own: make([]phiSums, n),
		strips: strips{used: n > maxUnionRows},
	}
	for x := range int32(n) {
		row := []int32{x}
		e.alone = append(e.alone, e.laid.sums(row, row, true))
	}
	return e
}

// Load implements [Evaluator]. O(n + k^2) if the crossings are remembered.
func (e *pairEvaluator) Load(f partition.Partition) Point {
	e.group(f)
	e.hasMoves, e.strips.hasBlocks, e.strips.hasSecond = false, false, false
	k := e.k()
	e.hashes = e.hashes[:0]
	for _, key := range e.keys {
		e.hashes = append(e.hashes, key.Scramble())
	}
	e.crossings = resized(e.crossings, k*k)
	e.rest = resized(e.rest, k)
	e.at = phiSums{}
	clear(e.rest)
	for a := range k {
		for b := range a + 1 {
			c := e.cross(e.hashes[a], e.hashes[b], e.of(a), e.of(b))
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

// resized returns a slice of the given length, which reuses the memory if it suffices.
func resized[T any](s []T, length int) []T {
	if cap(s) < length {
		return make([]T, length)
	}
	return s[:length]
}

// cross returns the crossing of two clusters.
func (e *pairEvaluator) cross(hp, hq keyed.Hash, p, q []int32) crossing {
	key := hp.Add(hq)
	if c, ok := e.known.Get(key); ok {
		return c
	}
	c := crossing{sums: e.laid.sums(p, q, hp == hq)}
	e.remember(key, c)
	return c
}

// remember keeps a crossing, and forgets all others if they take too much.
func (e *pairEvaluator) remember(key keyed.Hash, c crossing) {
	bytes := crossingBytes + int64(phiSumsBytes*len(c.toggles))
	e.used += bytes
	if e.used > e.budget {
		e.used = bytes
		e.known = keyed.Map[keyed.Hash, crossing]{}
	}
	*e.known.At(key) = c
}

// Merges implements [Evaluator]. O(k) per merge if the crossings are remembered.
func (e *pairEvaluator) Merges(a int, wanted []int32, to []Point) {
	if e.strips.used {
		e.mergesByStrips(int32(a), wanted, to)
		return
	}
	k := e.k()
	for _, w := range wanted {
		b := int(w)
		union, hash := slices.Concat(e.of(a), e.of(b)), e.keys[a].Xor(e.keys[b]).Scramble()
		s := e.at.minus(e.rest[a]).minus(e.rest[b]).plus(e.crossings[a*k+b].sums)
		s = s.plus(e.cross(hash, hash, union, union).sums)
		for c := range k {
			if c != a && c != b {
				s = s.plus(e.cross(hash, e.hashes[c], union, e.of(c)).sums)
			}
		}
		to[b] = e.point(s)
	}
}

// Moves implements [Evaluator]. O(n), and O(n k^2) once for all clusters, if the crossings
// are remembered.
func (e *pairEvaluator) Moves(b int, to []Point) {
	if !e.hasMoves {
		e.prepare()
	}
	n := len(e.label)
	for x, joining := range e.joining[b*n : (b+1)*n] {
		if int(e.label[x]) == b {
			to[x] = e.point(e.own[x])
		} else {
			to[x] = e.point(e.leaving[x].plus(joining))
		}
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
	n := len(e.label)
	joining, toggles := e.joining[a*n:(a+1)*n], e.toggles(a, a)
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
	if compareHashes(e.hashes[a], e.hashes[b]) > 0 {
		a, b = b, a
	}
	n, toggles := len(e.label), e.toggles(a, b)
	first, second := e.joining[a*n:(a+1)*n], e.joining[b*n:(b+1)*n]
	for x, label := range e.label {
		t := toggles[2*x : 2*x+2]
		switch int(label) {
		case a:
			e.leaving[x] = e.leaving[x].plus(t[0])
			second[x] = second[x].plus(t[1]).minus(t[0])
		case b:
			e.leaving[x] = e.leaving[x].plus(t[0])
			first[x] = first[x].plus(t[1]).minus(t[0])
		default:
			first[x] = first[x].plus(t[0])
			second[x] = second[x].plus(t[1])
		}
	}
}

func compareHashes(a, b keyed.Hash) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}

// toggles returns the toggles of the crossing of clusters a and b. They are the same cluster, or a
// has the smaller hash.
func (e *pairEvaluator) toggles(a, b int) []phiSums {
	c := e.crossings[a*e.k()+b]
	if c.toggles != nil {
		return c.toggles
	}
	if e.strips.used {
		e.strips.fillBlocks(&e.grouping, &e.laid)
		e.strips.fillSecond(&e.grouping, &e.laid)
	}
	e.lay(a, b)
	c.toggles = make([]phiSums, 2*len(e.label))
	for x, label := range e.label {
		t, row := c.toggles[2*x:2*x+2], int32(x)
		switch {
		case a == b:
			t[0], t[1] = e.toggleSelf(row, a, int(label) == a)
		case int(label) == a:
			t[0], t[1] = e.toggleMember(row, a, b, ab)
		case int(label) == b:
			t[0], t[1] = e.toggleMember(row, b, a, ba)
		default:
			t[0], t[1] = e.toggleOther(row, a, b)
		}
	}
	e.laid.fold()
	e.remember(e.hashes[a].Add(e.hashes[b]), c)
	return c.toggles
}
