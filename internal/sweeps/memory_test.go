package sweeps

import (
	"testing"
)

// TestRoomKeepsToTheMemory: the sums of the heaviest rows of a wide table take no more than is allowed, and those
// of all workers half of it, unless the least that there must be takes more.
func TestRoomKeepsToTheMemory(t *testing.T) {
	for _, tt := range []struct {
		memory int64
		heavy  int32
	}{
		{2 << 30, 800},
		{16 << 20, leastHeavy / 4},
		{160 << 20, 524},
	} {
		wide := &table{n: 10_000, heavy: 800, perCluster: 40_000}
		room, walkers := roomIn(wide, Options{MaxMemory: tt.memory, Workers: 8})
		if wide.heavy != tt.heavy {
			t.Errorf("with %d bytes, %d rows always have sums, want %d", tt.memory, wide.heavy, tt.heavy)
		}
		if taken := room * wide.perCluster * int64(walkers); taken > max(tt.memory/2, (leastHeavy+16)*wide.perCluster) {
			t.Errorf("with %d bytes, sums take %d", tt.memory, taken)
		}
	}
}
