package browsertest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// words returns a frontier of as many points as asked for, of rows of very different masses. From point to
// point some rows change their clusters.
func words(t testing.TB, points, rows int) *frontier.Frontier {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	p := frontier.Problem{Kind: "dib", N: rows, M: 100, HX: 9, IXY: 2.2}
	all := 0.0
	for x := range rows {
		p.XLabels = append(p.XLabels, fmt.Sprint("word", x))
		p.XMass = append(p.XMass, 1/float64(x+2))
		all += p.XMass[x]
	}
	for x := range p.XMass {
		p.XMass[x] /= all
	}
	tree := partition.NewTreeBuilder(rows)
	labels := make(partition.Partition, rows)
	entries := make([]frontier.Entry, points)
	for n := range entries {
		k := 1 + n*rows/points
		for range 20 {
			labels[random.IntN(rows)] = random.IntN(k)
		}
		member, err := tree.AddPartition(partition.Canonical(labels))
		if err != nil {
			t.Fatal(err)
		}
		share := float64(n) / float64(points-1)
		entries[n] = frontier.Entry{H: share * p.HX, I: p.IXY * math.Sqrt(share), Member: member}
	}
	held := tree.Tree()
	for n := range entries {
		entries[n].Tree = held
	}
	return made(t, p, entries)
}

// TestPageOfManyRows: a page of thousands of rows says that it shows some of the points, answers to the keys
// in each of its parts, and lists a few of the many labels that are found and of the clusters of a point.
func TestPageOfManyRows(t *testing.T) {
	f := words(t, 4000, 5000)
	b := openPlot(t, f, 1300, 900)
	if facts := b.text("#facts"); !strings.Contains(facts, " of 4,000 points, whose staircase covers 99.9") {
		t.Errorf("the page says %q", facts)
	}
	b.view("groups")
	b.fill("#search", "word")
	b.until("document.getElementById('matches').innerText.includes('and 4,992 more')")
	b.fill("#search", "499")
	b.until("document.getElementById('matches').innerText.includes('and 2 more')")
	if chosen := b.text("#fate"); !strings.Contains(chosen, "Among these groups word499 ") {
		t.Errorf("of a label that is found, the page says %q", chosen)
	}
	b.view("trade-off")
	b.focus("#plot")
	b.keys(kb.End)
	b.view("groups")
	b.until("document.getElementById('rows').innerText.includes('Show 500 of ')")
	if cards := ask[int](b, "document.querySelectorAll('.row').length"); cards > 30 {
		t.Errorf("%d clusters are listed at first", cards)
	}
	b.shot("many rows", false)
	for _, step := range []struct{ what, act string }{
		{"a letter of a label", `(() => { const s = document.getElementById("search"); s.value = "w"; s.dispatchEvent(new Event("input")); })()`},
		{"the next point", `document.querySelectorAll("#steps button")[1].click()`},
		{"the previous point", `document.querySelector("#steps button").click()`},
	} {
		ask[bool](b, `(() => { const begin = performance.now(); window.took = -1; `+step.act+`;
			requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - begin; })); return true; })()`)
		b.until("window.took >= 0")
		t.Logf("%s: %.0f ms to the next frame", step.what, ask[float64](b, "window.took"))
	}
	b.clean()
}
