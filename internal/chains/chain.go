package chains

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/random"
)

// Chains begin with fewestSeeds clusters or more.
const fewestSeeds = 5

// seeds returns a clustering in which all clusters but the first are single rows: heavy rows or, for points in space,
// rows from all parts of it. The first job has the largest number of clusters. Most others have fewer, because merges
// of many clusters often lead to other groups than the rows of few.
func (c *counting) seeds(job int) []int32 {
	clusters, share := len(c.best)-1, 1.
	if job > 0 {
		draws := random.New(0, uint64(job))
		share = 1 / (1 + float64(4*draws.Uniform()))
		fewest := min(float64(clusters), fewestSeeds)
		u := draws.Uniform()
		if c.table.SpatialOrder != nil {
			u *= u * u
		}
		clusters = int(between(fewest, float64(clusters), u))
	}
	draws := random.New(1, uint64(job))
	if c.table.SpatialOrder != nil {
		return c.spread(clusters, draws)
	}
	label := make([]int32, c.table.N)
	for x, k := 0, 0; k < clusters; x++ {
		if len(label)-x <= clusters-k || draws.Uniform() < share {
			label[x] = int32(k)
			k++
		}
	}
	return label
}

// between returns low (high / low)^u for u from 0 to below 1, with u rounded down to a multiple of 1/65,536. It takes
// square roots only, which have the same bits on every machine.
func between(low, high, u float64) float64 {
	for range 16 {
		middle := math.Sqrt(low * high)
		if u *= 2; u < 1 {
			high = middle
		} else {
			low, u = middle, u-1
		}
	}
	return low
}

// spread divides the rows in their spatial order into equal parts, one for each cluster, and draws a row of each part.
func (c *counting) spread(clusters int, draws *random.Stream) []int32 {
	label := make([]int32, c.table.N)
	for k := 1; k < clusters; k++ {
		from, to := k*c.table.N/clusters, (k+1)*c.table.N/clusters
		label[c.table.SpatialOrder[from+int(draws.Uniform()*float64(to-from))]] = int32(k)
	}
	return label
}

func (f Candidate) better(than Candidate) bool {
	return f.Label != nil && (than.Label == nil || f.Value > than.Value)
}

// chain goes from clustering to clustering.
type chain struct {
	*counter
	known, own []Candidate // before the chain, and found by it
	alone      bool        // never continues from a known clustering
}

// fromSeeds goes down from a new clustering.
func (w *chain) fromSeeds(ctx context.Context, label []int32, passes int) {
	w.begin(label)
	w.alone = true
	w.pass(ctx, true)
	w.offer()
	w.down(ctx, passes)
}

// offer keeps the clustering if it is better than the known one. A chain visits each number of clusters once.
func (w *chain) offer() {
	k := len(w.Active)
	if f := (Candidate{w.Label, w.value()}); f.better(w.known[k]) {
		f.Label = slices.Clone(w.Label)
		w.own[k] = f
	}
}

// arrive settles rows after a step. If the known clustering with the same number of clusters is better, it continues
// from that one.
func (w *chain) arrive(ctx context.Context, passes int, all bool) {
	w.rest(ctx, passes)
	if all {
		w.pass(ctx, true)
	}
	w.offer()
	if b := w.known[len(w.Active)]; !w.alone && b.better(Candidate{w.Label, w.value()}) {
		w.begin(b.Label)
	}
}

// down merges clusters one by one.
func (w *chain) down(ctx context.Context, passes int) {
	for last := len(w.Active); len(w.Active) > 1 && ctx.Err() == nil; {
		w.union()
		k := len(w.Active)
		all := passes > 0 && (k < allBelow || float64(k)*allAfter < float64(last))
		if w.arrive(ctx, passes, all); all {
			last = k
		}
	}
}

// up divides clusters one by one.
func (w *chain) up(ctx context.Context, passes int) {
	for last := 1; len(w.Active) < len(w.known)-1 && ctx.Err() == nil && w.divide(ctx); {
		k := len(w.Active)
		all := k < allBelow || float64(k) > float64(last)*allAfter
		if w.arrive(ctx, passes, all); all {
			last = k
		}
	}
}
