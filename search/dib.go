package search

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// DIB returns the primal deterministic information bottleneck problem of a
// joint distribution: h = H(Z) against i = I(Z;Y), Z = f(X).
//
// Both are sums over the clusters c, of probability w_c and of joint
// probabilities v_cy with the columns, with phi(t) = t log2 t:
//
//	H(Z)   = sum_c -phi(w_c)
//	I(Z;Y) = H(Y) - H(Y|Z) = H(Y) + sum_c [sum_y phi(v_cy) - phi(w_c)]
//
// so that a merge changes three terms of each and a move four. Every phi is
// rounded to info.Quantum, which makes the sums exact.
func DIB(j *joint.Joint) Additive {
	_, counts := j.Samples()
	order := j.CanonicalOrder()
	p := &dib{
		joint: j, place: ranks(order), keys: partition.RowKeys(j.Rows()),
		phi: info.NewPhi(j.Total(), counts),
	}
	for y := range j.Cols() {
		p.hy -= p.phi.At(j.ColMass(y))
	}
	for _, x := range order {
		columns, mass := j.Row(x)
		row := cells{columns: columns, mass: mass, phi: make([]float64, len(mass))}
		for k, v := range mass {
			row.phi[k] = p.phi.At(v)
			row.phiSum += row.phi[k]
		}
		p.rowCells = append(p.rowCells, row)
		p.rowMass = append(p.rowMass, j.RowMass(x))
		p.rowCost = append(p.rowCost, p.cost(j.RowMass(x), row.phiSum))
	}
	return p
}

type dib struct {
	joint *joint.Joint
	place []int
	keys  []partition.Key
	phi   *info.Phi
	hy    float64
	// The table in canonical order of rows, and the cost of each alone.
	rowCells []cells
	rowMass  []float64
	rowCost  []Point
}

func (p *dib) Rows() int    { return p.joint.Rows() }
func (p *dib) Place() []int { return p.place }

// unionBytes is what the cost of a union takes in a table that is half full.
const unionBytes = 64

// Evaluators implements [Problem]. Three quarters of the memory are for
// clusters, the rest for unions.
func (p *dib) Evaluators(goroutines int, memory int64) []Evaluator {
	s := &store{budget: memory / 4 * 3}
	evaluators := make([]Evaluator, goroutines)
	for k := range evaluators {
		evaluators[k] = &dibEvaluator{costs: newCosts(p, s, int(memory/4/unionBytes)/goroutines)}
	}
	return evaluators
}

func (p *dib) Describe() frontier.Problem {
	j := p.joint
	d := frontier.Problem{
		Kind: "dib", N: j.Rows(), M: j.Cols(),
		XLabels: j.XLabels(), YLabels: j.YLabels(),
		HX: j.HX(), HY: j.HY(), IXY: j.IXY(),
		ZeroRows: j.ZeroRows(),
		Source:   frontier.Source{SHA256: j.SHA256()},
	}
	if n, ok := j.Samples(); ok {
		d.Samples = &n
	}
	return d
}

// dibEvaluator holds the loaded clustering.
type dibEvaluator struct {
	*costs
	at       Point
	clusters []*cluster
	keys     []partition.Key // of the clusters
	rows     []int32         // rows by cluster
	start    []int           // of every cluster in rows
	// leaving holds the point after a row has left its cluster and gone
	// nowhere, one a row, once hasLeaving is set.
	leaving    []Point
	hasLeaving bool
}

// Load implements [Evaluator]. O(n), and O(cells) of clusters not remembered.
func (e *dibEvaluator) Load(f partition.Partition) Point {
	e.group(f)
	e.at = Point{0, e.hy}
	e.hasLeaving = false
	for c := range e.keys {
		cl := e.of(e.keys[c], e.members(c))
		e.clusters = append(e.clusters, cl)
		e.at = e.at.plus(cl.cost)
	}
	return e.at
}

// group sorts the rows into clusters and makes their keys.
func (e *dibEvaluator) group(f partition.Partition) {
	k := f.K()
	e.clusters = e.clusters[:0]
	e.keys = slices.Grow(e.keys[:0], k)[:k]
	clear(e.keys)
	e.start = slices.Grow(e.start[:0], k+1)[:k+1]
	clear(e.start)
	e.rows = slices.Grow(e.rows[:0], len(f))[:len(f)]
	for r, c := range f {
		e.start[c]++
		e.keys[c] = e.keys[c].Xor(e.dib.keys[r])
	}
	end := 0
	for c := range k {
		end += e.start[c]
		e.start[c] = end
	}
	e.start[k] = end
	for r := len(f) - 1; r >= 0; r-- {
		c := f[r]
		e.start[c]--
		e.rows[e.start[c]] = int32(r)
	}
}

// members returns the rows of a cluster, ascending.
func (e *dibEvaluator) members(c int) []int32 { return e.rows[e.start[c]:e.start[c+1]] }

// Merges implements [Evaluator]. O(1) a merge whose cost is remembered, and
// O(cells of both) otherwise.
func (e *dibEvaluator) Merges(a int, wanted []int32, to []Point) {
	ca := e.clusters[a]
	rest := e.at.minus(ca.cost)
	spread := false
	for _, b := range wanted {
		cb := e.clusters[b]
		key := e.keys[a].Xor(e.keys[b])
		union, ok := e.unions.get(key)
		if !ok {
			if !spread {
				e.spread(&ca.cells)
				spread = true
			}
			union = e.union(key, ca, cb)
		}
		to[b] = rest.plus(union.minus(cb.cost))
	}
	if spread {
		e.fold(&ca.cells)
	}
}

// Moves implements [Evaluator]. O(n) if the costs are remembered, and O(cells
// of the table) otherwise.
func (e *dibEvaluator) Moves(b int, to []Point) {
	if !e.hasLeaving {
		e.leave()
	}
	members := e.members(b)
	toggles := e.toggles(e.clusters[b], members)
	leaving := e.leaving[:len(toggles)]
	to = to[:len(toggles)]
	for x, t := range toggles {
		to[x] = Point{leaving[x].H + t.H, leaving[x].I + t.I}
	}
	for _, x := range members {
		to[x] = leaving[x].plus(e.rowCost[x])
	}
}

// leave computes leaving.
func (e *dibEvaluator) leave() {
	e.hasLeaving = true
	e.leaving = slices.Grow(e.leaving[:0], len(e.rows))[:len(e.rows)]
	for c, cl := range e.clusters {
		rows := e.members(c)
		if len(rows) == 1 {
			e.leaving[rows[0]] = e.at.minus(cl.cost)
			continue
		}
		toggles := e.toggles(cl, rows)
		for _, x := range rows {
			e.leaving[x] = e.at.plus(toggles[x])
		}
	}
}
