package robust

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/delta"
)

// delta computes the first-order approximation, see [delta.Of].
func (o Options) delta(ctx context.Context, c *clusterings) ([]frontier.Spread, error) {
	groups := make([]delta.Group, c.clusters.len())
	gatherers := c.gatherers(o.Workers)
	err := o.each(ctx, len(groups), func(worker, z int) error {
		g := gatherers[worker]
		counts, at := g.gather(g.of(z), c.counts)
		columns := make([]float64, len(at))
		for k, y := range at {
			columns[k] = c.columns[y]
		}
		groups[z] = delta.GroupOf(counts, columns, c.total)
		return nil
	})
	if err != nil {
		return nil, err
	}
	spreads := make([]frontier.Spread, c.points.len())
	points := c.lister()
	var of []delta.Group
	for p := range spreads {
		of = of[:0]
		for _, z := range points.of(p) {
			of = append(of, groups[z])
		}
		d := delta.Of(of)
		spreads[p] = frontier.Spread{DH: d.H, DI: d.I, Cov: d.Cov}
	}
	return spreads, nil
}

// nsb computes the posterior deviations of three entropies.
func (o Options) nsb(ctx context.Context, c *clusterings) ([]frontier.Spread, error) {
	dy := deviation(c.columns, c.m)
	spreads := make([]frontier.Spread, c.points.len())
	gatherers, listers := c.gatherers(o.Workers), make([]*lister, o.Workers)
	for w := range listers {
		listers[w] = c.lister()
	}
	err := o.each(ctx, len(spreads), func(worker, p int) error {
		var masses, counts []float64
		g := gatherers[worker]
		for _, z := range listers[worker].of(p) {
			cluster, _ := g.gather(g.of(int(z)), c.counts)
			masses, counts = append(masses, sum(cluster)), append(counts, cluster...)
		}
		spreads[p] = independent(masses, counts, c.m, dy)
		return nil
	})
	return spreads, err
}

// independent returns the deviations of H(Z) and of I(Z;Y) = H(Z) + H(Y) - H(Z,Y) as if
// the three entropies were independent, for counts of clusters and of their cells with m
// columns. dy is the deviation of H(Y). For a single cluster both are known to be 0.
func independent(clusters, counts []float64, m int, dy float64) frontier.Spread {
	if len(clusters) == 1 {
		return frontier.Spread{}
	}
	dh := deviation(clusters, len(clusters))
	dhy := deviation(counts, len(clusters)*m)
	// The covariance is the variance of H(Z), the only common term.
	return frontier.Spread{
		DH: dh, DI: math.Sqrt(float64(dh*dh) + float64(dy*dy) + float64(dhy*dhy)), Cov: float64(dh * dh),
	}
}

// deviation returns the posterior deviation of an entropy.
func deviation(counts []float64, cells int) float64 {
	e, err := info.NSB().Entropy(counts, cells)
	if err != nil {
		panic("robust: " + err.Error()) // cannot happen for the counts of a table
	}
	return e.SD
}

func sum(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}
