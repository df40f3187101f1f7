package cli

import (
	"runtime/debug"
	"testing"
)

// TestLimitMemory: the limit is that of the process, a large table comes on top, and a lower limit of
// the user stays.
func TestLimitMemory(t *testing.T) {
	const mega = 1 << 20
	before := debug.SetMemoryLimit(-1)
	restore := LimitMemory(100 * mega)
	if got := debug.SetMemoryLimit(-1); got != 110*mega+besides {
		t.Errorf("without a table, the limit is %d", got)
	}
	restore()
	table := make([]byte, 50*mega)
	restore = LimitMemory(100 * mega)
	if got := debug.SetMemoryLimit(-1); got < 150*mega || got > before || got > 1000*mega {
		t.Errorf("the limit is %d", got)
	}
	restore()
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("afterwards it is %d, not %d", got, before)
	}
	defer debug.SetMemoryLimit(before)
	debug.SetMemoryLimit(90 * mega)
	restore = LimitMemory(100 * mega)
	if got := debug.SetMemoryLimit(-1); got != 90*mega {
		t.Errorf("the user's limit became %d", got)
	}
	restore()
	table[0] = 1 // it was there all along
}
