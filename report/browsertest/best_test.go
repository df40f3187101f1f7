package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
)

// The page opens at the recommended grouping, which is not on the frontier, and says why.
func TestOpensAtTheRecommendation(t *testing.T) {
	f := sample(t, "listed")
	f.Search.Method = "local" // a search says that it is the best
	r, _ := recommend.From(f)
	b := openPlot(t, f, 1200, 900)
	for _, want := range []string{"below the frontier", "best for 2 groups (proved)", "64.0 % of the information", "0.275 bits ± 0.025, keeps 55.0 %"} {
		if said := b.text("#chosen-body"); !strings.Contains(said, want) {
			t.Errorf("the recommended grouping is described without %q: %s", want, said)
		}
	}
	if said := b.text("#reason"); !strings.Contains(said, r.Reason) {
		t.Errorf("the reason is %q", said)
	}
	becomes(b, "document.querySelector('#advice [aria-pressed=true]').textContent", "2 groups (recommended)")
	for selector, want := range map[string]string{"#sentence": "2 groups of 4 values of X keep 64 % of what X says about Y, 55 % on records held out; proved best for 2 groups.", "#below": "the curve passes above it because 3 groups keep more in as few bits"} {
		if said := strings.NewReplacer("\u2068", "", "\u2069", "").Replace(b.text(selector)); !strings.Contains(said, want) {
			t.Errorf("%s says %q, want %q", selector, said, want)
		}
	}
	if said := b.text("#facts"); !strings.Contains(said, "80 held-out records support up to 2 groups") {
		t.Errorf("the facts are %q", said)
	}
	becomes(b, "document.getElementById('by-k').getAttribute('aria-valuetext').replaceAll('\\u00a0', ' ')", "2 groups, keeps 64.0 %, held out 55.0 %")
	b.shot("listed", true)
	b.clean()
}

// Columns are named, and a table that shows no dependence is said to show none.
func TestNamesOfColumns(t *testing.T) {
	f := sample(t, "listed")
	f.Problem.Source.X, f.Problem.Source.Y = "weather", "way"
	f.Evidence = &frontier.Evidence{Permutations: 99, AtLeast: 24}
	b := openPlot(t, f, 1200, 900)
	if said := b.text("#facts"); !strings.Contains(said, "I(weather; way) 0.500 bits") || !strings.Contains(said, "no dependence shown (p = 0.25)") {
		t.Errorf("the facts are %q", said)
	}
	if said := b.text("#chosen-body"); !strings.Contains(said, "H(group of weather)") || !strings.Contains(said, "I(group of weather; way)") {
		t.Errorf("the numbers do not name the columns: %s", said)
	}
	if got := b.mapping(); got.Column != "weather" {
		t.Errorf("the file is of column %q", got.Column)
	}
	b.clean()
}

// The alternatives of a recommendation are buttons, which choose them.
func TestAlternatives(t *testing.T) {
	f := alphabet(t)
	r, _ := recommend.From(f)
	if r.Coarser == nil || r.Finer == nil {
		t.Fatal("there are no alternatives to choose")
	}
	b := openPlot(t, f, 1200, 900)
	for n, p := range []int{r.Coarser.Index, r.Index, r.Finer.Index} {
		b.click(fmt.Sprintf("#advice button:nth-child(%d)", n+1))
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of')", p+1))
		becomes(b, "document.querySelectorAll('#advice [aria-pressed=true]').length", 1)
	}
	b.clean()
}

// A grouping that is not on the frontier can be chosen in every way, stepped from, pinned,
// compared, downloaded and passed on.
func TestBelowTheFrontier(t *testing.T) {
	f := sample(t, "listed")
	b := openPlot(t, f, 1200, 1000)
	here := "document.getElementById('chosen-body').innerText.includes('below the frontier')"
	at := func(n int) {
		t.Helper()
		b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of 4')", n))
	}
	// Its H(Z) is between those of points 2 and 3.
	b.focus("#plot")
	b.keys(kb.ArrowRight)
	at(3)
	b.focus("#by-k")
	b.keys(kb.Home, kb.ArrowRight)
	b.until(here)
	b.focus("#plot")
	b.keys(kb.ArrowLeft)
	at(2)
	b.keys(kb.End)
	at(4)
	h0 := b.placeHeldOut(1, 0.32)
	b.do(chromedp.MouseClickXY(h0[0], h0[1]))
	b.until(here)
	b.until("document.getElementById('live').textContent.startsWith('Best for 2 groups, below the frontier: H(Z) 1.000 bits')")
	b.focus("#plot")
	b.keys("p", kb.Home, "c")
	b.until("document.querySelectorAll('#alluvial .band').length === 2")
	b.until("location.hash.includes('pins=k2') && location.hash.includes('compare=k2+-1')")
	hash := ask[string](b, "location.hash")
	b.click("#pins tbody .pin")
	b.until(here)
	b.until("location.hash.includes('point=k2')")
	got := b.mapping()
	if got.H != 1 || got.I != 0.32 || got.K != 2 || len(got.Clusters) != 2 || len(got.Clusters[1].Values) != 3 {
		t.Errorf("the file is of %+v", got)
	}
	b.clean()

	c := openPlot(t, f, 1200, 1000)
	ask[string](c, "location.hash = "+quoted(hash))
	c.until("document.querySelectorAll('#alluvial .band').length === 2")
	c.until("document.querySelectorAll('#pins tbody tr').length === 1")
	if said := c.text("#pins tbody"); !strings.Contains(said, "0.275") {
		t.Errorf("the pinned grouping is shown without what held-out records say: %s", said)
	}
	// Where the series is not drawn, its groupings are not chosen.
	ask[string](c, "location.hash = 'point=k2'")
	c.until(here)
	c.view("trade-off")
	c.click("#show-dmc")
	c.until("document.getElementById('chosen-body').innerText.includes('point 2 of 4')")
	c.clean()
}

// placeHeldOut returns where a point is drawn if the axis begins at the least held-out information of
// the sample, -0.1.
func (b *tab) placeHeldOut(h, i float64) [2]float64 {
	b.t.Helper()
	x, y := b.place(h, i+0.1, 1.75, 0.6)
	return [2]float64{x, y}
}

// Both series have a box, which takes them away and brings them back, and says what they are.
func TestSeries(t *testing.T) {
	b := openPlot(t, sample(t, "listed"), 1000, 800)
	b.keys(kb.End)
	first := picture(b)
	for _, box := range []string{"dmc", "held"} {
		b.click("#show-" + box)
		b.eventually(func() bool { return picture(b) != first }, "the box %s changes nothing", box)
		b.click("#show-" + box)
		b.eventually(func() bool { return picture(b) == first }, "the picture is not what it was before the box %s", box)
	}
	for box, want := range map[string]string{"dmc": "may lie below the frontier", "held": "stop to support more"} {
		if title := ask[string](b, "document.getElementById('show-"+box+"').parentNode.title"); !strings.Contains(title, want) {
			t.Errorf("the box %s does not say %q: %s", box, want, title)
		}
	}
	b.clean()
}
