package archive

import (
	"math"
	"testing"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestArchiveCountsTies: others at a point add up, and stop at what files hold.
func TestArchiveCountsTies(t *testing.T) {
	a := New(3)
	p := problem.Point{H: 1, I: 0.5}
	a.Offer(p, partition.Pack(partition.Partition{0, 1, 2}), 2)
	a.Offer(p, partition.Pack(partition.Partition{0, 1, 1}), 3)
	got := a.Entries([]int{0, 1, 2})
	if a.Len() != 1 || got[0].Ties != 6 || got[0].Assignment != partition.Pack(partition.Partition{0, 1, 1}) {
		t.Errorf("%+v", got)
	}
	a.Offer(p, partition.Pack(partition.Partition{0, 0, 1}), math.MaxInt32)
	if got := a.Entries([]int{0, 1, 2}); got[0].Ties != math.MaxInt32 {
		t.Errorf("%d ties", got[0].Ties)
	}
}
