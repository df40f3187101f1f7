package cli

import (
	"context"
	"time"
)

// Clock is the limit on the time of a call, which its stages share: each may take a part of what those
// before it have left. The zero value has no limit.
type Clock struct{ end time.Time }

// ReadingGrace is the time by which a limit may be exceeded while a table is read, so that small tables are
// read under any limit. It is a variable so that tests do not depend on the speed of the machine.
var ReadingGrace = 250 * time.Millisecond

// StartClock returns the clock of a call that has begun just now. 0 is no limit.
func StartClock(limit time.Duration) Clock {
	if limit <= 0 {
		return Clock{}
	}
	return Clock{time.Now().Add(limit)}
}

// Left returns how much time is left, and false if there is no limit.
func (c Clock) Left() (left time.Duration, limited bool) {
	if c.end.IsZero() {
		return 0, false
	}
	return max(time.Until(c.end), 0), true
}

// Share returns the clock of a stage that may take a share of what is left, from 0 to 1.
func (c Clock) Share(share float64) Clock {
	left, limited := c.Left()
	if !limited {
		return c
	}
	return Clock{time.Now().Add(time.Duration(float64(left) * share))}
}

// Keep returns a clock that ends earlier, by a time that is kept for what follows, but by at most a share of
// what is left.
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
