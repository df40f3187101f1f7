package draw

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/go-text/typesetting/font/cff"
	"gonum.org/v1/plot/vg"
)

func TestPlain(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "H(Z₁,Z₂)/2 [bits] ± 1…": true, "naïve Ωμέγα Ёж": true, "a\xff": false,
		"東京": false, "العربية": false, "עברית": false, "हिन्दी": false, "ไทย": false, "😀": false, "e\u0301": false, "a\u200db": false,
	} {
		if got := plain(s); got != want {
			t.Errorf("%q: plain is %v", s, got)
		}
	}
}

// fromLeft returns what letters stand for, from left to right.
func fromLeft(glyphs []glyph) string {
	glyphs = slices.Clone(glyphs)
	slices.SortStableFunc(glyphs, func(a, b glyph) int { return cmp.Compare(a.at.X, b.at.X) })
	var b strings.Builder
	for _, g := range glyphs {
		b.WriteString(g.text)
	}
	return b.String()
}

// TestRightToLeft: Hebrew, which the built-in typeface has, is read from right to left, and numbers
// in it from left to right. As in Unicode Standard Annex 9, capitals stand for its letters.
func TestRightToLeft(t *testing.T) {
	hebrew := strings.NewReplacer("A", "\u05d0", "B", "\u05d1", "C", "\u05d2", "D", "\u05d3").Replace
	set := newTypesetter(nil)
	for s, want := range map[string]string{
		"ABC": "CBA", "abc ABC def": "abc CBA def", "k=2: AB | rest": "k=2: BA | rest", "AB | cd": "BA | cd", "AB | CD": "DC | BA",
		"AB 12 CD": "DC 12 BA", "x AB 1.5 ab CD.": "x 1.5 BA ab DC.", "(AB) 7": "(BA) 7", "a (AB) b": "a (BA) b",
	} {
		s, want = hebrew(s), hebrew(want)
		glyphs := set.line(10, vg.Point{X: 3, Y: 4}, s)
		if got := fromLeft(glyphs); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
		last := glyphs[len(glyphs)-1]
		end := last.at.X + last.face.advance(last.id)*last.size/last.face.units
		if width := TextWidth(s, 10); glyphs[0].at != (vg.Point{X: 3, Y: 4}) || math.Abs(float64(end-3-width)) > 0.3 {
			t.Errorf("%q is drawn from %v to %v, and %v wide", s, glyphs[0].at, end, width)
		}
	}
}

// TestMarksTakeNoRoom: a mark stands at its letter.
func TestMarksTakeNoRoom(t *testing.T) {
	if a, b := TextWidth("e\u0301e", 10), TextWidth("ee", 10); math.Abs(float64(a-b)) > 1e-9 {
		t.Errorf("with a mark %v wide, without %v", a, b)
	}
	glyphs := newTypesetter(nil).line(10, vg.Point{}, "xe\u0301x")
	if last := glyphs[len(glyphs)-1]; last.text != "x" || math.Abs(float64(last.at.X-TextWidth("xe", 10))) > 0.3 {
		t.Errorf("the letter behind the mark is at %v", last.at)
	}
}

// TestMissingLetters: fonts are asked for each letter once, damaged ones are left out, and what no
// font has is drawn as a box in as much room as it would have had.
func TestMissingLetters(t *testing.T) {
	var asked []string
	set := newTypesetter(func(missing []rune) [][]byte {
		asked = append(asked, string(missing))
		return [][]byte{nil, []byte("no font"), liberationsansregular.TTF}
	})
	for range 2 {
		for _, s := range []string{"東京 a", "京都\ufe0f\u200d", "😀"} {
			glyphs := set.line(10, vg.Point{}, s)
			if glyphs[0].id != 0 || len(glyphs[0].placed()) == 0 {
				t.Errorf("%q is drawn as %v", s, glyphs)
			}
			if slack := set.slack(s, 10); slack <= 0 || slack > TextWidth(s, 10) {
				t.Errorf("%q leaves %v of %v free", s, slack, TextWidth(s, 10))
			}
		}
	}
	if want := []string{"東京", "都", "😀"}; !slices.Equal(asked, want) {
		t.Errorf("fonts were asked for %q, want %q", asked, want)
	}
}

// TestLettersFitTheirRoom: where a font is wider than expected, letters are smaller, and where it is
// narrower, a text stays at its end of the room.
func TestLettersFitTheirRoom(t *testing.T) {
	const wide = "\u2e3b" // the widest of dashes, which the built-in typeface lacks
	for _, s := range []string{wide, "東京東京", "אבג", "e\u0301"} {
		for _, align := range []Alignment{Left, Centre, Right} {
			x := NewText(s, 10, vg.Point{X: 100}, align)
			box, ink := x.Box(), inkOf(t, x)
			if ink.Min.X < box.Min.X-0.5 || ink.Max.X > box.Max.X+0.5 {
				t.Errorf("%q: letters from %v to %v in room from %v to %v", s, ink.Min.X, ink.Max.X, box.Min.X, box.Max.X)
			}
			if align == Right && box.Max.X-ink.Max.X > 1.5 {
				t.Errorf("%q ends at %v, the room for it at %v", s, ink.Max.X, box.Max.X)
			}
		}
	}
}

func TestSharedOut(t *testing.T) {
	for _, c := range []struct {
		runes     string
		letters   int
		leftwards bool
		want      []string
	}{
		{"a", 1, false, []string{"a"}},
		{"abc", 1, true, []string{"abc"}},
		{"abc", 3, false, []string{"a", "b", "c"}},
		{"abc", 3, true, []string{"c", "b", "a"}},
		{"abc", 2, false, []string{"a", "bc"}},
		{"a", 2, true, []string{"\u200b", "a"}},
	} {
		if got := sharedOut([]rune(c.runes), c.letters, c.leftwards); !slices.Equal(got, c.want) {
			t.Errorf("%q for %d letters: %q, want %q", c.runes, c.letters, got, c.want)
		}
	}
}

// TestEmbeddedLetters reads the embedded font by another program, and compares each outline with
// that of the font it is from.
func TestEmbeddedLetters(t *testing.T) {
	c := &pdfCanvas{typesetter: newTypesetter(nil)}
	c.FillString(sans(8), vg.Point{}, "The quick brown fox (jumps) over 27 dogs: Ωμέγα, Ёж, ₂ & é")
	f := c.fonts[0]
	program, box := f.program("AAAAAA+Test")
	read, err := cff.Parse(program)
	if err != nil {
		t.Fatal(err)
	}
	if left := len(f.glyphs) - 2; !bytes.Contains(program, []byte{2, 0, 1, 0, byte(left)}) { // the list of all codes from 1 on
		t.Error("the list of codes has another length")
	}
	if len(read.Charstrings) != len(f.glyphs) {
		t.Fatalf("%d letters, want %d", len(read.Charstrings), len(f.glyphs))
	}
	for n, g := range f.glyphs {
		segments, bounds, err := read.LoadGlyph(uint16(n))
		if err != nil {
			t.Fatalf("letter %d: %v", n, err)
		}
		got, want := pathOf(segments), builtIn().outline(g.id)
		got = slices.DeleteFunc(got, func(s vg.PathComp) bool { return s.Type == vg.CloseComp })
		want = slices.DeleteFunc(want, func(s vg.PathComp) bool { return s.Type == vg.CloseComp })
		a, b := byWay(got), byWay(want) // got may have lines back to a beginning, which close
		if len(a) < len(b) || len(a) > len(b)+16 {
			t.Errorf("%q has %d parts, want %d", g.text, len(a), len(b))
			continue
		}
		for _, at := range b {
			near := func(p vg.Point) bool { return away(p, vg.Point{X: at.X * 1000 / 2048, Y: at.Y * 1000 / 2048}) < 0.75 }
			if !slices.ContainsFunc(a, near) {
				t.Errorf("%q does not go by %v", g.text, at)
			}
		}
		if bounds.Min.X < float64(box[0]) || bounds.Max.Y > float64(box[3]) {
			t.Errorf("%q leaves the box %v", g.text, box)
		}
	}
}

// byWay returns the ends of the parts of an outline, and the middles of its curves.
func byWay(p vg.Path) (at []vg.Point) {
	var last vg.Point
	for _, s := range p {
		middle := func(of func(vg.Point) vg.Length) vg.Length {
			switch len(s.Control) {
			case 1:
				return (of(last) + 2*of(s.Control[0]) + of(s.Pos)) / 4
			case 2:
				return (of(last) + 3*of(s.Control[0]) + 3*of(s.Control[1]) + of(s.Pos)) / 8
			}
			return of(s.Pos)
		}
		at = append(at, s.Pos, vg.Point{
			X: middle(func(p vg.Point) vg.Length { return p.X }), Y: middle(func(p vg.Point) vg.Length { return p.Y }),
		})
		last = s.Pos
	}
	return at
}

// FuzzTypeset: whatever the letters are, they have finite places within their room, and PDF keeps
// them.
func FuzzTypeset(f *testing.F) {
	for _, s := range []string{"", "العربية | ab", "हिन्दी", "e" + strings.Repeat("\u0301", 50), "\u202e\u2066אב\u2069", "👩‍👩‍👧", "\xff\xfe", "a\u2028b\nc", "\u0301", "\ufe0f", " א "} {
		f.Add(s)
	}
	set := newTypesetter(nil)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 {
			return
		}
		s = Printable(s)
		room := TextWidth(s, 8)
		for _, g := range set.line(8, vg.Point{}, s) {
			if x := float64(g.at.X); math.IsNaN(x) || x < -8 || x > float64(room)+8 || g.text == "" {
				t.Fatalf("%q: letter %+v in room of %v", s, g, room)
			}
		}
		page := Page{Width: 100, Height: 100, DPI: 72}.Sheet()
		page.Write(s, 8, vg.Point{X: 10, Y: 10}, Centre)
		var b bytes.Buffer
		if err := page.Render(&b, "pdf", func(vg.Canvas) {}); err != nil {
			t.Fatal(err)
		}
		if plain(s) && s != "" {
			if got := strings.Join(textsOfPDF(t, b.Bytes()), ""); got != s {
				t.Fatalf("%q is kept as %q", s, got)
			}
		}
	})
}
