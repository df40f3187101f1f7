package plot

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// certify gives a frontier a certificate whose bounds lie above the hull by some
// bits; proved tells which of the edges are certified.
func certify(f *frontier.Frontier, above float64, proved func(edge int) bool) *frontier.Frontier {
	c := &frontier.Certificate{Tolerance: 1e-8}
	last := -1
	for n := range f.Len() {
		if !f.At(n).Hull {
			continue
		}
		if last >= 0 {
			p, q := f.At(last), f.At(n)
			slope := (q.I - p.I) / (q.H - p.H)
			c.Edges = append(c.Edges, frontier.Edge{
				HLo: p.H, HHi: q.H, Certified: proved(len(c.Edges)), Slope: slope, Dual: []float64{p.I - slope*p.H + above},
			})
		}
		last = n
	}
	f.Certificate = c
	return f
}

func TestBandsAndBounds(t *testing.T) {
	for name, tt := range map[string]struct {
		proved        func(edge int) bool
		bands, bounds [][2]float64 // from h to h
	}{
		// The hull of ten goes through h = 0, 0.97, 1.5, 1.95 and 2.25.
		"all":         {func(int) bool { return true }, [][2]float64{{0, 2.25}}, nil},
		"none":        {func(int) bool { return false }, nil, [][2]float64{{0, 2.25}}},
		"high":        {func(e int) bool { return e > 0 }, [][2]float64{{0.97, 2.25}}, [][2]float64{{0, 0.97}}},
		"alternating": {func(e int) bool { return e%2 == 0 }, [][2]float64{{0, 0.97}, {1.5, 1.95}}, [][2]float64{{0.97, 1.5}, {1.95, 2.25}}},
	} {
		f := certify(ten(t), 0.1, tt.proved)
		if len(f.Certificate.Edges) != 4 {
			t.Fatalf("the hull has %d edges", len(f.Certificate.Edges))
		}
		g := figureOf(t, f, Options{})
		var bands, bounds [][2]vg.Length
		for _, b := range g.bands {
			if b.Min.Y != g.Frame.Min.Y || math.Abs(float64(b.Max.Y-b.Min.Y-bandHeight)) > 1e-9 {
				t.Errorf("%s: band %v", name, b)
			}
			bands = append(bands, [2]vg.Length{b.Max.X, b.Min.X})
		}
		for _, b := range g.bounds {
			bounds = append(bounds, [2]vg.Length{b[0].X, b[len(b)-1].X})
		}
		same := func(got [][2]vg.Length, want [][2]float64) bool {
			return slices.EqualFunc(got, want, func(a [2]vg.Length, b [2]float64) bool {
				return math.Abs(float64(a[0]-onX(g, b[0]))) < 1e-9 && math.Abs(float64(a[1]-onX(g, b[1]))) < 1e-9
			})
		}
		if !same(bands, tt.bands) || !same(bounds, tt.bounds) {
			t.Errorf("%s: bands %v, bounds %v", name, bands, bounds)
		}
		var words []string
		for _, e := range g.Legend {
			words = append(words, e.Words)
		}
		if slices.Contains(words, "proved complete") != (tt.bands != nil) || slices.Contains(words, "upper bound") != (tt.bounds != nil) {
			t.Errorf("%s: the legend is %q", name, words)
		}
	}
}

// TestCeilingIsDrawn checks the curve of an upper bound on all clusterings: from the left end of the
// frontier to its right end, and nowhere outside of the frame.
func TestCeilingIsDrawn(t *testing.T) {
	f := ten(t)
	last := f.At(f.Len() - 1)
	f.Ceiling = &frontier.Ceiling{Steps: 1, Corners: []frontier.Corner{{H: 0, I: 0}, {H: 1, I: 1}, {H: last.H + 1, I: 100}}}
	g := figureOf(t, f, Options{})
	if len(g.bounds) != 1 || len(g.bounds[0]) != 3 {
		t.Fatalf("the curves are %v", g.bounds)
	}
	for n, h := range []float64{0, 1, last.H} {
		at, want := g.bounds[0][n], g.Place(h, f.Ceiling.At(h))
		want.Y = min(want.Y, g.Frame.Max.Y)
		if math.Abs(float64(at.X-want.X)) > 1e-9 || math.Abs(float64(at.Y-want.Y)) > 1e-9 {
			t.Errorf("corner %d is at %v, want %v", n, at, want)
		}
	}
	if !slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == "upper bound" }) {
		t.Errorf("the legend is %v", g.Legend)
	}
	// A certificate has the narrower bounds.
	certify(f, 0.1, func(int) bool { return false })
	if g := figureOf(t, f, Options{}); len(g.bounds[0]) == 3 {
		t.Errorf("with a certificate, the curves are %v", g.bounds)
	}
}

// TestBoundIsThatOfTheFrontier compares the curve with what package frontier says.
func TestBoundIsThatOfTheFrontier(t *testing.T) {
	f := certify(ten(t), 0.05, func(e int) bool { return e == 1 })
	f.Problem.IXY = 0.81
	for k, e := range f.Certificate.Edges {
		corners := picture.Envelope(boundsOf(f, &f.Certificate.Edges[k]), e.HLo, e.HHi)
		for n := 1; n < len(corners); n++ {
			p, q := corners[n-1], corners[n]
			for _, part := range []float64{0.1, 0.5, 1} {
				h := p.H + part*(q.H-p.H)
				if got, want := p.I+part*(q.I-p.I), f.Bound(h); math.Abs(got-want) > 1e-12 {
					t.Errorf("at h = %g the curve is at %g, and the bound %g", h, got, want)
				}
			}
		}
	}
}

// TestProofKeepsClear checks that band, curve and labels keep out of each other's
// way, and within the frame.
func TestProofKeepsClear(t *testing.T) {
	labels := 0
	for _, above := range []float64{0.02, 5} {
		everyShape(t, func(t *testing.T, f *frontier.Frontier, g *oneFrame) {
			bare := len(g.Legend)
			f = certify(f, above, func(e int) bool { return e%3 == 2 })
			defer func() { f.Certificate = nil }()
			edges := len(f.Certificate.Edges)
			o := Options{Width: float64(g.Width / mm), Height: float64(g.Height / mm)}
			g = figureOf(t, f, o)
			if edges > 0 && len(g.bounds) == 0 || edges > 2 && len(g.Legend) < bare+1 {
				t.Errorf("%d curves, %d bands, legend of %d", len(g.bounds), len(g.bands), len(g.Legend))
			}
			for _, curve := range g.bounds {
				for n, p := range curve {
					if !draw.Within(vg.Rectangle{Min: p, Max: p}, draw.Grow(g.Frame, 1e-9)) || n > 0 && p.X > curve[n-1].X+1e-9 {
						t.Errorf("the bound goes through %v", p)
					}
				}
			}
			for _, label := range g.labels {
				labels++
				if draw.Touches(label.Box(), g.bands, g.bounds...) {
					t.Errorf("label %q is on a band or a bound", label.Words)
				}
			}
			for _, b := range g.bands {
				for _, p := range g.points {
					if p.Y-g.markerRadius < b.Max.Y {
						t.Errorf("the point at %v is on a band", p)
					}
				}
			}
		})
	}
	if labels < 1000 {
		t.Errorf("only %d labels were seen", labels)
	}
}

// TestDamagedCertificate draws what cannot be true.
func TestDamagedCertificate(t *testing.T) {
	for _, v := range []float64{1e300, -1e300, math.MaxFloat64, math.Inf(1), math.NaN(), 1e5, -1e5} {
		f := certify(ten(t), 0.1, func(int) bool { return false })
		for k := range f.Certificate.Edges {
			f.Certificate.Edges[k].Dual = []float64{v, v}
		}
		for _, format := range []string{"svg", "pdf", "png"} {
			var b bytes.Buffer
			if err := Frontier(&b, f, format, Options{DPI: 40}); err != nil || bytes.Contains(b.Bytes(), []byte("NaN")) {
				t.Errorf("%v: %v", v, err)
			}
		}
	}
}

// TestNoCertificateNoProof: a certificate of no edges shows nothing.
func TestNoCertificateNoProof(t *testing.T) {
	f := ten(t)
	var bare, empty bytes.Buffer
	if err := Frontier(&bare, f, "svg", Options{Paper: true}); err != nil {
		t.Fatal(err)
	}
	f.Certificate = &frontier.Certificate{}
	if err := Frontier(&empty, f, "svg", Options{Paper: true}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bare.Bytes(), empty.Bytes()) {
		t.Error("a certificate of no edges changes the figure")
	}
}
