package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Labels that are HTML are shown as they are, everywhere.
func TestNastyShown(t *testing.T) {
	f := sample(t, "nasty")
	b := openPlot(t, f, 1200, 900)
	b.click("#plot")
	b.keys(kb.End, "p", kb.ArrowLeft, "c", "/")
	b.fill("#search", "<img")
	b.until("document.getElementById('fate').innerText.includes('<img src=x')")
	if n := ask[int](b, "document.querySelectorAll('img, body script[src], iframe').length"); n != 0 {
		t.Errorf("labels became %d elements", n)
	}
	if title := ask[string](b, "document.title"); title != f.Problem.XLabels[0] {
		t.Errorf("the title is %q", title)
	}
	b.until("(document.querySelectorAll('#rows .values button').forEach((more) => more.click()), true)")
	b.eventually(func() bool { return strings.Count(b.text("#rows"), "(blank)") >= 2 }, "the two blank labels are not said to be blank")
	b.shot("nasty", true)
	b.clean()
}

// What a person sees who explores letters, in light and dark: for looking at.
func TestGallery(t *testing.T) {
	if os.Getenv("DIBMAP_SHOTS") == "" {
		t.Skip("draws pictures where DIBMAP_SHOTS names a folder for them")
	}
	f := alphabet(t)
	b := openPlot(t, f, 1300, 900)
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
	b.focus("#plot")
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
	b := openPlot(t, sample(t, "weather"), 1000, 800)
	paper := "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
	light := picture(b)
	b.scheme("dark")
	becomes(b, paper, "#17191c")
	b.eventually(func() bool { return picture(b) != light }, "the canvas stays light on a dark system")
	b.click("#theme")
	becomes(b, paper, "#ffffff")
	b.eventually(func() bool { return picture(b) == light }, "the canvas stays dark in the light theme")
	b.clean()
}

// Paper is light, whatever the screen is, and at once: a printer does not wait for a frame.
func TestPrintIsLight(t *testing.T) {
	b := openPlot(t, sample(t, "weather"), 1000, 800)
	printed := "dispatchEvent(new Event('beforeprint')), document.getElementById('base').toDataURL()"
	screen, light := picture(b), ask[string](b, printed)
	ask[bool](b, "dispatchEvent(new Event('afterprint'))")
	b.scheme("dark")
	b.eventually(func() bool { return picture(b) != screen }, "the canvas stays light on a dark system")
	if ask[string](b, printed) != light {
		t.Error("the plot is printed in dark colours")
	}
	if ask[string](b, "dispatchEvent(new Event('afterprint')), document.getElementById('base').toDataURL()") == light {
		t.Error("the plot stays light after printing")
	}
	b.clean()
}

// Numbers on the vertical axis are whole, however many digits a magnification gives them.
func TestLabelsWhole(t *testing.T) {
	b := openPlot(t, sample(t, "weather"), 1000, 800)
	ask[bool](b, `(() => {
		const fill = CanvasRenderingContext2D.prototype.fillText;
		window.drawn = [];
		CanvasRenderingContext2D.prototype.fillText = function (text, x, ...more) {
			if (this.textAlign === "right") drawn.push(x - this.measureText(text).width);
			return fill.call(this, text, x, ...more);
		};
		return true;
	})()`)
	b.focus("#plot")
	for range 24 {
		b.keys("+")
	}
	picture(b)
	ask[bool](b, "(drawn.length = 0, dispatchEvent(new Event('beforeprint')))")
	// The name of the axis is on the left of the numbers.
	if least := ask[float64](b, "Math.min(...drawn)"); !(least >= 17) || least > 1000 {
		t.Errorf("a number begins %g pixels from the edge, over the name of the axis", least)
	}
	b.clean()
}

// On a phone nothing is wider than the screen, and what a finger hits is large enough.
func TestPhone(t *testing.T) {
	b := openPlot(t, alphabet(t), 360, 740)
	b.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.until("matchMedia('(pointer: coarse)').matches")
	b.keys("p")
	b.view("details")
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
	b.view("trade-off")
	b.do(chromedp.ScrollIntoView(chromedp.CSS("#plot")))
	x, y := b.place(1, 0.25, 4.095, 0.794)
	before := b.text("#chosen-body")
	b.do(chromedp.TapXY(x, y))
	b.until("document.getElementById('chosen-body').innerText !== " + quoted(before))
	b.clean()
}

// Empty frontiers, single points and points without clusterings are shown as well.
func TestLittleShown(t *testing.T) {
	for _, name := range []string{"empty", "one-point", "no-mappings", "own-kind"} {
		t.Run(name, func(t *testing.T) {
			b := openPlot(t, sample(t, name), 1000, 800)
			b.keys("p", "c", "h", "?", "+", "0", kb.ArrowRight, kb.End)
			if said := b.text("#chosen-body"); said == "" {
				t.Error("nothing is said")
			}
			b.shot("little-"+name, false)
			b.clean()
		})
	}
}

// A share that is not all is not shown as 100 %.
func TestAlmostAll(t *testing.T) {
	p := frontier.Problem{
		Kind: "dib", N: 3, M: 2, XLabels: []string{"a", "b", "c"}, YLabels: []string{"u", "v"},
		XMass: []float64{0.5, 0.3, 0.2}, HX: 1.485475297227334, HY: 1, IXY: 1,
	}
	var entries []frontier.Entry
	for _, at := range []struct {
		h, i   float64
		labels partition.Partition
	}{{0, 0, partition.Partition{0, 0, 0}}, {1, 0.9999995, partition.Partition{0, 1, 1}}, {p.HX, 1, partition.Partition{0, 1, 2}}} {
		entries = append(entries, frontier.Entry{H: at.h, I: at.i, K: at.labels.K(), Assignment: partition.Pack(at.labels)})
	}
	b := openPlot(t, made(t, p, entries), 1300, 900)
	for point, share := range []string{"0", "99.99", "100"} {
		ask[string](b, fmt.Sprintf("location.hash = 'point=%d'", point))
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes(%q)", "keeps"+share+"\u00a0% of the information"))
	}
	b.clean()
}
