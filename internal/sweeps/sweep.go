package sweeps

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
)

// sweep is a task: begin with a clustering, and raise i - slope h while the slope rises, so that clusters become fewer,
// or falls, so that there are more.
type sweep struct {
	from   position
	labels []int32 // of the clustering at from, when the sweep begins
	slope  float64 // at the beginning
	factor float64 // ratio of consecutive slopes
	until  float64 // last slope
	// The sweep ends when h leaves the range from lo to hi. No step changes h by more than reach.
	lo, hi, reach float64
	// passes is the largest number of passes of all rows at each slope.
	passes int
	// price is the price of a bit that the clustering tells about a second variable.
	price float64
	// strict sweeps begin with merges until the limits are satisfied, and then take no step that violates them.
	strict bool
	// whole sweeps go through the whole range, and make lists anew that have become too short.
	whole bool
	// most is the number of evaluations after which the sweep is cut short, or 0 for any number.
	most int64
}

// settledShare is the share of rows that may move in a pass after which rows count as settled.
const settledShare = 1. / 200

// carryOut carries out a sweep, until the context ends.
func (w *walker) carryOut(ctx context.Context, s *sweep, run int32, near []int32) {
	w.begin(run, s.labels, near)
	w.reach, w.price = s.reach, s.price
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
		if len(w.log) == before { // no step gains here: take larger steps of the slope
			slope *= s.factor
		}
		w.lookAll(ctx, slope)
	}
}

// rest settles all rows until few of them move, in at most the given number of passes.
func (w *walker) rest(ctx context.Context, slope float64, passes int) {
	for range passes {
		if float64(w.pass(ctx, slope)) <= settledShare*float64(w.N) {
			return
		}
	}
}

// ended reports whether a sweep is over.
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
