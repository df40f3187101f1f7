package scale

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSplitUndoesJoin joins labels that are hard to tell apart, and takes them apart again.
func TestSplitUndoesJoin(t *testing.T) {
	part := rapid.SampledFrom([]string{"", "a", "b", "/", " / ", "a / b", `"`, `"a"`, `'a'`, "`a`", `\`, `"a" / b`, "a /", "/ a", " ", "ü", "\n", "(missing)", "1 - 2"})
	rapid.Check(t, func(t *rapid.T) {
		labels := rapid.SliceOfN(part, 1, 4).Draw(t, "labels")
		joined := Join(labels)
		got, ok := Split(joined, len(labels))
		if !ok || !slices.Equal(got, labels) {
			t.Fatalf("%q is split into %q, %v; want %q", joined, got, ok, labels)
		}
		if other, ok := Split(joined, len(labels)+1); ok && len(labels) > 1 {
			t.Fatalf("%q is split into %q", joined, other)
		}
	})
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"a / b", `"a / b" / c`, `"`, `"a"b / c`, "(rare)", " / ", `"\x" / a`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, label string) {
		if labels, ok := Split(label, 2); ok && (len(labels) != 2 || Join(labels) != label) {
			t.Fatalf("%q is split into %q", label, labels)
		}
	})
}
