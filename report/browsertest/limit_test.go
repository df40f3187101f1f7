package browsertest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/second"
)

// withSecond returns the frontier of a random table of n jobs, with what groups tell about a second variable.
func withSecond(t *testing.T, n int, aim frontier.Aim) *frontier.Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(48, 3))
	table := func(y []string) *joint.Joint {
		x, counts := make([]string, n), make([][]float64, n)
		for r := range counts {
			x[r], counts[r] = fmt.Sprint("job ", r), make([]float64, len(y))
			for c := range counts[r] {
				counts[r][c] = math.Round(100 * math.Exp(rng.NormFloat64()))
			}
		}
		j, err := joint.Dense(x, y, counts)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	p, s := problem.DIB(table([]string{"low", "high"})), table([]string{"female", "male", "other"})
	r, err := search.Map(t.Context(), p, search.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Frontier
	f.Problem.Source.X, f.Problem.Source.Y = "job", "income"
	if f.Second, err = second.Map(t.Context(), p, s, second.Options{Name: "sex", Aim: aim, From: f}); err != nil {
		t.Fatal(err)
	}
	return f
}

// The staircase, the best groupings and the sentence are those within the limit that is chosen with the slider, by the
// keyboard or as a number; the address keeps it.
func TestLimit(t *testing.T) {
	f := withSecond(t, 8, frontier.AimLeak)
	b := openPlot(t, f, 1440, 1000)
	free, all := picture(b), b.text("#sentence")
	if !strings.Contains(all, " bits about sex in these records, ") || !strings.Contains(b.text("#limit-row"), "Groupings that tell at most") {
		t.Fatalf("the page says %q", all)
	}
	b.shot("second", false)
	limit := f.Second.I / 5
	g, err := second.Within(f, limit)
	if err != nil {
		t.Fatal(err)
	}
	b.fill("#limit-number", fmt.Sprint(limit))
	b.keys(kb.Tab)
	b.eventually(func() bool { return picture(b) != free }, "the staircase stays")
	b.until("document.getElementById('sentence').innerText.includes('among groupings that tell at most')")
	b.shot("second-limit", false)
	for p := range g.Best() {
		ask[bool](b, fmt.Sprintf("(() => { const s = document.getElementById('by-k'); s.value = %d; s.dispatchEvent(new Event('input')); return true })()", bestPlace(g, p.K)))
		b.until(fmt.Sprintf("document.documentElement.dataset.h === '%v'", jsNumber(b, p.H)))
	}
	b.until(fmt.Sprintf("location.hash.includes('limit=%v')", limit))
	hash := ask[string](b, "location.hash")
	b.view("groups")
	if head := b.text("#rows .head"); !strings.Contains(head, "rate of income = high") || !strings.Contains(head, "sex in the group") || !strings.Contains(head, "female") {
		t.Errorf("the head of the groups is %q", head)
	}
	if n := ask[int](b, "document.querySelectorAll('#rows .row.all .says').length"); n != 2 {
		t.Errorf("the row of all has %d cells about variables", n)
	}
	b.shot("second-groups", false)
	b.focus("#limit")
	b.keys(kb.ArrowLeft)
	b.until(fmt.Sprintf("Number(document.getElementById('limit-number').value) < %v", limit))
	b.keys(kb.End)
	b.until("document.getElementById('limit-number').value === '' && document.getElementById('limit').getAttribute('aria-valuetext') === 'no limit'")
	b.until("!document.getElementById('sentence').innerText.includes('among groupings')")
	b.view("trade-off")
	b.eventually(func() bool { return picture(b) == free }, "the staircase does not come back")
	b.clean()

	c := openPlot(t, f, 1440, 1000)
	ask[string](c, "location.hash = "+quoted(hash))
	c.until("document.getElementById('sentence').innerText.includes('among groupings that tell at most')")
	c.until(fmt.Sprintf("Math.abs(Number(document.getElementById('limit-number').value) - %v) < 0.001", limit))
	c.clean()
}

// bestPlace returns the place of the best grouping into k groups among the best.
func bestPlace(f *frontier.Frontier, k int) (at int) {
	for p := range f.Best() {
		if p.K == k {
			return at
		}
		at++
	}
	return -1
}

// jsNumber writes a number as the page does.
func jsNumber(b *tab, v float64) string { return ask[string](b, fmt.Sprintf("String(%v)", v)) }

// A page of groupings that are to tell much, on a screen and on a phone, light and dark.
func TestLimitIsAccessible(t *testing.T) {
	f := withSecond(t, 8, frontier.AimAlso)
	for _, width := range []int{1440, 390} {
		for _, scheme := range []string{"light", "dark"} {
			b := openPlot(t, f, width, 1100)
			b.scheme(scheme)
			b.fill("#limit-number", fmt.Sprint(f.Second.I/2))
			b.keys(kb.Tab)
			b.until("document.getElementById('sentence').innerText.includes('among groupings that tell at least')")
			for _, view := range []string{"trade-off", "groups"} {
				b.view(view)
				b.accessible(fmt.Sprintf("%s at %d pixels, %s", view, width, scheme))
				if over := ask[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
					t.Errorf("%s at %d pixels is %d pixels too wide", view, width, over)
				}
				b.shot(fmt.Sprintf("second-%s-%d-%s", view, width, scheme), true)
			}
			b.clean()
		}
	}
}
