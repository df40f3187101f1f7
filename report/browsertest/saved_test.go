package browsertest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
)

// figure is an SVG that a page has saved.
type figure struct {
	text          []byte
	width, height int
	elements      map[string]int
	labels        []string // its texts
}

// readFigure reads an SVG, and fails the test if it is not well-formed, or holds what is no drawing.
func readFigure(t *testing.T, text []byte) *figure {
	t.Helper()
	f := &figure{text: text, elements: make(map[string]int)}
	in, inText := xml.NewDecoder(bytes.NewReader(text)), false
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return f
		}
		if err != nil {
			t.Fatalf("the SVG is not well-formed: %v\n%s", err, text)
		}
		switch e := token.(type) {
		case xml.StartElement:
			f.elements[e.Name.Local]++
			if e.Name.Local == "svg" {
				for _, a := range e.Attr {
					switch a.Name.Local {
					case "width":
						fmt.Sscan(a.Value, &f.width)
					case "height":
						fmt.Sscan(a.Value, &f.height)
					}
				}
			}
			if !slices.Contains([]string{"svg", "title", "g", "path", "text", "clipPath"}, e.Name.Local) {
				t.Errorf("the SVG has an element %s", e.Name.Local)
			}
			if inText = e.Name.Local == "text"; inText {
				f.labels = append(f.labels, "")
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				f.labels[len(f.labels)-1] += string(e)
			}
		}
	}
}

// says returns all texts of a figure, without the marks of writing directions.
func (f *figure) says() string {
	return strings.NewReplacer("\u2068", "", "\u2069", "", "\u00a0", " ").Replace(strings.Join(f.labels, "\n"))
}

// The figure is saved as SVG and as PNG by buttons that the keyboard reaches, as it is shown, in light colours, with
// a title, a legend, and what is marked in it.
func TestSaveFigure(t *testing.T) {
	for _, width := range []int{1200, 380} {
		for _, c := range []struct {
			f      *frontier.Frontier
			name   string // of the files
			labels []string
		}{
			{sample(t, "nasty"), "script-script-alert-1-script", []string{"</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&amp;", "(blank)"}},
			{sample(t, "uncertain"), "weather", []string{
				"weather", "bits to record the group →", "share of the information kept →", "0.5", "Told apart by resampling", "Not told apart by resampling", "Steps",
				"Straight lines over the best trade-offs", "Error bars", "no grouping", "Chosen: H(Z) 1.750 bits", "H(Z) 0.950 bits", "sun+fog, rain+snow", "Where fog is alone",
			}},
			{alphabet(t), "Frontier", []string{"Frontier", "groups of 27 values of X"}},
			{heldOut(t), "held-out-and-bound-2-Größe", []string{"held out and bound/2: Größe", "On records held out", "Nothing can be above", "Best for its number of groups"}},
		} {
			b := openPlot(t, c.f, width, 900)
			b.scheme("dark")
			b.choose(1)
			b.focus("#plot")
			if c.name != "weather" {
				b.keys("+", "+") // of which parts are outside the frame
			}
			b.keys("p", kb.End, "/")
			b.fill("#search", c.f.Problem.XLabels[c.f.Problem.N-1])
			b.until(fmt.Sprintf("document.getElementById('live').textContent.startsWith('Point %d of')", c.f.Len())) // the last thing said of it
			b.focus("#download summary")
			b.keys(kb.Enter, kb.Tab, kb.Tab, kb.Tab, kb.Enter)
			b.until("document.getElementById('live').textContent.startsWith('Saved ')")
			saved := readFigure(t, b.download(".svg"))
			b.keys(kb.Enter, kb.Tab, kb.Tab, kb.Tab, kb.Tab, " ") // from the button of the menu, which has the focus again
			picture, err := png.Decode(bytes.NewReader(b.download(".png")))
			if err != nil {
				t.Fatal(err)
			}
			if size := picture.Bounds().Size(); size != image.Pt(2*saved.width, 2*saved.height) {
				t.Errorf("the PNG is of %v pixels, and the SVG of %d × %d", size, saved.width, saved.height)
			}
			for _, ending := range []string{".svg", ".png"} {
				if _, err := os.Stat(filepath.Join(b.folder, c.name+ending)); err != nil {
					t.Error(err)
				}
			}
			said := saved.says()
			for _, want := range c.labels {
				if !strings.Contains(strings.ReplaceAll(said, "\n", " "), want) {
					t.Errorf("the SVG does not say %q but %q", want, said)
				}
			}
			b.clean()
			name := fmt.Sprintf("saved-%s-%d", c.name, width)
			sameFigure(t, name, saved, picture)
		}
	}
}

// The figure names the groups of a pinned point that is also the chosen one a single time.
func TestSaveFigureOfAPinThatIsChosen(t *testing.T) {
	f := sample(t, "weather")
	b := openPlot(t, f, 1200, 900)
	b.focus("#plot")
	b.keys(kb.End, "p", kb.ArrowLeft, "p", kb.End) // the last point is chosen
	b.menu("save-svg")
	said := readFigure(t, b.download(".svg")).says()
	chosen, other := fmt.Sprintf("H(Z) %.3f bits", f.At(f.Len()-1).H), fmt.Sprintf("H(Z) %.3f bits", f.At(f.Len()-2).H)
	if strings.Count(said, chosen) != 1 || strings.Count(said, other) != 1 || strings.Count(said, "the chosen point") != 1 {
		t.Errorf("the legend does not say %q, %q and \"the chosen point\" once each: %q", chosen, other, said)
	}
	b.clean()
}

// heldOut returns a frontier with held-out records and an upper bound, whose name is no name of a file.
func heldOut(t *testing.T) *frontier.Frontier {
	t.Helper()
	f := *sample(t, "listed")
	f.Problem.Source.Name = "held out and bound/2: Größe"
	f.Ceiling = &frontier.Ceiling{Steps: 1, Corners: []frontier.Corner{{H: 0, I: 0.05}, {H: 1, I: 0.42}, {H: 1.75, I: 0.52}}}
	return &f
}

// sameFigure fails the test if a browser draws an SVG otherwise than the picture that the page has saved.
func sameFigure(t *testing.T, name string, saved *figure, want image.Image) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "saved.svg")
	if err := os.WriteFile(file, saved.text, 0o600); err != nil {
		t.Fatal(err)
	}
	b := openTab(t, "file://"+filepath.ToSlash(file), saved.width, saved.height)
	b.do(chromedp.EmulateViewport(int64(saved.width), int64(saved.height), chromedp.EmulateScale(2)))
	shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	keep(t, name+"-svg.png", shot)
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, want); err != nil {
		t.Fatal(err)
	}
	keep(t, name+"-png.png", encoded.Bytes())
	got, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	size := want.Bounds().Size()
	if got.Bounds().Size() != size {
		t.Fatalf("the SVG is drawn with %v pixels, want %v", got.Bounds().Size(), size)
	}
	if share := apart(got, want); share > 0.01 {
		t.Errorf("%s: the SVG and the PNG differ in %.2f %% of their area", name, 100*share)
	} else {
		t.Logf("%s: the SVG and the PNG differ in %.3f %% of their area", name, 100*share)
	}
}

// apart returns the share of squares of 8 pixels of which the mean colours of two pictures differ. The edges of
// letters and lines, which are smoothed otherwise in an SVG, differ less.
func apart(a, b image.Image) float64 {
	const side = 8
	size := a.Bounds().Size()
	differ, all := 0, 0
	for y := 0; y+side <= size.Y; y += side {
		for x := 0; x+side <= size.X; x += side {
			all++
			p, q := mean(a, x, y, side), mean(b, x, y, side)
			for n := range p {
				if p[n] > q[n]+0x0c00 || q[n] > p[n]+0x0c00 {
					differ++
					break
				}
			}
		}
	}
	return float64(differ) / float64(all)
}

// mean returns the mean colour of a square, each part of 0xffff.
func mean(of image.Image, left, top, side int) (sum [3]int) {
	for y := top; y < top+side; y++ {
		for x := left; x < left+side; x++ {
			r, g, b, _ := of.At(x, y).RGBA()
			sum[0], sum[1], sum[2] = sum[0]+int(r), sum[1]+int(g), sum[2]+int(b)
		}
	}
	for n := range sum {
		sum[n] /= side * side
	}
	return sum
}

// keep writes a file into the folder that DIBMAP_SHOTS names, for people to look at.
func keep(t testing.TB, name string, content []byte) {
	t.Helper()
	if folder := os.Getenv("DIBMAP_SHOTS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
