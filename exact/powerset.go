package exact

import (
	"context"
	"math"
	"math/bits"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
)

// powerSetRows is the largest number of rows of which [Verify] checks every set.
const powerSetRows = 26

// lowRows is the number of rows whose sets are gone over one after the other,
// between sums of the other rows. Of their sets there are tables.
const lowRows = 10

// powerSet goes over all sets of rows and judges them by what the edges claim.
// Nothing is kept but what passes: for every set the sums over columns are updated
// by one row, in the order of a Gray code, and its entropies are computed anew.
type powerSet struct {
	n, m   int
	low    int
	mass   [][]float64 // n x m
	weight []float64
	total  float64
	phi    *info.Phi
	judges []judge
	// lowDual holds for every set of the low rows the sum of its dual, by edge.
	lowDual []float64
}

// judge is a claim as the loop over sets reads it. Edges are sorted by increasing h.
type judge struct {
	*claim
	// end is the entropy of two clusters from which on a cluster does not matter,
	// and most the reduced cost above which it is of no interest.
	end, most float64
	keep      float64 // kept are clusters that exceed their budget by no more than this
}

// verdict is what there is to tell of the clusters that matter to an edge.
type verdict struct {
	least        float64 // reduced cost
	at           uint64  // of this cluster
	fewest, most int64   // number within the budget, with rounding against them and for them
	columns      []column
	overflow     bool // there are more than maxColumns
}

// maxColumns is the number of columns that are kept for an edge: 256 MB.
const maxColumns = 1 << 24

// judgesOf returns the claims for sets of n rows.
func judgesOf(claims []*claim, n int) []judge {
	judges := make([]judge, len(claims))
	for k, c := range claims {
		keep := rounding + float64(float64(n)*feasible)
		judges[k] = judge{claim: c, end: c.edge.HHi - rounding, most: -feasible, keep: keep}
		if c.edge.Certified {
			judges[k].most = max(-feasible, c.budget()+keep)
		}
	}
	return judges
}

// see takes a cluster of which h is the entropy of it and the rest, as two clusters.
func (j *judge) see(v *verdict, set uint64, h, rc float64) {
	if h < j.end && (rc < v.least || rc == v.least && set < v.at) {
		v.least, v.at = rc, set
	}
	if !j.edge.Certified {
		return
	}
	within := j.within(h - rounding)
	if rc > within+j.keep {
		return
	}
	if rc <= within+rounding {
		v.most++
	}
	if rc <= j.within(h+rounding)-rounding {
		v.fewest++
	}
	if v.overflow = v.overflow || len(v.columns) == maxColumns; !v.overflow {
		v.columns = append(v.columns, column{set, rc})
	}
}

func newPowerSet(j *joint.Joint, claims []*claim) *powerSet {
	_, counts := j.Samples()
	p := &powerSet{
		n: j.Rows(), m: j.Cols(), total: j.Total(), phi: info.NewPhi(j.Total(), counts),
		judges: judgesOf(claims, j.Rows()),
	}
	p.low = min(lowRows, p.n)
	for x := range p.n {
		row := make([]float64, p.m)
		columns, masses := j.Row(x)
		for k, y := range columns {
			row[y] = masses[k]
		}
		p.mass = append(p.mass, row)
		p.weight = append(p.weight, j.RowMass(x))
	}
	p.lowDual = make([]float64, len(claims)<<p.low)
	for set := range uint64(1) << p.low {
		for k, c := range claims {
			p.lowDual[int(set)*len(claims)+k] = over(c.dual, set)
		}
	}
	return p
}

// run goes over all sets and returns a verdict for every edge.
func (p *powerSet) run(ctx context.Context, workers int) ([]verdict, error) {
	parts := make([][]verdict, workers)
	share(workers, 1<<(p.n-p.low), func(worker, job int) {
		if ctx.Err() != nil {
			return
		}
		if parts[worker] == nil {
			parts[worker] = newVerdicts(len(p.judges))
		}
		p.block(uint64(job)<<p.low, parts[worker])
	})
	all := newVerdicts(len(p.judges))
	for _, part := range parts {
		for k := range part {
			all[k].join(&part[k])
		}
	}
	return all, ctx.Err()
}

func newVerdicts(n int) []verdict {
	list := make([]verdict, n)
	for k := range list {
		list[k] = verdict{least: math.Inf(1)}
	}
	return list
}

// join adds what was told of other clusters.
func (v *verdict) join(w *verdict) {
	if w.least < v.least || w.least == v.least && w.at < v.at {
		v.least, v.at = w.least, w.at
	}
	v.fewest += w.fewest
	v.most += w.most
	v.overflow = v.overflow || w.overflow || len(v.columns)+len(w.columns) > maxColumns
	if !v.overflow {
		v.columns = append(v.columns, w.columns...)
	}
}

// block goes over the sets of a set of high rows and any low ones.
func (p *powerSet) block(high uint64, verdicts []verdict) {
	sums := make([]float64, p.m)
	var weight float64
	for s := high; s != 0; s &= s - 1 {
		weight += p.put(sums, bits.TrailingZeros64(s), 1)
	}
	dual := make([]float64, len(p.judges))
	for k := range p.judges {
		dual[k] = over(p.judges[k].dual, high)
	}
	for k, low := uint64(0), uint64(0); ; {
		if high|low != 0 {
			p.set(high|low, weight, sums, dual, p.lowDual[int(low)*len(dual):][:len(dual)], verdicts)
		}
		if k++; k>>p.low != 0 {
			return
		}
		x := bits.TrailingZeros64(k)
		low ^= 1 << x
		weight += p.put(sums, x, float64(2*int(low>>x&1)-1))
	}
}

// put adds row x to sums of columns, or takes it out if sign is -1, and returns the
// mass that comes with it. Masses are whole numbers, so nothing is rounded.
func (p *powerSet) put(sums []float64, x int, sign float64) float64 {
	for y, v := range p.mass[x] {
		sums[y] += float64(sign * v)
	}
	return sign * p.weight[x]
}

// set judges a set of rows by all edges. A cluster matters to those whose end is at
// least the entropy of it and the rest.
func (p *powerSet) set(set uint64, weight float64, sums, high, low []float64, verdicts []verdict) {
	v, w := p.phi.Sum(sums), p.phi.At(weight)
	h := -w - p.phi.At(p.total-weight)
	for k := len(p.judges) - 1; k >= 0; k-- {
		j := &p.judges[k]
		if h > j.edge.HHi+rounding {
			return
		}
		if rc := high[k] + low[k] - v + float64((1-j.edge.Slope)*w); rc <= j.most {
			j.see(&verdicts[k], set, h, rc)
		}
	}
}
