package draw

import (
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/lists"
)

// thousandths returns a length of a font in thousandths of the em square, in whole numbers.
func (t *typeface) thousandths(v vg.Length) int32 {
	return int32(math.Round(float64(v) * 1000 / float64(t.units)))
}

// program returns the letters of an embedded font in the Compact Font Format (Adobe Technical
// Notes 5176 and 5177), and the rectangle around them. A letter's code is its place.
func (f *pdfFont) program(name string) (cff []byte, box [4]int32) {
	letters := lists.Map(f.glyphs, func(g glyph) []byte { return f.face.charstring(g.id, &box) })
	count := uint16(len(letters))
	// All codes in their order, and all letters of the one private dictionary.
	charset := []byte{0}
	if count > 1 {
		charset = binary.BigEndian.AppendUint16([]byte{2, 0, 1}, count-2)
	}
	choice := binary.BigEndian.AppendUint16([]byte{3, 0, 1, 0, 0, 0}, count)
	charstrings := cffIndex(letters...)
	private := []byte{139, 20, 139, 21} // default widths of 0

	// The head refers to the parts after it, and its size does not depend on their places.
	head := func(charsetAt, choiceAt, charstringsAt, dictAt int) []byte {
		const adobe, identity = 391, 392 // the first names that are not standard
		top := cffDict(nil, 12<<8|30, adobe, identity, 0)
		top = cffDict(top, 5, int(box[0]), int(box[1]), int(box[2]), int(box[3]))
		top = cffDict(cffDict(top, 12<<8|34, int(count)), 15, charsetAt)
		top = cffDict(cffDict(top, 12<<8|37, choiceAt), 17, charstringsAt)
		top = cffDict(top, 12<<8|36, dictAt)
		noRoutines := []byte{0, 0}
		return slices.Concat([]byte{1, 0, 4, 4}, cffIndex([]byte(name)), cffIndex(top),
			cffIndex([]byte("Adobe"), []byte("Identity"), []byte(name)), noRoutines)
	}
	charsetAt := len(head(0, 0, 0, 0))
	choiceAt := charsetAt + len(charset)
	charstringsAt := choiceAt + len(choice)
	privateAt := charstringsAt + len(charstrings)
	dictAt := privateAt + len(private)
	const own = 393 // the name of the font
	dict := cffDict(cffDict(nil, 12<<8|38, own), 18, len(private), privateAt)
	return slices.Concat(head(charsetAt, choiceAt, charstringsAt, dictAt), charset, choice, charstrings, private, cffIndex(dict)), box
}

// cffIndex returns a list of items as an INDEX.
func cffIndex(items ...[]byte) []byte {
	b := binary.BigEndian.AppendUint16(nil, uint16(len(items)))
	b = append(b, 4) // bytes of an offset
	at := uint32(1)
	b = binary.BigEndian.AppendUint32(b, at)
	for _, item := range items {
		at += uint32(len(item))
		b = binary.BigEndian.AppendUint32(b, at)
	}
	for _, item := range items {
		b = append(b, item...)
	}
	return b
}

// cffDict appends an entry to a dictionary. All numbers have five bytes, so that the size is known
// before its offsets.
func cffDict(b []byte, operator int, operands ...int) []byte {
	for _, v := range operands {
		b = binary.BigEndian.AppendUint32(append(b, 29), uint32(int32(v)))
	}
	if operator > 0xff {
		b = append(b, byte(operator>>8))
	}
	return append(b, byte(operator))
}

// Operators of Type 2 charstrings.
const (
	rlineto   = 5
	rrcurveto = 8
	endchar   = 14
	rmoveto   = 21
)

// charstring returns the outline of a letter, and extends the rectangle around all letters.
func (t *typeface) charstring(id uint32, box *[4]int32) []byte {
	var x, y int32
	b := appendCharNumber(nil, t.thousandths(t.advance(id)))
	to := func(points ...vg.Point) {
		for _, p := range points {
			px, py := t.thousandths(p.X), t.thousandths(p.Y)
			b = appendCharNumber(appendCharNumber(b, px-x), py-y)
			x, y = px, py
			box[0], box[1] = min(box[0], x), min(box[1], y)
			box[2], box[3] = max(box[2], x), max(box[3], y)
		}
	}
	var last vg.Point
	for _, s := range t.outline(id) {
		switch s.Type {
		case vg.MoveComp:
			to(s.Pos)
			b = append(b, rmoveto)
		case vg.LineComp:
			to(s.Pos)
			b = append(b, rlineto)
		case vg.CurveComp:
			first, second := s.Control[0], s.Control[len(s.Control)-1]
			if len(s.Control) == 1 { // a quadratic curve
				first, second = partWay(last, first, 2.0/3), partWay(s.Pos, first, 2.0/3)
			}
			to(first, second, s.Pos)
			b = append(b, rrcurveto)
		}
		last = s.Pos
	}
	return append(b, endchar)
}

// partWay returns the point at a part of the way between two points.
func partWay(from, to vg.Point, part vg.Length) vg.Point {
	return vg.Point{X: from.X + vg.Length((to.X-from.X)*part), Y: from.Y + vg.Length((to.Y-from.Y)*part)}
}

// appendCharNumber appends a number to a charstring.
func appendCharNumber(b []byte, v int32) []byte {
	switch {
	case v >= -107 && v <= 107:
		return append(b, byte(v+139))
	case v >= 108 && v <= 1131:
		v -= 108
		return append(b, byte(v>>8)+247, byte(v))
	case v >= -1131 && v <= -108:
		v = -v - 108
		return append(b, byte(v>>8)+251, byte(v))
	}
	return append(b, 28, byte(v>>8), byte(v))
}
