package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// rated is a frontier of four values of X, of which the event is the more frequent the later they are.
func rated(t *testing.T) *frontier.Frontier {
	t.Helper()
	samples := int64(400)
	p := frontier.Problem{
		Kind: "dib", N: 4, M: 2, XLabels: []string{"a", "b", "c", "d"}, YLabels: []string{"no", "yes"}, HX: 2, IXY: 0.3, Samples: &samples,
		XMass: []float64{0.25, 0.25, 0.25, 0.25}, Source: frontier.Source{Name: "loans.csv", X: "grade", Y: "late"},
		Cells: &frontier.Cells{X: []int{0, 0, 1, 1, 2, 2, 3, 3}, Y: []int{0, 1, 0, 1, 0, 1, 0, 1}, Weight: []float64{90, 10, 80, 20, 60, 40, 50, 50}},
	}
	return made(t, p, []frontier.Entry{
		{Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})},
		{H: 1, I: 0.2, Assignment: partition.Pack(partition.Partition{0, 0, 1, 1})},
		{H: 2, I: 0.3, Assignment: partition.Pack(partition.Partition{0, 1, 2, 3})},
	})
}

// The first view is a sentence and a row for each group, with its rate, the highest first.
func TestGroupsFirst(t *testing.T) {
	for _, width := range []int{1440, 390} {
		b := openPage(t, rated(t), width, 900)
		b.choose(1)
		if said := b.text("#sentence"); !strings.HasPrefix(said, "2 groups of 4 values of grade keep 67 % of what grade says about late") {
			t.Errorf("the sentence is %q", said)
		}
		rows := ask[[]string](b, "Array.from(document.querySelectorAll('#rows [data-group], #rows .all'), (row) => row.querySelector('.who').innerText + ' ' + row.querySelector('.says').innerText)")
		said := strings.ReplaceAll(strings.Join(rows, "; "), "\u00a0", " ")
		for n, want := range []string{"c+d", "45.0 % 38.3 to 51.9 %", "a+b", "15.0 %", "all", "30.0 %"} {
			if !strings.Contains(said, want) {
				t.Errorf("the rows are %q, without %q", said, want)
			}
			if n > 0 && n%2 == 0 && strings.Index(said, want) < strings.Index(said, "45.0 %") {
				t.Errorf("the rows are %q, and the highest rate is not the first", said)
			}
		}
		if head := b.text("#rows .head .says"); head != "rate of late = yes, 95 % interval" {
			t.Errorf("the column is %q", head)
		}
		for _, view := range views {
			for _, scheme := range []string{"light", "dark"} {
				b.scheme(scheme)
				b.view(view)
				if wide := ask[int](b, "document.documentElement.scrollWidth"); wide > width {
					t.Errorf("%s is %d pixels wide on a screen of %d", view, wide, width)
				}
				b.accessible(fmt.Sprintf("%s, %d pixels, %s", view, width, scheme))
				b.shot(fmt.Sprintf("view-%s-%d-%s", view, width, scheme), true)
			}
		}
		b.clean()
	}
}

// A group is renamed in its place, and its name goes into the mapping, into the figure, and with the address.
func TestRename(t *testing.T) {
	b := openPage(t, rated(t), 1200, 900)
	b.choose(1)
	b.click("[data-group='1'] .name")
	b.until("document.activeElement.className === 'rename'")
	b.fill(".rename", kb.Backspace+"risky, \"late\""+kb.Enter)
	b.until("document.querySelector(\"[data-group='1'] .who\").innerText.includes('risky')")
	if got := b.mapping(); got.Clusters[1].Name != `risky, "late"` || got.Clusters[0].Name != "a+b" {
		t.Errorf("the mapping has %+v", got.Clusters)
	}
	b.menu("csv")
	if got := string(b.download(".csv")); !strings.Contains(got, `d,1,"risky, ""late"""`) {
		t.Errorf("the mapping is %s", got)
	}
	b.menu("save-svg")
	if said := readFigure(t, b.download(".svg")).says(); !strings.Contains(said, `risky, "late"`) {
		t.Errorf("the figure says %q", said)
	}
	b.until("location.hash.includes('name.')")
	hash := ask[string](b, "location.hash")
	b.clean()

	c := openPage(t, rated(t), 1200, 900)
	ask[string](c, "location.hash = "+quoted(hash))
	c.until("document.querySelector(\"[data-group='1'] .who\")?.innerText.includes('risky')")
	c.click("[data-group='1'] .name")
	ask[bool](c, "(document.querySelector('.rename').value = '', true)")
	c.keys(kb.Enter)
	c.until("document.querySelector(\"[data-group='1'] .who\").innerText.includes('c+d')") // the name from before
	c.clean()
}

// The wheel scrolls the page, and zooms with Ctrl; what is under the pointer then is what a click chooses; and an
// empty view leads back.
func TestWheel(t *testing.T) {
	f := alphabet(t)
	for _, size := range []int{1300, 390} {
		b := openPlot(t, f, size, 600)
		p, _ := f.WithClusters(3)
		ask[bool](b, "(document.getElementById('plot').scrollIntoView(), true)")
		x, y := b.place(p.H, p.I, f.Problem.HX, f.Problem.IXY)
		before, at := picture(b), ask[float64](b, "scrollY")
		b.wheel(x, y, -100, 0)
		b.eventually(func() bool { return ask[float64](b, "scrollY") < at }, "the wheel does not scroll the page")
		if picture(b) != before {
			t.Error("the wheel zooms without Ctrl")
		}
		b.until("document.getElementById('key-line').classList.contains('hint')")
		ask[bool](b, "(document.getElementById('plot').scrollIntoView(), true)")
		b.hover(x-4, y)
		b.wheel(x-4, y, -100, ctrl)
		b.wheel(x-4, y, -100, ctrl)
		b.until("location.hash.includes('view=')")
		under := b.text("#tip") // without a move of the pointer
		b.do(chromedp.MouseClickXY(x-4, y))
		b.settle()
		b.hover(x-3.99, y)
		if now := b.text("#tip"); under == "" || now != under {
			t.Errorf("under the pointer was %q, and is %q", under, now)
		}
		chosen := ask[float64](b, "Number(document.documentElement.dataset.k)")
		if want := fmt.Sprintf("%g group", chosen); !strings.HasPrefix(under, want) {
			t.Errorf("a click chose %s, and the note was of %q", want, under)
		}
		// Up and to the left there is nothing.
		ask[string](b, "location.hash = 'show=trade-off&view=40 0.05 0.05'")
		b.until("!document.getElementById('nothing').hidden")
		b.shot("empty view", false)
		b.click("#nothing button")
		b.until("document.getElementById('nothing').hidden && !location.hash.includes('view=')")
		b.clean()
	}
}
