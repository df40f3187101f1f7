package sweeps

import (
	"testing"

	"github.com/dibmap/dibmap/internal/cluster"
)

// TestRoomKeepsToTheMemory: the sums of the heavy rows of a wide table take at most an eighth of the memory, and the sums
// of all workers half, unless the least number of heavy rows takes more.
func TestRoomKeepsToTheMemory(t *testing.T) {
	for _, tt := range []struct {
		memory int64
		heavy  int32
	}{
		{2 << 30, 800},
		{16 << 20, cluster.LeastHeavy / 4},
		{160 << 20, 524},
	} {
		wide := &cluster.Table{N: 10_000, Heavy: 800, ClusterBytes: 40_000}
		room, walkers := roomIn(wide, Options{MaxMemory: tt.memory, Workers: 8})
		if wide.Heavy != tt.heavy {
			t.Errorf("with %d bytes, %d rows always have sums, want %d", tt.memory, wide.Heavy, tt.heavy)
		}
		if taken := room * wide.ClusterBytes * int64(walkers); taken > max(tt.memory/2, (cluster.LeastHeavy+16)*wide.ClusterBytes) {
			t.Errorf("with %d bytes, sums take %d", tt.memory, taken)
		}
	}
}
