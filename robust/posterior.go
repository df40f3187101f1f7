package robust

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
)

// A draw has a probability for every cell: of that many cells at most, 400 MB, and for
// all workers together of some more.
const (
	maxDrawn = 50e6
	maxHeld  = 2 * maxDrawn
)

// posterior draws distributions.
func (o Options) posterior(ctx context.Context, c *clusterings) ([]frontier.Spread, error) {
	n := len(c.start) - 1
	all := float64(n) * float64(c.m)
	if all > maxDrawn {
		return nil, fmt.Errorf("%w: posterior draws all %d x %d cells, more than the %g that it can: use bootstrap or delta",
			ErrOptions, n, c.m, float64(maxDrawn))
	}
	o.Workers = min(o.Workers, max(int(maxHeld/all), 1))
	dense, counts := c.dense()
	posterior, err := info.NSB().Posterior(counts)
	if err != nil {
		return nil, err
	}
	return o.resample(ctx, c, dense, plogp.NewPhi(1, false), distributions{posterior, o.Seed})
}

// dense returns all cells, and the counts of them.
func (c *clusterings) dense() (all cells, counts []float64) {
	n := len(c.start) - 1
	counts = make([]float64, n*c.m)
	all = cells{start: []int{0}, column: make([]int32, 0, n*c.m), m: c.m}
	for x := range n {
		for k := c.start[x]; k < c.start[x+1]; k++ {
			counts[x*c.m+int(c.column[k])] = c.counts[k]
		}
		for y := range c.m {
			all.column = append(all.column, int32(y))
		}
		all.start = append(all.start, len(all.column))
	}
	return all, counts
}

// distributions draws what counts leave possible.
type distributions struct {
	posterior *info.Posterior
	seed      uint64
}

func (d distributions) draw(k int, values []float64) error {
	d.posterior.Draw(values, d.seed, uint64(k))
	return nil
}
