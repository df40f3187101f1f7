package lists

import (
	"maps"
	"slices"
	"strconv"
	"testing"
)

func TestLists(t *testing.T) {
	if got := Map(Numbers(3), strconv.Itoa); !slices.Equal(got, []string{"0", "1", "2"}) {
		t.Errorf("%q", got)
	}
	if got := Index([]string{"a", "b", "a"}); !maps.Equal(got, map[string]int{"a": 2, "b": 1}) {
		t.Errorf("%v", got)
	}
	for want, list := range map[int][]string{-1: {"a", "b"}, 2: {"a", "b", "a", "b"}} {
		if got := Repeated(list); got != want {
			t.Errorf("%q: %d, want %d", list, got, want)
		}
	}
	if got := Count(Make(5, func(k int) int { return 2 * k }), func(v int) bool { return v > 2 }); got != 3 {
		t.Errorf("%d of 0, 2, 4, 6, 8 are above 2", got)
	}
	// In another order the small number would not be lost.
	if got := Sum([]float64{1, 1e16, -1e16}); got != 0 {
		t.Errorf("the sum is %g", got)
	}
}
