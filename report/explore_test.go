package report_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// A person hovers, clicks, steps and zooms.
func TestPlot(t *testing.T) {
	f := alphabet(t)
	b := openPage(t, f, 1300, 900)
	b.shot("light", false)

	p, _ := f.WithClusters(5)
	x, y := b.place(p.H, p.I, f.Problem.HX, f.Problem.IXY)
	b.hover(x, y)
	b.until("!document.getElementById('tip').hidden")
	tip := b.text("#tip")
	if want := fmt.Sprintf("h %.3f  i %.3f  k 5", p.H, p.I); !strings.Contains(tip, want) {
		t.Errorf("the note says %q, want %q", tip, want)
	}
	for _, c := range p.Clusters() {
		if len(c) == 1 && !strings.Contains(tip, "\n"+c[0]+" ") {
			t.Errorf("the note %q does not name the cluster of %s", tip, c[0])
		}
	}
	b.shot("hover", false)

	b.do(chromedp.MouseClickXY(x, y))
	b.until("document.getElementById('chosen-body').innerText.includes('5 clusters')")
	said := b.text("#chosen-body")
	for _, want := range []string{"bits", "of the information", "more often", "less often", " instead of "} {
		if !strings.Contains(said, want) {
			t.Errorf("the chosen point is described without %q: %s", want, said)
		}
	}
	b.until("document.getElementById('live').textContent.includes('5 clusters, keeps')")

	here := fmt.Sprintf("point %d of %d", p.Index+1, f.Len())
	if !strings.Contains(said, here) {
		t.Errorf("the click did not choose %s: %s", here, said)
	}
	for _, c := range []struct {
		key string
		to  int
	}{{kb.ArrowLeft, p.Index + 1}, {kb.ArrowRight, p.Index}, {kb.Home, f.Len() - 1}, {kb.ArrowLeft, f.Len() - 1}, {kb.End, 0}, {kb.ArrowRight, 0}} {
		b.keys(c.key)
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of ')", c.to+1))
	}

	whole := picture(b)
	b.keys("+", "+")
	b.until("location.hash.includes('view=')")
	if picture(b) == whole {
		t.Error("the picture did not change when it was zoomed")
	}
	b.keys("0")
	b.until("!location.hash.includes('view=')")
	b.wheel(x, y, -600)
	b.until("location.hash.includes('view=')")
	b.do(chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
	b.until("!location.hash.includes('view=')")
	b.clean()
}

// wheel turns the wheel over a place.
func (b *tab) wheel(x, y, by float64) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaY: by, DeltaX: 1e-9, // 0 would be left out
	}); err != nil {
		b.t.Fatal(err)
	}
}

// picture returns what is on the lower canvas, once it is painted.
func picture(b *tab) string {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
		done(document.getElementById('base').toDataURL()))))`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// Each box, and the letter for it, changes the picture and changes it back.
func TestToggles(t *testing.T) {
	b := openPage(t, uncertain(t), 1000, 800)
	first := picture(b)
	for _, c := range []struct{ box, key string }{
		{"stairs", "s"}, {"hull", "h"}, {"dmc", "d"}, {"balanced", "e"}, {"bars", ""}, {"robust", ""},
	} {
		b.click("#show-" + c.box)
		if picture(b) == first {
			t.Errorf("the box %s changes nothing", c.box)
		}
		if c.key != "" {
			b.keys(c.key)
		} else {
			b.click("#show-" + c.box)
		}
		if picture(b) != first {
			t.Errorf("the picture is not what it was before the box %s", c.box)
		}
	}
	if said := b.text("#chosen-body"); !strings.Contains(said, "±") || !strings.Contains(said, "robust") {
		t.Errorf("the chosen point is described without its error: %s", said)
	}
	b.shot("uncertain", false)
	b.clean()
}

// The ways to choose a point.
func TestChoose(t *testing.T) {
	f := weather(t)
	b := openPage(t, f, 1200, 900)
	at := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of 4')", n))
	}
	// The slider grows to the left, as the axis does.
	b.do(chromedp.Focus(chromedp.CSS("#budget")))
	b.keys(kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	at(4)
	b.keys(kb.ArrowRight)
	at(3)
	b.keys(kb.ArrowDown)
	at(2)
	ask[bool](b, "(() => { const s = document.getElementById('budget'); s.valueAsNumber = 1.2; s.dispatchEvent(new Event('input')); return true })()")
	at(2)
	if v := ask[string](b, "document.getElementById('budget-number').value"); v != "1.2" {
		t.Errorf("the budget is shown as %s, want 1.2", v)
	}
	box := ask[[4]float64](b, "(() => { const r = document.getElementById('budget').getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })()")
	b.do(chromedp.MouseClickXY(box[0]+box[2]-3, box[1]+box[3]/2))
	at(1)
	b.keys("b")
	ask[bool](b, "document.activeElement.select() ?? true")
	b.fill("#budget-number", "1.6")
	b.keys(kb.Enter)
	at(3)
	b.do(chromedp.Focus(chromedp.CSS("#by-k")))
	b.keys("4")
	at(4)
	b.click("#prominent li button")
	at(2) // its areas are 0.55 x 0.3 and 0.95 x 0.1 bit^2; point 3 is in a pocket
	if current := ask[string](b, "document.querySelector('#prominent button').getAttribute('aria-current')"); current != "true" {
		t.Error("the chosen point is not marked in the list of prominent ones")
	}
	b.clean()
}

// A label is found, marked in its cluster, and followed along the frontier.
func TestSearch(t *testing.T) {
	b := openPage(t, weather(t), 1200, 900)
	before := picture(b)
	b.keys("/")
	b.fill("#search", "s")
	b.until("document.querySelectorAll('#matches button').length === 2") // sun, snow
	b.fill("#search", "no")
	b.until("document.getElementById('fate').innerText.includes('snow')")
	said := b.text("#fate")
	for _, want := range []string{"First alone at H(Z) 1.750 bits", "alone in 1 of 4 points", "rain"} {
		if !strings.Contains(said, want) {
			t.Errorf("the story of snow is %q, without %q", said, want)
		}
	}
	if found := b.text("#chosen .chip.found"); found != "snow" {
		t.Errorf("marked is %q, want snow", found)
	}
	if picture(b) == before {
		t.Error("the band of the label is not drawn")
	}
	// rain is with it over 1.75 of 1.75 bits but the last point, from where on it is apart.
	b.click("#fate table button")
	b.until("document.getElementById('chosen-body').innerText.includes('point 4 of 4')")
	b.do(chromedp.Focus(chromedp.CSS("#search")))
	b.keys(kb.Escape)
	b.until("document.getElementById('fate').innerText === ''")
	b.click("#search")
	b.fill("#search", "zzz")
	b.until("document.getElementById('matches').innerText.includes('no such label')")
	b.clean()
}

// Points are pinned, sorted, compared and unpinned; the address keeps all of it.
func TestPinsAndCompare(t *testing.T) {
	b := openPage(t, weather(t), 1200, 1000)
	b.click("#plot") // the focus is on the plot, so that keys are its
	b.keys(kb.Home, "p", kb.End, "p", kb.ArrowLeft, "p")
	rows := "Array.from(document.querySelectorAll('#pins tbody tr'), (r) => r.cells[3].innerText).join(' ')"
	if got := ask[string](b, rows); got != "4 1 2" {
		t.Errorf("the pins have %s clusters, want 4 1 2", got)
	}
	b.click("#pins thead th:nth-child(2) button")
	if got := ask[string](b, rows); got != "1 2 4" {
		t.Errorf("sorted by h the pins have %s clusters, want 1 2 4", got)
	}
	b.click("#pins thead th:nth-child(2) button")
	if got := ask[string](b, rows); got != "4 2 1" {
		t.Errorf("sorted by falling h the pins have %s clusters, want 4 2 1", got)
	}
	b.click("#pins tbody tr:nth-child(3) .remove")
	if got := ask[string](b, rows); got != "4 2" {
		t.Errorf("after one is removed the pins have %s clusters, want 4 2", got)
	}

	// From the two clusters to all four.
	b.do(chromedp.Focus(chromedp.CSS("#plot")))
	b.keys(kb.Home, "c")
	b.until("document.querySelectorAll('#alluvial .band').length === 4")
	if said := b.text("#splits"); !strings.Contains(said, "only splits clusters") {
		t.Errorf("the comparison says %q", said)
	}
	b.do(chromedp.Focus(chromedp.CSS("#alluvial .band[tabindex='0']")))
	said := b.text("#band-says")
	b.keys(kb.ArrowDown)
	if next := b.text("#band-says"); said == "" || next == said || !strings.Contains(next, "%") {
		t.Errorf("the bands say %q and then %q", said, next)
	}
	heights := ask[[]float64](b, "Array.from(document.querySelectorAll('#alluvial .node'), (r) => Number(r.getAttribute('height')))")
	if len(heights) != 6 {
		t.Fatalf("the diagram has bars of heights %v, want 2 + 4 of them", heights)
	}
	// Masses 0.625 and 0.375 on the left.
	if r := heights[0] / heights[1]; !(r > 1.66 && r < 1.67 || r > 0.59 && r < 0.61) {
		t.Errorf("the bars on the left are as %g to 1, want 0.625 to 0.375", r)
	}
	b.shot("alluvial-small", true)
	b.until("location.hash.includes('compare=')")
	hash := ask[string](b, "location.hash")
	b.clean()

	c := openPage(t, weather(t), 1200, 1000)
	ask[string](c, "location.hash = "+quoted(hash))
	c.until("document.querySelectorAll('#alluvial .band').length === 4")
	if got := ask[string](c, rows); got != "4 2" {
		t.Errorf("from the address %s the pins have %s clusters, want 4 2", hash, got)
	}
	c.clean()
}

// mapping is a file of the page in JSON.
type mapping struct {
	Table    string
	H, I     float64
	K        int
	Clusters []struct {
		Name   string
		Values []string
	}
}

// The mapping of a point is downloaded and holds what the point says.
func TestDownload(t *testing.T) {
	f := nastyFrontier(t)
	b := openPage(t, f, 1200, 900)
	b.choose(1)
	p := f.At(1)
	got := b.mapping()
	if got.H != p.H || got.I != p.I || got.K != p.K || got.Table != nasty[0] {
		t.Errorf("the file is of %+v", got)
	}
	want := [][]string{{"value", "cluster"}}
	var clusters [][]string
	names := make(map[string]string)
	for _, c := range got.Clusters {
		clusters = append(clusters, c.Values)
		for _, v := range c.Values {
			names[v] = c.Name
		}
	}
	if d := cmp.Diff(p.Clusters(), clusters); d != "" {
		t.Errorf("the clusters are others: %s", d)
	}
	b.click("#csv")
	rows, err := csv.NewReader(strings.NewReader(string(b.download(".csv")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range nasty {
		want = append(want, []string{label, names[label]})
	}
	// The reader of Go takes a line end in a field for one of its own kind.
	if d := cmp.Diff(want, rows, cmp.Transformer("lines", func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") })); d != "" {
		t.Errorf("the table is another: %s", d)
	}
	b.clean()
}

// The page names clusters as package frontier does.
func TestNames(t *testing.T) {
	// Joined labels meet labels that look like them.
	labels := []string{"a+b", "a", "b", "a+b (2)", strings.Repeat("é", 22), "x", "y", "+", ""}
	of := partition.Partition{0, 1, 1, 2, 3, 3, 3, 4, 4}
	colliding := made(t, frontier.Problem{N: len(labels), XLabels: labels}, []frontier.Entry{{Assignment: partition.Pack(of)}})
	letters := alphabet(t)
	five, _ := letters.WithClusters(5)
	for _, c := range []struct {
		f *frontier.Frontier
		p frontier.Point
	}{{colliding, colliding.At(0)}, {letters, five}, {letters, letters.At(40)}, {nastyFrontier(t), nastyFrontier(t).At(1)}} {
		b := openPage(t, c.f, 1000, 800)
		b.choose(c.p.Index)
		var names []string
		for _, cluster := range b.mapping().Clusters {
			names = append(names, cluster.Name)
		}
		if d := cmp.Diff(c.p.Names(), names); d != "" {
			t.Errorf("point %d: %s", c.p.Index, d)
		}
		b.clean()
	}
}

// The page explains clusters by the columns that package frontier explains them by.
func TestExplained(t *testing.T) {
	f := alphabet(t)
	p, _ := f.WithClusters(5)
	b := openPage(t, f, 1200, 900)
	b.choose(p.Index)
	said := b.text("#chosen-body")
	for _, c := range f.Describe(p, 3) {
		want := []string{fmt.Sprintf("%s %.1f %%, %.3f bits", c.Name, 100*c.Mass, c.I)}
		for _, list := range [][]frontier.Contribution{c.Tells, c.TellsNot} {
			var parts []string
			for _, e := range list {
				parts = append(parts, fmt.Sprintf("%s %s instead of %s", e.Y, share(e.P), share(e.Overall)))
			}
			want = append(want, strings.Join(parts, ", "))
		}
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("the page does not say %q of cluster %s: %s", w, c.Name, said)
			}
		}
	}
}

// share is a share as the page writes it.
func share(v float64) string {
	if 100*v < 0.1 {
		return fmt.Sprintf("%.1g %%", 100*v)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// choose opens the page at a point, as an address that was passed on does.
func (b *tab) choose(j int) {
	b.t.Helper()
	ask[string](b, fmt.Sprintf("location.hash = 'point=%d'", j))
	b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of')", j+1))
}

// mapping downloads the mapping of the chosen point.
func (b *tab) mapping() (m mapping) {
	b.t.Helper()
	b.click("#json")
	if err := json.Unmarshal(b.download(".json"), &m); err != nil {
		b.t.Fatal(err)
	}
	return m
}

// download waits for a file with an ending and returns what is in it.
func (b *tab) download(ending string) []byte {
	b.t.Helper()
	for range 200 {
		found, err := filepath.Glob(filepath.Join(b.folder, "*"+ending))
		if err != nil {
			b.t.Fatal(err)
		}
		if len(found) == 1 {
			content, err := os.ReadFile(found[0])
			if err != nil {
				b.t.Fatal(err)
			}
			if len(content) > 0 {
				return content
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("no file *%s was downloaded", ending)
	return nil
}

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
	for k := range 2 {
		p, _ := f.WithClusters(3 + 5*k)
		b.choose(p.Index)
		b.keys("p")
	}
	b.keys(kb.ArrowRight, "c", "/")
	b.fill("#search", "q")
	p, _ := f.WithClusters(6)
	x, y := b.place(p.H, p.I, f.Problem.HX, f.Problem.IXY)
	b.hover(x, y)
	b.shot("explored", true)
	b.scheme("dark")
	picture(b)
	b.shot("explored-dark", true)
	b.keys("+", "+", "+", "+", "+", "+")
	b.clean()
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
