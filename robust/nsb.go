package robust

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
)

// nsb takes the posterior deviations of three entropies.
func (o Options) nsb(ctx context.Context, c *clusterings) ([]frontier.Spread, error) {
	dy := deviation(c.columns, c.m)
	spreads := make([]frontier.Spread, len(c.points))
	gatherers := c.gatherers(o.Workers)
	err := o.each(ctx, len(spreads), func(worker, p int) error {
		var masses, counts []float64
		for _, z := range c.points[p] {
			cluster, _ := gatherers[worker].gather(c.clusters[z], c.counts)
			masses, counts = append(masses, sum(cluster)), append(counts, cluster...)
		}
		spreads[p] = independent(masses, counts, c.m, dy)
		return nil
	})
	return spreads, err
}

// independent returns the deviations of H(Z) and of I(Z;Y) = H(Z) + H(Y) - H(Z,Y), for
// counts of clusters and of their cells with m columns, as if the three entropies were
// independent. dy is the deviation of H(Y). Of a single cluster both are known to be 0.
func independent(clusters, counts []float64, m int, dy float64) frontier.Spread {
	if len(clusters) == 1 {
		return frontier.Spread{}
	}
	dh := deviation(clusters, len(clusters))
	dhy := deviation(counts, len(clusters)*m)
	// H(Z) is a part of I(Z;Y), and the others have nothing to do with it.
	return frontier.Spread{
		DH: dh, DI: math.Sqrt(float64(dh*dh) + float64(dy*dy) + float64(dhy*dhy)), Cov: float64(dh * dh),
	}
}

// deviation returns the posterior deviation of an entropy.
func deviation(counts []float64, cells int) float64 {
	e, err := info.NSB().Entropy(counts, cells)
	if err != nil {
		panic("robust: " + err.Error()) // the counts are those of a table
	}
	return e.SD
}

func sum(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}
