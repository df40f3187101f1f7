package robust

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// drawnSums are the sums of points over the draws from, from+1, ..., next-1. Draws that finish
// before their predecessors wait for them, so that the finished draws are always a range, as in a
// part.
type drawnSums struct {
	from, next int
	sums       []moments
	waiting    map[int][]point
	checkpoint func(snapshot func() []byte, last bool)
	id         identity
}

func newDrawn(points, from int) *drawnSums {
	return &drawnSums{
		from: from, next: from, sums: make([]moments, points), waiting: make(map[int][]point),
		checkpoint: func(func() []byte, bool) {},
	}
}

// begin returns the draws of o.Resume, or no draws. The error wraps [search.ErrCheckpoint] if they
// belong to another call.
func (o Options) begin(j *joint.Joint, f *frontier.Frontier, c *clusterings) (*drawnSums, error) {
	d := newDrawn(c.points.len(), 0)
	if o.Checkpoint == nil && o.Resume == nil {
		return d, nil
	}
	var err error
	if d.id, err = o.identify(j, f); err != nil {
		return nil, err
	}
	if o.Checkpoint != nil {
		d.checkpoint = o.Checkpoint
	}
	if o.Resume != nil {
		if err := d.resume(o.Resume, o.Resamples); err != nil {
			return nil, fmt.Errorf("%w: %w", search.ErrCheckpoint, err)
		}
	}
	return d, nil
}

// resume takes over a snapshot, which is a part with the first draws.
func (d *drawnSums) resume(snapshot []byte, resamples int) error {
	p, err := d.id.open(snapshot)
	switch {
	case err != nil:
		return err
	case p.from != 0:
		return errors.New("its draws are not the first ones")
	case p.to > resamples:
		return fmt.Errorf("it has %d draws, and %d are wanted", p.to, resamples)
	}
	d.next = p.to
	return p.addTo(d.sums)
}

// add adds the points of a draw, and returns false if the draw has to wait for its predecessors.
func (d *drawnSums) add(draw int, at []point) bool {
	if draw != d.next {
		d.waiting[draw] = slices.Clone(at)
		return false
	}
	for ok := true; ok; at, ok = d.waiting[d.next] {
		for p := range at {
			d.sums[p].add(at[p])
		}
		delete(d.waiting, d.next)
		d.next++
	}
	return true
}

// keep offers the sums of the finished draws.
func (d *drawnSums) keep(last bool) {
	if d.next > d.from {
		d.checkpoint(func() []byte { return d.id.encode(d.sums, d.from, d.next) }, last)
	}
}
