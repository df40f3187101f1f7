package sweeps

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
)

// sweep is a task: from a clustering, raise i - slope h again and again while the slope rises, so that
// clusters become fewer, or falls, so that they become more.
type sweep struct {
	from   position
	labels []int32 // of from, when the sweep begins
	slope  float64 // of the beginning
	factor float64 // between slopes, above or below 1
	until  float64 // the last slope
	// lo and hi are the entropies, in bits, at which the sweep ends, and reach is the largest change of
	// the entropy by a step.
	lo, hi, reach float64
	// passes is how often rows may move at each slope until they are settled.
	passes int
	// strict means that the sweep begins by merges until the limits are kept, and that no step violates
	// them from then on.
	strict bool
	// whole means that the sweep goes through the whole frontier, so that lists are kept up.
	whole bool
	// most is the number of evaluations at which the sweep ends where it is, or 0.
	most int64
}

// settledShare is the share of the rows that may move in a pass after which rows count as settled.
const settledShare = 1. / 200

// carryOut goes through a sweep. When the context ends, it stops where it is.
func (w *walker) carryOut(ctx context.Context, s *sweep, run int32, near []int32) {
	w.begin(run, s.labels, near)
	w.reach = s.reach
	if s.most > 0 {
		w.stop = w.evaluated + s.most
	}
	w.lookAll(ctx, s.slope)
	if s.strict {
		w.repair(ctx, s.slope)
		w.strict = true
	}
	for slope := s.slope; !w.cut(ctx) && !s.ended(slope, w.H, len(w.Active)); slope *= s.factor {
		before := len(w.log)
		w.rest(ctx, slope, s.passes)
		w.unions(ctx, slope)
		if !s.whole {
			continue
		}
		if len(w.log) == before { // nothing happens here: go on faster
			slope *= s.factor
		}
		w.lookAll(ctx, slope)
	}
}

// rest moves rows until they are settled, or as often as allowed.
func (w *walker) rest(ctx context.Context, slope float64, passes int) {
	for range passes {
		if float64(w.pass(ctx, slope)) <= settledShare*float64(w.N) {
			return
		}
	}
}

// ended tells whether a sweep is over.
func (s *sweep) ended(slope, h float64, clusters int) bool {
	if s.factor > 1 {
		return slope > s.until || clusters == 1 || h < s.lo
	}
	return slope < s.until || h > s.hi
}

// whole returns a sweep from the finest clustering to a single cluster.
func whole(t *cluster.Table, slope, factor float64, passes int) *sweep {
	return &sweep{
		from: position{more: none}, slope: slope, factor: factor, until: t.LastSlope,
		lo: math.Inf(-1), hi: math.Inf(1), reach: math.Inf(1), passes: passes, whole: true,
	}
}
