package draw

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"unicode/utf16"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// pdfCanvas is the page of a PDF. Text stays text: fonts are embedded, with the letters of the
// page and their characters (ISO 32000-1, 9.7).
type pdfCanvas struct {
	*typesetter
	width, height vg.Length
	dark          bool
	content       bytes.Buffer
	fonts         []*pdfFont
}

// put writes an operator behind its operands.
func (c *pdfCanvas) put(operator string, operands ...vg.Length) {
	for _, v := range operands {
		c.content.WriteString(number(v) + " ")
	}
	c.content.WriteString(operator)
	c.content.WriteByte('\n')
}

// number writes a length with up to four decimals; the last is a thirtieth of a micrometre on
// paper.
func number(v vg.Length) string {
	rounded := math.Round(float64(v)*1e4) / 1e4
	return strconv.FormatFloat(rounded+0, 'f', -1, 64) // -0 + 0 is 0
}

// SetLineWidth implements [vg.Canvas].
func (c *pdfCanvas) SetLineWidth(w vg.Length) { c.put("w", w) }

// SetLineDash implements [vg.Canvas].
func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.content.WriteByte('[')
	for _, v := range pattern {
		c.content.WriteString(number(v) + " ")
	}
	c.content.WriteString("] ")
	c.put("d", offset)
}

// SetColor implements [vg.Canvas].
func (c *pdfCanvas) SetColor(with color.Color) {
	if themed, ok := with.(Colour); ok && c.dark {
		with = themed.Dark
	}
	r, g, b, _ := with.RGBA()
	part := func(v uint32) vg.Length { return vg.Length(v) / 0xffff }
	c.put("rg", part(r), part(g), part(b))
	c.put("RG", part(r), part(g), part(b))
}

// Rotate implements [vg.Canvas].
func (c *pdfCanvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	c.put("cm", vg.Length(cos), vg.Length(sin), vg.Length(-sin), vg.Length(cos), 0, 0)
}

// Translate implements [vg.Canvas].
func (c *pdfCanvas) Translate(by vg.Point) { c.put("cm", 1, 0, 0, 1, by.X, by.Y) }

// Scale implements [vg.Canvas].
func (c *pdfCanvas) Scale(x, y float64) { c.put("cm", vg.Length(x), 0, 0, vg.Length(y), 0, 0) }

// Push implements [vg.Canvas].
func (c *pdfCanvas) Push() { c.put("q") }

// Pop implements [vg.Canvas].
func (c *pdfCanvas) Pop() { c.put("Q") }

// Stroke implements [vg.Canvas].
func (c *pdfCanvas) Stroke(p vg.Path) { c.path(p, "S") }

// Fill implements [vg.Canvas].
func (c *pdfCanvas) Fill(p vg.Path) { c.path(p, "f") }

// DrawImage implements [vg.Canvas]. No figure has an image.
func (c *pdfCanvas) DrawImage(vg.Rectangle, image.Image) {}

// path draws a path of lines and cubic curves.
func (c *pdfCanvas) path(p vg.Path, operator string) {
	for n, s := range p {
		switch s.Type {
		case vg.MoveComp:
			c.put("m", s.Pos.X, s.Pos.Y)
		case vg.LineComp:
			c.put("l", s.Pos.X, s.Pos.Y)
		case vg.CurveComp:
			c.put("c", s.Control[0].X, s.Control[0].Y, s.Control[1].X, s.Control[1].Y, s.Pos.X, s.Pos.Y)
		case vg.CloseComp:
			if n > 0 { // there is something to close
				c.put("h")
			}
		}
	}
	c.put(operator)
}

// FillString implements [vg.Canvas].
func (c *pdfCanvas) FillString(face font.Face, at vg.Point, s string) {
	glyphs := c.line(face.Font.Size, at, s)
	for len(glyphs) > 0 {
		n := 1
		for n < len(glyphs) && glyphs[n].face == glyphs[0].face && glyphs[n].at.Y == glyphs[0].at.Y {
			n++
		}
		c.run(glyphs[:n])
		glyphs = glyphs[n:]
	}
}

// run writes letters of one font on one line. If a letter is not at the end of the letter before,
// a number between them is the gap in thousandths of the size.
func (c *pdfCanvas) run(glyphs []glyph) {
	first := glyphs[0]
	f, n := c.font(first.face)
	fmt.Fprintf(&c.content, "BT /F%d %s Tf\n", n, number(first.size))
	c.put("Tm", 1, 0, 0, 1, first.at.X, first.at.Y)
	c.content.WriteString("[<")
	pen := 0.0
	for _, g := range glyphs {
		ahead := math.Round(1000*float64((g.at.X-first.at.X)/g.size)) - pen
		if ahead != 0 {
			fmt.Fprintf(&c.content, "> %d <", int(-ahead))
		}
		id := f.code(g)
		fmt.Fprintf(&c.content, "%04x", id)
		pen += ahead + float64(f.widths[id])
	}
	c.content.WriteString(">] TJ ET\n")
}

// font returns a font of the page and its number.
func (c *pdfCanvas) font(face *typeface) (*pdfFont, int) {
	for n, f := range c.fonts {
		if f.face == face {
			return f, n
		}
	}
	c.fonts = append(c.fonts, newPDFFont(face))
	return c.fonts[len(c.fonts)-1], len(c.fonts) - 1
}

// pdfFont is an embedded font with the letters of the page. The first glyph is for letters that
// the font lacks.
type pdfFont struct {
	face   *typeface
	glyphs []glyph // by their code
	widths []int   // in thousandths of the size
	codes  map[glyphText]int
}

// glyphText is a glyph and its text: a glyph with two texts has two codes.
type glyphText struct {
	id   uint32
	text string
}

func newPDFFont(face *typeface) *pdfFont {
	f := &pdfFont{face: face, codes: make(map[glyphText]int)}
	f.code(glyph{face: face})
	return f
}

// code returns the code of a glyph, which is its place in the embedded font.
func (f *pdfFont) code(g glyph) int {
	key := glyphText{g.id, g.text}
	n, ok := f.codes[key]
	if !ok {
		n = len(f.glyphs)
		f.codes[key] = n
		f.glyphs = append(f.glyphs, g)
		f.widths = append(f.widths, int(f.face.thousandths(f.face.advance(g.id))))
	}
	return n
}

// Size implements [vg.CanvasSizer].
func (c *pdfCanvas) Size() (width, height vg.Length) { return c.width, c.height }

// WriteTo implements [io.WriterTo].
func (c *pdfCanvas) WriteTo(w io.Writer) (int64, error) {
	o := &pdfObjects{}
	o.WriteString("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
	var fonts bytes.Buffer
	const fixed, each = 4, 5 // objects of the page and of a font
	for n := range c.fonts {
		fmt.Fprintf(&fonts, "/F%d %d 0 R ", n, fixed+1+each*n)
	}
	o.add("<</Type/Catalog/Pages 2 0 R>>")
	o.add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	o.add(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %s %s]/Contents 4 0 R/Resources<</Font<<%s>>>>>>",
		number(c.width), number(c.height), fonts.Bytes()))
	o.stream("", c.content.Bytes())
	for n, f := range c.fonts {
		f.addTo(o, n)
	}
	from := o.Len()
	fmt.Fprintf(o, "xref\n0 %d\n0000000000 65535 f \n", len(o.offsets)+1)
	for _, at := range o.offsets {
		fmt.Fprintf(o, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(o, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(o.offsets)+1, from)
	return o.WriteTo(w)
}

// pdfObjects are the objects of a file, and where they begin.
type pdfObjects struct {
	bytes.Buffer
	offsets []int
}

// add writes an object with the next number.
func (o *pdfObjects) add(object string) {
	o.offsets = append(o.offsets, o.Len())
	fmt.Fprintf(o, "%d 0 obj\n%s\nendobj\n", len(o.offsets), object)
}

// stream writes a stream with further entries of its dictionary.
func (o *pdfObjects) stream(entries string, data []byte) {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(data) // a buffer takes all
	_ = z.Close()
	o.add(fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", entries, b.Len(), b.Bytes()))
}

// addTo writes the five objects of a font.
func (f *pdfFont) addTo(o *pdfObjects, n int) {
	name := fmt.Sprintf("%c%c%c%c%c%c+%s", 'A', 'A', 'A', 'A', 'A'+n/26%26, 'A'+n%26, f.face.name)
	program, box := f.program(name)
	at := len(o.offsets) + 1
	o.add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", name, at+1, at+4))
	o.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType0/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/FontDescriptor %d 0 R/W[0 %v]>>", name, at+2, f.widths))
	const symbolic = 4
	o.add(fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox%v/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d/StemV 80/FontFile3 %d 0 R>>",
		name, symbolic, box, box[3], box[1], box[3], at+3))
	o.stream("/Subtype/CIDFontType0C", program)
	o.stream("", f.toUnicode())
}

// toUnicode returns the map from codes to texts.
func (f *pdfFont) toUnicode() []byte {
	const most = 100 // entries of a block
	var b bytes.Buffer
	b.WriteString("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n" +
		"1 begincodespacerange<0000><ffff>endcodespacerange\n")
	for from := 1; from < len(f.glyphs); from += most {
		block := f.glyphs[from:min(from+most, len(f.glyphs))]
		fmt.Fprintf(&b, "%d beginbfchar\n", len(block))
		for n, g := range block {
			fmt.Fprintf(&b, "<%04x><%s>\n", from+n, hexUTF16(g.text))
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap CMapName currentdict/CMap defineresource pop end end\n")
	return b.Bytes()
}

// hexUTF16 returns a text in UTF-16, in hexadecimal digits.
func hexUTF16(s string) []byte {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = fmt.Appendf(b, "%04x", unit)
	}
	return b
}
