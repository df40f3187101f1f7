package plot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// uncertain gives a frontier spreads of dh and di bits that grow with h, so that a filter
// of either reading keeps some points.
func uncertain(t testing.TB, f *frontier.Frontier, filter frontier.Filter, dh, di float64) *frontier.Frontier {
	t.Helper()
	var spreads []frontier.Spread
	for p := range f.All() {
		spreads = append(spreads, frontier.Spread{DH: dh * math.Abs(p.H), DI: di * math.Abs(p.H)})
	}
	f, err := f.WithUncertainty(frontier.Uncertainty{Method: "bootstrap", Resamples: 200, Filter: filter}, spreads)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// robustOf lays out a figure as [Robust] does.
func robustOf(t testing.TB, f, truth *frontier.Frontier, o Options) *robustFigure {
	t.Helper()
	page, err := o.checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	e, err := robustExtent(f, truth)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newRobustFigure(&view{f: f, annotations: o.Annotations, opts: Options{Paper: true}}, truth, e, page)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestBarsHaveTheirLengths checks places and lengths by the rule of three.
func TestBarsHaveTheirLengths(t *testing.T) {
	for _, sigma := range []float64{1, 2.5} {
		f := uncertain(t, ten(t), frontier.Filter{Sigma: sigma, Apart: "either"}, 0.03, 0.01)
		g := robustOf(t, f, nil, Options{})
		x := func(h float64) vg.Length { return vg.Length(g.X.From + (h-g.X.Lo)/(g.X.Hi-g.X.Lo)*(g.X.To-g.X.From)) }
		y := func(i float64) vg.Length { return vg.Length(g.Y.From + (i-g.Y.Lo)/(g.Y.Hi-g.Y.Lo)*(g.Y.To-g.Y.From)) }
		var want []draw.Segment
		others := 0
		for p := range f.All() {
			if !p.Robust {
				others++
				continue
			}
			dh, di := sigma*p.DH, sigma*p.DI
			want = append(
				want,
				draw.Segment{From: vg.Point{X: x(p.H + dh), Y: y(p.I)}, To: vg.Point{X: x(p.H - dh), Y: y(p.I)}},
				draw.Segment{From: vg.Point{X: x(p.H), Y: y(p.I - di)}, To: vg.Point{X: x(p.H), Y: y(p.I + di)}},
			)
		}
		same := func(a, b draw.Segment) bool { return away(a.From, b.From) < 1e-9 && away(a.To, b.To) < 1e-9 }
		if !slices.EqualFunc(g.bars, want, same) {
			t.Errorf("sigma %g: bars %v, want %v", sigma, g.bars, want)
		}
		if len(g.robust) != len(want)/2 || len(g.robust) < 4 || len(g.others) != others || others == 0 {
			t.Errorf("sigma %g: %d robust markers, %d others", sigma, len(g.robust), len(g.others))
		}
		if first := g.bars[2]; first.From.X >= first.To.X || g.bars[3].From.Y >= g.bars[3].To.Y {
			t.Errorf("sigma %g: the bars run from %v to %v and from %v to %v", sigma, first.From, first.To, g.bars[3].From, g.bars[3].To)
		}
	}
}

func TestRobustLegend(t *testing.T) {
	some := frontier.Filter{}
	origin := frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}})
	none := frontierOf(t, frontier.Problem{}, nil)
	counted := ten(t)
	counted.Problem.Samples = new(int64)
	*counted.Problem.Samples = 815
	for name, tt := range map[string]struct {
		f, truth *frontier.Frontier
		title    string
		want     []string
	}{
		"all":           {uncertain(t, counted, some, 0.1, 0.1), ten(t), "ten: N = 815, 5 of 10 points apart by resampling", []string{"robust groupings into k groups, which the sample tells apart: ± 1 sd (bootstrap)", "not told apart from these", "true frontier"}},
		"no truth":      {uncertain(t, ten(t), frontier.Filter{Sigma: 0.5}, 0.1, 0.1), nil, "ten: 6 of 10 points apart by resampling", []string{"robust groupings into k groups, which the sample tells apart: ± 0.5 sd (bootstrap)", "not told apart from these"}},
		"all robust":    {uncertain(t, ten(t), some, 0, 0), nil, "ten: 10 of 10 points apart by resampling", []string{"robust groupings into k groups, which the sample tells apart: ± 1 sd (bootstrap)"}},
		"one point":     {uncertain(t, origin, frontier.Filter{Sigma: 2}, 1, 1), none, "Pareto frontier: 1 of 1 points apart by resampling", []string{"robust groupings into k groups, which the sample tells apart: ± 2 sd (bootstrap)"}},
		"none, a truth": {uncertain(t, none, some, 1, 1), origin, "Pareto frontier: 0 of 0 points apart by resampling", []string{"true frontier"}},
	} {
		g := robustOf(t, tt.f, tt.truth, Options{})
		var got []string
		for _, e := range g.Legend {
			got = append(got, e.Words)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: legend (-want +got):\n%s", name, d)
		}
		if !slices.ContainsFunc(g.Texts, func(x draw.Text) bool { return x.Words == tt.title && x.Size == draw.TitleSize }) {
			t.Errorf("%s: no title %q in %v", name, tt.title, g.Texts)
		}
	}
	g := robustOf(t, uncertain(t, ten(t), some, 0.1, 0.1), nil, Options{Title: "My title"})
	if last := g.Texts[len(g.Texts)-1]; last.Words != "My title" {
		t.Errorf("the title is %q", last.Words)
	}
}

// TestNothingHidesBars checks that all that is drawn is inside the frame, with room to
// spare, and texts and legend outside, for spreads from none to huge, and truths of
// other extents.
func TestNothingHidesBars(t *testing.T) {
	truths := map[string]*frontier.Frontier{
		"no": nil, "same": ten(t), "large": synthetic(t, 700, shapes[0].Curve, 1), "small": synthetic(t, 1, shapes[3].Curve, 1),
	}
	for name, truth := range truths {
		for _, sd := range []float64{0, 1e-9, 1e-3, 0.1, 3, 1e4} {
			for _, o := range []Options{{}, {Width: draw.MinWidth, Height: draw.MinHeight}, {Width: 300, Height: 80}} {
				for _, n := range []int{1, 2, 90, 1000} {
					f := uncertain(t, synthetic(t, n, shapes[0].Curve, 3), frontier.Filter{Apart: "either"}, sd, sd/2)
					t.Run(fmt.Sprintf("truth=%s/sd=%g/width=%g/points=%d", name, sd, o.Width, n), func(t *testing.T) {
						g := robustOf(t, f, truth, o)
						checkNothingHides(t, &oneFrame{&figure{Sheet: g.Sheet}, &plane{Axes: g.Axes}})
						checkInside(t, g)
					})
				}
			}
		}
	}
}

func checkInside(t *testing.T, g *robustFigure) {
	inner := draw.Grow(g.Frame, 1e-6-ringSize)
	for _, m := range g.bars {
		if !draw.Within(draw.Spanning(m.From, m.To), inner) {
			t.Errorf("the bar from %v to %v leaves the frame %v", m.From, m.To, g.Frame)
		}
	}
	for _, p := range append(g.others, g.robust...) {
		if !draw.Within(draw.Spanning(p, p), inner) {
			t.Errorf("the marker at %v leaves the frame %v", p, g.Frame)
		}
	}
	for _, p := range g.truth {
		if !draw.Within(draw.Spanning(p, p), g.Frame) {
			t.Errorf("the truth goes through %v, outside the frame %v", p, g.Frame)
		}
	}
}

// TestRobustPointsAreLabelled: numbers of clusters and annotations are at robust points, and on
// nothing that is drawn.
func TestRobustPointsAreLabelled(t *testing.T) {
	var lower []frontier.Entry // a truth that runs where labels would be
	for p := range golden(t, "alpha27").All() {
		lower = append(lower, frontier.Entry{H: p.H, I: 0.96 * p.I, K: p.K})
	}
	for _, truth := range []*frontier.Frontier{nil, golden(t, "alpha27"), frontierOf(t, frontier.Problem{}, lower)} {
		f := uncertain(t, golden(t, "alpha27"), frontier.Filter{}, 0.02, 0.02)
		var o Options
		for _, p := range f.MostProminent(3, func(p frontier.Point) bool { return p.Robust }) {
			o.Annotations = append(o.Annotations, Annotation{Point: p.Index, Text: "at " + fmt.Sprint(p.Index)})
		}
		g := robustOf(t, f, truth, o)
		if len(g.labels) < 5 || len(g.labels) < len(g.robust)/2 {
			t.Errorf("%d of %d robust points are labelled", len(g.labels), len(g.robust))
		}
		var bars []vg.Rectangle
		for _, b := range g.bars {
			bars = append(bars, draw.Spanning(b.From, b.To))
		}
		for n, label := range g.labels {
			box := label.Box()
			near := slices.MinFunc(g.rings, func(a, b ring) int {
				return int(math.Copysign(1, float64(draw.Distance(box, a.at)-draw.Distance(box, b.at))))
			})
			if label.Words != clusterLabel(near.k, n == 0) {
				t.Errorf("the label %q is nearest to a point of %d clusters", label.Words, near.k)
			}
			if !draw.Within(box, g.Frame) || draw.Touches(box, bars, g.truth) {
				t.Errorf("the label %q is on a bar or the truth", label.Words)
			}
		}
		if len(g.notes) != 3 {
			t.Fatalf("%d notes", len(g.notes))
		}
		for _, n := range g.notes {
			if !n.placed || draw.Touches(n.box, bars, g.truth) {
				t.Errorf("the note of point %d is at %v", n.point, n.box)
			}
		}
	}
}

// TestExtentOfRobust: the extent ends with points, bars and truth, and an empty truth adds
// nothing to it.
func TestExtentOfRobust(t *testing.T) {
	mine := frontier.Problem{Kind: "mine"}
	of := func(entries ...frontier.Entry) *frontier.Frontier { return frontierOf(t, mine, entries) }
	f, err := of(frontier.Entry{H: 5, I: 7, K: 1}, frontier.Entry{H: 6, I: 8, K: 2}).WithUncertainty(
		frontier.Uncertainty{Method: "delta"}, []frontier.Spread{{}, {DH: 0.25, DI: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		truth *frontier.Frontier
		want  picture.Extent
	}{
		{nil, picture.Extent{HLo: 5, HHi: 6.25, ILo: 7, IHi: 8.5}},
		{of(), picture.Extent{HLo: 5, HHi: 6.25, ILo: 7, IHi: 8.5}},
		{of(frontier.Entry{H: 4, I: 9, K: 1}), picture.Extent{HLo: 4, HHi: 6.25, ILo: 7, IHi: 9}},
	} {
		if got, err := robustExtent(f, c.truth); err != nil || got != c.want {
			t.Errorf("%v, %v, want %v", got, err, c.want)
		}
	}
}

// TestTruthIsAStaircase checks that the truth is where its points are.
func TestTruthIsAStaircase(t *testing.T) {
	truth := synthetic(t, 12, shapes[0].Curve, 1)
	g := robustOf(t, uncertain(t, ten(t), frontier.Filter{}, 0.1, 0.1), truth, Options{})
	if len(g.truth) != 25 || g.truth[0].Y != g.Frame.Min.Y || g.truth[24].X != g.Frame.Min.X {
		t.Fatalf("the staircase goes by %v in %v", g.truth, g.Frame)
	}
	for n := range truth.Len() {
		if at := g.Place(truth.At(n).H, truth.At(n).I); g.truth[2*n+1] != at || g.truth[2*n].X != at.X {
			t.Errorf("point %d is at %v, and the staircase goes by %v and %v", n, at, g.truth[2*n], g.truth[2*n+1])
		}
	}
}

func TestRobustErrors(t *testing.T) {
	some := frontier.Filter{}
	huge := func(dh, di float64) *frontier.Frontier {
		f := frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 1, I: 1, K: 2}})
		f, err := f.WithUncertainty(frontier.Uncertainty{Method: "delta", Filter: frontier.Filter{Sigma: 2}}, []frontier.Spread{{DH: dh, DI: di}})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	damaged := frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 1e7, K: 1}})
	for name, tt := range map[string]struct {
		f, truth *frontier.Frontier
		format   string
		o        Options
		want     string
	}{
		"no uncertainty": {ten(t), nil, "svg", Options{}, "the frontier does not say how uncertain its points are: resample its table first, as package robust does"},
		"format":         {uncertain(t, ten(t), some, 1, 1), nil, "gif", Options{}, "there is no format \"gif\": choose svg, png or pdf"},
		"size":           {uncertain(t, ten(t), some, 1, 1), nil, "svg", Options{Width: 1}, "a figure of 1 x 110 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm"},
		"dh":             {huge(1e300, 0), nil, "svg", Options{}, "point 0 has error bars of 2e+300 and 0, 2 standard deviations, which are too long to draw"},
		"di overflows":   {huge(0, math.MaxFloat64), nil, "svg", Options{}, "point 0 has error bars of 0 and +Inf, 2 standard deviations, which are too long to draw"},
		"a point":        {uncertain(t, damaged, some, 0, 0), nil, "svg", Options{}, "point 0 at h 0, i 1e+07 cannot be drawn: values must stay below 1e+06"},
		"a true point":   {uncertain(t, ten(t), some, 0, 0), damaged, "svg", Options{}, "the truth: point 0 at h 0, i 1e+07 cannot be drawn: values must stay below 1e+06"},
		"other kinds": {uncertain(t, ten(t), some, 0, 0), ofKind(t, "kmeans"), "svg", Options{}, "the frontier is one of I(Z;Y) [bits] against H(Z) [bits], " +
			"and the truth of explained variance against log₂ k [bits]: choose two of one kind"},
	} {
		if err := Robust(io.Discard, tt.f, tt.truth, tt.format, tt.o); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// TestRobustFiles draws every format, twice the same, and finds in the SVG what was laid
// out.
func TestRobustFiles(t *testing.T) {
	f, truth := uncertain(t, golden(t, "alpha27"), frontier.Filter{}, 0.02, 0.02), golden(t, "alpha27")
	for _, format := range []string{"svg", "png", "pdf"} {
		var a, b bytes.Buffer
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := Robust(w, f, truth, format, Options{DPI: 72, Paper: true}); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("format %s differs from one time to the next", format)
		}
		if format != "svg" {
			continue
		}
		g, s := robustOf(t, f, truth, Options{}), parseSVG(t, a.Bytes())
		// The legend shows three points that are not robust, one that is, and its two bars.
		for style, want := range map[string]int{
			"fill:#B0B0B0": len(g.others) + 3, "fill:#D55E00": len(g.robust) + 1, "fill:none;stroke:#D55E00": 3*(len(g.bars)-2) + 6,
		} {
			if got := len(s.subpaths(style)); got != want {
				t.Errorf("%d parts in %s, want %d", got, style, want)
			}
		}
	}
	if err := Robust(brokenWriter{}, f, truth, "svg", Options{}); err == nil {
		t.Error("a full disk is no error")
	}
}

// TestManyRobustPointsMakeSmallFiles: points on one spot are drawn once, but not if their
// bars differ.
func TestManyRobustPointsMakeSmallFiles(t *testing.T) {
	f := synthetic(t, 10_000, shapes[1].Curve, 1)
	f = uncertain(t, f, frontier.Filter{Apart: "either"}, 1e-12, 1e-12)
	if g := robustOf(t, f, nil, Options{}); len(g.robust) > 3000 || len(g.bars) != 2*len(g.robust) {
		t.Errorf("%d markers, %d bars", len(g.robust), len(g.bars))
	}
	f = frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1e-4, I: 1e-4, K: 2}, {H: 2e-4, I: 2e-4, K: 2}, {H: 3e-4, I: 3e-4, K: 2}})
	f, err := f.WithUncertainty(frontier.Uncertainty{Method: "nsb", Filter: frontier.Filter{Apart: "either", Overlap: "value"}},
		[]frontier.Spread{{}, {DI: 1e-5}, {DI: 0.5}, {DH: 0.5, DI: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	robust := 0
	for p := range f.All() {
		if p.Robust {
			robust++
		}
	}
	if g := robustOf(t, f, nil, Options{}); robust != 4 || len(g.robust) != 3 || len(g.bars) != 6 {
		t.Errorf("%d robust points: %d markers, %d bars", robust, len(g.robust), len(g.bars))
	}
}

// FuzzRobust draws frontiers of any numbers and spreads: nothing may panic, and no bar may
// leave the frame.
func FuzzRobust(f *testing.F) {
	number := func(values ...float64) []byte {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		return b
	}
	f.Add(number(), "dib", 1.0, false, uint8(0))
	f.Add(number(0, 0, 0, 0, 1, 0.5, 0.1, 0.2), "dib", 1.0, false, uint8(1))
	f.Add(number(-1e12, -1e12, 1e12, 0, 1e12, 1e12, 0, 1e12), "mine", 0.5, true, uint8(1))
	f.Add(number(0, 0, 1e-300, 1e-9, 1e-9, 1e-9, 1e-12, 4), "quantizer", 1e5, true, uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, kind string, sigma float64, either bool, cut uint8) {
		var entries []frontier.Entry
		var spreads []frontier.Spread
		for ; len(data) >= 32; data = data[32:] {
			var v [4]float64
			for n := range v {
				v[n] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*n:]))
			}
			entries = append(entries, frontier.Entry{H: v[0], I: v[1], K: 1 + len(entries)/2})
			spreads = append(spreads, frontier.Spread{DH: v[2], DI: v[3]})
		}
		filter := frontier.Filter{Sigma: sigma}
		if either {
			filter.Apart = "either"
		}
		fr, err := frontier.New(frontier.Problem{Kind: kind}, frontier.Search{}, entries)
		if err != nil {
			return
		}
		truth, err := frontier.New(frontier.Problem{Kind: kind}, frontier.Search{}, entries[:min(int(cut), len(entries))])
		if err != nil {
			return
		}
		if fr, err = fr.WithUncertainty(frontier.Uncertainty{Method: kind + "!", Filter: filter}, spreads); err != nil {
			return
		}
		e, err := robustExtent(fr, truth)
		if err != nil {
			return
		}
		page, _ := Options{}.checked("svg")
		g, err := newRobustFigure(&view{f: fr, opts: Options{Paper: true}}, truth, e, page)
		if err != nil {
			t.Fatal(err)
		}
		checkInside(t, g)
		for _, format := range []string{"svg", "pdf"} {
			var b strings.Builder
			if err := Robust(&b, fr, truth, format, Options{}); err != nil || format == "svg" && strings.Contains(b.String(), "NaN") {
				t.Fatalf("format %s: %v", format, err)
			}
		}
	})
}
