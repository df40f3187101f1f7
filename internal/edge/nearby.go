package edge

import (
	"math"
	"math/bits"
)

const (
	// Violated clusters are looked for near the maxStarts known clusters of smallest reduced cost.
	maxStarts = 300
	// leastStep is the least decrease of the reduced cost in a step towards them, in bits.
	leastStep = 1e-9
)

// nearby adds violated clusters near known ones, and reports whether it found any. From each known cluster, it adds
// or removes single rows as long as that lowers the reduced cost. This finds most of the clusters that a complete
// search would find, in far less time. The error is ErrSteps.
func (r *Table) nearby(p Problem, dual []float64, k *Known) (some bool, err error) {
	var starts []Column
	for _, c := range k.clusters {
		if r.twoClusters(over(r.weight, c.set)) < p.Last().H {
			starts = append(starts, Column{c.set, over(dual, c.set) - c.at(p.Slope())})
		}
	}
	d := r.descent(p, dual)
	for _, c := range cheapest(starts, maxStarts) {
		if set, rc := d.from(c.Set); rc < violated && !k.has[set] {
			k.Add(r, set)
			some = true
		}
	}
	return some, p.Meter.spend(d.steps)
}

// descent follows single changes of a cluster that lower its reduced cost.
type descent struct {
	*Table
	slope, end float64
	dual       []float64
	seen       map[uint64]bool
	steps      int64
	// The cluster, its mass by column and in all, and phi of these.
	set               uint64
	mass, phis        []float64
	weight, phiWeight float64
	other             []float64 // scratch space
}

func (r *Table) descent(p Problem, dual []float64) *descent {
	return &descent{Table: r, slope: p.Slope(), end: p.Last().H, dual: dual, seen: make(map[uint64]bool), mass: make([]float64, r.m), phis: make([]float64, r.m)}
}

// from returns where the descent from a cluster ends, with its reduced cost. It ends early, with
// a cost of 0, where another has been before.
func (d *descent) from(set uint64) (end uint64, rc float64) {
	d.load(set)
	c := d.cluster(set)
	rc = over(d.dual, set) - c.at(d.slope)
	for !d.seen[d.set] {
		d.seen[d.set] = true
		best, at := -leastStep, -1
		for x := range d.N {
			if change := d.change(x); change < best {
				best, at = change, x
			}
		}
		if at < 0 {
			return d.set, rc
		}
		d.load(d.set ^ 1<<at)
		rc += best
	}
	return d.set, 0
}

// load sets the cluster.
func (d *descent) load(set uint64) {
	d.set, d.weight = set, over(d.Table.weight, set)
	d.phiWeight = d.phi.At(d.weight)
	clear(d.mass)
	for s := set; s != 0; s &= s - 1 {
		for y, v := range d.Table.mass[bits.TrailingZeros64(s)] {
			d.mass[y] += v
		}
	}
	for y, v := range d.mass {
		d.phis[y] = d.phi.At(v)
	}
	d.steps += int64(d.m * (bits.OnesCount64(set) + chordSteps))
}

// change returns by how much the reduced cost changes if a row is added or removed. It is infinite
// if that makes a cluster that does not matter.
func (d *descent) change(x int) float64 {
	sign := 1.0
	if d.set>>x&1 == 1 {
		sign = -1
	}
	w := d.weight + float64(sign*d.Table.weight[x])
	if w == 0 || d.twoClusters(w) >= d.end {
		return math.Inf(1)
	}
	change := sign * (d.dual[x] - d.own[x])
	d.other = d.other[:0]
	for y, v := range d.Table.mass[x] {
		if v > 0 {
			d.other = append(d.other, d.mass[y]+float64(sign*v))
			change += d.phis[y]
		}
	}
	d.steps += int64(2 * d.m)
	return change - d.phi.Sum(d.other) + float64((1-d.slope)*(d.phi.At(w)-d.phiWeight))
}
