package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Whatever colours a reader tells apart, what colours say is said by shapes as well: points that are not apart by resampling are hollow.
func TestShapes(t *testing.T) {
	b := openPlot(t, sample(t, "uncertain"), 1000, 800)
	faint := ask[string](b, "getComputedStyle(document.documentElement).getPropertyValue('--faint').trim()")
	b.menu("save-svg")
	saved := string(b.download(".svg"))
	// One in the plot, and one in the legend.
	if n := strings.Count(saved, `fill="none" stroke="`+faint); n != 2 || strings.Contains(saved, `fill="`+faint) {
		t.Errorf("the figure has %d hollow points of the colour %s, want 2 and no others", n, faint)
	}
	b.clean()
}

// With forced colours, the drawings have the colours of the system, and no text has the colour of what is behind it.
func TestForcedColours(t *testing.T) {
	forced := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "forced-colors", Value: "active"}}
	b := openPlot(t, sample(t, "uncertain"), 1000, 800)
	b.scheme("dark")
	b.settle()
	dark := picture(b)
	b.media(forced...)
	b.eventually(func() bool { return picture(b) != dark }, "the canvas keeps the colours of the page")
	b.until("document.getElementById('base').getContext('2d').getImageData(2, 2, 1, 1).data.join() === '0,0,0,255'")
	b.clean()
	b = explore(t, 768, 900, shops(t))
	b.media(forced...)
	b.until(visible("setup"))
	if same := ask[[]string](b, `Array.from(document.querySelectorAll('button, summary, label, th, td'), (e) => [e, getComputedStyle(e)])
		.filter(([e, s]) => e.offsetHeight > 0 && s.color === s.backgroundColor).map(([e]) => e.textContent)`); len(same) > 0 {
		t.Errorf("texts that are not seen: %q", same)
	}
	b.clean()
}

// The page as people see it who do not see all colours: for looking at.
func TestSights(t *testing.T) {
	if os.Getenv("DIBMAP_SHOTS") == "" {
		t.Skip("draws pictures where DIBMAP_SHOTS names a folder for them")
	}
	for name, f := range map[string]string{"letters": "", "uncertain": "uncertain"} {
		of := alphabet(t)
		if f != "" {
			of = sample(t, f)
		}
		b := openPlot(t, of, 1300, 900)
		b.focus("#plot")
		b.keys(kb.Home, "p", kb.PageUp, kb.PageUp, kb.PageUp, "p", kb.PageUp, kb.PageUp, kb.PageUp, "c", "/")
		b.fill("#search", of.Problem.XLabels[1])
		for _, scheme := range []string{"light", "dark"} {
			b.scheme(scheme)
			b.settle()
			for _, kind := range []emulation.SetEmulatedVisionDeficiencyType{"deuteranopia", "protanopia", "tritanopia", "achromatopsia"} {
				if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedVisionDeficiency, emulation.SetEmulatedVisionDeficiencyParams{Type: kind}); err != nil {
					t.Fatal(err)
				}
				b.shot(fmt.Sprintf("sight-%s-%s-%s", name, scheme, kind), true)
			}
		}
		b.clean()
	}
}
