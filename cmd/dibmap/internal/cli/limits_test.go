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
	restore := LimitMemory(100*mega, 0)
	if got := debug.SetMemoryLimit(-1); got != 110*mega+besides {
		t.Errorf("without a table, the limit is %d", got)
	}
	restore()
	table := make([]byte, 50*mega)
	restore = LimitMemory(100*mega, 0)
	if got := debug.SetMemoryLimit(-1); got < 150*mega || got > before || got > 1000*mega {
		t.Errorf("the limit is %d", got)
	}
	restore()
	restore = LimitMemory(100*mega, 10_000_000)
	if got, want := debug.SetMemoryLimit(-1), int64(float64(16*mega+tableMemory(10_000_000))*1.1)+besides; got < want-2 || got > want+2 {
		t.Errorf("with ten million cells, the limit is %d, want %d", got, want)
	}
	restore()
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("afterwards it is %d, not %d", got, before)
	}
	defer debug.SetMemoryLimit(before)
	debug.SetMemoryLimit(90 * mega)
	restore = LimitMemory(100*mega, 0)
	if got := debug.SetMemoryLimit(-1); got != 90*mega {
		t.Errorf("the user's limit became %d", got)
	}
	restore()
	table[0] = 1 // it was there all along
}

// TestSearchMemory: a table of more than half a million cells is part of what may be taken, as far as that leaves
// enough for a search.
func TestSearchMemory(t *testing.T) {
	const mega = 1 << 20
	for _, test := range []struct {
		bytes int64
		cells int
		want  int64
	}{
		{100 * mega, 0, 100 * mega},
		{100 * mega, 500_000, 100 * mega},
		{100 * mega, 1_500_000, 100*mega - 24_000_000},
		{100 * mega, 1 << 30, 16 * mega},
		{mega, 1 << 30, mega},
	} {
		if got := SearchMemory(test.bytes, test.cells); got != test.want {
			t.Errorf("of %d bytes, %d cells leave %d, want %d", test.bytes, test.cells, got, test.want)
		}
	}
}
