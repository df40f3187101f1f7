package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// accessible checks a page, without the frames in it, by axe-core, against WCAG 2.2 A and AA and its best practices,
// apart from the rules that are named.
func (b *tab) accessible(what string, apart ...string) {
	b.t.Helper()
	b.settle()
	path := filepath.Join("..", "web", "node_modules", "axe-core", "axe.min.js")
	axe, err := os.ReadFile(path)
	if err != nil {
		if os.Getenv("DIBMAP_REQUIRE_TOOLS") != "" {
			b.t.Fatalf("needs axe-core: npm ci --prefix report/web: %v", err)
		}
		b.t.Log("accessibility is not checked: npm ci --prefix report/web installs axe-core")
		return
	}
	found := askSoon[[]string](b, string(axe)+`;
(async () => {
  const seen = (result) => result.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + " at " + n.target.join(" ") + " | " + n.html.slice(0, 160)));
  return seen(await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], iframes: false })).filter((line) => !"`+strings.Join(apart, " ")+`".split(" ").includes(line.split(":")[0]));
})()`)
	if len(found) > 0 {
		b.t.Errorf("%s is not accessible:\n%s", what, strings.Join(found, "\n"))
	}
}

// views are the views of the page of a frontier.
var views = []string{"groups", "trade-off", "heat", "compare", "how-many", "details"}

// The page of a frontier, on a screen and on a phone, light and dark, with everything that it can show.
func TestReportIsAccessible(t *testing.T) {
	for _, width := range []int{1300, 400} {
		for _, scheme := range []string{"light", "dark"} {
			b := openPlot(t, alphabet(t), width, 900)
			b.scheme(scheme)
			b.click("#help-button")
			b.click("#pin")
			b.view("groups")
			b.fill("#search", "e")
			b.click("#download summary")
			for _, view := range views {
				b.view(view)
				b.accessible(view + ", " + scheme)
			}
		}
	}
}

// Pages of all kinds of frontiers are accessible, in every state that a button or a key leads to.
func TestStatesAreAccessible(t *testing.T) {
	for _, width := range []int{1300, 380} {
		for _, name := range []string{"empty", "one-point", "no-mappings", "own-kind", "uncertain", "nasty", "listed"} {
			b := openPlot(t, sample(t, name), width, 900)
			b.accessible(name + ", as it opens")
			b.menu("save-svg")
			b.focus("#plot")
			b.keys("p", kb.End, "p", "c", "?")
			b.accessible(name + ", two points compared")
			b.scheme("dark")
			for _, view := range []string{"details", "how-many", "groups"} {
				b.view(view)
				if view == "groups" && !ask[bool](b, "document.getElementById('search').disabled") {
					b.fill("#search", "no such value")
				}
				b.accessible(name + ", " + view + ", dark")
			}
			b.clean()
		}
	}
}

// With the keyboard alone, a person reaches everything that a mouse does, sees where the focus is, and goes through the
// whole journey: another grouping, the slider, a search, two points compared, and what can be saved.
func TestKeyboardJourney(t *testing.T) {
	for _, width := range []int{1300, 380} {
		b := openPlot(t, sample(t, "weather"), width, 900)
		stop := "(() => { const a = document.activeElement; return a === document.body ? '' : (a.id || a.getAttribute('aria-label') || a.textContent) })()"
		seen := make(map[string]bool)
		walk := func() {
			t.Helper()
			for n := 0; ; n++ {
				b.keys(kb.Tab)
				at := ask[string](b, stop)
				if at == "" {
					return
				}
				if n > 100 {
					t.Fatalf("the Tab key does not leave the page, but is at %s", at)
				}
				seen[at] = true
				if !ask[bool](b, "(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle !== 'none' || s.strokeWidth === '2px' })()") {
					t.Errorf("where the focus is cannot be seen at %s", at)
				}
			}
		}
		for _, view := range views {
			b.view(view)
			if view == "compare" {
				b.until("document.querySelectorAll('#alluvial .band').length > 0")
			}
			walk()
		}
		to := func(name string) { // with the Tab key
			t.Helper()
			for range 120 {
				if b.keys(kb.Tab); ask[string](b, stop) == name {
					return
				}
			}
			t.Fatalf("the Tab key does not reach %s", name)
		}
		for _, want := range []string{
			"theme", "help-button", "show-stairs", "show-hull", "show-dmc", "show-balanced", "plot", "zoom-in", "zoom-out", "zoom-reset",
			"budget", "budget-number", "by-k", "search", "from", "to", "\u2190 coarser", "finer \u2192", "pin", "why", "Download", "tab-groups", "tab-details",
		} {
			if !seen[want] {
				t.Errorf("the Tab key does not reach %s", want)
			}
		}
		point := func(n string) {
			t.Helper()
			b.until("document.getElementById('chosen-body').innerText.includes('point " + n + " of 4')")
		}
		b.view("trade-off")
		to("plot")
		b.keys(kb.End, "p")
		point("4")
		to("budget")
		b.keys(kb.ArrowLeft, kb.ArrowLeft)
		point("2")
		to("tab-trade-off")
		b.keys(kb.ArrowLeft) // to the groups
		to("search")
		b.fill(":focus", "snow")
		b.until("document.getElementById('fate').innerText.includes('Among these groups snow')")
		b.keys(kb.Tab)
		for range 100 {
			if ask[string](b, stop) == "" {
				break
			}
			b.keys(kb.Tab)
		}
		b.keys("c")
		b.until("document.querySelectorAll('#alluvial .band').length === 4")
		for entry, ending := range []string{".csv", ".json", ".svg", ".png"} {
			to("Download")
			b.keys(kb.Enter)
			for range entry + 1 {
				b.keys(kb.Tab)
			}
			b.keys(kb.Enter)
			got := b.download(ending)
			if ending == ".json" && !strings.Contains(string(got), `"k": 2`) {
				t.Errorf("the mapping is %s", got)
			}
			if ending == ".svg" {
				readFigure(t, got)
			}
		}
		walk()
		b.accessible("the page at the end of the journey")
		b.clean()
	}
}
