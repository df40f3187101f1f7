package report_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Labels that are HTML are shown as they are, everywhere.
func TestNastyShown(t *testing.T) {
	b := openPage(t, nastyFrontier(t), 1200, 900)
	b.click("#plot")
	b.keys(kb.Home, "p", kb.ArrowRight, "c", "/")
	b.fill("#search", "<img")
	b.until("document.getElementById('fate').innerText.includes('<img src=x')")
	if n := ask[int](b, "document.querySelectorAll('img, body script[src], iframe').length"); n != 0 {
		t.Errorf("labels became %d elements", n)
	}
	if title := ask[string](b, "document.title"); title != nasty[0] {
		t.Errorf("the title is %q", title)
	}
	if said := b.text("#chosen"); strings.Count(said, "(blank)") != 2 {
		t.Errorf("the two blank labels are not said to be so: %s", said)
	}
	b.shot("nasty", true)
	b.clean()
}

// What a person sees who explores letters, in light and dark: for looking at.
func TestGallery(t *testing.T) {
	if os.Getenv("DIBMAP_SHOTS") == "" {
		t.Skip("draws pictures where DIBMAP_SHOTS names a folder for them")
	}
	f := alphabet(t)
	b := openPage(t, f, 1300, 900)
	three, _ := f.WithClusters(3)
	five, _ := f.WithClusters(5)
	nine, _ := f.WithClusters(9)
	ask[string](b, fmt.Sprintf("location.hash = 'point=%d&pins=%d %d'", nine.Index, five.Index, three.Index))
	b.keys("c", "/")
	b.fill("#search", "q")
	b.shot("explored", true)
	b.print("explored-print")
	b.scheme("dark")
	picture(b)
	b.shot("explored-dark", true)
	b.do(chromedp.Focus(chromedp.CSS("#plot")))
	b.keys("+", "+", "+", "+", "+", "+")
	x, y := b.place(nine.H, nine.I, f.Problem.HX, f.Problem.IXY)
	b.hover(x-40, y)
	picture(b)
	b.shot("zoomed-dark", false)
	b.clean()
}

// print keeps what a printer gets of the page.
func (b *tab) print(name string) {
	b.t.Helper()
	result, err := chromedp.Call(b.ctx, page.PrintToPDF, page.PrintToPDFParams{})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("DIBMAP_SHOTS"), name+".pdf"), result.Data, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// Dark and light follow the system, and the button overrules it.
func TestTheme(t *testing.T) {
	b := openPage(t, weather(t), 1000, 800)
	paper := "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
	light := picture(b)
	b.scheme("dark")
	if got := ask[string](b, paper); got != "#17191c" {
		t.Errorf("the paper of a dark system is %s", got)
	}
	if picture(b) == light {
		t.Error("the canvas stays light on a dark system")
	}
	b.click("#theme")
	if got := ask[string](b, paper); got != "#ffffff" {
		t.Errorf("the paper of the light theme is %s on a dark system", got)
	}
	if picture(b) != light {
		t.Error("the canvas stays dark in the light theme")
	}
	b.clean()
}

// On a phone nothing is wider than the screen, and what a finger hits is large enough.
func TestPhone(t *testing.T) {
	b := openPage(t, alphabet(t), 360, 740)
	b.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.until("matchMedia('(pointer: coarse)').matches")
	b.keys("p")
	b.click("#prominent li:nth-child(2) button")
	b.keys("c")
	b.until("document.querySelectorAll('#alluvial .band').length > 0")
	if w := ask[int](b, "document.documentElement.scrollWidth"); w > 360 {
		t.Errorf("the page is %d pixels wide on a screen of 360", w)
	}
	small := ask[[]string](b, `Array.from(document.querySelectorAll('button, select, input'), (e) => [e, e.getBoundingClientRect()])
		.filter(([e, r]) => r.height > 0 && r.height < 24 && e.type !== 'checkbox').map(([e, r]) => e.id + e.textContent + ' ' + r.height)`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
	b.shot("phone", true)
	b.do(chromedp.ScrollIntoView(chromedp.CSS("#plot")))
	x, y := b.place(1, 0.25, 4.095, 0.794)
	before := b.text("#chosen-body")
	b.do(chromedp.TapXY(x, y))
	b.until("document.getElementById('chosen-body').innerText !== " + quoted(before))
	b.clean()
}

// Empty frontiers, single points and points without clusterings are shown as well.
func TestLittleShown(t *testing.T) {
	for name, f := range little(t) {
		t.Run(name, func(t *testing.T) {
			b := openPage(t, f, 1000, 800)
			b.keys("p", "c", "h", "?", "+", "0", kb.ArrowLeft, kb.Home)
			if said := b.text("#chosen-body"); said == "" {
				t.Error("nothing is said")
			}
			b.shot("little-"+name, false)
			b.clean()
		})
	}
}
