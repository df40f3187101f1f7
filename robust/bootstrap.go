package robust

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// bootstrap resamples the table.
func (o Options) bootstrap(ctx context.Context, j *joint.Joint, c *clusterings) ([]frontier.Spread, error) {
	return o.resample(ctx, c, c.cells, plogp.NewPhi(c.total, true), resampler{j, c, o.Seed})
}

// resampler draws as many observations as the table has from it, with replacement.
type resampler struct {
	joint *joint.Joint
	c     *clusterings
	seed  uint64
}

func (r resampler) draw(k int, values []float64) error {
	n, _ := r.joint.Samples()
	// Seeds are scrambled, lest those of neighbouring numbers share resamples.
	counts, err := r.joint.Sample(n, partition.Key{r.seed, uint64(k)}.Scramble()[0])
	if err != nil {
		return err
	}
	for cell, count := range counts {
		values[r.c.place[cell]] = float64(count)
	}
	return nil
}
