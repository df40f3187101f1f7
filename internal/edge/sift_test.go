package edge

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestChosen: what is chosen in parallel has the order of the columns, and all chunks are looked through.
func TestChosen(t *testing.T) {
	for _, n := range []int{0, 1, chunk - 1, chunk, 3*chunk + 1} {
		var columns, want []Column
		for k := range n {
			c := Column{Set: uint64(k), rc: float64(k*k%7) - 1}
			columns = append(columns, c)
			if c.rc < violated {
				want = append(want, c)
			}
		}
		for workers := 1; workers <= 3; workers++ {
			got, err := chosen(context.Background(), workers, columns, func(some []Column) []Column { return breachesOf(some, make([]float64, MaxRows)).Columns })
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d of %d columns are chosen by %d workers, want %d (error %v)", len(got), n, workers, len(want), err)
			}
		}
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := chosen(ended, 2, make([]Column, 9), func(some []Column) []Column { return some }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end of the context", err)
	}
}
