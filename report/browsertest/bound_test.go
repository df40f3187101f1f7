package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// upTo returns the letters with an upper bound of a few corners.
func upTo(t *testing.T) *frontier.Frontier {
	t.Helper()
	f := *alphabet(t)
	f.Ceiling = &frontier.Ceiling{Steps: 1, Corners: []frontier.Corner{{H: 0, I: 0.05}, {H: 2, I: 0.75 * f.Problem.IXY}, {H: f.Problem.HX, I: f.Problem.IXY + 0.01}}}
	return &f
}

// darkAt counts the dark dots of the lower canvas in a square around a place in the window.
func (b *tab) darkAt(x, y float64) int {
	b.t.Helper()
	return ask[int](b, fmt.Sprintf(`(() => {
		const base = document.getElementById("base"), r = base.getBoundingClientRect(), s = base.width / r.width;
		const d = base.getContext("2d").getImageData((%f - r.left - 6) * s, (%f - r.top - 6) * s, 12 * s, 12 * s).data;
		let dark = 0;
		for (let n = 0; n < d.length; n += 4) if (d[n] + d[n + 1] + d[n + 2] < 560) dark++;
		return dark;
	})()`, x, y))
}

// The upper bound is a line above the frontier, and the page says how far it is above a point.
func TestUpperBound(t *testing.T) {
	f := upTo(t)
	largest, _, _ := f.Headroom()
	up := func(v float64) string { return fmt.Sprintf("%.3f", math.Ceil(v*1000-1e-6)/1000) }
	b := openPlot(t, f, 1200, 900)
	if said := b.text("#facts"); !strings.Contains(said, "no grouping is above the frontier by more than "+up(largest)+" bits") {
		t.Errorf("the facts are %q", said)
	}
	p, _ := f.WithClusters(3)
	bound := f.Ceiling.At(p.H)
	says := fmt.Sprintf("%s bits, %s above", up(bound), up(bound-p.I))
	b.choose(p.Index)
	b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes(%q)", "upper bound"+says))
	ask[string](b, "location.hash = 'point=0&without=hull dmc balanced stairs'")
	b.settle()
	x, y := b.place(2.2, f.Ceiling.At(2.2), f.Problem.HX, f.Problem.IXY)
	if b.darkAt(x, y) < 8 {
		t.Errorf("no line is at (%g, %g)", x, y)
	}
	b.click("#show-bound")
	b.eventually(func() bool { return b.darkAt(x, y) == 0 }, "the line stays")
	b.keys("u")
	b.eventually(func() bool { return b.darkAt(x, y) > 0 }, "the line does not come back")
	b.hover(b.place(p.H, p.I, f.Problem.HX, f.Problem.IXY))
	b.until(fmt.Sprintf("document.getElementById('tip').innerText.includes(%q)", "upper bound "+says))
	b.shot("bound", false)
	b.scheme("dark")
	picture(b)
	b.shot("bound-dark", false)
	b.clean()
}

// A frontier without an upper bound has no box for it.
func TestNoUpperBound(t *testing.T) {
	b := openPlot(t, alphabet(t), 1200, 900)
	if n := ask[int](b, "document.querySelectorAll('#show-bound').length"); n != 0 || strings.Contains(b.text("#chosen-body"), "upper bound") {
		t.Errorf("%d boxes for an upper bound that is not there", n)
	}
	b.clean()
}
