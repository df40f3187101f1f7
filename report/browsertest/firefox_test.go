package browsertest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/report"
)

// Keys as WebDriver writes them.
const arrowLeft, arrowRight, home, enter = "\ue012", "\ue014", "\ue011", "\ue007"

// In Firefox, a person opens the page, moves the slider, goes back to the recommendation, finds a label, and saves the
// mapping and the figure.
func TestFirefox(t *testing.T) {
	b, f := openFirefox(t), alphabet(t)
	for _, width := range []int{1200, 500} { // no window is narrower than that
		var page bytes.Buffer
		if err := report.Write(&page, f, report.Options{Title: fmt.Sprint("Letters ", width)}); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		b.do("WebDriver:SetWindowRect", map[string]any{"width": width, "height": 900})
		b.do("WebDriver:Navigate", map[string]any{"url": "file://" + filepath.ToSlash(file)})
		b.eventually(func() bool { return b.value("return document.documentElement.hasAttribute('data-ready')") == true }, "the page is not ready")
		b.value("window.wrong = []; for (const type of ['error', 'unhandledrejection']) addEventListener(type, (e) => wrong.push(String(e.message ?? e.reason))); return true")
		at := func(n int) {
			t.Helper()
			b.eventually(func() bool { return strings.Contains(b.text("#chosen-body"), fmt.Sprintf("point %d of", n)) }, "point %d is not chosen, but %s", n, b.text("#chosen-body"))
		}
		r, ok := recommend.From(f)
		if !ok {
			t.Fatal("nothing is recommended")
		}
		start := r.Index + 1
		at(start)
		b.click("#tab-trade-off")
		b.keys("#budget", arrowRight+arrowRight)
		at(start + 2)
		b.keys("#budget", home)
		at(1)
		b.click("#advice [aria-label*='recommended']")
		at(start)
		b.keys("#plot", arrowLeft)
		at(start - 1)
		b.keys("#plot", arrowRight)
		at(start)
		b.click("#tab-groups")
		b.keys("#search", "q"+enter)
		b.eventually(func() bool { return strings.Contains(b.text("#fate"), "Among these groups q ") }, "no label is found")
		b.click("#download summary")
		b.click("#json")
		var got mapping
		if err := json.Unmarshal(b.download(".json"), &got); err != nil {
			t.Fatal(err)
		}
		if got.K != r.K || got.H != r.H || len(got.Clusters) != r.K {
			t.Errorf("the mapping is of %+v, want that of %d groups", got, r.K)
		}
		b.click("#download summary")
		b.click("#save-svg")
		saved := readFigure(t, b.download(".svg"))
		b.click("#download summary")
		b.click("#save-png")
		picture, err := png.Decode(bytes.NewReader(b.download(".png")))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size != image.Pt(2*saved.width, 2*saved.height) {
			t.Errorf("the PNG is of %v pixels, and the SVG of %d × %d", size, saved.width, saved.height)
		}
		if said := saved.says(); !strings.Contains(said, "Chosen: ") {
			t.Errorf("the figure says %q", said)
		}
		for _, name := range []string{".json", ".svg", ".png"} {
			found, _ := filepath.Glob(filepath.Join(b.folder, "*"+name))
			for _, file := range found {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			}
		}
		if wrong := fmt.Sprint(b.value("return wrong.join()")); wrong != "" {
			t.Errorf("the page logged %s", wrong)
		}
		if wide := b.value("return document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide != 0.0 {
			t.Errorf("the page is %v pixels wider than the window", wide)
		}
		b.shot(fmt.Sprint("firefox-", width))
	}
}

// shot keeps a picture of the whole page, for people to look at.
func (b *firefox) shot(name string) {
	b.t.Helper()
	var result struct{ Value string }
	if err := json.Unmarshal(b.do("WebDriver:TakeScreenshot", map[string]any{"full": true}), &result); err != nil {
		b.t.Fatal(err)
	}
	content, err := base64.StdEncoding.DecodeString(result.Value)
	if err != nil {
		b.t.Fatal(err)
	}
	keep(b.t, name+".png", content)
}
