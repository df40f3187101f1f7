package terminal

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/oracle/examples"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/partition"
)

func printed(t testing.TB, f *frontier.Frontier, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := Draw(&b, f, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTerminalDrawing(t *testing.T) {
	want := strings.TrimPrefix(`
bits told                  ten: 5 x 4, 10 points
0.8+                                     4    *5
   |                                 *
0.6+                             3
   |                       *
0.4+                   2
0.2+           *
   |
  0+*      *
   ++------------------+------------------+-----
    0                  1                  2
    bits to record the group >        2-9 groups
`, "\n")
	if d := cmp.Diff(want, printed(t, ten(t), Options{Width: 48, Height: 12, ASCII: true})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The best clusterings need not be on the frontier, nor between its ends.
func TestTerminalOfBest(t *testing.T) {
	want := strings.TrimPrefix(`
bits told                  ten: 5 x 4, 10 points
0.8+                                     * 4 **
   |                                *          3
0.6+                            *
   |                      * 2
0.4+                  *
0.2+           *
   |
  0+*      *
   ++------------------+------------------+-----
    0                  1                  2
    bits to record the group >        2-9 groups
`, "\n")
	best := make([]frontier.BestEntry, 4)
	for n, at := range [][2]float64{{0, 0}, {1.3, 0.5}, {2.3, 0.65}, {2.1, 0.76}} {
		p := partition.Identity(5)
		for x := range p {
			p[x] = min(p[x], n)
		}
		best[n].H, best[n].I, best[n].Assignment = at[0], at[1], partition.Pack(p)
	}
	f, err := ten(t).WithBest(4, best)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, printed(t, f, Options{Width: 48, Height: 12, ASCII: true})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestTerminalLegendOfDigits: it is there if there are some.
func TestTerminalLegendOfDigits(t *testing.T) {
	for k, want := range map[int]bool{1: false, 2: true, 9: true, 10: false} {
		f, err := frontier.New(frontier.Problem{Kind: "dib", N: 12}, frontier.Search{}, []frontier.Entry{{K: 1}, {H: 1, I: 0.5, K: k}})
		if err != nil {
			t.Fatal(err)
		}
		got := printed(t, f, Options{})
		if strings.Contains(got, "2-9 ") != want || !want && !strings.Contains(got, "⠿ best trade-off") {
			t.Errorf("%d clusters:\n%s", k, got)
		}
	}
}

// TestTerminalKeepsItsSize checks every shape in many sizes: as many lines as
// asked for, none too long, and nothing but ASCII where that is wanted.
func TestTerminalKeepsItsSize(t *testing.T) {
	for _, s := range shapes {
		for _, n := range []int{0, 1, 2, 60, 3000} {
			f := synthetic(t, n, s.Curve, 7)
			f.Problem.Source.Name = "a table with a rather long name, Müller 中文字"
			for _, o := range []Options{{}, {Width: 32, Height: 9}, {Width: 45, Height: 30}, {Width: 200, Height: 60}, {Width: 1000, Height: 9}} {
				for _, o.ASCII = range []bool{false, true} {
					out := printed(t, f, o)
					name := fmt.Sprintf("%s/points=%d/%+v", s.Name, n, o)
					if o.Width == 0 {
						o.Width, o.Height = 72, 18
					}
					lines := strings.Split(out, "\n")
					if len(lines) != o.Height+1 || lines[o.Height] != "" {
						t.Errorf("%s: %d lines", name, len(lines)-1)
					}
					for _, line := range lines {
						if columns(line) > o.Width || strings.HasSuffix(line, " ") {
							t.Errorf("%s: %q takes %d columns", name, line, columns(line))
						}
					}
					if o.ASCII && len(out) != utf8.RuneCountInString(out) {
						t.Errorf("%s: not ASCII:\n%s", name, out)
					}
				}
			}
		}
	}
}

// TestTerminalShowsEveryPoint counts the dots of a drawing that is large enough
// to hold each point in a place of its own.
func TestTerminalShowsEveryPoint(t *testing.T) {
	f := ten(t)
	f.Problem.Source.Name = "no stars"
	out := printed(t, f, Options{Width: 400, Height: 200, ASCII: true})
	digits := 0
	var places []int
	for _, line := range strings.Split(out, "\n")[1:197] {
		at := strings.IndexAny(line, "|+") + 1
		for n, c := range line[at:] {
			if c == '*' || c >= '0' && c <= '9' {
				places = append(places, n)
			}
			if c >= '0' && c <= '9' {
				digits++
			}
		}
	}
	if len(places) != 10 || digits != 4 { // k = 2 to 5
		t.Errorf("%d points with %d digits", len(places), digits)
	}
	for n := 1; n < len(places); n++ {
		if places[n] >= places[n-1] {
			t.Errorf("from top to bottom the points do not run to the left: %v", places)
		}
	}
	if last, first := places[0], places[len(places)-1]; first != 0 || last < 390 {
		t.Errorf("the points span columns %d to %d", first, last)
	}
}

func TestTerminalBrailleDots(t *testing.T) {
	g := newGrid(2, 2, picture.Extent{HHi: 3, IHi: 7})
	for n := range 4 {
		for m := range 8 {
			g.dots = make([]byte, 4)
			p := frontier.Point{H: float64(n), I: float64(m)}
			g.plot(p)
			x, y := n, 7-m
			// Unicode numbers the dots 1 2 3 7 down the left and 4 5 6 8 down
			// the right column.
			dot := [2][4]int{{1, 2, 3, 7}, {4, 5, 6, 8}}[x%2][y%4]
			for at, got := range g.dots {
				want := byte(0)
				if at == y/4*2+x/2 {
					want = 1 << (dot - 1)
				}
				if got != want {
					t.Fatalf("h %d, i %d: character %d holds %08b, want %08b", n, m, at, got, want)
				}
			}
		}
	}
}

func TestTerminalWrongSizes(t *testing.T) {
	for _, o := range []Options{{Width: 31}, {Height: 8}, {Width: -1}, {Width: 1001}, {Height: 1001}} {
		err := Draw(&strings.Builder{}, ten(t), o)
		w, h := o.Width, o.Height
		if w == 0 {
			w = 72
		}
		if h == 0 {
			h = 18
		}
		want := fmt.Sprintf("a drawing of %d x %d characters is not possible: choose a size from 32 x 9 to 1000 x 1000", w, h)
		if err == nil || err.Error() != want {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestColumns(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "Müller": 6, "中文": 4, "← ×…₂": 5, "⠿│┤": 3, "שלום": 4} {
		if got := columns(s); got != want {
			t.Errorf("columns(%q) = %d, want %d", s, got, want)
		}
	}
}

// TestTerminalDigitsThatMeet checks that of two DMC points in one character the
// one of fewer clusters is named, and those without a digit of their own by
// none.
func TestTerminalDigitsThatMeet(t *testing.T) {
	f := frontierOf(t, frontier.Problem{}, []frontier.Entry{
		{H: 0, I: 0, K: 1}, {H: 1, I: 0.8, K: 2}, {H: 1.001, I: 0.801, K: 3}, {H: 4, I: 2, K: 12},
	})
	out := printed(t, f, Options{ASCII: true})
	var body string
	for _, line := range strings.Split(out, "\n")[1:15] {
		body += line[strings.IndexAny(line, "|+")+1:]
	}
	if strings.Count(body, "2") != 1 || strings.ContainsAny(body, "3") || strings.Count(body, "*") != 2 {
		t.Errorf("not one 2, no 3 and two stars:\n%s", out)
	}
}

// TestTerminalAxisLabelsKeepApart draws an axis with more labels than fit.
func TestTerminalAxisLabelsKeepApart(t *testing.T) {
	var b strings.Builder
	g := newGrid(20, 5, picture.Extent{HHi: 3, IHi: 1})
	g.printAxis(&b, []draw.Tick{
		{Value: 0, Label: "0"},
		{Value: 1, Label: "1.000000"},
		{Value: 1.5, Label: "1.500000"},
		{Value: 2, Label: "2.000000"},
		{Value: 3, Label: "3.000000"},
	}, 1)
	want := " └┬─────┬───┬──┬─────┬\n  0 1.000000  3.000000\n"
	if got := b.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestTitlesKeepTheirNumbers: a title that is too long loses letters of its name, and no digits.
func TestTitlesKeepTheirNumbers(t *testing.T) {
	f := frontierOf(t, frontier.Problem{Kind: "dib", N: 10000, M: 2001, Source: frontier.Source{Name: "words10000.csv.gz"}},
		[]frontier.Entry{{K: 1}, {H: 1, I: 1, K: 2}})
	for room, want := range map[int]string{
		60: "words10000.csv.gz: 10000 × 2001, 2 points",
		36: "words1…sv.gz: 10000 × 2001, 2 points",
		24: "10000 × 2001, 2 points",
	} {
		if got := fittedTitle(f, room); got != want {
			t.Errorf("in %d columns: %q, want %q", room, got, want)
		}
	}
}

func TestKindsInTerminals(t *testing.T) {
	for kind, want := range map[string][3]string{
		"dib":       {"bits that the group tells about Y", "bits to record the group >", "2-9 groups"},
		"symmetric": {"I(Z1,Z2;Y) [bits]", "H(Z1,Z2)/2 [bits] >", "2-9 best trade-off for its number of groups"},
		"dmc":       {"bits that the group tells about Y", "log2 k [bits] >", "* best trade-off   2-9 number of groups"},
		"quantizer": {"share of the variance explained", "bits to record the group >", "2-9 groups"},
		"kmeans":    {"share of the variance explained", "log2 k [bits] >", "* best trade-off   2-9 number of groups"},
		"mine":      {"i", "h >", "* best trade-off   2-9 best trade-off for its number of groups"},
	} {
		out := printed(t, ofKind(t, kind), Options{ASCII: true})
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		last := strings.TrimSpace(lines[len(lines)-1])
		if !strings.HasPrefix(lines[0], want[0]+"  ") || !strings.HasPrefix(last, want[1]+"  ") || !strings.HasSuffix(last, "  "+want[2]) {
			t.Errorf("%s:\n%s", kind, out)
		}
		short := printed(t, ofKind(t, kind), Options{ASCII: true, Width: 40})
		_, short, _ = strings.Cut(short, ">")
		if legend := map[string]string{"dib": "", "quantizer": ""}; strings.TrimSpace(short) != "2-9 groups" && legend[kind] != strings.TrimSpace(short) {
			t.Errorf("%s: on 40 columns the legend is %q", kind, short)
		}
	}
}

// TestTerminalOfKMeans: every point of few clusters is a digit.
func TestTerminalOfKMeans(t *testing.T) {
	want := strings.TrimPrefix(`
share explained  co~ed: 12 points, 12 groupings
100 %+
     |                  3   4   5  6 7  8 9* **
     |           2
     |
 50 %+
     |
     |
     |
  0 %+*
     ++----------+----------+-----------+------
      0          1          2           3
      log2 k [bits] >      2-9 number of groups
`, "\n")
	got := printed(t, ofRows(t, "kmeans", 12), Options{Width: 47, Height: 13, ASCII: true})
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{1e3, 1e5} {
		f := synthetic(b, n, shapes[0].Curve, 1)
		b.Run(fmt.Sprintf("points=%d", n), func(b *testing.B) {
			for b.Loop() {
				if err := Draw(io.Discard, f, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

var (
	shapes                                     = examples.Shapes
	frontierOf, synthetic, ten, ofKind, ofRows = examples.Frontier, examples.Synthetic, examples.Ten, examples.OfKind, examples.OfRows
)
