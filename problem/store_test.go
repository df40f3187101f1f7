package problem

import (
	"sync"
	"testing"
)

// TestStoreCountsEveryByte: goroutines that fill the store together count all that
// they spend. Every byte is one more, up to the budget, and the next one begins anew.
func TestStoreCountsEveryByte(t *testing.T) {
	const budget, goroutines, each = 7, 8, 200_000
	s := &store{budget: budget}
	var wait sync.WaitGroup
	for range goroutines {
		wait.Go(func() {
			for range each {
				s.spend(1)
			}
		})
	}
	wait.Wait()
	if got, want := s.used.Load(), int64((goroutines*each-1)%budget+1); got != want {
		t.Errorf("%d bytes count as used, want %d", got, want)
	}
}
