package terminal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// TestTerminalShowsTheCeiling: above the frontier, with one dot a character, and none of the points is hidden.
func TestTerminalShowsTheCeiling(t *testing.T) {
	drawn := func(f *frontier.Frontier, ascii bool) string {
		var b bytes.Buffer
		if err := Draw(&b, f, Options{ASCII: ascii}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	f := ten(t)
	last := f.At(f.Len() - 1)
	without := []string{drawn(f, false), drawn(f, true)}
	f.Ceiling = &frontier.Ceiling{Steps: 1, Corners: []frontier.Corner{{H: 0, I: 0.9 * last.I}, {H: last.H / 2, I: last.I}}}
	for n, ascii := range []bool{false, true} {
		with := drawn(f, ascii)
		before, after := strings.Split(without[n], "\n"), strings.Split(with, "\n")
		marks := 0
		for k, line := range after {
			was := []rune(before[k])
			for at, r := range []rune(line) {
				if k == len(after)-2 { // of the legend
					continue
				}
				if at < len(was) && was[at] != ' ' && was[at] != r {
					t.Errorf("line %d has %q where %q was", k, r, was[at])
				}
				if (at >= len(was) || was[at] == ' ') && r != ' ' {
					marks++
					if ascii != (r == '.') || !ascii && !strings.ContainsRune("⠁⠂⠄⡀", r) {
						t.Errorf("line %d has %q on the bound", k, r)
					}
					if k > 2 {
						t.Errorf("line %d has %q, below the bound", k, r)
					}
				}
			}
			if columns(line) > 72 {
				t.Errorf("a line has %d columns: %s", columns(line), line)
			}
		}
		if marks < 30 || !strings.Contains(with, "nothing can be above") {
			t.Errorf("%d marks:\n%s", marks, with)
		}
	}
	// A certificate has narrower bounds.
	f.Certificate = &frontier.Certificate{Tolerance: 1e-9}
	if got := drawn(f, false); got != without[0] {
		t.Errorf("with a certificate:\n%s", got)
	}
}

// TestTerminalCeilingOutside: a bound above the frame has no place in it.
func TestTerminalCeilingOutside(t *testing.T) {
	f := ten(t)
	before := printed(t, f, Options{})
	f.Ceiling = &frontier.Ceiling{Steps: 1, Corners: []frontier.Corner{{H: 0, I: 1e6}}}
	if after := printed(t, f, Options{}); strings.Split(after, "└")[0] != strings.Split(before, "└")[0] {
		t.Errorf("%s", after)
	}
}
