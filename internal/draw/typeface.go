package draw

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// typeface is a font whose letters are drawn, or embedded in a PDF. Lengths are in units of the
// font.
type typeface struct {
	name    string // a PostScript name
	units   vg.Length
	outline func(id uint32) vg.Path
	advance func(id uint32) vg.Length
}

// glyph is the drawing of a letter, at its place on the page.
type glyph struct {
	face *typeface
	size vg.Length
	id   uint32
	at   vg.Point
	text string // its characters
}

// liberation is Liberation Sans, the typeface of all texts.
var liberation = sync.OnceValue(func() *sfnt.Font {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic("draw: " + err.Error())
	}
	return f
})

// sans returns the typeface in the given size.
func sans(size vg.Length) font.Face {
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Face: liberation()}
}

// builtIn is the same typeface, as it is drawn.
var builtIn = sync.OnceValue(func() *typeface {
	f := liberation()
	units := f.UnitsPerEm()
	// At one unit of the font to 1/64 pixel, coordinates are whole units.
	ppem := fixed.Int26_6(units)
	return &typeface{
		name:  "LiberationSans",
		units: vg.Length(units),
		outline: func(id uint32) vg.Path {
			var buf sfnt.Buffer
			segments, err := f.LoadGlyph(&buf, sfnt.GlyphIndex(id), ppem, nil)
			if err != nil {
				return nil
			}
			return outlineOf(segments)
		},
		advance: func(id uint32) vg.Length {
			var buf sfnt.Buffer
			advance, _ := f.GlyphAdvance(&buf, sfnt.GlyphIndex(id), ppem, 0) // without one, letters overlap
			return vg.Length(advance)
		},
	}
})

// outlineOf returns the outline of a letter. Fonts count downwards.
func outlineOf(segments sfnt.Segments) vg.Path {
	place := func(q fixed.Point26_6) vg.Point { return vg.Point{X: vg.Length(q.X), Y: -vg.Length(q.Y)} }
	var p vg.Path
	for n, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if n > 0 {
				p.Close()
			}
			p.Move(place(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			p.Line(place(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			p.QuadTo(place(s.Args[0]), place(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			p.CubeTo(place(s.Args[0]), place(s.Args[1]), place(s.Args[2]))
		}
	}
	if len(segments) > 0 {
		p.Close()
	}
	return p
}

// lineOf places the letters of a text from a place on, with kerning. Letters that the typeface
// lacks are drawn as a box.
func lineOf(size vg.Length, at vg.Point, s string) []glyph {
	var (
		buf    sfnt.Buffer
		f      = liberation()
		face   = builtIn()
		ppem   = fixed.Int26_6(f.UnitsPerEm())
		scale  = size / face.units
		last   sfnt.GlyphIndex
		glyphs []glyph
	)
	for _, r := range s {
		id, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if len(glyphs) > 0 {
			if kern, err := f.Kern(&buf, last, id, ppem, 0); err == nil {
				at.X += vg.Length(vg.Length(kern) * scale)
			}
		}
		last = id
		glyphs = append(glyphs, glyph{face, size, uint32(id), at, string(r)})
		at.X += vg.Length(face.advance(uint32(id)) * scale)
	}
	return glyphs
}

// placed returns the outline of a letter on the page.
func (g glyph) placed() vg.Path {
	scale := g.size / g.face.units
	p := g.face.outline(g.id)
	move := func(q vg.Point) vg.Point {
		return vg.Point{X: g.at.X + vg.Length(q.X*scale), Y: g.at.Y + vg.Length(q.Y*scale)}
	}
	for n := range p {
		p[n].Pos = move(p[n].Pos)
		for k, q := range p[n].Control {
			p[n].Control[k] = move(q)
		}
	}
	return p
}
