package textfile

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSplitLabelUndoesJoinLabels joins labels that are hard to tell apart, and takes them apart again.
func TestSplitLabelUndoesJoinLabels(t *testing.T) {
	part := rapid.SampledFrom([]string{"", "a", "b", "/", " / ", "a / b", `"`, `"a"`, `'a'`, "`a`", `\`, `"a" / b`, "a /", "/ a", " ", "ü", "\n", "(missing)", "1 - 2"})
	rapid.Check(t, func(t *rapid.T) {
		labels := rapid.SliceOfN(part, 1, 4).Draw(t, "labels")
		joined := JoinLabels(labels)
		got, ok := SplitLabel(joined, len(labels))
		if !ok || !slices.Equal(got, labels) {
			t.Fatalf("%q is split into %q, %v; want %q", joined, got, ok, labels)
		}
		if other, ok := SplitLabel(joined, len(labels)+1); ok && len(labels) > 1 {
			t.Fatalf("%q is split into %q", joined, other)
		}
	})
}

func FuzzSplitLabel(f *testing.F) {
	for _, seed := range []string{"a / b", `"a / b" / c`, `"`, `"a"b / c`, "(rare)", " / ", `"\x" / a`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, label string) {
		if labels, ok := SplitLabel(label, 2); ok && (len(labels) != 2 || JoinLabels(labels) != label) {
			t.Fatalf("%q is split into %q", label, labels)
		}
	})
}

// TestJoinLabelsIsInjective joins any labels, and wants different texts for different ones.
func TestJoinLabelsIsInjective(t *testing.T) {
	if got := JoinLabels([]string{"JFK", "AA"}); got != "JFK / AA" {
		t.Errorf("got %q", got)
	}
	label := rapid.SampledFrom([]string{"", "a", "/", " / ", "a / b", `"`, `"a"`, `"a / b"`, `a" / "b`, "(missing)", " ", `\`})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 3).Draw(t, "columns")
		a, b := rapid.SliceOfN(label, n, n).Draw(t, "a"), rapid.SliceOfN(label, n, n).Draw(t, "b")
		if slices.Equal(a, b) != (JoinLabels(a) == JoinLabels(b)) {
			t.Errorf("%q and %q became %q and %q", a, b, JoinLabels(a), JoinLabels(b))
		}
	})
}
