package checker

import (
	"context"
	"math/bits"
)

// lowRows is the number of rows whose sets are gone through within one job.
const lowRows = 12

// powerSet checks every set of rows against the claims of all edges, without bounds. The sets of the rows below low
// are in the order of a Gray code, so that sums over columns change by one row at a time; every second time this is
// the row with the fewest cells.
type powerSet struct {
	*check
	low     int
	lowDual []fixed // of every set of low rows, the sum of each edge's dual
}

func (k *check) powerSet(ctx context.Context) ([]verdict, error) {
	n, edges := len(k.rows), len(k.staged)
	p := &powerSet{check: k, low: min(lowRows, n)}
	for set := range uint64(1) << p.low {
		p.lowDual = append(p.lowDual, p.duals(set)...)
	}
	parts := make([][]verdict, k.workers)
	for worker := range parts {
		parts[worker] = newVerdicts(edges)
	}
	err := each(ctx, k.workers, 1<<(n-p.low), func(worker, job int) {
		p.block(uint64(job)<<p.low, parts[worker])
	})
	all := newVerdicts(edges)
	for _, part := range parts {
		for e := range part {
			all[e].join(&part[e])
		}
	}
	return all, err
}

// duals returns the sum of every edge's dual over a set.
func (p *powerSet) duals(set uint64) []fixed {
	sums := make([]fixed, len(p.staged))
	for e, s := range p.staged {
		for left := set; left != 0; left &= left - 1 {
			sums[e] += s.dual[bits.TrailingZeros64(left)]
		}
	}
	return sums
}

// block judges all unions of a set of high rows and a set of low rows.
func (p *powerSet) block(high uint64, verdicts []verdict) {
	at := p.newSums()
	for s := high; s != 0; s &= s - 1 {
		at.toggle(p.model, bits.TrailingZeros64(s), 1)
	}
	dual := p.duals(high)
	for k, low := uint64(0), uint64(0); ; {
		if high|low != 0 {
			p.set(high|low, low, &at, dual, verdicts)
		}
		if k++; k>>p.low != 0 {
			return
		}
		x := bits.TrailingZeros64(k)
		low ^= 1 << x
		at.toggle(p.model, x, 2*fixed(low>>x&1)-1)
	}
}

// set shows a set of rows to the edges that it matters to: those whose end has at least
// the entropy of two clusters, the set and all other rows.
func (p *powerSet) set(set, low uint64, at *sums, high []fixed, verdicts []verdict) {
	phiW := p.phi(at.weight)
	h := -phiW - p.phi(p.total-at.weight)
	lows := p.lowDual[int(low)*len(high):][:len(high)]
	for e := len(high) - 1; e >= 0; e-- {
		s := p.staged[e]
		if h-2 > s.end {
			return
		}
		if rc := high[e] + lows[e] - at.phiV + scaled(s.rest, phiW); rc <= s.limit {
			s.see(&verdicts[e], p.model, set, at.weight, h, rc, at.phiV, phiW)
		}
	}
}
