package draw

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// TestOutlinesFillTheirBoxes draws texts as outlines and checks them against
// the boxes that the layout counts on.
func TestOutlinesFillTheirBoxes(t *testing.T) {
	for _, c := range []struct {
		words string
		short bool
	}{
		{"H(Z) [bits]", false},
		{"I(Z₁,Z₂;Y) [bits]", false},
		{"most informative for k clusters", false},
		{"H(Z) = log₂k", false},
		{"k=2", true},
		{"0123456789", true},
		{"β → ∞, ≤, Müller", false},
		{"AVAVA To Ty", false},
	} {
		x := NewText(c.words, 10, vg.Point{X: 100, Y: 50}, Left)
		x.Short = c.short
		ink := inkOf(t, x)
		if !Within(ink, Grow(x.Box(), 0.5)) {
			t.Errorf("%q covers %v, which is not within %v", c.words, ink, x.Box())
		}
		if w := x.Box().Max.X - x.Box().Min.X; math.Abs(float64(ink.Max.X-ink.Min.X-w)) > 2 {
			t.Errorf("%q is %v wide, its box %v", c.words, ink.Max.X-ink.Min.X, w)
		}
	}
}

// inkOf returns the smallest rectangle around the ends of all curves of a text.
func inkOf(t *testing.T, x Text) vg.Rectangle {
	t.Helper()
	var rec recorder.Canvas
	x.Draw(outlined{&rec, newTypesetter(nil)})
	ink := vg.Rectangle{
		Min: vg.Point{X: vg.Length(math.Inf(1)), Y: vg.Length(math.Inf(1))},
		Max: vg.Point{X: vg.Length(math.Inf(-1)), Y: vg.Length(math.Inf(-1))},
	}
	for _, a := range rec.Actions {
		f, ok := a.(*recorder.Fill)
		if !ok {
			t.Fatalf("%q is drawn by a %T", x.Words, a)
		}
		for _, c := range f.Path {
			if c.Type == vg.CloseComp {
				continue
			}
			ink.Min.X, ink.Min.Y = min(ink.Min.X, c.Pos.X), min(ink.Min.Y, c.Pos.Y)
			ink.Max.X, ink.Max.Y = max(ink.Max.X, c.Pos.X), max(ink.Max.Y, c.Pos.Y)
		}
	}
	return ink
}

// TestOutlinesOfUnknownLetters checks that a letter outside the font is drawn
// as a box, and that what does not print draws nothing.
func TestOutlinesOfUnknownLetters(t *testing.T) {
	for s, want := range map[string]bool{"中": true, "\xff": true, "": false, " ": false} {
		var rec recorder.Canvas
		outlined{&rec, newTypesetter(nil)}.FillString(sans(10), vg.Point{}, s)
		if got := len(rec.Actions) > 0; got != want {
			t.Errorf("%q: drawn is %v", s, got)
		}
	}
}

func TestUprightTextReadsUpwards(t *testing.T) {
	x := NewText("H(Z)", 10, vg.Point{X: 50, Y: 100}, Upright)
	box := x.Box()
	if w, h := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y; h < 2*w || math.Abs(float64(box.Min.Y+box.Max.Y)/2-100) > 1e-9 {
		t.Errorf("upright text takes %v", box)
	}
	var rec recorder.Canvas
	x.Draw(&rec)
	var turned, moved bool
	for _, a := range rec.Actions {
		switch a := a.(type) {
		case *recorder.Rotate:
			turned = moved && a.Angle == math.Pi/2
		case *recorder.Translate:
			moved = a.Point == x.At
		}
	}
	if !turned {
		t.Error("upright text is not moved to its place and then turned by a quarter to the left")
	}
}

func TestCirclesAreRound(t *testing.T) {
	var p vg.Path
	at := vg.Point{X: 3, Y: -2}
	Circle.Add(&p, at, 5)
	last := p[0].Pos
	for _, c := range p[1:5] {
		for s := 0.0; s <= 1; s += 0.125 {
			// The cubic Bezier curve at s.
			a, b := vg.Length(s), vg.Length(1-s)
			q := vg.Point{
				X: b*b*b*last.X + 3*b*b*a*c.Control[0].X + 3*b*a*a*c.Control[1].X + a*a*a*c.Pos.X,
				Y: b*b*b*last.Y + 3*b*b*a*c.Control[0].Y + 3*b*a*a*c.Control[1].Y + a*a*a*c.Pos.Y,
			}
			if d := away(at, q); math.Abs(float64(d-5)) > 0.002 {
				t.Fatalf("%v is %v from the middle", q, d)
			}
		}
		last = c.Pos
	}
	if away(last, p[0].Pos) > 1e-12 || p[5].Type != vg.CloseComp || len(p) != 6 {
		t.Error("the circle is not closed")
	}
}

// away returns the distance between two points.
func away(p, q vg.Point) vg.Length { return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y))) }
