package search

import (
	"math/bits"
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
//	I(Z;Y) = H(Y) - H(Y|Z) = H(Y) - sum_c [phi(w_c) - sum_y phi(v_cy)]
//
// so that a merge changes three terms. Each term is computed once per set of
// rows and remembered, rounded to info.Quantum.
func DIB(j *joint.Joint) Problem {
	p := &dib{joint: j, order: j.CanonicalOrder(), keys: partition.RowKeys(j.Rows())}
	all := make(partition.Partition, j.Rows())
	e := p.newEvaluator()
	e.Load(all)
	p.hy = e.clusters[0].cost.conditional
	return p
}

type dib struct {
	joint *joint.Joint
	order []int
	keys  []partition.Key
	hy    float64
}

func (p *dib) Rows() int            { return p.joint.Rows() }
func (p *dib) Order() []int         { return p.order }
func (p *dib) Evaluator() Evaluator { return p.newEvaluator() }

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

// cost is what a cluster contributes to H(Z) and to H(Y|Z), in bits.
type cost struct{ entropy, conditional float64 }

// cluster is a cluster of the loaded clustering.
type cluster struct {
	key  partition.Key
	cost cost
	rows []int // of the joint
	// mass and cells are filled in only when a cost is not remembered.
	mass  float64
	cells []term
}

// term is a column of a cluster: its mass and phi of its probability.
type term struct {
	column    int32
	mass, phi float64
}

type dibEvaluator struct {
	*dib
	memo     memo
	clusters []cluster
	h, rest  float64 // H(Z) and H(Y|Z) of the loaded clustering
	rows     []int   // rows by cluster
	start    []int   // of every cluster in rows
	sums     []float64
	touched  []uint64 // bit set of the columns that sums holds
}

func (p *dib) newEvaluator() *dibEvaluator {
	return &dibEvaluator{
		dib:     p,
		memo:    newMemo(),
		sums:    make([]float64, p.joint.Cols()),
		touched: make([]uint64, (p.joint.Cols()+63)/64),
	}
}

// Load implements [Evaluator]. O(n), and O(cells) where a cost is not
// remembered.
func (e *dibEvaluator) Load(f partition.Partition) (h, i float64) {
	e.group(f)
	e.h, e.rest = 0, 0
	for c := range e.clusters {
		cl := &e.clusters[c]
		got, ok := e.memo.get(cl.key)
		if !ok {
			e.gather(cl)
			got = e.memo.put(cl.key, costOf(cl.mass/e.joint.Total(), phiSum(cl.cells)))
		}
		cl.cost = got
		e.h += got.entropy
		e.rest += got.conditional
	}
	return e.h, e.hy - e.rest
}

// group sorts the rows into clusters and makes their keys.
func (e *dibEvaluator) group(f partition.Partition) {
	k := f.K()
	for len(e.clusters) < k {
		e.clusters = append(e.clusters, cluster{})
	}
	e.clusters = e.clusters[:k]
	e.rows = slices.Grow(e.rows[:0], len(f))[:len(f)]
	e.start = append(e.start[:0], make([]int, k+1)...)
	start := e.start
	for _, c := range f {
		start[c+1]++
	}
	for c := range k {
		start[c+1] += start[c]
		e.clusters[c] = cluster{cells: e.clusters[c].cells[:0], rows: e.rows[start[c]:start[c]]}
	}
	for r, c := range f {
		cl := &e.clusters[c]
		cl.key = cl.key.Xor(e.keys[r])
		cl.rows = append(cl.rows, e.order[r])
	}
}

// Merge implements [Evaluator]. O(1), and O(cells of both) where the cost of
// the union is not remembered.
func (e *dibEvaluator) Merge(a, b int) (h, i float64) {
	ca, cb := &e.clusters[a], &e.clusters[b]
	key := ca.key.Xor(cb.key)
	union, ok := e.memo.get(key)
	if !ok {
		e.gather(ca)
		e.gather(cb)
		union = e.memo.put(key, costOf((ca.mass+cb.mass)/e.joint.Total(), e.unionPhiSum(ca.cells, cb.cells)))
	}
	h = e.h + (union.entropy - (ca.cost.entropy + cb.cost.entropy))
	rest := e.rest + (union.conditional - (ca.cost.conditional + cb.cost.conditional))
	return h, e.hy - rest
}

// costOf returns the cost of a cluster of probability w, given the sum of phi
// over its columns in increasing order.
func costOf(w, phi float64) cost {
	own := info.PLog2P(w)
	return cost{entropy: info.Quantize(-own), conditional: info.Quantize(own - phi)}
}

func phiSum(cells []term) float64 {
	var sum float64
	for _, t := range cells {
		sum += t.phi
	}
	return sum
}

// unionPhiSum returns the sum of phi over the columns of two disjoint clusters
// joined. Masses add up exactly and columns are taken in increasing order, so
// the sum is the one that gathering the union would give.
func (e *dibEvaluator) unionPhiSum(a, b []term) float64 {
	var sum float64
	total := e.joint.Total()
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].column < b[0].column:
			sum += a[0].phi
			a = a[1:]
		case a[0].column > b[0].column:
			sum += b[0].phi
			b = b[1:]
		default:
			sum += info.PLog2P((a[0].mass + b[0].mass) / total)
			a, b = a[1:], b[1:]
		}
	}
	for _, t := range a {
		sum += t.phi
	}
	for _, t := range b {
		sum += t.phi
	}
	return sum
}

// gather adds up the rows of a cluster, unless that is done.
func (e *dibEvaluator) gather(cl *cluster) {
	if len(cl.cells) > 0 {
		return
	}
	for _, x := range cl.rows {
		columns, masses := e.joint.Row(x)
		for k, y := range columns {
			e.sums[y] += masses[k]
			e.touched[y/64] |= 1 << (y % 64)
		}
		cl.mass += e.joint.RowMass(x)
	}
	total := e.joint.Total()
	for word, set := range e.touched {
		for ; set != 0; set &= set - 1 {
			y := word*64 + bits.TrailingZeros64(set)
			cl.cells = append(cl.cells, term{int32(y), e.sums[y], info.PLog2P(e.sums[y] / total)})
			e.sums[y] = 0
		}
		e.touched[word] = 0
	}
}
