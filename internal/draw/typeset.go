package draw

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/width"
	"gonum.org/v1/plot/vg"
)

// Fonts returns TrueType or OpenType files for letters that no font so far has. Letters without a
// font are drawn as boxes.
type Fonts func(missing []rune) [][]byte

// typesetter places the letters of texts. Texts that the built-in typeface cannot write are
// shaped: other scripts, marks above letters, and text from right to left.
type typesetter struct {
	fonts  Fonts
	faces  []typesetFace // the built-in one first
	asked  map[rune]bool
	shaper shaping.HarfbuzzShaper
	split  shaping.Segmenter
}

// typesetFace is a font as it is shaped and as it is drawn.
type typesetFace struct {
	shaped *font.Face
	drawn  *typeface
}

func newTypesetter(fonts Fonts) *typesetter {
	own, err := font.ParseTTF(bytes.NewReader(liberationsansregular.TTF))
	if err != nil {
		panic("draw: " + err.Error())
	}
	return &typesetter{fonts: fonts, faces: []typesetFace{{own, builtIn()}}, asked: make(map[rune]bool)}
}

// plain reports whether the built-in typeface writes a text letter by letter, from left to right.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x300 && (shapes(r) || !inBuiltIn(r)) })
}

// shapes reports whether a character changes how its neighbours are written: a mark, a joiner, or
// a character that is read from right to left.
func shapes(r rune) bool {
	return unicode.In(r, unicode.M, unicode.Cf) || r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xff00
}

var builtInLetters sync.Map // whether the typeface has a character

// inBuiltIn reports whether the built-in typeface has a character.
func inBuiltIn(r rune) bool {
	if known, ok := builtInLetters.Load(r); ok {
		return known.(bool)
	}
	var buf sfnt.Buffer
	id, err := liberation().GlyphIndex(&buf, r)
	builtInLetters.Store(r, err == nil && id != 0)
	return err == nil && id != 0
}

// expectedWidth returns the width of a text that is not plain. It does not depend on the fonts of
// the machine: wide characters, such as Chinese, are as wide as they are high.
func expectedWidth(s string, size vg.Length) vg.Length {
	const emoji, wide, other = 1.3, 1, 0.65
	em := 0.0
	for _, r := range s {
		kind := width.LookupRune(r).Kind()
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case inBuiltIn(r):
			face := sans(1)
			em += float64(face.Width(string(r)))
		case r >= 0x1f000 && r < 0x20000:
			em += emoji
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			em += wide
		default:
			em += other
		}
	}
	return vg.Length(em) * size
}

// line places the letters of a text from a place on.
func (t *typesetter) line(size vg.Length, at vg.Point, s string) []glyph {
	if plain(s) {
		return lineOf(size, at, s)
	}
	glyphs, wide := t.shape(s)
	part := min(1, TextWidth(s, 1)/max(wide, 1e-9)) // where there is too little room, letters are smaller
	for n, g := range glyphs {
		glyphs[n].size = vg.Length(part * size)
		glyphs[n].at = vg.Point{X: at.X + vg.Length(g.at.X*glyphs[n].size), Y: at.Y + vg.Length(g.at.Y*glyphs[n].size)}
	}
	return glyphs
}

// slack returns the part of the room for a text that its letters leave free.
func (t *typesetter) slack(s string, size vg.Length) vg.Length {
	if plain(s) {
		return 0
	}
	_, wide := t.shape(s)
	return max(0, TextWidth(s, size)-vg.Length(wide*size))
}

// shape returns the letters of a text of size 1, from left to right, and its width.
func (t *typesetter) shape(s string) ([]glyph, vg.Length) {
	runes := []rune(s)
	t.find(runes)
	var glyphs []glyph
	var pen vg.Length
	for _, run := range t.runs(runes) {
		face := t.drawn(run.Face)
		em := func(v fixed.Int26_6) vg.Length { return vg.Length(v) / 64 / face.units }
		var texts []string // of the letters of a cluster that are left
		for _, g := range run.Glyphs {
			if len(texts) == 0 {
				from := g.TextIndex()
				texts = sharedOut(runes[from:from+g.RunesCount()], g.GlyphsCount(), run.Direction == di.DirectionRTL)
			}
			at := vg.Point{X: pen + em(g.XOffset), Y: em(g.YOffset)}
			glyphs = append(glyphs, glyph{face, 1, uint32(g.GlyphID), at, texts[0]})
			pen += em(g.Advance)
			texts = texts[1:]
		}
	}
	return glyphs, pen
}

// runs returns a text in parts of one font, script and direction, from left to right.
func (t *typesetter) runs(runes []rune) []shaping.Output {
	var runs []shaping.Output
	var levels []int // of the runs
	of, most := levelsOf(runes), 0
	for from := 0; from < len(runes); {
		in := shaping.Input{Text: runes, RunStart: from, RunEnd: from + 1, Direction: di.DirectionLTR}
		for in.RunEnd < len(runes) && of[in.RunEnd] == of[from] {
			in.RunEnd++
		}
		if of[from] == 1 {
			in.Direction = di.DirectionRTL
		}
		for _, part := range t.split.Split(in, t) {
			part.Size = fixed.I(int(part.Face.Upem())) // lengths are in units of the font
			runs = append(runs, t.shaper.Shape(part))
			levels = append(levels, of[from])
		}
		from, most = in.RunEnd, max(most, of[from])
	}
	for level := most; level > 0; level-- { // rule L2
		for from := 0; from < len(runs); from++ {
			to := from
			for to < len(runs) && levels[to] >= level {
				to++
			}
			slices.Reverse(runs[from:to])
			slices.Reverse(levels[from:to])
			from = max(from, to)
		}
	}
	return runs
}

// sharedOut returns the text of each letter of a cluster, from left to right: one character each
// in the order of reading, and all remaining characters for the last letter. Parts of a letter get
// a space without width, since readers of PDF invent a text for letters without one.
func sharedOut(runes []rune, letters int, leftwards bool) []string {
	texts := make([]string, letters)
	for n, r := range runes {
		texts[min(n, letters-1)] += string(r)
	}
	for n := len(runes); n < letters; n++ {
		texts[n] = "\u200b"
	}
	if leftwards {
		slices.Reverse(texts)
	}
	return texts
}

// find asks for fonts for the characters that no font so far has.
func (t *typesetter) find(runes []rune) {
	var missing []rune
	for _, r := range runes {
		if !t.asked[r] && !unicode.In(r, unicode.Cf, unicode.Variation_Selector) && t.faceOf(r) == nil {
			t.asked[r] = true
			missing = append(missing, r)
		}
	}
	if len(missing) == 0 || t.fonts == nil {
		return
	}
	for _, file := range t.fonts(missing) {
		faces, err := font.ParseTTC(bytes.NewReader(file))
		if err != nil {
			continue
		}
		for _, f := range faces {
			t.faces = append(t.faces, typesetFace{f, typefaceOf(f)})
		}
	}
}

// faceOf returns the first font that can draw a character, or nil.
func (t *typesetter) faceOf(r rune) *font.Face {
	for _, f := range t.faces {
		if Draws(f.shaped, r) {
			return f.shaped
		}
	}
	return nil
}

// ResolveFace implements [shaping.Fontmap].
func (t *typesetter) ResolveFace(r rune) *font.Face { return cmp.Or(t.faceOf(r), t.faces[0].shaped) }

func (t *typesetter) drawn(f *font.Face) *typeface {
	at := slices.IndexFunc(t.faces, func(of typesetFace) bool { return of.shaped == f })
	return t.faces[at].drawn
}

// Draws reports whether a font has an outline of a character. Fonts of coloured pictures have no
// outlines.
func Draws(f *font.Face, r rune) bool {
	id, ok := f.NominalGlyph(r)
	if !ok {
		return false
	}
	outline, _ := f.GlyphDataOutline(id)
	return len(outline.Segments) > 0 || unicode.IsSpace(r)
}

// typefaceOf returns a font as it is drawn.
func typefaceOf(f *font.Face) *typeface {
	name := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, strings.ToLower(f.Describe().Family))
	return &typeface{
		name:    cmp.Or(name, "font"),
		units:   vg.Length(f.Upem()),
		advance: func(id uint32) vg.Length { return vg.Length(f.HorizontalAdvance(font.GID(id))) },
		outline: func(id uint32) vg.Path {
			outline, _ := f.GlyphDataOutline(font.GID(id))
			return pathOf(outline.Segments)
		},
	}
}

// pathOf returns the outline of a letter.
func pathOf(segments []opentype.Segment) vg.Path {
	place := func(q opentype.SegmentPoint) vg.Point { return vg.Point{X: vg.Length(q.X), Y: vg.Length(q.Y)} }
	var p vg.Path
	for n, s := range segments {
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if n > 0 {
				p.Close()
			}
			p.Move(place(s.Args[0]))
		case opentype.SegmentOpLineTo:
			p.Line(place(s.Args[0]))
		case opentype.SegmentOpQuadTo:
			p.QuadTo(place(s.Args[0]), place(s.Args[1]))
		case opentype.SegmentOpCubeTo:
			p.CubeTo(place(s.Args[0]), place(s.Args[1]), place(s.Args[2]))
		}
	}
	if len(segments) > 0 {
		p.Close()
	}
	return p
}
