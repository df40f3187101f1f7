package second

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
)

// climbs offers, for the numbers of clusters that people choose, local optima of I(Z;Y) and a weight times I(Z;S), for many
// weights. The archive has what they begin with. They take at most about most steps; it returns their number.
func (m *mapper) climbs(ctx context.Context, workers []*explorer, most int64) (steps int64, err error) {
	last := min(fewClusters, m.n-1)
	if m.whole.I < pareto.Tolerance || m.whole.S < pareto.Tolerance || last < 2 {
		return 0, nil
	}
	results, work := make([][]found, last+1), make([]int64, last+1)
	err = pool.Each(ctx, len(workers), last-1, func(worker, at int) error {
		k := last - at // the longest first
		results[k], work[k] = workers[worker].climb(k, most/int64(last-1))
		return nil
	})
	for k, list := range results {
		steps += work[k]
		for _, f := range list {
			m.archive.offer(f.k, f.at, f.clustering)
		}
	}
	return steps, err
}

// octaves is the number of times that the weight of I(Z;S) doubles from the middle, where both have their ranges, to each end.
const octaves = 6

// climb returns local optima of k clusters. Each weight begins with the best clustering for it that is known.
func (e *explorer) climb(k int, most int64) (list []found, steps int64) {
	var known []found
	for _, p := range e.archive[k].members() {
		known = append(known, found{p.Vector, k, p.Payload})
	}
	if len(known) == 0 {
		return nil, 0
	}
	for half := -2 * octaves; half <= 2*octaves; half++ {
		w := math.Ldexp(1, half>>1)
		if half&1 != 0 {
			w *= math.Sqrt2
		}
		weight := pareto3.Vector{I: 1 / e.whole.I, S: w / e.whole.S}
		begin := slices.MaxFunc(known, func(a, b found) int { return cmp.Compare(valued(weight, a.at.Minus(b.at)), 0) })
		end := begin
		for allowed := most * int64(half+2*octaves+1) / (4*octaves + 1); steps < allowed; {
			better, ok := e.uphill(end, weight)
			steps += int64(k*e.n) * int64(1+e.n/64)
			if !ok {
				break
			}
			end = better
		}
		if end.clustering != begin.clustering {
			known, list = append(known, end), append(list, end)
		}
	}
	return list, steps
}

// valued returns the weighted sum of I and S.
func valued(weight, v pareto3.Vector) float64 { return float64(weight.I*v.I) + float64(weight.S*v.S) }

// leastGain is what a move gains at least, so that rounding does not matter.
const leastGain = 1e-9

// uphill moves the row that gains most, and reports whether a row gained.
func (e *explorer) uphill(from found, weight pareto3.Vector) (found, bool) {
	f := e.unpacked(from.clustering)
	at := e.load(f)
	e.gauge.Load(f)
	size := make([]int, from.k)
	for _, z := range f {
		size[z]++
	}
	var by change
	most := leastGain
	for b := range from.k {
		e.y.Moves(b, e.atY)
		e.s.Moves(b, e.atS)
		for row, z := range f {
			if z == b || size[z] == 1 || e.gauge.Moved(row, b) != 0 {
				continue
			}
			if gain := valued(weight, e.vector(e.atY[row], e.atS[row]).Minus(at)); gain > most {
				by, most = change{row, z, b}, gain
			}
		}
	}
	if most == leastGain {
		return from, false
	}
	c := e.changed(f, by)
	return found{e.load(e.unpacked(c)), from.k, c}, true
}
