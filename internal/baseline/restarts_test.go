package baseline

import "testing"

// TestBestDoesNotDependOnTheOrderOfOffers: of equal losses that of the first restart
// stays, whichever worker was faster.
func TestBestDoesNotDependOnTheOrderOfOffers(t *testing.T) {
	offers := []struct {
		labels  []int
		loss    float64
		restart int
	}{{[]int{0}, 2, 0}, {[]int{1}, 1, 1}, {[]int{2}, 1, 2}, {nil, 0, 3}}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 2, 0}} {
		var b best
		for _, k := range order {
			b.offer(offers[k].labels, offers[k].loss, offers[k].restart)
		}
		if b.restart != 1 || b.labels[0] != 1 {
			t.Errorf("%v: restart %d, labels %v", order, b.restart, b.labels)
		}
	}
}
