package exact

import (
	"context"
	"math/bits"

	"github.com/dibmap/dibmap/internal/pool"
)

const (
	// powerSetRows is the largest number of rows for which [Verify] checks every set of rows.
	powerSetRows = 26
	// lowRows is the number of rows whose sets are gone through within one job.
	lowRows = 10
)

// powerSet judges every set of rows by the claims of all edges. From one set to the next,
// in the order of a Gray code, sums over columns change by one row; entropies are
// computed anew.
type powerSet struct {
	*verifier
	low     int         // the rows below this number are low, the others high
	mass    [][]float64 // n x m
	lowDual [][]float64 // of every set of low rows, the sum of each edge's dual
}

func newPowerSet(v *verifier) *powerSet {
	n := v.joint.Rows()
	p := &powerSet{verifier: v, low: min(lowRows, n)}
	for x := range n {
		row := make([]float64, v.joint.Cols())
		columns, masses := v.joint.Row(x)
		for k, y := range columns {
			row[y] = masses[k]
		}
		p.mass = append(p.mass, row)
	}
	p.lowDual = make([][]float64, 1<<p.low)
	for set := range p.lowDual {
		p.lowDual[set] = p.duals(uint64(set))
	}
	return p
}

// duals returns the sum of every edge's dual over a set.
func (p *powerSet) duals(set uint64) []float64 {
	sums := make([]float64, len(p.claims))
	for k := range sums {
		sums[k] = over(p.claims[k].dual, set)
	}
	return sums
}

// run returns a verdict on every edge.
func (p *powerSet) run(ctx context.Context) ([]verdict, error) {
	parts := make([][]verdict, p.workers)
	for worker := range parts {
		parts[worker] = newVerdicts(len(p.claims))
	}
	err := pool.Each(ctx, p.workers, 1<<(len(p.mass)-p.low), func(worker, job int) error {
		p.block(uint64(job)<<p.low, parts[worker])
		return nil
	})
	all := newVerdicts(len(p.claims))
	for _, part := range parts {
		for k := range part {
			all[k].join(&part[k])
		}
	}
	return all, err
}

// block judges all unions of a set of high rows and a set of low rows.
func (p *powerSet) block(high uint64, verdicts []verdict) {
	sums := make([]float64, p.joint.Cols())
	var weight float64
	for s := high; s != 0; s &= s - 1 {
		weight += p.put(sums, bits.TrailingZeros64(s), 1)
	}
	dual := p.duals(high)
	for k, low := uint64(0), uint64(0); ; {
		if high|low != 0 {
			p.set(high|low, weight, sums, dual, p.lowDual[low], verdicts)
		}
		if k++; k>>p.low != 0 {
			return
		}
		x := bits.TrailingZeros64(k)
		low ^= 1 << x
		weight += p.put(sums, x, float64(2*int(low>>x&1)-1))
	}
}

// put adds row x to sums over columns, or subtracts it if sign is -1, and returns the
// change of the mass. Masses are whole numbers, so nothing is rounded.
func (p *powerSet) put(sums []float64, x int, sign float64) float64 {
	for y, v := range p.mass[x] {
		sums[y] += float64(sign * v)
	}
	return sign * p.weight[x]
}

// set shows a set of rows to the claims of the edges that it matters to. These are the edges whose
// end has at least the entropy of two clusters, the set and all other rows. high and low are the
// sums of duals.
func (p *powerSet) set(set uint64, weight float64, sums, high, low []float64, verdicts []verdict) {
	v, w := p.phi.Sum(sums), p.phi.At(weight)
	h := p.twoClusters(weight)
	for k := len(p.claims) - 1; k >= 0; k-- {
		c := p.claims[k]
		if h > c.edge.HHi+rounding {
			return
		}
		if rc := high[k] + low[k] - v + float64((1-c.edge.Slope)*w); rc <= c.limit {
			c.see(&verdicts[k], set, h, rc)
		}
	}
}
