package plot

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/plot/terminal"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestWrongOptions(t *testing.T) {
	size := ": choose a size from 70 x 60 to 1000 x 1000 mm"
	for _, c := range []struct {
		format string
		o      Options
		want   string
	}{
		{"svg", Options{Width: 69}, "a figure of 69 x 110 mm cannot be drawn" + size},
		{"svg", Options{Height: 59.5}, "a figure of 160 x 59.5 mm cannot be drawn" + size},
		{"svg", Options{Width: -160}, "a figure of -160 x 110 mm cannot be drawn" + size},
		{"svg", Options{Width: math.NaN()}, "a figure of NaN x 110 mm cannot be drawn" + size},
		{"svg", Options{Width: 1001, Height: math.Inf(1)}, "a figure of 1001 x +Inf mm cannot be drawn" + size},
		{"png", Options{DPI: -1}, "a resolution of -1 pixels per inch cannot be drawn: choose a positive one, such as 300"},
		{"png", Options{DPI: 3000}, "an image of 18898 x 12992 pixels is too large: choose a smaller size or resolution"},
		{"svg", Options{Theme: "sepia"}, "there is no theme \"sepia\": choose light or dark"},
		{"gif", Options{}, "there is no format \"gif\": choose svg, png or pdf"},
	} {
		err := Frontier(io.Discard, ten(t), c.format, c.o)
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
	if err := Frontier(io.Discard, ten(t), "svg", Options{DPI: 3000}); err != nil {
		t.Errorf("a resolution matters to SVG: %v", err)
	}
}

func TestDamagedPoint(t *testing.T) {
	f := frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1e300, I: 2, K: 1}})
	want := "point 1 at h 1e+300, i 2 cannot be drawn: values must stay below 1e+06"
	for name, err := range map[string]error{
		"Frontier": Frontier(io.Discard, f, "svg", Options{}),
		"Terminal": terminal.Draw(io.Discard, f, terminal.Options{}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// brokenWriter fails as a full disk does.
type brokenWriter struct{}

var errFull = errors.New("no space left")

func (brokenWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	for _, format := range []string{"svg", "png", "pdf"} {
		if err := Frontier(brokenWriter{}, ten(t), format, Options{DPI: 72}); !errors.Is(err, errFull) {
			t.Errorf("format %s: %v", format, err)
		}
	}
	if err := terminal.Draw(brokenWriter{}, ten(t), terminal.Options{}); !errors.Is(err, errFull) {
		t.Errorf("Terminal: %v", err)
	}
}

// drawn returns the bytes of a figure.
func drawn(t testing.TB, f *frontier.Frontier, format string, o Options) []byte {
	t.Helper()
	o.Paper = true
	var b bytes.Buffer
	if err := Frontier(&b, f, format, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSameInputSameBytes(t *testing.T) {
	for _, format := range []string{"svg", "png", "pdf"} {
		o := Options{DPI: 100}
		if !bytes.Equal(drawn(t, golden(t, "rand16"), format, o), drawn(t, golden(t, "rand16"), format, o)) {
			t.Errorf("format %s differs from one time to the next", format)
		}
	}
}

// svg is what the tests read of an SVG.
type svg struct {
	width string
	paths []svgPath
	texts []svgText
}

type svgPath struct {
	D     string `xml:"d,attr"`
	Style string `xml:"style,attr"`
}

type svgText struct {
	Style string `xml:"style,attr"`
	Words string `xml:",chardata"`
}

// parseSVG returns the paths and texts of an "svg", in whichever group they are.
func parseSVG(t *testing.T, data []byte) svg {
	t.Helper()
	var s svg
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return s
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var p svgPath
		var x svgText
		switch start.Name.Local {
		case "svg":
			s.width = start.Attr[0].Value
		case "path":
			err = d.DecodeElement(&p, &start)
			s.paths = append(s.paths, p)
		case "text":
			err = d.DecodeElement(&x, &start)
			s.texts = append(s.texts, x)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// subpaths returns the parts of all paths whose style begins with the given
// one.
func (s svg) subpaths(style string) []string {
	var parts []string
	for _, p := range s.paths {
		if strings.HasPrefix(p.Style, style) {
			parts = append(parts, strings.Split(p.D, "M")[1:]...)
		}
	}
	return parts
}

func TestSVGHoldsEverything(t *testing.T) {
	f := golden(t, "alpha27")
	g := figureOf(t, f, Options{})
	s := parseSVG(t, drawn(t, f, "svg", Options{}))
	if s.width != "453.54pt" { // 160 mm
		t.Errorf("width %s", s.width)
	}
	dmc := 0
	for p := range f.All() {
		if p.DMC {
			dmc++
		}
	}
	// The legend has one marker and one ring more.
	if rings := s.subpaths("fill:none;stroke:#D55E00"); len(rings) != dmc+1 {
		t.Errorf("%d rings for %d DMC points", len(rings), dmc)
	}
	markers := s.subpaths("fill:#0072B2")
	if len(markers) != len(g.points)+1 {
		t.Fatalf("%d markers for %d points", len(markers), len(g.points))
	}
	// A circle begins on the right of its middle.
	last := math.Inf(1)
	for n, m := range markers[:len(g.points)] {
		before, _, _ := strings.Cut(m, ",")
		x, err := strconv.ParseFloat(before, 64)
		if err != nil || math.Abs(x-float64(g.points[n].X+g.markerRadius)) > 0.01 || x > last {
			t.Fatalf("marker %d begins at %v behind %v", n, m[:20], last)
		}
		last = x
	}
	var words []string
	for _, x := range s.texts {
		words = append(words, x.Words)
		if !strings.Contains(x.Style, "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;") {
			t.Fatalf("text %q is set in %s", x.Words, x.Style)
		}
	}
	for _, want := range []string{
		"alpha27: 27 × 27, 1073 points", "H(Z) [bits]", "I(Z;Y) [bits]", "0", "0.5", "4.0", "k=1", "k=2", "H(Z) = log₂k",
	} {
		if !strings.Contains("\n"+strings.Join(words, "\n")+"\n", "\n"+want+"\n") {
			t.Errorf("no text %q", want)
		}
	}
}

func TestGoldenSVG(t *testing.T) {
	small := Options{Width: 100, Height: 75, Paper: true}
	for name, draw := range map[string]func(w io.Writer) error{
		"ten": func(w io.Writer) error { return Frontier(w, ten(t), "svg", small) },
		"robust": func(w io.Writer) error {
			return Robust(w, uncertain(t, ten(t), frontier.Filter{}, 0.05, 0.02), ten(t), "svg", small)
		},
	} {
		var got bytes.Buffer
		if err := draw(&got); err != nil {
			t.Fatal(err)
		}
		checkGolden(t, filepath.Join("testdata", name+".svg"), got.Bytes())
	}
}

func checkGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// A checkout may have changed the line ends.
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); d != "" {
		t.Errorf("not %s; look at the new figure and run with -update (-want +got):\n%s", path, d)
	}
}

// notANumber finds coordinates that no program can draw.
var notANumber = regexp.MustCompile(`NaN|Inf|e[+-]?\d\d`)

func TestDegenerateFrontiers(t *testing.T) {
	long := frontier.Problem{Source: frontier.Source{Name: strings.Repeat("long name ", 400)}}
	for name, f := range map[string]*frontier.Frontier{
		"no point":       frontierOf(t, frontier.Problem{}, nil),
		"the origin":     frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}}),
		"one far point":  frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 9, I: 0, K: 700}}),
		"two":            frontierOf(t, long, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 1, K: 2}}),
		"no information": frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 1e-300, K: 2}}),
		"next to zero":   frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: -1e-17, I: -1e-17, K: 1}, {H: 1e-9, I: 1e-9, K: 2}}),
		"below zero":     frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: -3, I: -2, K: 1}, {H: 1, I: 1, K: 2}}),
		"very large":     frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: -1e6, I: -1e6, K: 1}, {H: 1e6, I: 1e6, K: 2}}),
	} {
		t.Run(name, func(t *testing.T) {
			s := parseSVG(t, drawn(t, f, "svg", Options{}))
			for _, p := range s.paths {
				if bad := notANumber.FindString(p.D); bad != "" {
					t.Errorf("a path holds %s", bad)
				}
			}
			if got := len(s.subpaths("fill:#0072B2")); got != f.Len()+1 {
				t.Errorf("%d markers for %d points", got-1, f.Len())
			}
			drawn(t, f, "png", Options{DPI: 72})
			drawn(t, f, "pdf", Options{})
			if err := terminal.Draw(io.Discard, f, terminal.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLargeFrontiersMakeSmallFiles(t *testing.T) {
	large := map[string]*frontier.Frontier{}
	for _, s := range shapes[1:2] {
		large[s.Name] = synthetic(t, 100_000, s.Curve, 1)
	}
	var entries []frontier.Entry
	for n := range 100_000 {
		entries = append(entries, frontier.Entry{H: float64(n), I: float64(n), K: n + 1})
	}
	large["DMC points alone"] = frontierOf(t, frontier.Problem{}, entries)
	for name, f := range large {
		for format, limit := range map[string]int{"svg": 1_000_000, "pdf": 500_000} {
			if n := len(drawn(t, f, format, Options{})); n > limit {
				t.Errorf("%s: %d bytes in format %s", name, n, format)
			}
		}
	}
}

func TestTitles(t *testing.T) {
	unnamed := frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}})
	for _, c := range []struct {
		f           *frontier.Frontier
		title, want string
	}{
		{ten(t), "", "ten: 5 × 4, 10 points"},
		{unnamed, "", "Pareto frontier, 1 point"},
		{ten(t), "Ä β ∞ <&> \"x\"", "Ä β ∞ <&> \"x\""},
		{ten(t), "two\nlines\tand\x00more", "two lines and more"},
		{ten(t), "a" + strings.Repeat(" long", 50) + " z", ""},
		{ten(t), "a" + strings.Repeat(" longer", 10_000) + " z", ""},
	} {
		g := figureOf(t, c.f, Options{Title: c.title})
		var title draw.Text
		for _, s := range g.Texts {
			if s.Size == draw.TitleSize {
				title = s
			}
		}
		switch box := title.Box(); {
		case c.want != "" && title.Words != c.want:
			t.Errorf("%.20q: %q", c.title, title.Words)
		case c.want == "" && (!strings.HasPrefix(title.Words, "a long") || !strings.HasSuffix(title.Words, " z") || !strings.Contains(title.Words, "…")):
			t.Errorf("%.20q is cut to %q", c.title, title.Words)
		case box.Min.X < draw.Margin-1e-9 || box.Max.X > g.Width-draw.Margin+1e-9 || c.want == "" && box.Max.X-box.Min.X < 140*mm:
			t.Errorf("%.20q takes %v to %v", c.title, box.Min.X, box.Max.X)
		}
		drawn(t, c.f, "pdf", Options{Title: c.title})
	}
}

func TestPNGSizeAndResolution(t *testing.T) {
	for _, c := range []struct {
		o             Options
		width, height int
		perMetre      uint32
	}{
		{Options{}, 1890, 1299, 11811},
		{Options{Width: 80, Height: 60, DPI: 127}, 400, 300, 5000},
		{Options{Width: 100, Height: 80, DPI: 72}, 283, 227, 2835},
	} {
		data := drawn(t, ten(t), "png", c.o)
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != c.width || b.Dy() != c.height {
			t.Errorf("%+v: %v", c.o, b)
		}
		at := bytes.Index(data, []byte("pHYs"))
		if at != 37 {
			t.Fatalf("the resolution is at byte %d", at)
		}
		x, y := binary.BigEndian.Uint32(data[at+4:]), binary.BigEndian.Uint32(data[at+8:])
		if x != c.perMetre || y != c.perMetre || data[at+12] != 1 {
			t.Errorf("%+v: %d x %d pixels per unit %d", c.o, x, y, data[at+12])
		}
		for _, p := range [][2]int{{0, 0}, {c.width - 1, 0}, {0, c.height - 1}, {c.width - 1, c.height - 1}} {
			if r, g, b, a := img.At(p[0], p[1]).RGBA(); min(r, g, b, a) != 0xffff {
				t.Errorf("%+v: the page is not white at %v", c.o, p)
			}
		}
	}
}

func TestPDFHasNoDateAndHoldsTogether(t *testing.T) {
	data := drawn(t, ten(t), "pdf", Options{})
	if bytes.Contains(data, []byte("Date")) || bytes.Contains(data, []byte("(D:")) {
		t.Error("the PDF tells when it was made")
	}
	// The cross-reference table must be where the end of the file says.
	var at int
	tail := string(data[bytes.LastIndex(data, []byte("startxref")):])
	if _, err := fmt.Sscanf(tail, "startxref\n%d", &at); err != nil || !bytes.HasPrefix(data[at:], []byte("xref")) {
		t.Errorf("%q points to %d: %v", tail, at, err)
	}
	if got := bytes.Count(data, []byte("/FontFile3 ")); got != 1 {
		t.Errorf("the PDF embeds %d fonts", got)
	}
}

// TestTextInPDFIsText reads figures by pdftotext of Poppler, as search engines and people who
// copy a label do, and has its fonts checked.
func TestTextInPDFIsText(t *testing.T) {
	reader := oracle.Program(t, "pdftotext")
	f := uncertain(t, golden(t, "alpha27"), frontier.Filter{}, 0.02, 0.02)
	o := Options{Title: "Naïve letters (Σ = 27)", Paper: true, Annotations: []Annotation{{Point: 5, Text: "_ | aeiou | rest"}, {Point: 90, Text: "a\\b (c)"}}}
	for name, render := range map[string]func(w io.Writer) error{
		"frontier": func(w io.Writer) error { return Frontier(w, f, "pdf", o) },
		"robust":   func(w io.Writer) error { return Robust(w, f, nil, "pdf", o) },
	} {
		path := filepath.Join(t.TempDir(), "f.pdf")
		var b, said bytes.Buffer
		if err := render(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(reader, "-raw", path, "-")
		cmd.Stderr = &said
		text, err := cmd.Output()
		if err != nil || said.Len() > 0 {
			t.Fatalf("%s: %v: %s", name, err, said.String())
		}
		read := strings.Join(strings.Fields(string(text)), " ")
		h, i := f.Problem.Axes()
		for _, want := range []string{o.Title, h.String(), i.String(), "_ | aeiou | rest", "a\\b (c)", "0.5"} {
			if !strings.Contains(read, want) {
				t.Errorf("%s: %q is not in the text %s", name, want, read)
			}
		}
	}
}
