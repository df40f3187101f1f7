package browsertest

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/internal/oracle"
)

// What a printer gets is black on white, whatever the theme is: the curve with what is marked in it, and texts, but no
// buttons.
func TestPrint(t *testing.T) {
	text, pictures := oracle.Program(t, "pdftotext"), oracle.Program(t, "pdftoppm")
	for view, wanted := range map[string][]string{
		"groups":    {"groups of 27 values of X", "more often than average", "t+w+j"},
		"trade-off": {"groups of 27 values of X", "Steps", "Best grouping within"},
		"compare":   {"Pinned groupings", "prominence"},
		"details":   {"Most prominent points", "Written by dibmap"},
	} {
		width := map[string]int{"groups": 380}[view]
		if width == 0 {
			width = 1300
		}
		b := openPlot(t, alphabet(t), width, 900)
		b.scheme("dark")
		b.choose(500)
		b.focus("#plot")
		b.keys("p", kb.PageUp, "p", kb.PageDown, kb.PageDown, "c")
		b.until("document.querySelectorAll('#alluvial .band').length > 0")
		b.view(view)
		result, err := chromedp.Call(b.ctx, page.PrintToPDF, page.PrintToPDFParams{})
		if err != nil {
			t.Fatal(err)
		}
		keep(t, "print-"+view+".pdf", result.Data)
		file := filepath.Join(t.TempDir(), "page.pdf")
		if err := os.WriteFile(file, result.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(text, "-layout", file, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(strings.Fields(string(out)), " ")
		for _, want := range append(wanted, "Frontier") {
			if !strings.Contains(said, want) {
				t.Errorf("paper does not say %q but %q", want, said)
			}
		}
		for _, no := range []string{"Theme", "Keys", "Download", "Unpin", "finer →", "CSV", "Find a value", "In words", "Heat map"} {
			if strings.Contains(said, no) {
				t.Errorf("paper says %q: %q", no, said)
			}
		}
		if err := exec.Command(pictures, "-r", "50", "-png", file, filepath.Join(filepath.Dir(file), "page")).Run(); err != nil {
			t.Fatal(err)
		}
		pages, err := filepath.Glob(filepath.Join(filepath.Dir(file), "page-*.png"))
		if err != nil || len(pages) == 0 {
			t.Fatalf("no pages: %v", err)
		}
		for n, name := range pages {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sheet, err := png.Decode(bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			white, blue, hull := counts(sheet)
			if white < 0.6 {
				t.Errorf("page %d is white to %.0f %% only", n+1, 100*white)
			}
			if n == 0 && view == "trade-off" && (blue < 0.001 || hull < 0.0001) {
				t.Errorf("the curve is not printed: %.3f %% of the first page are blue, %.3f %% of the colour of the hull", 100*blue, 100*hull)
			}
		}
		b.clean()
	}
}

// counts returns the shares of a page that are white, of the blue of the curve, and of that of its hull.
func counts(of image.Image) (white, blue, hull float64) {
	size := of.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, b, _ := of.At(x, y).RGBA()
			switch r, g, b = r>>8, g>>8, b>>8; {
			case min(r, g, b) > 0xe8:
				white++
			case r < 0x60 && b > r+0x50:
				blue++
			case r < 0xd8 && b > r+0x18:
				hull++
			}
		}
	}
	all := float64(size.X * size.Y)
	return white / all, blue / all, hull / all
}
