package browsertest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// TestSpeed measures, inside the browser, how soon a page is painted and how soon it
// answers to the mouse. It logs the times, and asserts none.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("measures only")
	}
	for _, c := range []struct {
		name string
		f    *frontier.Frontier
	}{{"alphabet", alphabet(t)}, {"50,000 points", many(t, 50_000, 30)}} {
		t.Run(c.name, func(t *testing.T) {
			b := openPlot(t, c.f, 1300, 900)
			b.paintSpeed(c.f.Len())
			b.view("trade-off") // a page that is loaded again has the groups
			b.shot(c.name, false)
			b.hoverSpeed(c.f)
			b.moveSpeed()
			b.clean()
		})
	}
}

// paintSpeed logs when a page is on the screen, from the beginning of its navigation: the
// first time, and the soonest of some more.
func (b *tab) paintSpeed(points int) {
	b.t.Helper()
	soonest := make(map[string]float64)
	for n := range 6 {
		b.until("performance.getEntriesByName('first-contentful-paint').length > 0")
		times := ask[map[string]float64](b, `Object.fromEntries([...performance.getEntriesByType("paint"),
			...performance.getEntriesByType("mark")].map((e) => [e.name, e.startTime]))`)
		for what, at := range times {
			if before, known := soonest[what]; !known || at < before {
				soonest[what] = at
			}
		}
		if n == 0 || n == 5 {
			b.t.Logf("%d points, opened %d times: frontier drawn at %.0f ms, painted at %.0f ms, all unpacked at %.0f ms",
				points, n+1, soonest["dibmap-drawn"], soonest["first-contentful-paint"], soonest["dibmap-ready"])
		}
		b.do(chromedp.Reload())
		b.until("document.documentElement.hasAttribute('data-ready')")
	}
}

// hoverSpeed logs how long the page takes for a move of the mouse: in its own code, and
// from the event until the next frame is handed over.
func (b *tab) hoverSpeed(f *frontier.Frontier) {
	b.t.Helper()
	ask[bool](b, `(() => {
		window.spent = []; window.late = [];
		let begin = 0;
		addEventListener("pointermove", () => { begin = performance.now(); }, true);
		addEventListener("pointermove", (event) => {
			spent.push(performance.now() - begin);
			requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => late.push(performance.now() - event.timeStamp); c.port2.postMessage(0); });
		});
		return true;
	})()`)
	random := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		p := f.At(random.IntN(f.Len()))
		x, y := b.place(p.H, p.I, f.At(f.Len()-1).H, f.At(f.Len()-1).I)
		b.hover(x+3, y-3)
	}
	b.logTimes("hover, own code", "spent")
	b.logTimes("hover, to the next frame", "late")
}

// moveSpeed logs how long a frame takes to paint while the plot is dragged, and at rest.
func (b *tab) moveSpeed() {
	b.t.Helper()
	ask[bool](b, `(() => {
		window.frames = [];
		const of = window.requestAnimationFrame;
		window.requestAnimationFrame = (f) => of((now) => {
			const begin = performance.now();
			f(now);
			document.getElementById("base").getContext("2d").getImageData(0, 0, 1, 1); // waits for the canvas
			frames.push(performance.now() - begin);
		});
		return true;
	})()`)
	x, y := b.place(0.5, 0.5, 1, 1)
	b.wheel(x, y, -300, ctrl)
	b.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for n := range 40 {
		b.do(chromedp.MouseEvent(chromedp.MouseMoved, x+float64(n), y+float64(n), chromedp.ButtonLeft))
	}
	b.do(chromedp.MouseEvent(chromedp.MouseReleased, x+40, y+40, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	b.logTimes("a frame while dragged", "frames")
	ask[bool](b, "(frames.length = 0, true)")
	for range 10 {
		b.keys("0", "+")
	}
	b.logTimes("a frame at rest", "frames")
}

// logTimes logs the median, the 95th percentile and the longest of a list in the page.
func (b *tab) logTimes(what, list string) {
	b.t.Helper()
	b.until(list + ".length > 0")
	times := ask[[]float64](b, list)
	slices.Sort(times)
	at := func(share float64) string { return fmt.Sprintf("%.1f", times[int(share*float64(len(times)-1))]) }
	b.t.Logf("%s: median %s ms, 95 %% within %s ms, longest %s ms (%d)", what, at(0.5), at(0.95), at(1), len(times))
}

// many returns a frontier of as many points as asked for, on an arc, with random clusterings
// of as many rows.
func many(t testing.TB, points, rows int) *frontier.Frontier {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	p := frontier.Problem{Kind: "dib", N: rows, HX: math.Log2(float64(rows)), IXY: 1}
	for x := range rows {
		p.XLabels = append(p.XLabels, fmt.Sprint("row ", x))
		p.XMass = append(p.XMass, 1/float64(rows))
	}
	entries := make([]frontier.Entry, points)
	clusters := make([]int, rows)
	for n := range entries {
		for x := range clusters {
			clusters[x] = random.IntN(1 + n*rows/points)
		}
		share := float64(n) / float64(points-1)
		entries[n] = frontier.Entry{
			H: share * p.HX, I: share * (2 - share), Assignment: partition.Pack(partition.Canonical(clusters)),
		}
	}
	return made(t, p, entries)
}
