package plot

import (
	"image/color"
	"io"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/partition"
)

// six is a frontier of six rows with known clusters.
func six(t testing.TB) *frontier.Frontier {
	t.Helper()
	var entries []frontier.Entry
	for n, a := range []partition.Partition{{0, 0, 0, 0, 0, 0}, {0, 1, 1, 1, 1, 0}, {0, 1, 1, 2, 2, 0}, {0, 1, 2, 3, 4, 5}} {
		entries = append(entries, frontier.Entry{H: float64(n) * 0.8, I: 0.5 * float64(n), Assignment: partition.Pack(a)})
	}
	return frontierOf(t, frontier.Problem{N: 6, M: 6, XLabels: []string{"a", "b", "c", "d", "e", "f"}}, entries)
}

func TestStripOfHues(t *testing.T) {
	p := &Palette{Hues: []float64{350, 120, 120, 300, 180, 10}, Mass: []float64{1, 1, 1, 3, 3, 1}}
	strip := p.strip(six(t).At(2)) // {a f} {b c} {d e}
	for n, want := range []patch{
		{draw.Vivid(240, 0.5), 0.6}, // 300 and 180 degrees, equally
		{draw.Vivid(0, math.Cos(10*math.Pi/180)), 0.2},
		{draw.Vivid(120, 1), 0.2},
	} {
		if strip[n].colour != want.colour || math.Abs(strip[n].width-want.width) > 1e-12 {
			t.Errorf("patch %d is %v, want %v", n, strip[n], want)
		}
	}
	p.Equal = true
	for n, s := range p.strip(six(t).At(2)) {
		if s.width != 1.0/3 || s.colour != strip[n].colour {
			t.Errorf("patch %d of equal ones is %v", n, s)
		}
	}
}

func TestStripOfRanksAndColours(t *testing.T) {
	f := six(t)
	strip := (&Palette{}).strip(f.At(1)) // {a f} {b c d e}
	if want := draw.Along(0.5); len(strip) != 2 || strip[0].width != 4.0/6 || strip[0].colour != want || strip[1].colour != want {
		t.Errorf("by rank: %v, want %v", strip, want)
	}
	strip = (&Palette{}).strip(f.At(3))
	if strip[0].colour != draw.OnRamp(0, 9) || strip[5].colour != draw.OnRamp(8, 9) {
		t.Errorf("rows alone: %v", strip)
	}
	black, white := color.NRGBA{A: 0xff}, color.NRGBA{0xff, 0xff, 0xff, 0xff}
	p := &Palette{Colors: []color.NRGBA{black, black, white, black, white, white}}
	grey := color.NRGBA{188, 188, 188, 255} // half the light of white
	if got := p.strip(f.At(0))[0].colour; got != grey {
		t.Errorf("black and white make %v", got)
	}
	dim, bright := color.NRGBA{100, 0, 0, 0xff}, color.NRGBA{0, 200, 0, 0xff}
	p = &Palette{Colors: []color.NRGBA{dim, bright, bright, bright, bright, dim}, Mass: []float64{1, 1, 2, 3, 4, 5}}
	if got := p.strip(f.At(1)); got[0].colour != bright || got[1].colour != dim {
		t.Errorf("clusters of one colour are %v", got)
	}
	p = &Palette{Mass: []float64{1, 0, 0, 0, 0, 1}, Hues: make([]float64, 6)}
	if got := p.strip(f.At(1)); got[1] != (patch{draw.Faint.Light, 0}) {
		t.Errorf("a cluster without mass is %v", got[1])
	}
}

func TestVivid(t *testing.T) {
	for _, c := range []struct {
		hue, saturation float64
		want            color.NRGBA
	}{
		{0, 1, color.NRGBA{224, 0, 0, 255}},
		{60, 1, color.NRGBA{224, 224, 0, 255}},
		{120, 1, color.NRGBA{0, 224, 0, 255}},
		{-120, 1, color.NRGBA{0, 0, 224, 255}},
		{240, 0.5, color.NRGBA{112, 112, 224, 255}},
		{300, 1, color.NRGBA{224, 0, 224, 255}},
		{77, 0, color.NRGBA{224, 224, 224, 255}},
	} {
		if got := draw.Vivid(c.hue, c.saturation); got != c.want {
			t.Errorf("%g degrees, %g: %v, want %v", c.hue, c.saturation, got, c.want)
		}
	}
}

func TestEncodedIsTheInverse(t *testing.T) {
	for v := range 256 {
		if got := draw.Encoded(draw.Linear(uint8(v))); got != uint8(v) {
			t.Errorf("%d becomes %d", v, got)
		}
	}
}

func TestStripsOnThePage(t *testing.T) {
	f := six(t)
	o := Options{Palette: &Palette{Points: []int{1, 2, 3}}, Annotations: []Annotation{{Point: 2, Text: "three clusters"}}}
	g := figureOf(t, f, o)
	checkNothingHides(t, g)
	if len(g.notes) != 3 || len(g.notes[1].lines) != 1 || len(g.notes[0].lines) != 0 {
		t.Fatalf("%d notes", len(g.notes))
	}
	for n, a := range g.notes {
		checkNote(t, g, a)
		if len(a.strip) != []int{2, 3, 6}[n] {
			t.Errorf("note %d has %d patches", n, len(a.strip))
		}
		if a.box.Max.Y-a.box.Min.Y < stripHeight-1e-9 || a.box.Max.X-a.box.Min.X < stripWidth-1e-9 {
			t.Errorf("the strip of note %d has no room in %v", n, a.box)
		}
		// The strip is below the frontier, if not far below.
		if n < 2 && a.box.Max.Y > a.at.Y {
			t.Errorf("note %d is above its point", n)
		}
	}
	s := parseSVG(t, drawn(t, f, "svg", o))
	if got := len(s.subpaths("fill:#3B0F67")); got != 1 { // the darkest, of the first row alone
		t.Errorf("%d patches of the first colour", got)
	}
	for _, texts := range g.notes[1].texts() {
		if strip := (vg.Rectangle{Min: g.notes[1].box.Min, Max: vg.Point{X: g.notes[1].box.Max.X, Y: g.notes[1].box.Min.Y + stripHeight}}); draw.Overlap(texts.Box(), strip) {
			t.Error("the text is on the strip")
		}
	}
}

func TestWrongPalettes(t *testing.T) {
	f := six(t)
	for want, p := range map[string]Palette{
		"the palette has 5 colours for 6 rows":                                    {Colors: make([]color.NRGBA, 5)},
		"the palette has 7 masses for 6 rows":                                     {Mass: make([]float64, 7)},
		"the palette has both hues and colours: give one of them":                 {Hues: make([]float64, 6), Colors: make([]color.NRGBA, 6)},
		"the hue of row 2 is NaN: want degrees":                                   {Hues: []float64{0, 0, math.NaN(), 0, 0, 0}},
		"the mass of row 1 is -1: want 0 or more":                                 {Mass: []float64{1, -1, 1, 1, 1, 1}},
		"the masses of the rows add up to 0: want more than 0":                    {Mass: make([]float64, 6)},
		"there is no point 4 for a palette: the frontier has 4 points, from 0 on": {Points: []int{4}},
	} {
		err := Frontier(io.Discard, f, "svg", Options{Palette: &p})
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
