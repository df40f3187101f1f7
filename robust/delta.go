package robust

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/delta"
)

// delta takes the first-order approximation.
func (o Options) delta(ctx context.Context, c *clusterings) ([]frontier.Spread, error) {
	groups := make([]delta.Group, len(c.clusters))
	gatherers := c.gatherers(o.Workers)
	err := o.each(ctx, len(groups), func(worker, z int) error {
		counts, at := gatherers[worker].gather(c.clusters[z], c.counts)
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
	spreads := make([]frontier.Spread, len(c.points))
	of := make([]delta.Group, 0, len(c.start))
	for p, clusters := range c.points {
		of = of[:0]
		for _, z := range clusters {
			of = append(of, groups[z])
		}
		d := delta.Of(of)
		spreads[p] = frontier.Spread{DH: d.H, DI: d.I, Cov: d.Cov}
	}
	return spreads, nil
}
