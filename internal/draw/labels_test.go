package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestShortened: labels fit, differ where they can, and are left alone where they fit.
func TestShortened(t *testing.T) {
	office := func(format string) (list []string) {
		for n := range 30 {
			list = append(list, fmt.Sprintf(format, n))
		}
		return list
	}
	for _, labels := range [][]string{
		office("department of transportation / region %02d / office"),
		office("https://example.org/a/long/way/to/%d"),
		office("%d of the departments of transportation and more"),
		office("第%d交通局交通局交通局交通局"),
		{"a"},
		{"one label of its own that is much too long"},
	} {
		for _, width := range []vg.Length{16 * MM, 30 * MM, 60 * MM} {
			got := Shortened(labels, TickSize, width)
			if Widest(got, TickSize) > width {
				t.Errorf("%v are wider than %v", got, width)
			}
			if n := len(slices.Compact(slices.Sorted(slices.Values(got)))); n != len(labels) {
				t.Errorf("%d of %d labels differ: %v", n, len(labels), got)
			}
		}
	}
	if got := Shortened(nil, TickSize, MM); got != nil {
		t.Errorf("no labels: %v", got)
	}
	if got := Shortened([]string{"north", "south"}, TickSize, 40*MM); got[0] != "north" || got[1] != "south" {
		t.Errorf("%v", got)
	}
}

// TestLines: no line is too wide, lines hold all words as long as there is room, and are about equally long.
func TestLines(t *testing.T) {
	sentence := "6 groups of 102 values of dest keep 85 % of what dest says about carrier, 85 % on records held out; best found for 6 groups."
	for _, width := range []vg.Length{50 * MM, 80 * MM, 150 * MM} {
		lines := Lines(sentence, TitleSize, width, 4)
		if Widest(lines, TitleSize) > width || len(lines) > 4 {
			t.Errorf("%q are wider than %v", lines, width)
		}
		if width > 70*MM && strings.Join(lines, " ") != sentence {
			t.Errorf("%q", lines)
		}
		for n, line := range lines {
			if strings.HasPrefix(line, "%") || n > 0 && TextWidth(line, TitleSize) < 0.5*TextWidth(lines[0], TitleSize) {
				t.Errorf("%q", lines)
			}
		}
	}
	if lines := Lines("", TitleSize, MM, 3); len(lines) != 0 {
		t.Errorf("%q", lines)
	}
}

func TestBrokenLines(t *testing.T) {
	width := TextWidth("aeiou | xyz |", SmallSize)
	for s, want := range map[string][]string{
		"one":                 {"one"},
		"one\ntwo":            {"one", "two"},
		"aeiou | xyz | rest":  {"aeiou | xyz |", "rest"},
		"a b c d e f g h i j": {"a b c d e f g", "h i j"},
		"aeiou xyz | rest":    {"aeiou xyz |", "rest"},
		"":                    nil,
	} {
		if got := BrokenLines(s, SmallSize, width); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := BrokenLines("aeiou | xyz wvu | rest", SmallSize, width); !slices.Equal(got, []string{"aeiou |", "xyz wvu |", "rest"}) {
		t.Errorf("not broken behind a bar: %q", got)
	}
	narrow := TextWidth("abcdef ghijk", SmallSize) + 0.1
	if got := BrokenLines("abcdef ghijk | q", SmallSize, narrow); !slices.Equal(got, []string{"abcdef", "ghijk | q"}) {
		t.Errorf("a bar begins a line: %q", got)
	}
	if got := BrokenLines(strings.Repeat("x", 200), SmallSize, width); len(got) != 1 || TextWidth(got[0], SmallSize) > width {
		t.Errorf("a long word becomes %q", got)
	}
}
