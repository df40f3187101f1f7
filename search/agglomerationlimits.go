package search

import (
	"math"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
)

// caution keeps an agglomeration within limits as far as merges can. It bars merges of clusters whose rows must be apart,
// and may ask for the lightest clusters to be merged first. A nil caution does nothing.
type caution struct {
	*limiter.Limiter
	lightFirst bool
	// mass[s] is the mass of the cluster of slot s, and barred[s][t] is set if slots s and t must not be merged.
	mass   []float64
	barred [][]bool
}

// agglomerations returns a caution for every agglomeration of a search: usually one, and two if clusters have a least
// mass. An agglomeration that merges the cheapest pair leaves some light clusters to the end. An agglomeration that merges
// light clusters first passes through other clusterings.
func agglomerations(l *limiter.Limiter) []*caution {
	switch {
	case l == nil:
		return []*caution{nil}
	case l.Least == 0:
		return []*caution{{Limiter: l}}
	default:
		return []*caution{{Limiter: l}, {Limiter: l, lightFirst: true}}
	}
}

// begin takes the clustering whose clusters are the slots.
func (c *caution) begin(f partition.Partition) {
	if c == nil {
		return
	}
	k := f.K()
	c.mass, c.barred = make([]float64, k), make([][]bool, k)
	for a := range k {
		c.barred[a] = make([]bool, k)
	}
	for x, a := range f {
		c.mass[a] += c.Masses[x]
		for _, y := range c.Apart[x] {
			c.barred[a][f[y]] = true
		}
	}
}

// bars reports whether the clusters of two slots must not be merged.
func (c *caution) bars(s, t int32) bool { return c != nil && c.barred[s][t] }

// merge notes that the cluster of slot t becomes part of the cluster of slot s.
func (c *caution) merge(s, t int32) {
	if c == nil {
		return
	}
	c.mass[s] += c.mass[t]
	for u := range c.barred {
		c.barred[s][u] = c.barred[s][u] || c.barred[t][u]
		c.barred[u][s] = c.barred[s][u]
	}
}

// host returns the first heavy cluster that row x may join, beginning with the wanted one. If x may join no cluster, it
// returns the wanted one.
func (c *caution) host(f partition.Partition, x, wanted int) int {
	if c == nil {
		return wanted
	}
	for k := range maxAgglomerated {
		host := (wanted + k) % maxAgglomerated
		free := true
		for _, y := range c.Apart[x] {
			free = free && f[y] != host
		}
		if free {
			return host
		}
	}
	return wanted
}

// lightest returns the best allowed merge of the lightest cluster that is too light and has an allowed merge. ok is
// false if no cluster is, or if light clusters need not be merged first. O(k^2) for k clusters.
func (l *agglomeration) lightest() (a, b int, ok bool) {
	if l.heed == nil || !l.heed.lightFirst {
		return 0, 0, false
	}
	least := l.heed.Least
	for c, s := range l.slots {
		if mass := l.heed.mass[s]; mass < least {
			if with := l.partner(c); with >= 0 {
				a, b, ok, least = min(c, with), max(c, with), true, mass
			}
		}
	}
	return a, b, ok
}

// partner returns the cluster whose merge with cluster a costs least, or -1 if all are barred.
func (l *agglomeration) partner(a int) int {
	best, least := -1, math.Inf(1)
	for b := range l.slots {
		if b == a || l.heed.bars(l.slots[a], l.slots[b]) {
			continue
		}
		if r := ratio(l.steps[l.slots[min(a, b)]][l.slots[max(a, b)]]); best < 0 || r < least {
			best, least = b, r
		}
	}
	return best
}
