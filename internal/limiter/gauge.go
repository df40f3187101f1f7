package limiter

import (
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// Gauge counts the violations of the limits by a clustering and, in O(1), by each of its
// neighbours. Each cluster that is too light is a violation, and so are each pair of rows that
// share a cluster and should be apart, and each cluster above the allowed number. A clustering that tells too much
// about a second variable has one violation or more for it. A nil Gauge counts nothing.
type Gauge struct {
	*Limiter
	pair int64 // how many violations a pair of rows that should be apart counts for
	// The loaded clustering, its number of clusters, their masses, and its violations.
	labels     partition.Partition
	k          int
	mass       []float64
	violations int64
	// near counts, for a row and a cluster, the rows of the cluster that the row should be apart from. between
	// counts, for two clusters, the pairs of rows that should be apart.
	near, between map[[2]int32]int32
	teller        *teller // nil if there is no second variable
}

// NewGauge returns a gauge for one goroutine, which counts a pair of rows that should be
// apart as a number of violations.
func NewGauge(l *Limiter, pair int64) *Gauge {
	if l == nil {
		return nil
	}
	return &Gauge{Limiter: l, pair: pair, near: make(map[[2]int32]int32), between: make(map[[2]int32]int32), teller: newTeller(l.told)}
}

// Load makes f, which it keeps, the current clustering and returns its violations. O(n) for
// n rows, and the number of pairs that are kept apart.
func (g *Gauge) Load(f partition.Partition) int64 {
	if g == nil {
		return 0
	}
	g.labels, g.k = f, f.K()
	g.violations = int64(max(0, g.k-g.clusters)) + g.teller.load(f)
	g.mass = slices.Grow(g.mass[:0], g.k)[:g.k]
	clear(g.mass)
	clear(g.near)
	clear(g.between)
	for x, a := range f {
		g.mass[a] += g.Masses[x]
		for _, y := range g.Apart[x] {
			b := f[y]
			g.near[[2]int32{int32(x), int32(b)}]++
			g.between[[2]int32{int32(a), int32(b)}]++
			if a == b && x < int(y) {
				g.violations += g.pair
			}
		}
	}
	for _, mass := range g.mass {
		g.violations += g.light(mass)
	}
	return g.violations
}

// light returns 1 for the mass of a cluster that is too light, and otherwise 0.
func (l *Limiter) light(mass float64) int64 {
	if mass < l.Least {
		return 1
	}
	return 0
}

// Merged returns the violations after clusters a and b are merged.
func (g *Gauge) Merged(a, b int) int64 {
	if g == nil {
		return 0
	}
	v := g.violations + g.light(g.mass[a]+g.mass[b]) - g.light(g.mass[a]) - g.light(g.mass[b]) + g.teller.merged(a, b)
	if g.k > g.clusters {
		v--
	}
	if len(g.between) > 0 {
		v += g.pair * int64(g.between[[2]int32{int32(a), int32(b)}])
	}
	return v
}

// Moved returns the violations after row x, which is not alone in its cluster, moves to
// cluster b, or to a cluster of its own if it is in b.
func (g *Gauge) Moved(x, b int) int64 {
	if g == nil {
		return 0
	}
	a, mass, v := g.labels[x], g.Masses[x], g.violations+g.teller.moved(x, b)
	var joined float64 // mass of the cluster that x joins
	switch {
	case a != b:
		joined = g.mass[b]
		v -= g.light(joined)
	case g.k >= g.clusters:
		v++
	}
	v += g.light(joined+mass) + g.light(g.mass[a]-mass) - g.light(g.mass[a])
	if len(g.Apart[x]) > 0 {
		v -= g.pair * int64(g.near[[2]int32{int32(x), int32(a)}])
		if a != b {
			v += g.pair * int64(g.near[[2]int32{int32(x), int32(b)}])
		}
	}
	return v
}
