package tally

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// TestRecentLabels: values have the labels that they have without a memory, also where hashes are equal.
func TestRecentLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 0, 3), rapid.SliceOfN(rapid.SampledFrom([]byte("ab")), 0, 70)), 1, 300).Draw(t, "values")
		var recent Recent
		labels := NewLabels()
		for range 2 {
			for _, v := range values {
				passed := bytes.Clone(v)
				got := recent.OfBytes(passed, func() uint32 { return labels.Number(v, false) })
				clear(passed) // as memory that is used again
				if want := labels.Number(v, false); got != want {
					t.Fatalf("%q has the label %d, want %d", v, got, want)
				}
			}
		}
	})
	var recent Recent
	for n := range int64(1 << 14) { // more than the table holds
		n := n % (1 << 13) * 0x10001
		if got := recent.OfNumber(n, func() uint32 { return uint32(n) }); got != uint32(n) {
			t.Fatalf("%d has the label %d", n, got)
		}
	}
}
