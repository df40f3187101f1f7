package draw

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// render draws on the page in the given format, and writes it to w.
func (s *Sheet) render(w io.Writer, format string, draw func(vg.Canvas)) error {
	var page vg.CanvasWriterTo
	finish := func(b []byte) []byte { return b }
	switch format {
	case "svg":
		page = vgsvg.New(s.Width, s.Height)
		finish = func(b []byte) []byte { return s.described(withFallbackFonts(b)) }
		draw(s.themed(page))
	case "png":
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(s.Width, s.Height), vgimg.UseDPI(s.dpi))}
		finish = func(b []byte) []byte { return withResolution(b, s.dpi) }
		draw(outlined{s.themed(page), newTypesetter(s.fonts)})
	case "pdf":
		pdf := &pdfCanvas{width: s.Width, height: s.Height, dark: s.dark, typesetter: newTypesetter(s.fonts)}
		page = pdf
		draw(pdf)
	}
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return fmt.Errorf("cannot draw the figure: %w", err)
	}
	_, err := w.Write(finish(b.Bytes()))
	return err
}

// themed returns a canvas that draws in the colours of the theme.
func (s *Sheet) themed(c vg.Canvas) vg.Canvas {
	if s.dark {
		return darkened{c}
	}
	return c
}

// withFallbackFonts names fonts with the look and the widths of Liberation Sans, for viewers
// without it.
func withFallbackFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg,
		[]byte("font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

// described adds the description of the figure to an SVG, for who does not see it.
func (s *Sheet) described(svg []byte) []byte {
	at := bytes.Index(svg, []byte("<g "))
	if s.Words == "" || at < 0 {
		return svg
	}
	var b bytes.Buffer
	b.Write(bytes.Replace(svg[:at], []byte("<svg "), []byte(`<svg role="img" aria-labelledby="title desc" `), 1))
	for _, part := range []struct{ tag, text string }{{"title", s.Words}, {"desc", s.More}} {
		fmt.Fprintf(&b, "<%[1]s id=\"%[1]s\">", part.tag)
		_ = xml.EscapeText(&b, []byte(part.text)) // a buffer has no errors
		fmt.Fprintf(&b, "</%s>\n", part.tag)
	}
	b.Write(svg[at:])
	return b.Bytes()
}

// withResolution adds a pHYs chunk to a PNG, from which programs learn its size on paper. The
// chunk is after the header, which is always 33 bytes long.
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

// outlined is a canvas that draws text as the outlines of its letters. In a PNG, letters can then
// be at fractions of a pixel, in upright texts too.
type outlined struct {
	vg.Canvas
	*typesetter
}

// FillString implements [vg.Canvas].
func (c outlined) FillString(face font.Face, at vg.Point, s string) {
	var p vg.Path
	for _, g := range c.line(face.Font.Size, at, s) {
		p = append(p, g.placed()...)
	}
	if len(p) > 0 {
		c.Fill(p)
	}
}
