package cli

import (
	"context"
	"time"
)

// Clock is the time limit of a call. Its stages share the limit: each may take a part of the time that is left.
// The zero value has no limit.
type Clock struct{ end time.Time }

// ReadingGrace is the time by which reading a table may exceed a limit, so that small tables can be read under
// any limit. It is a variable so that tests do not depend on the speed of the machine.
var ReadingGrace = 250 * time.Millisecond

// StartClock returns the clock of a call that begins now. 0 means no limit.
func StartClock(limit time.Duration) Clock {
	if limit <= 0 {
		return Clock{}
	}
	return Clock{time.Now().Add(limit)}
}

// Left returns the time that is left, or false if there is no limit.
func (c Clock) Left() (left time.Duration, limited bool) {
	if c.end.IsZero() {
		return 0, false
	}
	return max(time.Until(c.end), 0), true
}

// Share returns the clock of a stage that may take a share of the time left, from 0 to 1.
func (c Clock) Share(share float64) Clock {
	left, limited := c.Left()
	if !limited {
		return c
	}
	return Clock{time.Now().Add(time.Duration(float64(left) * share))}
}

// Keep returns a clock that ends earlier by the time t, which is reserved for later stages, or by the given share
// of the time left if that is less.
func (c Clock) Keep(t time.Duration, most float64) Clock {
	left, limited := c.Left()
	if !limited {
		return c
	}
	return Clock{c.end.Add(-min(t, time.Duration(float64(left)*most)))}
}

// Within returns a context that ends with the clock.
func (c Clock) Within(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, c.end)
}

// Reading returns a context in which a table is read: it ends with the clock, after [ReadingGrace].
func (c Clock) Reading(ctx context.Context) (context.Context, context.CancelFunc) {
	if !c.end.IsZero() {
		c.end = c.end.Add(ReadingGrace)
	}
	return c.Within(ctx)
}
