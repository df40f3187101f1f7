package plot

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/partition"
)

// listed returns a frontier of five points of four rows, and a list of the best clusterings: that of
// two clusters is a point of the frontier, and that of three lies below it.
func listed(t *testing.T) *frontier.Frontier {
	t.Helper()
	of := func(h, i float64, labels ...int) frontier.Entry {
		return frontier.Entry{H: h, I: i, Assignment: partition.Pack(partition.Partition(labels))}
	}
	points := []frontier.Entry{of(0, 0, 0, 0, 0, 0), of(0.5, 0.3, 0, 0, 0, 1), of(0.9, 0.5, 0, 0, 1, 1), of(1.2, 0.6, 0, 1, 1, 2), of(2, 0.9, 0, 1, 2, 3)}
	f := frontierOf(t, frontier.Problem{Kind: "dib", N: 4, M: 3, HX: 2, IXY: 0.9}, points)
	f, err := f.WithBest(4, []frontier.BestEntry{
		{Entry: points[0]}, {Entry: points[2]}, {Entry: of(1.5, 0.7, 0, 1, 2, 2)}, {Entry: points[4]},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// validated returns it with held-out information: a share of what is claimed, and far below zero
// at the last point.
func validated(t *testing.T, share float64) *frontier.Frontier {
	t.Helper()
	f := listed(t)
	var all []frontier.HeldOut
	for p := range f.All() {
		all = append(all, frontier.HeldOut{I: share * p.I, SE: 0.05})
	}
	for p := range f.Best() {
		all = append(all, frontier.HeldOut{I: share * p.I, SE: 0.05})
	}
	all[4].I, all[8].I = -3, -3
	f, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 3, H: 1.2}, all)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestBestSeries checks that rings are where the best clusterings lie, on the frontier or not, and
// that the legend says which rings these are.
func TestBestSeries(t *testing.T) {
	f := listed(t)
	g := figureOf(t, f, Options{BestLines: true})
	var got []int
	n := 0
	for p := range f.Best() {
		if n < len(g.rings) && g.rings[n].at == g.Place(p.H, p.I) {
			got = append(got, g.rings[n].k)
		}
		n++
	}
	if !slices.Equal(got, []int{1, 2, 3, 4}) || len(g.rings) != 4 {
		t.Errorf("rings of %v clusters are in their places, of %d rings", got, len(g.rings))
	}
	if len(g.labels) != 4 || len(g.bestLines) != 3 {
		t.Errorf("%d labels and %d lines for 4 rings", len(g.labels), len(g.bestLines))
	}
	if want := onX(g, 1.5); math.Abs(float64(g.bestLines[1]-want)) > 1e-9 {
		t.Errorf("the second line is at %v, want %v", g.bestLines[1], want)
	}
	if !slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == "highest I(Z;Y) in k groups" }) {
		t.Errorf("the legend does not name the rings: %v", g.Legend)
	}
	checkNothingHides(t, g)
	// The view of the hull has those that are on it.
	d, err := titularDesign(f, "svg", Options{Paper: true})
	if err != nil {
		t.Fatal(err)
	}
	both, err := newFigure(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range both.planes[0].rings {
		if r.k == 3 {
			t.Error("the hull has a ring at a clustering that is not on it")
		}
	}
}

// TestBestIsInside checks that axes reach a best clustering that lies beyond the last point.
func TestBestIsInside(t *testing.T) {
	entry := func(h, i float64, labels ...int) frontier.Entry {
		return frontier.Entry{H: h, I: i, Assignment: partition.Pack(partition.Partition(labels))}
	}
	f := frontierOf(t, frontier.Problem{Kind: "dib", N: 3, M: 3}, []frontier.Entry{entry(0, 0, 0, 0, 0), entry(0.5, 0.3, 0, 0, 1)})
	f, err := f.WithBest(3, []frontier.BestEntry{{Entry: entry(0, 0, 0, 0, 0)}, {Entry: entry(0.9, 0.3, 0, 1, 1)}})
	if err != nil {
		t.Fatal(err)
	}
	if g := figureOf(t, f, Options{}); !draw.Within(draw.Square(g.rings[1].at, 0), g.Frame) {
		t.Errorf("the ring at %v is not in the frame %v", g.rings[1].at, g.Frame)
	}
	if g := figureOf(t, f, Options{NoBest: true}); g.X.Hi != 0.5 || len(g.rings) != 0 {
		t.Errorf("without the series the axis ends at %g, and there are %d rings", g.X.Hi, len(g.rings))
	}
}

// TestHeldOut checks the places of what held-out records say, and that all of it stays in the
// frame.
func TestHeldOut(t *testing.T) {
	f := validated(t, 0.5)
	g := figureOf(t, f, Options{})
	checkNothingHides(t, g)
	o := g.heldOut
	if len(o.curve) != 5 || len(o.band) != 10 || len(o.supported) != 1 {
		t.Fatalf("a curve of %d points, a band of %d, %d lines", len(o.curve), len(o.band), len(o.supported))
	}
	if want := g.Place(1.2, 0.3); away(o.curve[3], want) > 1e-9 || math.Abs(float64(o.supported[0].From.X-want.X)) > 1e-9 {
		t.Errorf("the curve is at %v, and the line at %v, want %v", o.curve[3], o.supported[0].From.X, want)
	}
	if want := g.Place(1.2, 0.35); away(o.band[3], want) > 1e-9 {
		t.Errorf("the band ends at %v, want %v", o.band[3], want)
	}
	if len(o.marks) != 3 { // that of four clusters is far below
		t.Errorf("marks at %v", o.marks)
	}
	for _, at := range slices.Concat(o.curve, o.band, o.marks) {
		if !draw.Within(draw.Square(at, 0), draw.Grow(g.Frame, 1e-9)) {
			t.Errorf("%v is outside the frame %v", at, g.Frame)
		}
	}
	for _, width := range []float64{90, 160, 254} {
		g := figureOf(t, f, Options{Width: width, Height: 143, Annotations: []Annotation{{Point: 3, Text: "four groups:\nsome values\nand others\nof a name\nas long as this one, which is long"}}})
		if n, line := g.notes[0], g.heldOut.supported[0]; !n.placed || draw.Touches(n.box, nil, []vg.Point{line.From, line.To}) {
			t.Errorf("the note at %v is on the line at %v, or has no place", n.box, line.From.X)
		}
	}
	for _, words := range []string{"on held-out records, ± 1 se", "supported up to here, and k ≤ 3"} {
		if !slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == words }) {
			t.Errorf("the legend lacks %q", words)
		}
	}
	if g := figureOf(t, f, Options{NoHeldOut: true}); len(g.heldOut.curve) != 0 || g.Y.Lo != 0 {
		t.Errorf("without them there is a curve of %d points, and the axis begins at %g", len(g.heldOut.curve), g.Y.Lo)
	}
	one, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Clusters: 1}, make([]frontier.HeldOut, 9))
	if err != nil {
		t.Fatal(err)
	}
	if g := figureOf(t, one, Options{}); !slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == "no groups are supported" }) {
		t.Error("the legend does not say that nothing is supported")
	}
	// The smallest page has room for the legend, too.
	checkNothingHides(t, figureOf(t, f, Options{Width: 85, Height: 65}))
}

// TestHeldOutTooLarge checks that a damaged file is refused with the place of the damage.
func TestHeldOutTooLarge(t *testing.T) {
	f := listed(t)
	all := make([]frontier.HeldOut, 9)
	all[7].I = -1e300
	f, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Clusters: 1}, all)
	if err != nil {
		t.Fatal(err)
	}
	_, err = frontierDesign(f, "svg", Options{})
	if want := "what held-out records say of the best of 3 clusters at h 1.5, i -1e+300 cannot be drawn: values must stay below 1e+06"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// TestNotesAtBest checks that texts and strips are written at best clusterings, on the frontier and
// off it, one note for both.
func TestNotesAtBest(t *testing.T) {
	f := listed(t)
	g := figureOf(t, f, Options{
		Annotations: []Annotation{{Clusters: 3, Text: "three"}, {Clusters: 2, Text: "two"}},
		Palette:     &Palette{Clusters: []int{3}, Points: []int{2}},
	})
	checkNothingHides(t, g)
	three, _ := f.WithClusters(3)
	two, _ := f.WithClusters(2)
	if len(g.notes) != 2 || g.notes[0].at != g.Place(three.H, three.I) || g.notes[1].at != g.Place(two.H, two.I) {
		t.Fatalf("there are %d notes, the first at %v", len(g.notes), g.notes[0].at)
	}
	for n, strip := range []int{3, 2} {
		if !g.notes[n].placed || len(g.notes[n].strip) != strip || len(g.notes[n].lines) != 1 {
			t.Errorf("note %d is %+v", n, g.notes[n])
		}
		checkNote(t, g, g.notes[n])
	}
	for want, o := range map[string]Options{
		"there is no best clustering of 5 clusters for an annotation": {Annotations: []Annotation{{Clusters: 5, Text: "x"}}},
		"there is no best clustering of 9 clusters for a palette":     {Palette: &Palette{Clusters: []int{9}}},
		"the annotation of the best of 3 clusters has no text":        {Annotations: []Annotation{{Clusters: 3}}},
	} {
		if _, err := frontierDesign(f, "svg", o); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
	_, err := titularDesign(f, "svg", Options{Annotations: []Annotation{{Clusters: 3, Text: "x"}}})
	if err != nil {
		t.Errorf("the whole frontier, on the right, shows the best of three: %v", err)
	}
}

// TestLongNames checks that names of columns that have no room make way for symbols.
func TestLongNames(t *testing.T) {
	f := listed(t)
	f.Problem.Source.X, f.Problem.Source.Y = "carrier", "dest"
	has := func(g *oneFrame, words string) bool {
		return slices.ContainsFunc(g.Texts, func(x draw.Text) bool { return x.Words == words })
	}
	g := figureOf(t, f, Options{Identity: true, BestLines: true})
	if !has(g, "H(group of carrier) [bits]") || !has(g, "I(group of carrier; dest) [bits]") {
		t.Error("the axes do not name the columns")
	}
	var legend []string
	for _, e := range g.Legend {
		legend = append(legend, e.Words)
	}
	if want := []string{"frontier", "most information in k groups", "entropy of k equal groups", "entropy of these", "concave hull", "information = entropy", "no clustering found"}; !slices.Equal(legend, want) {
		t.Errorf("the legend is %q", legend)
	}
	f.Problem.Source.Y = "destination_airport_identifier"
	if g := figureOf(t, f, Options{Width: 85, Height: 62}); !has(g, "H(Z) [bits]") || !has(g, "I(Z;Y) [bits]") {
		t.Error("the axes have no symbols where names have no room")
	}
}
