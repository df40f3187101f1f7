package robust

import (
	"context"
	"encoding/hex"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/joint"
)

// Draw makes the draws from, from+1, ..., to-1 of the o.Resamples draws of [Measure], which
// count from 0, and returns sums over them for [MeasureDrawn]: some 60 bytes for each point.
// So the draws can be divided over machines. A draw is a function of the table, the method and
// the seed; o.Filter is not used.
//
// The errors are the same as of Measure. It is also an error if the method makes no draws, or if
// the range is not within the draws. Draw takes the time of Measure for the same number of draws.
func Draw(ctx context.Context, j *joint.Joint, f *frontier.Frontier, o Options, from, to int) ([]byte, error) {
	o, c, err := o.prepare(ctx, j, f)
	if err != nil {
		return nil, err
	}
	if !o.Method.Drawn() {
		return nil, o.errNotDrawn()
	}
	if from < 0 || from >= to || to > o.Resamples {
		return nil, fmt.Errorf("uncertainty options: there are no draws from %d to %d: want from 0 to %d", from, to-1, o.Resamples-1)
	}
	id, err := o.identify(j, f)
	if err != nil {
		return nil, err
	}
	d := newDrawn(c.points.len(), from)
	if err := o.add(ctx, j, c, d, to); err != nil {
		return nil, err
	}
	return id.encode(d.sums, from, to), nil
}

// MeasureDrawn is [Measure] with draws from [Draw], in parts of any size and order for the same
// table, clusterings, method and seed. The result has the same bits.
//
// The errors are the same as of Measure. It is also an error if a part is damaged or of another call, or
// unless every one of the o.Resamples draws is in one part. O(points x parts).
func MeasureDrawn(j *joint.Joint, f *frontier.Frontier, o Options, parts [][]byte) (*frontier.Frontier, error) {
	o, err := o.suiting(j)
	if err != nil {
		return nil, err
	}
	if !o.Method.Drawn() {
		return nil, o.errNotDrawn()
	}
	if _, err := places(j, f); err != nil {
		return nil, errNone(err)
	}
	id, err := o.identify(j, f)
	if err != nil {
		return nil, err
	}
	sums, err := id.unite(parts, o.Resamples)
	if err != nil {
		return nil, errNone(err)
	}
	spreads, err := spreadsOf(sums, o.Resamples)
	if err != nil {
		return nil, errNone(err)
	}
	return o.with(f, spreads)
}

func (o Options) errNotDrawn() error {
	return fmt.Errorf("uncertainty options: %s makes no draws that could be divided: use bootstrap or posterior", o.Method)
}

// identity identifies the draws of a part.
type identity struct {
	Method Method `of:"%s and not %s"`
	Seed   uint64 `of:"seed %d and not %d"`
	Table  string `of:"another table"`
	Points int    `of:"another frontier"`
	Trace  string `of:"another frontier"` // a digest of its clusterings
}

// identify returns the identity of draws for a frontier of a table.
func (o Options) identify(j *joint.Joint, f *frontier.Frontier) (id identity, err error) {
	for _, err := range clusteringsOf(f) {
		if err != nil {
			return id, errNone(err)
		}
	}
	trace, points := treewalk.Digest(func(yield func(frontier.Point) bool) {
		for p, err := range clusteringsOf(f) {
			if err != nil || !yield(p) { // there was no error before
				return
			}
		}
	}, f.Problem.N)
	return identity{o.Method, o.Seed, j.SHA256(), points, hex.EncodeToString(trace[:])}, nil
}
