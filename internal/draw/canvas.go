package draw

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"regexp"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

const quarterTurn = math.Pi / 2

// render draws on a page of the given format, and writes it to w.
func render(w io.Writer, format string, width, height vg.Length, dpi int, draw func(vg.Canvas)) error {
	var page vg.CanvasWriterTo
	finish := func(b []byte) []byte { return b }
	switch format {
	case "svg":
		page = vgsvg.New(width, height)
		finish = withFallbackFonts
		draw(page)
	case "png":
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
		finish = func(b []byte) []byte { return withResolution(b, dpi) }
		draw(outlined{page})
	case "pdf":
		page = vgpdf.New(width, height)
		finish = withoutDates
		draw(outlined{page})
	}
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return fmt.Errorf("cannot draw the figure: %w", err)
	}
	_, err := w.Write(finish(b.Bytes()))
	return err
}

// withFallbackFonts names fonts that look the same and are as wide as
// Liberation Sans, for viewers without it.
func withFallbackFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg,
		[]byte("font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// pdfDate is an entry of a PDF's information dictionary that tells the time.
var pdfDate = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`)

// withoutDates blanks the dates of a PDF. Its length stays, as a PDF refers to
// its parts by their offsets.
func withoutDates(pdf []byte) []byte {
	return pdfDate.ReplaceAllFunc(pdf, func(date []byte) []byte {
		return bytes.Repeat([]byte{' '}, len(date))
	})
}

// withResolution adds a pHYs chunk to a PNG, from which programs learn its size
// on paper. The chunk stands behind the header, which is always 33 bytes long.
func withResolution(png []byte, dpi int) []byte {
	const header = 33
	perMetre := uint32(math.Round(float64(dpi) / inch * 1000))
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return append(append(png[:header:header], chunk...), png[header:]...)
}

// outlined is a canvas that draws text as the outlines of its letters. PDF gets
// every letter of the font right that way, and not only those of Western
// Europe; PNG gets letters placed in fractions of a pixel, upright ones too.
type outlined struct{ vg.Canvas }

// FillString implements [vg.Canvas]. Letters that the font lacks are drawn as
// its box for them.
func (c outlined) FillString(face font.Face, at vg.Point, s string) {
	// At one unit of the font to 1/64 pixel the coordinates of the outlines are
	// whole units.
	units := face.Face.UnitsPerEm()
	ppem := fixed.Int26_6(units)
	scale := face.Font.Size / vg.Length(units)
	var (
		buf  sfnt.Buffer
		p    vg.Path
		last sfnt.GlyphIndex
		pen  = at
	)
	for n, r := range s {
		glyph, err := face.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if n > 0 {
			if kern, err := face.Face.Kern(&buf, last, glyph, ppem, 0); err == nil {
				pen.X += vg.Length(kern) * scale
			}
		}
		last = glyph
		if outline, err := face.Face.LoadGlyph(&buf, glyph, ppem, nil); err == nil {
			p = appendGlyph(p, outline, pen, scale)
		}
		if advance, err := face.Face.GlyphAdvance(&buf, glyph, ppem, 0); err == nil {
			pen.X += vg.Length(advance) * scale
		}
	}
	if len(p) > 0 {
		c.Fill(p)
	}
}

// appendGlyph adds the outline of a letter at the given place to a path.
func appendGlyph(p vg.Path, outline sfnt.Segments, at vg.Point, scale vg.Length) vg.Path {
	place := func(q fixed.Point26_6) vg.Point {
		// Fonts count downwards.
		return vg.Point{X: at.X + vg.Length(q.X)*scale, Y: at.Y - vg.Length(q.Y)*scale}
	}
	for n, s := range outline {
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
	if len(outline) > 0 {
		p.Close()
	}
	return p
}
