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

// TestFind compares with the labels, and finds what lies outside the numbers that were fitted.
func TestFind(t *testing.T) {
	s := Scale{Type: Number, Order: Linear, Low: []float64{0, 2, 5}, High: []float64{1, 4, 6}, Cuts: []float64{2, 5}, Clean: Clean{NA: []string{"-"}}}
	for _, tt := range []struct {
		text        string
		bin         int
		outside, ok bool
	}{
		{"0", 0, false, true},
		{"1.99", 0, false, true},
		{"2", 1, false, true},
		{" 6.0 ", 2, false, true},
		{"-0", 0, false, true},
		{"6.1", 2, true, true},
		{"-1e-300", 0, true, true},
		{"inf", 2, true, true},
		{"-Infinity", 0, true, true},
		{"NaN", 0, false, false},
		{"-", 0, false, false},
		{"x", 0, false, false},
	} {
		bin, outside, ok := s.Find(tt.text, false)
		if bin != tt.bin || outside != tt.outside || ok != tt.ok {
			t.Errorf("%q: bin %d, %v, %v", tt.text, bin, outside, ok)
		}
		if ok && s.Label(tt.text, false) != s.Labels()[bin] {
			t.Errorf("%q: bin %d is not the one of the label %q", tt.text, bin, s.Label(tt.text, false))
		}
	}
	if _, _, ok := s.Find("1", true); ok {
		t.Error("a missing value is in a bin")
	}
	if _, _, ok := new(Scale).Find("1", false); ok {
		t.Error("a scale without bins has one")
	}
}
