package limiter

import (
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// Gauge counts by how much clusterings miss the limits: one for every cluster
// that is too light, for every pair of rows that is to be apart and is not, and
// for every cluster too many. It does so for a clustering, and then in O(1) for
// each of its neighbours. A nil gauge counts nothing.
type Gauge struct {
	*Limiter
	// pair is what two rows count that are to be apart and are not.
	pair   int64
	labels partition.Partition
	k      int // clusters
	missed int64
	mass   []float64 // of every cluster
	// near counts the rows of a cluster from which a row is to be apart, and between
	// the pairs of rows of two clusters that are to be apart: where there are none,
	// nothing, since the rows that are to be apart are few.
	near, between map[[2]int32]int32
}

func NewGauge(l *Limiter, pair int64) *Gauge {
	if l == nil {
		return nil
	}
	return &Gauge{Limiter: l, pair: pair, near: make(map[[2]int32]int32), between: make(map[[2]int32]int32)}
}

// Load makes f, which is kept, the current clustering, and returns its count. O(n)
// for n rows, and as many pairs that are to be apart.
func (g *Gauge) Load(f partition.Partition) int64 {
	if g == nil {
		return 0
	}
	g.labels, g.k = f, f.K()
	g.missed = int64(max(0, g.k-g.clusters))
	if g.Masses != nil {
		g.mass = slices.Grow(g.mass[:0], g.k)[:g.k]
		clear(g.mass)
		for x, c := range f {
			g.mass[c] += g.Masses[x]
		}
		for c := range g.k {
			g.missed += g.light(g.mass[c])
		}
	}
	if g.Apart != nil {
		g.missed += g.pair * g.loadApart()
	}
	return g.missed
}

// loadApart counts the pairs that are to be apart, and returns how many are not.
func (g *Gauge) loadApart() (together int64) {
	clear(g.near)
	clear(g.between)
	for x, others := range g.Apart {
		a := g.labels[x]
		for _, y := range others {
			b := g.labels[y]
			g.near[[2]int32{int32(x), int32(b)}]++
			g.between[[2]int32{int32(a), int32(b)}]++
			if a == b && x < int(y) {
				together++
			}
		}
	}
	return together
}

// light returns 1 for the mass of a cluster that is too light, and else 0.
func (l *Limiter) light(mass float64) int64 {
	if mass < l.Least {
		return 1
	}
	return 0
}

// Merged returns the count after clusters a and b are merged.
func (g *Gauge) Merged(a, b int) int64 {
	if g == nil {
		return 0
	}
	missed := g.missed
	if g.k > g.clusters {
		missed--
	}
	if g.Masses != nil {
		missed += g.light(g.mass[a]+g.mass[b]) - g.light(g.mass[a]) - g.light(g.mass[b])
	}
	if g.Apart != nil {
		missed += g.pair * int64(g.between[[2]int32{int32(a), int32(b)}])
	}
	return missed
}

// Moved returns the count after row x, which is not alone, moves to cluster b, or
// to one of its own if it is in b.
func (g *Gauge) Moved(x, b int) int64 {
	if g == nil {
		return 0
	}
	a, missed := g.labels[x], g.missed
	var joined float64
	switch {
	case a != b && g.Masses != nil:
		joined = g.mass[b]
		missed -= g.light(joined)
	case a == b && g.k >= g.clusters:
		missed++
	}
	if g.Masses != nil {
		mass := g.Masses[x]
		missed += g.light(joined+mass) + g.light(g.mass[a]-mass) - g.light(g.mass[a])
	}
	if g.Apart != nil && len(g.Apart[x]) > 0 {
		missed -= g.pair * int64(g.near[[2]int32{int32(x), int32(a)}])
		if a != b {
			missed += g.pair * int64(g.near[[2]int32{int32(x), int32(b)}])
		}
	}
	return missed
}
