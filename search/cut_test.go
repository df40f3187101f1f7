package search

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/dibmap/dibmap/problem"
)

// polled is a context that ends after a number of calls of Err, and then calls a function once.
type polled struct {
	context.Context
	left  atomic.Int64
	ended func()
}

func (c *polled) Err() error {
	switch left := c.left.Add(-1); {
	case left > 0:
		return nil
	case left == 0:
		c.ended()
	}
	return context.Canceled
}

// TestNoMoreIsCommittedAfterTheEnd: a walk that is cut short leaves what it has computed of a batch uncommitted, as
// to commit all of it can take a second.
func TestNoMoreIsCommittedAfterTheEnd(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 6)), 60, 8).joint(t))
	for polls := int64(1); polls < 3000; polls += 97 {
		opts, err := Options{Method: Merge, Epsilon: 0.01, Workers: 2}.withDefaults(60)
		if err != nil {
			t.Fatal(err)
		}
		w := newPlan(p, opts, limiterOf(t, p, opts))
		at := int64(-1)
		ctx := &polled{Context: context.Background(), ended: func() { at = w.settled }}
		ctx.left.Store(polls)
		w.begin(context.Background(), 60)
		w.run(ctx, func() {})
		if at >= 0 && w.settled > at+1 {
			t.Errorf("after %d polls, %d clusterings were committed when the walk had ended", polls, w.settled-at)
		}
	}
}
