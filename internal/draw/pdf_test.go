package draw

import (
	"bytes"
	"compress/zlib"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"gonum.org/v1/plot/vg"
)

var (
	objectPattern = regexp.MustCompile(`(?s)\n(\d+) 0 obj\n(.*?)\nendobj`)
	streamPattern = regexp.MustCompile(`(?s)/Length (\d+)>>\nstream\n(.*)\nendstream`)
	mapPattern    = regexp.MustCompile(`<([0-9a-f]{4})><([0-9a-f]*)>\n`)
	fontPattern   = regexp.MustCompile(`/F(\d+) (\d+) 0 R`)
	textPattern   = regexp.MustCompile(`BT /F(\d+) [0-9.]+ Tf\n[^\n]*Tm\n\[([^\]]*)\] TJ ET`)
	hexPattern    = regexp.MustCompile(`<([0-9a-f]*)>`)
	toPattern     = regexp.MustCompile(`/ToUnicode (\d+) 0 R`)
)

// pdfObjectsOf returns the objects of a PDF by their numbers, with streams unpacked.
func pdfObjectsOf(t *testing.T, file []byte) map[string]string {
	t.Helper()
	objects := make(map[string]string)
	for _, m := range objectPattern.FindAllSubmatch(file, -1) {
		body := m[2]
		if s := streamPattern.FindSubmatch(body); s != nil {
			if n, err := strconv.Atoi(string(s[1])); err != nil || n != len(s[2]) {
				t.Fatalf("a stream of %d bytes has the length %s", len(s[2]), s[1])
			}
			z, err := zlib.NewReader(bytes.NewReader(s[2]))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		objects[string(m[1])] = string(body)
	}
	return objects
}

// textsOfPDF reads the lines of text of a PDF, as a reader of files does.
func textsOfPDF(t *testing.T, file []byte) []string {
	t.Helper()
	objects := pdfObjectsOf(t, file)
	stands := make(map[string]map[string]string) // what the codes of a font stand for
	for _, m := range fontPattern.FindAllStringSubmatch(objects["3"], -1) {
		of := make(map[string]string)
		to := toPattern.FindStringSubmatch(objects[m[2]])
		for _, pair := range mapPattern.FindAllStringSubmatch(objects[to[1]], -1) {
			var units []uint16
			for from := 0; from < len(pair[2]); from += 4 {
				v, _ := strconv.ParseUint(pair[2][from:from+4], 16, 16)
				units = append(units, uint16(v))
			}
			of[pair[1]] = string(utf16.Decode(units))
		}
		stands[m[1]] = of
	}
	var texts []string
	for _, m := range textPattern.FindAllStringSubmatch(objects["4"], -1) {
		var b strings.Builder
		for _, part := range hexPattern.FindAllStringSubmatch(m[2], -1) {
			for from := 0; from < len(part[1]); from += 4 {
				b.WriteString(stands[m[1]][part[1][from:from+4]])
			}
		}
		texts = append(texts, b.String())
	}
	return texts
}

// TestPDFTextIsText: every text of a page is in the file, in its order, whatever its letters.
func TestPDFTextIsText(t *testing.T) {
	words := []string{
		"H(Z) [bits]", "a\\b(c)>] TJ ET", "naïve Ωμέγα Ёж", "中 is a box", "😀", "AVA To We", "fi ffl", "  two  spaces  ",
		strings.Repeat("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 3), string(rune(0xffff)),
	}
	for r := rune(0xa1); r < 0x180; r++ { // more codes than one block of the map has
		if r != 0xad {
			words = append(words, string(r))
		}
	}
	s := Page{Width: 200, Height: 200, DPI: 72}.Sheet()
	for n, w := range words {
		s.Write(w, 8, vg.Point{X: 10, Y: vg.Length(n)}, Left)
	}
	s.Write("upright", 8, vg.Point{X: 10, Y: 100}, Upright)
	var b bytes.Buffer
	if err := s.Render(&b, "pdf", func(vg.Canvas) {}); err != nil {
		t.Fatal(err)
	}
	if got, want := textsOfPDF(t, b.Bytes()), slices.Concat(words, []string{"upright"}); !slices.Equal(got, want) {
		t.Errorf("the texts are %q, want %q", got, want)
	}
}

// TestPDFLettersKeepTheirPlaces: rounding does not add up along a line.
func TestPDFLettersKeepTheirPlaces(t *testing.T) {
	const size = 7
	c := &pdfCanvas{width: 100, height: 100, typesetter: newTypesetter(nil)}
	words := strings.Repeat("AVATAR Wij | rest, ", 20)
	c.FillString(sans(size), vg.Point{X: 1, Y: 2}, words)
	line := textPattern.FindStringSubmatch(c.content.String())
	pen := 0
	for _, part := range regexp.MustCompile(`<([0-9a-f]*)>|-?\d+`).FindAllStringSubmatch(line[2], -1) {
		if part[1] == "" && part[0] != "<>" {
			n, _ := strconv.Atoi(part[0])
			pen -= n
		}
		for from := 0; from < len(part[1]); from += 4 {
			code, _ := strconv.ParseUint(part[1][from:from+4], 16, 16)
			pen += c.fonts[0].widths[code]
		}
	}
	if want := 1000 * float64(TextWidth(words, size)/size); math.Abs(float64(pen)-want) > 2 {
		t.Errorf("the line is %d wide, want %.1f", pen, want)
	}
}

// TestPDFNumbers have no exponents, which a PDF does not know.
func TestPDFNumbers(t *testing.T) {
	for v, want := range map[vg.Length]string{0: "0", 1: "1", -0.00001: "0", 1e-7: "0", 0.12345: "0.1235", -1234567.5: "-1234567.5", 1e12: "1000000000000"} {
		if got := number(v); got != want {
			t.Errorf("%v is written as %s, want %s", v, got, want)
		}
	}
}

// TestPDFClosesNothing: what has no path is not closed, which readers complain of.
func TestPDFClosesNothing(t *testing.T) {
	c := &pdfCanvas{}
	Fill(c, Ink, Polygon())
	if got := c.content.String(); strings.Contains(got, "h\n") {
		t.Errorf("an empty polygon is drawn by %q", got)
	}
}
