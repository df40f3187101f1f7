package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// A person hovers, clicks, steps and zooms.
func TestPlot(t *testing.T) {
	f := alphabet(t)
	b := openPlot(t, f, 1300, 900)
	b.shot("light", false)

	p, _ := f.WithClusters(5)
	x, y := b.place(p.H, p.I, f.Problem.HX, f.Problem.IXY)
	b.hover(x, y)
	b.until("!document.getElementById('tip').hidden")
	tip := b.text("#tip")
	if want := fmt.Sprintf("5 groups, keeps %s", share(p.I/f.Problem.IXY)); !strings.Contains(tip, want) {
		t.Errorf("the note says %q, want %q", tip, want)
	}
	for _, c := range p.Clusters() {
		if len(c) == 1 && !strings.Contains(tip, "\n"+c[0]+" ") {
			t.Errorf("the note %q does not name the cluster of %s", tip, c[0])
		}
	}
	b.shot("hover", false)

	b.do(chromedp.MouseClickXY(x, y))
	b.until("document.getElementById('sentence').innerText.startsWith('5 groups')")
	said := b.text("#chosen-body")
	for _, want := range []string{"bits", "of the information", "I(Z;Y)"} {
		if !strings.Contains(said, want) {
			t.Errorf("the chosen point is described without %q: %s", want, said)
		}
	}
	b.until("document.getElementById('live').textContent.includes('5 groups, keeps')")

	here := fmt.Sprintf("point %d of %d", p.Index+1, f.Len())
	if !strings.Contains(said, here) {
		t.Errorf("the click did not choose %s: %s", here, said)
	}
	for _, c := range []struct {
		key string
		to  int
	}{{kb.ArrowRight, p.Index + 1}, {kb.ArrowLeft, p.Index}, {kb.End, f.Len() - 1}, {kb.ArrowRight, f.Len() - 1}, {kb.Home, 0}, {kb.ArrowLeft, 0}} {
		b.keys(c.key)
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of ')", c.to+1))
	}

	whole := picture(b)
	b.keys("+", "+")
	b.until("location.hash.includes('view=')")
	b.eventually(func() bool { return picture(b) != whole }, "the picture does not change when it is zoomed")
	zoomed, hash := picture(b), ask[string](b, "location.hash")
	b.keys("0")
	b.until("!location.hash.includes('view=')")
	b.wheel(x, y, -600, ctrl)
	b.until("location.hash.includes('view=')")
	b.do(chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
	b.until("!location.hash.includes('view=')")
	ask[string](b, "location.hash = "+quoted(hash))
	b.eventually(func() bool { return picture(b) == zoomed }, "the address %s does not show what it was taken from", hash)
	b.clean()
}

// ctrl is the key of that name, in a bit field.
const ctrl = 2

// wheel turns the wheel over a place, while a key is held.
func (b *tab) wheel(x, y, by float64, key int64) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaY: by, DeltaX: 1e-9, Modifiers: key, // 0 would be left out
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
	b := openPlot(t, sample(t, "uncertain"), 1000, 800)
	first := picture(b)
	for _, c := range []struct{ box, key string }{
		{"stairs", "s"}, {"hull", "h"}, {"dmc", "d"}, {"balanced", "e"}, {"bars", "x"}, {"robust", "r"},
	} {
		b.click("#show-" + c.box)
		b.eventually(func() bool { return picture(b) != first }, "the box %s changes nothing", c.box)
		b.keys(c.key)
		b.eventually(func() bool { return picture(b) == first }, "the picture is not what it was before the box %s", c.box)
	}
	if said := b.text("#chosen-body"); !strings.Contains(said, "±") || !strings.Contains(said, "apart by resampling") {
		t.Errorf("the chosen point is described without its error: %s", said)
	}
	b.shot("uncertain", false)
	b.clean()
}

// The ways to choose a point.
func TestChoose(t *testing.T) {
	f := sample(t, "weather")
	b := openPlot(t, f, 1200, 900)
	at := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of 4')", n))
	}
	// The slider grows to the right, as the axis does.
	b.focus("#budget")
	b.keys(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	at(4)
	b.keys(kb.ArrowLeft)
	at(3)
	b.keys(kb.ArrowDown)
	at(2)
	ask[bool](b, "(() => { const s = document.getElementById('budget'); s.valueAsNumber = 1.2; s.dispatchEvent(new Event('input')); return true })()")
	at(2)
	becomes(b, "document.getElementById('budget-number').value", "1.2")
	box := ask[[4]float64](b, "(() => { const r = document.getElementById('budget').getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })()")
	b.do(chromedp.MouseClickXY(box[0]+3, box[1]+box[3]/2))
	at(1)
	b.keys("b")
	ask[bool](b, "document.activeElement.select() ?? true")
	b.fill("#budget-number", "1.6")
	b.keys(kb.Enter)
	at(3)
	b.focus("#by-k")
	b.keys(kb.End)
	at(4)
	b.view("details")
	b.click("#prominent li button")
	at(2) // its areas are 0.55 x 0.3 and 0.95 x 0.1 bit^2; point 3 is in a pocket
	becomes(b, "document.querySelector('#prominent button').getAttribute('aria-current')", "true")
	b.clean()
}

// The slider over numbers of groups shows that of the chosen point, and leads to the best grouping of each.
func TestBestOfK(t *testing.T) {
	f := made(t, frontier.Problem{N: 3, XLabels: []string{"a", "b", "c"}, IXY: 0.5}, []frontier.Entry{
		{Assignment: partition.Pack(partition.Partition{0, 0, 0})},
		{H: 0.5, I: 0.1, Assignment: partition.Pack(partition.Partition{0, 0, 1})},
		{H: 1, I: 0.4, Assignment: partition.Pack(partition.Partition{0, 1, 0})},
	})
	b := openPage(t, f, 1000, 800)
	for _, c := range []struct {
		j    int
		want string
	}{{2, "2 groups, keeps 80.0 %"}, {1, "2 groups, keeps 20.0 %"}, {0, "1 group, keeps 0 %"}} {
		b.choose(c.j)
		becomes(b, "document.getElementById('by-k').getAttribute('aria-valuetext').replaceAll('\\u00a0', ' ')", c.want)
	}
	b.focus("#by-k")
	b.keys(kb.ArrowRight)
	b.until("document.getElementById('chosen-body').innerText.includes('point 3 of 3')")
	b.clean()
}

// The page says what its terms mean.
func TestTerms(t *testing.T) {
	b := openPlot(t, sample(t, "weather"), 1000, 800)
	b.choose(1) // which has a prominence
	for of, want := range map[string]string{
		"document.getElementById('show-dmc').parentNode.title":                             "as many groups (k), or fewer",
		"document.getElementById('prominence-is').innerText":                               "stands out",
		"Array.from(document.querySelectorAll('dl.numbers > div'), (d) => d.title).join()": "the area that it alone covers",
	} {
		b.eventually(func() bool { return strings.Contains(ask[string](b, of), want) }, "%s does not say %q", of, want)
	}
	b.clean()
}

// A label is found, marked in its cluster, and followed along the frontier.
func TestSearch(t *testing.T) {
	b := openPlot(t, sample(t, "weather"), 1200, 900)
	before := picture(b)
	b.keys("/")
	b.fill("#search", "s")
	b.until("document.querySelectorAll('#matches button').length === 2") // sun, snow, in the view of groups
	b.fill("#search", "no")
	b.until("document.getElementById('fate').innerText.includes('snow')")
	said := b.text("#fate")
	for _, want := range []string{"First alone at 1.750 bits", "alone in 1 of 4 points", "rain"} {
		if !strings.Contains(said, want) {
			t.Errorf("the story of snow is %q, without %q", said, want)
		}
	}
	b.eventually(func() bool { return b.text("#rows .holds mark") == "snow" }, "snow is not marked in its group")
	b.view("trade-off")
	b.eventually(func() bool { return picture(b) != before }, "the band of the label is not drawn")
	b.view("groups")
	b.focus("#search")
	b.keys(kb.Escape, "/")
	b.fill("#search", "fog")
	b.until("document.getElementById('fate').innerText.includes('alone in 2 of 4 points')")
	if said := b.text("#fate"); !strings.Contains(said, "First alone at 1.500 bits") || strings.Contains(said, "for good") {
		t.Errorf("the story of fog is %q", said)
	}
	b.keys(kb.Escape, "/")
	b.fill("#search", "snow")
	// rain is with it over 1.75 of 1.75 bits but the last point, from where on it is apart.
	b.click("#fate table button")
	b.until("document.getElementById('chosen-body').innerText.includes('point 4 of 4')")
	b.focus("#search")
	b.keys(kb.Escape)
	b.until("document.getElementById('fate').innerText === ''")
	b.keys("/")
	b.fill("#search", "zzz")
	b.until("document.getElementById('matches').innerText.includes('no such value')")
	b.clean()
}

// Points are pinned, sorted, compared and unpinned; the address keeps all of it.
func TestPinsAndCompare(t *testing.T) {
	b := openPlot(t, sample(t, "weather"), 1200, 1000)
	b.click("#plot") // the focus is on the plot, so that keys are its
	b.keys(kb.End, "p", kb.Home, "p", kb.ArrowRight, "p")
	rows := "Array.from(document.querySelectorAll('#pins tbody tr'), (r) => r.cells[3].innerText).join(' ')"
	becomes(b, rows, "4 1 2")
	b.view("compare")
	b.click("#pins thead th:nth-child(2) button")
	becomes(b, rows, "1 2 4") // sorted by h
	b.click("#pins thead th:nth-child(2) button")
	becomes(b, rows, "4 2 1") // by falling h
	b.click("#pins tbody tr:nth-child(3) .remove")
	becomes(b, rows, "4 2")

	// From the two groups to all four.
	b.view("trade-off")
	b.focus("#plot")
	b.keys(kb.End, "c")
	b.until("document.querySelectorAll('#alluvial .band').length === 4")
	b.until("document.getElementById('splits').innerText.includes('only splits groups')")
	b.focus("#alluvial .band[tabindex='0']")
	b.eventually(func() bool { return b.text("#band-says") != "" }, "the first band says nothing")
	said := b.text("#band-says")
	b.keys(kb.ArrowDown)
	b.eventually(func() bool { next := b.text("#band-says"); return next != said && strings.Contains(next, "%") }, "the next band says %q, too", said)
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

	c := openPlot(t, sample(t, "weather"), 1200, 1000)
	ask[string](c, "location.hash = "+quoted(hash))
	c.until("document.querySelectorAll('#alluvial .band').length === 4")
	becomes(c, rows, "4 2")
	c.clean()
}
