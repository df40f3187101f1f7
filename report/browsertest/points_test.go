package browsertest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier/codec"
)

// A file of 100,000 points opens, and the page answers to keys, the slider, the mouse and a search. How soon is logged.
func TestHundredThousandPoints(t *testing.T) {
	file := filepath.Join(t.TempDir(), "frontier.json.zst")
	if err := codec.WriteFile(file, many(t, 100_000, 30)); err != nil {
		t.Fatal(err)
	}
	f, err := codec.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{1300, 380} {
		b := openPlot(t, f, width, 900)
		times := ask[map[string]float64](b, `Object.fromEntries(performance.getEntriesByType("mark").map((e) => [e.name, e.startTime]))`)
		t.Logf("%d pixels wide: drawn at %.0f ms, ready at %.0f ms", width, times["dibmap-drawn"], times["dibmap-ready"])
		t.Log(b.text("#facts"))
		b.watchTimes()
		said := func() string { return b.text("#chosen-body") }
		answers := func(what string, act func()) {
			t.Helper()
			before := said()
			ask[bool](b, "(window.took.length = 0, true)")
			act()
			b.eventually(func() bool { return said() != before }, "the page does not answer to %s", what)
			b.logTimes(what, "took")
		}
		b.focus("#plot")
		answers("keys on the plot", func() { b.keys(kb.ArrowRight, kb.ArrowRight, kb.PageDown, kb.ArrowLeft, kb.PageUp, kb.PageUp) })
		b.focus("#budget")
		answers("keys on the slider", func() { b.keys(kb.ArrowRight, kb.PageDown, kb.ArrowLeft, kb.ArrowUp, kb.End) })
		box := ask[[4]float64](b, "(() => { const r = document.getElementById('budget').getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })()")
		answers("a drag of the slider", func() {
			y := box[1] + box[3]/2
			b.do(chromedp.MouseEvent(chromedp.MousePressed, box[0]+box[2]*0.3, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
			for n := range 20 {
				b.do(chromedp.MouseEvent(chromedp.MouseMoved, box[0]+box[2]*(0.3+0.02*float64(n)), y, chromedp.ButtonLeft))
			}
			b.do(chromedp.MouseEvent(chromedp.MouseReleased, box[0]+box[2]*0.7, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
		})
		b.view("groups")
		b.focus("#search")
		ask[bool](b, "(window.took.length = 0, true)")
		b.fill("#search", "row 17")
		b.until("document.getElementById('fate').innerText.includes('Among these groups row 17')")
		b.logTimes("a label that is searched", "took")
		b.view("trade-off")
		b.focus("#plot")
		answers("keys while a label is followed", func() { b.keys(kb.ArrowLeft, kb.PageDown, kb.PageUp, kb.PageUp) })
		ask[bool](b, "(window.took.length = 0, true)")
		b.keys("+", "+", "0", "h", "h")
		b.settle()
		b.logTimes("zoom and what is shown", "took")
		ask[bool](b, "(window.took.length = 0, document.getElementById('plot').scrollIntoView(), true)")
		for n := range 20 {
			p := f.At(5000 * n)
			b.hover(b.place(p.H, p.I, f.At(f.Len()-1).H, f.At(f.Len()-1).I))
		}
		b.until("!document.getElementById('tip').hidden")
		b.logTimes("the mouse", "took")
		b.menu("save-svg")
		saved := readFigure(t, b.download(".svg"))
		t.Logf("the figure that is saved has %d bytes", len(saved.text))
		if !strings.Contains(saved.says(), "groups of 30 values") {
			t.Errorf("the figure says %q", saved.says())
		}
		b.clean()
	}
}

// watchTimes notes in window.took how long the page takes from an event to the end of the frame after it.
func (b *tab) watchTimes() {
	b.t.Helper()
	ask[bool](b, `(() => {
		window.took = [];
		for (const type of ["keydown", "input", "pointermove"]) addEventListener(type, (event) => {
			requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => took.push(performance.now() - event.timeStamp); c.port2.postMessage(0); });
		}, true);
		return true;
	})()`)
}
