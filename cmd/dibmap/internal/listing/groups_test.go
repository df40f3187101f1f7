package listing

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/examples"
	"github.com/dibmap/dibmap/partition"
)

// TestAScreenOfGroups: of large tables, the heaviest groups and values fill a screen, and the numbers of
// what is left out are right. All of it is there if asked for, and if there is little of it.
func TestAScreenOfGroups(t *testing.T) {
	for _, c := range []struct {
		n, k   int
		masses bool
		first  string // what stands in the first line of a cluster
		want   []string
	}{
		{10000, 3, true, "    0   33.3 %  value09999 value09996 ", []string{"and 3,315 more", "Values that occur most often come first. 'dibmap select --full' prints all.\n"}},
		{10000, 500, true, "  499    0.2 %  value09999 value09499 ", []string{"and 16 more", "And 440 more groups, with 87.5 % of the records.\nValues"}},
		{10000, 9999, true, "    0    0.0 %  value09999 value00000\n", []string{"And 9,939 more groups"}},
		{10000, 400, false, "    0  value00000 value00400 ", []string{"And 340 more groups.\n'dibmap select --full' prints all.\n"}},
		{300, 3, true, "    2   33.6 %  value00299 value00296 ", nil},
	} {
		f, p := examples.Grouped(t, c.n, c.k, c.masses)
		var brief, full bytes.Buffer
		for lines, out := range map[int]*bytes.Buffer{Screen: &brief, math.MaxInt: &full} {
			if err := Groups(out, f, p, false, lines); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Count(full.String(), "value0"); got != c.n {
			t.Errorf("%d values in %d clusters: %d values are printed in full", c.n, c.k, got)
		}
		got := brief.String()
		if !strings.Contains(got, c.first) {
			t.Errorf("%d values in %d clusters: %q is not in\n%s", c.n, c.k, c.first, got)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%d values in %d clusters: %q is not in\n%s", c.n, c.k, want, got)
			}
		}
		if c.want == nil && got != full.String() {
			t.Errorf("%d values in %d clusters are shortened:\n%s", c.n, c.k, got)
		}
		if lines := strings.Count(got, "\n"); lines > Screen+6 {
			t.Errorf("%d values in %d clusters: %d lines", c.n, c.k, lines)
		}
		for line := range strings.Lines(got) {
			if len(line) > narrow+1 {
				t.Errorf("%d values in %d clusters: a line of %d characters: %s", c.n, c.k, len(line), line)
			}
		}
	}
}

// TestGroupsFitTheTerminal: no line of the rows is longer than the terminal is wide, whatever they show.
func TestGroupsFitTheTerminal(t *testing.T) {
	for _, m := range []int{2, 5, 30} {
		p := frontier.Problem{Kind: "dib", N: 60, M: m, Cells: &frontier.Cells{}}
		for x := range p.N {
			p.XLabels = append(p.XLabels, fmt.Sprintf("value%03d", x))
			for y := range m {
				p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, y), append(p.Cells.Weight, float64(1+(x*y)%7))
			}
		}
		for y := range m {
			p.YLabels = append(p.YLabels, fmt.Sprintf("a long name of outcome %d", y))
		}
		n := int64(1000)
		p.Samples = &n
		a := make(partition.Partition, p.N)
		for x := range a {
			a[x] = x % 4
		}
		f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{H: 1, I: 1, K: 4, Assignment: partition.Pack(a)}})
		if err != nil {
			t.Fatal(err)
		}
		for _, columns := range []int{32, 40, 60, 79, 100, 200} {
			for _, ascii := range []bool{false, true} {
				var out bytes.Buffer
				if err := Groups(&wording.VisibleWriter{W: &out, Columns: columns}, f, f.At(0), ascii, Screen); err != nil {
					t.Fatal(err)
				}
				if strings.Count(out.String(), "value0") != p.N {
					t.Errorf("%d values of Y, %d columns: not all values are there:\n%s", m, columns, &out)
				}
				for line := range strings.Lines(out.String()) {
					if wording.Width(strings.TrimSuffix(line, "\n")) > columns {
						t.Errorf("%d values of Y, %d columns: %s", m, columns, line)
					}
				}
				if ascii && strings.ContainsFunc(out.String(), func(r rune) bool { return r > unicode.MaxASCII }) {
					t.Errorf("%d values of Y, %d columns: not in ASCII:\n%s", m, columns, &out)
				}
			}
		}
	}
}
