package grouptable

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// cyclic returns the table of addition modulo n, with labels of some width.
func cyclic(n int, label string) Table {
	t := Table{Title: fmt.Sprintf("addition modulo %d", n)}
	for a := range n {
		row := make([]int, n)
		for b := range row {
			row[b] = (a + b) % n
		}
		t.Cells = append(t.Cells, row)
		t.Labels = append(t.Labels, label+fmt.Sprint(a))
	}
	t.YLabels = t.Labels
	return t
}

// modulo gives the elements the clusters of their residues.
func modulo(t Table, k int) Table {
	for x := range t.Labels {
		t.Clusters = append(t.Clusters, x%k)
	}
	return t
}

func groupsOf(t testing.TB, o draw.Page, tables ...Table) *figure {
	t.Helper()
	if o.Width == 0 {
		o.Width = float64(min(80*len(tables), 160))
	}
	page, err := o.Checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	page.Height = o.Height
	g, err := newFigure(tables, page)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGroupTablesHideNothing checks tables of many sizes: cells are square and fill
// the frame, texts keep apart, off the tables, and on the page, and values are
// within their cells.
func TestGroupTablesHideNothing(t *testing.T) {
	for _, sizes := range [][]int{{1}, {2}, {3, 4}, {8}, {16, 16}, {8, 16}, {24}, {24, 60}, {60}, {2, 60, 16}, {MaxElements}, {16, 16, 16, 16}} {
		for _, label := range []string{"", "-i", "element "} {
			for _, o := range []draw.Page{{}, {Title: "Groups"}, {Width: 85}, {Width: 300, Height: 60}, {Width: 160, Height: 300, Title: strings.Repeat("long ", 99)}} {
				if len(sizes) > 2 && o.Width == 85 {
					continue // there is no room
				}
				var tables []Table
				for _, n := range sizes {
					tables = append(tables, modulo(cyclic(n, label), 3))
				}
				t.Run(fmt.Sprintf("%v/%q/%g x %g", sizes, label, o.Width, o.Height), func(t *testing.T) {
					checkGroups(t, groupsOf(t, o, tables...))
				})
			}
		}
	}
}

func checkGroups(t *testing.T, g *figure) {
	page := vg.Rectangle{Max: vg.Point{X: g.Width, Y: g.Height}}
	for n, a := range g.Texts {
		if !draw.Within(a.Box(), page) {
			t.Errorf("%q leaves the page: %v of %v", a.Words, a.Box(), page.Max)
		}
		for _, b := range g.Texts[:n] {
			if draw.Overlap(a.Box(), b.Box()) {
				t.Errorf("%q and %q overlap", a.Words, b.Words)
			}
		}
		for _, q := range g.tables {
			if draw.Overlap(a.Box(), q.frame) {
				t.Errorf("%q is on a table", a.Words)
			}
		}
	}
	for _, q := range g.tables {
		n := len(q.cells)
		first, last := q.cell(0, 0), q.cell(n-1, n-1)
		if w, h := first.Max.X-first.Min.X, first.Max.Y-first.Min.Y; math.Abs(float64(w-h)) > 1e-9 {
			t.Errorf("cells are %v x %v", w, h)
		}
		if away(first.Min, vg.Point{X: q.frame.Min.X, Y: q.frame.Max.Y - q.side}) > 1e-9 ||
			away(last.Max, vg.Point{X: q.frame.Max.X, Y: q.frame.Min.Y + q.side}) > 1e-6 {
			t.Errorf("the cells run from %v to %v in %v", first, last, q.frame)
		}
		if !draw.Within(q.frame, page) {
			t.Errorf("a table leaves the page: %v", q.frame)
		}
		at := 0
		for r, row := range q.cells {
			for c, y := range row {
				if len(q.inside) == 0 {
					continue
				}
				if x := q.inside[at]; x.y != y || x.Words != q.values[y] || !draw.Within(x.Box(), q.cell(r, c)) {
					t.Errorf("cell %d, %d of value %d holds %q at %v", r, c, y, x.Words, x.Box())
				}
				at++
			}
		}
	}
}

// TestGroupTablesAreLabelled tells at which sizes elements and values can be read.
func TestGroupTablesAreLabelled(t *testing.T) {
	for _, c := range []struct {
		n              int
		label          string
		labels, values bool
		turned         bool
	}{
		{2, "", true, true, false},
		{16, "", true, true, false},
		{12, "-", true, true, false},
		{24, "", true, true, true},
		{36, "", true, false, true},
		{40, "", false, false, false},
		{60, "", false, false, false},
		{16, "element ", true, false, true},
	} {
		q := groupsOf(t, draw.Page{}, cyclic(c.n, c.label)).tables[0]
		if (q.labelSize > 0) != c.labels || (len(q.inside) > 0) != c.values || q.turned != c.turned {
			t.Errorf("%d elements %q: labels of size %v, turned %v, %d values", c.n, c.label, q.labelSize, q.turned, len(q.inside))
		}
		if c.n == 16 && q.labelSize < draw.SmallSize {
			t.Errorf("labels of 16 elements have size %v", q.labelSize)
		}
	}
	// A table without labels does not take them from its neighbour.
	g := groupsOf(t, draw.Page{}, cyclic(16, ""), cyclic(60, ""))
	if g.tables[0].labelSize < draw.SmallSize || g.tables[1].labelSize != 0 {
		t.Errorf("labels have sizes %v and %v", g.tables[0].labelSize, g.tables[1].labelSize)
	}
}

// TestGroupTablesSideBySide: tables are of one size, in the middle, in their order.
func TestGroupTablesSideBySide(t *testing.T) {
	g := groupsOf(t, draw.Page{}, cyclic(4, ""), cyclic(16, "element "))
	a, b := g.tables[0].frame, g.tables[1].frame
	if a.Max.X >= b.Min.X || math.Abs(float64(a.Max.X-a.Min.X-b.Max.X+b.Min.X)) > 1e-9 || math.Abs(float64(a.Min.Y-b.Min.Y)) > 1e-9 {
		t.Errorf("the tables are at %v and %v", a, b)
	}
	if right := g.Width - draw.Margin; math.Abs(float64(b.Max.X-right)) > 1e-6 {
		t.Errorf("the tables end at %v, and the page at %v", b.Max.X, right)
	}
	g = groupsOf(t, draw.Page{Width: 300, Height: 60}, cyclic(4, ""))
	q := g.tables[0]
	if space := q.frame.Min.X - q.left() - (g.Width - q.frame.Max.X); math.Abs(float64(space)) > 1e-6 {
		t.Errorf("the table is %v off the middle", space)
	}
	g = groupsOf(t, draw.Page{Width: 160, Height: 300}, cyclic(4, ""))
	q = g.tables[0]
	if space := q.frame.Min.Y - (g.Height - q.frame.Max.Y - g.top() - draw.LineHeight(draw.TitleSize)); math.Abs(float64(space)) > 1e-6 {
		t.Errorf("the table is %v off the middle of the height", space)
	}
}

// TestClustersSortAndColour checks that the elements of a cluster stand together,
// with lines around them, and that their colours do too.
func TestClustersSortAndColour(t *testing.T) {
	table := modulo(cyclic(6, ""), 2)
	q := groupsOf(t, draw.Page{}, table).tables[0]
	if !slices.Equal(q.labels, []string{"0", "2", "4", "1", "3", "5"}) {
		t.Fatalf("the elements stand as %q", q.labels)
	}
	for r, row := range q.cells {
		for c, y := range row {
			if want := ((2*r)%6 + r/3 + (2*c)%6 + c/3) % 6; y != want {
				t.Errorf("row %d, column %d holds %d, want %d", r, c, y, want)
			}
		}
	}
	if x := q.frame.Min.X + 3*q.side; len(q.lines) != 2 || math.Abs(float64(q.lines[0].From.X-x)) > 1e-9 {
		t.Errorf("lines at %v", q.lines)
	}
	for y, want := range []int{0, 1, 0, 1, 0, 1} {
		// Blue has more blue than red in every shade; orange more red.
		if c := q.colours[y]; (c.R > c.B) != (want == 1) {
			t.Errorf("value %d has colour %v", y, c)
		}
	}
	bare := groupsOf(t, draw.Page{}, cyclic(6, "")).tables[0]
	if len(bare.lines) != 0 || !slices.Equal(bare.labels, table.Labels) {
		t.Errorf("without clusters: %d lines, elements %q", len(bare.lines), bare.labels)
	}
	// Values that are no elements belong to no cluster.
	table.YLabels = []string{"a", "b", "c", "d", "e", "f"}
	if q := groupsOf(t, draw.Page{}, table).tables[0]; q.colours[0] != draw.OnRamp(0, 9) || q.colours[5] != draw.OnRamp(8, 9) || len(q.lines) != 2 {
		t.Errorf("colours %v with %d lines", q.colours, len(q.lines))
	}
}

// TestColoursFollowTheElements: the values of a group may be listed in any order.
func TestColoursFollowTheElements(t *testing.T) {
	table := Table{Labels: []string{"a", "b", "c"}, YLabels: []string{"c", "a", "b"}, Cells: [][]int{{1, 2, 0}, {2, 0, 1}, {0, 1, 2}}}
	if c := groupsOf(t, draw.Page{}, table).tables[0].colours; c[1] != draw.OnRamp(0, 9) || c[0] != draw.OnRamp(8, 9) {
		t.Errorf("a is %v and c is %v", c[1], c[0])
	}
}

// brokenWriter fails as a full disk does.
type brokenWriter struct{}

var errFull = errors.New("no space left")

func (brokenWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWrongGroupTables(t *testing.T) {
	good := cyclic(3, "")
	with := func(change func(*Table)) []Table {
		table := cyclic(3, "")
		change(&table)
		return []Table{good, table}
	}
	for _, c := range []struct {
		tables []Table
		format string
		o      draw.Page
		want   string
	}{
		{nil, "svg", draw.Page{}, "there is no group table to draw"},
		{[]Table{good}, "gif", draw.Page{}, "there is no format \"gif\": choose svg, png or pdf"},
		{[]Table{good}, "svg", draw.Page{Width: 60}, "a figure of 60 x 110 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm"},
		{[]Table{{}}, "svg", draw.Page{}, "group table 1: it has no elements"},
		{[]Table{cyclic(257, "")}, "svg", draw.Page{}, "group table 1: 257 elements are too many: draw at most 256"},
		{with(func(t *Table) { t.Cells = t.Cells[:2] }), "svg", draw.Page{}, "group table 2: 2 rows of cells, want one for each of the 3 elements"},
		{with(func(t *Table) { t.Clusters = []int{1} }), "svg", draw.Page{}, "group table 2: 1 numbers of clusters, want one for each of the 3 elements"},
		{with(func(t *Table) { t.Cells[2] = nil }), "svg", draw.Page{}, "group table 2: row 3 has 0 cells, want one for each of the 3 elements"},
		{with(func(t *Table) { t.Cells[2][1] = 3 }), "svg", draw.Page{}, "group table 2: row 3, column 2 holds 3, want the place of one of 3 values, from 0 on, or -1"},
		{with(func(t *Table) { t.Cells[0][0] = -2 }), "svg", draw.Page{}, "group table 2: row 1, column 1 holds -2, want the place of one of 3 values, from 0 on, or -1"},
		{slices.Repeat([]Table{good}, 9), "svg", draw.Page{}, "group table 1 of 3 elements has no room on the page: choose a larger one than 160 mm in width, or draw fewer tables"},
		{slices.Repeat([]Table{good}, 9), "svg", draw.Page{Width: 90, Height: 70}, "group table 1 of 3 elements has no room on the page: choose a larger one than 90 x 70 mm, or draw fewer tables"},
		{[]Table{good}, "png", draw.Page{Width: 160, DPI: 1700}, "an image of 10709 x 11092 pixels is too large: choose a smaller size or resolution"},
	} {
		err := Draw(io.Discard, c.tables, c.format, c.o)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if err := Draw(brokenWriter{}, []Table{good}, "svg", draw.Page{}); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

func TestGroupTablesSameInputSameBytes(t *testing.T) {
	tables := []Table{modulo(cyclic(8, ""), 4), cyclic(16, "-")}
	for format, limit := range map[string]int{"svg": 100_000, "png": 300_000, "pdf": 200_000} {
		var a, b bytes.Buffer
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := Draw(w, tables, format, draw.Page{DPI: 100}); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("format %s differs from one time to the next", format)
		}
		if a.Len() > limit {
			t.Errorf("format %s takes %d bytes", format, a.Len())
		}
	}
}

// TestGroupTableDrawing reads the picture back: each value fills as many cells as the
// table has of it, and a cell without a value stays free.
func TestGroupTableDrawing(t *testing.T) {
	table := cyclic(5, "")
	table.Cells[1][2] = -1
	var b bytes.Buffer
	if err := Draw(&b, []Table{table}, "svg", draw.Page{}); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	q := groupsOf(t, draw.Page{}, table).tables[0]
	for y, c := range q.colours {
		want := 5
		if y == 3 {
			want = 4
		}
		if got := subpaths(svg, fmt.Sprintf("fill:#%02X%02X%02X", c.R, c.G, c.B)); got != want {
			t.Errorf("%d cells of value %d, want %d", got, y, want)
		}
	}
	words := map[string]int{}
	for _, x := range regexp.MustCompile(`>([^<>]*)</text>`).FindAllStringSubmatch(svg, -1) {
		words[x[1]]++
	}
	// Each element heads a row and a column, and stands in its cells.
	if words["3"] != 6 || words["4"] != 7 || words["x₁"] != 1 || words["x₂"] != 1 || words["addition modulo 5"] != 1 {
		t.Errorf("the texts are %v", words)
	}
}

// FuzzDraw draws tables of any labels and sizes: nothing may panic, and texts
// stay on the page and off the cells.
func FuzzDraw(f *testing.F) {
	f.Add(2, "a", "", 0.0, 0.0)
	f.Add(16, "-i", "Pauli", 160.0, 100.0)
	f.Add(60, "\x00", "\n", 70.0, 60.0)
	f.Add(24, "a long label", "a title that is longer than the table", 75.0, 300.0)
	f.Fuzz(func(t *testing.T, n int, label, title string, width, height float64) {
		if n < 1 || n > 70 {
			return
		}
		o := draw.Page{Title: title, Width: width, Height: height}
		page, err := o.Checked("svg")
		if err != nil {
			return
		}
		tables := []Table{modulo(cyclic(n, label), 3), cyclic(n, "")}
		tables[0].Title = label
		g, err := newFigure(tables, page)
		if err != nil {
			return
		}
		checkGroups(t, g)
		if err := Draw(io.Discard, tables, "svg", o); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{16, 60} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if err := Draw(io.Discard, []Table{cyclic(n, "")}, "svg", draw.Page{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func away(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}

// subpaths returns the number of parts of all paths of an SVG whose style begins with the given one.
func subpaths(svg, style string) (parts int) {
	for _, path := range regexp.MustCompile(`<path [^>]*>`).FindAllString(svg, -1) {
		if strings.Contains(path, `style="`+style) {
			parts += strings.Count(path, "M")
		}
	}
	return parts
}
