package cli

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestClock: stages share what is left, however much those before them took. A stage that is late ends at
// once, and does not become one without a limit.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := func(c Clock, want time.Duration) {
			t.Helper()
			if got, limited := c.Left(); got != want || !limited {
				t.Errorf("%v are left, %v, want %v", got, limited, want)
			}
		}
		c := StartClock(10 * time.Second)
		left(c, 10*time.Second)
		left(c.Share(0.1), time.Second)
		left(c.Keep(time.Second, 0.5), 9*time.Second)
		left(c.Keep(time.Hour, 0.5), 5*time.Second)
		time.Sleep(8 * time.Second)
		left(c.Share(0.5), time.Second)
		time.Sleep(5 * time.Second)
		left(c, 0)
		for _, late := range []Clock{c, c.Share(0.5), c.Keep(time.Second, 0.5)} {
			left(late, 0)
			ctx, cancel := late.Within(t.Context())
			if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Errorf("a late stage has not ended: %v", ctx.Err())
			}
			cancel()
		}
	})
}

// TestClockWithoutLimit: parts of no limit are none.
func TestClockWithoutLimit(t *testing.T) {
	for _, c := range []Clock{{}, StartClock(0), Clock{}.Share(0.1), Clock{}.Keep(time.Second, 0.5)} {
		ctx, cancel := c.Within(t.Context())
		_, bounded := ctx.Deadline()
		if _, limited := c.Left(); limited || bounded || ctx.Err() != nil {
			t.Errorf("%v is limited", c)
		}
		cancel()
	}
}

// TestReadingGrace: a small table is read under any limit.
func TestReadingGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := StartClock(1).Reading(t.Context())
		defer cancel()
		time.Sleep(ReadingGrace / 2)
		if ctx.Err() != nil {
			t.Error("reading has ended too early")
		}
		time.Sleep(ReadingGrace)
		if ctx.Err() == nil {
			t.Error("reading goes on")
		}
	})
}
