package browsertest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// numbers returns the scale of the given numbers, each a bin.
func numbers(t *testing.T, values ...string) scale.Scales {
	t.Helper()
	var list []scale.Value
	for _, v := range values {
		list = append(list, scale.Value{Text: v, Count: 1})
	}
	f, err := scale.Fit("v", scale.Spec{Type: scale.Number}, list)
	if err != nil {
		t.Fatal(err)
	}
	return scale.Scales{f.Scale}
}

// The page calls neighbours by the ranges that package frontier calls them by: of numbers that the
// table does not have all of, with missing values, grouped freely, and in a circle.
func TestRanges(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	scales := numbers(t, "-1.5", "-1", "0", "2", "2.25", "3", "7", "9.5")
	labels := []string{"-1.5", "-1", "2", "2.25", "7", "9.5", scale.MissingLabel}
	for n := range 8 {
		of := make([]int, len(labels))
		for x := range of {
			of[x] = random.IntN(3)
		}
		a := partition.Canonical(of)
		p := frontier.Problem{N: len(labels), XLabels: labels}
		order := ""
		if n%2 == 0 {
			p.XScales = scales
		} else {
			order = []string{"linear", "circular"}[n/2%2]
		}
		for _, mass := range []bool{false, true} {
			if mass {
				for range labels {
					p.XMass = append(p.XMass, 1/float64(len(labels)))
				}
			}
			f, err := frontier.New(p, frontier.Search{Order: order}, []frontier.Entry{{Assignment: partition.Pack(a)}})
			if err != nil {
				t.Fatal(err)
			}
			b := openPlot(t, f, 1000, 800)
			b.choose(0)
			var names []string
			for _, cluster := range b.mapping().Clusters {
				names = append(names, cluster.Name)
			}
			if d := cmp.Diff(f.At(0).Names(), names); d != "" {
				t.Errorf("%v in the order %q: %s", a, order, d)
			}
			b.clean()
		}
	}
}

// Neighbours are shown as a range in every part of the page.
func TestRangesShown(t *testing.T) {
	months := []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	p := frontier.Problem{Kind: "dib", N: 12, M: 2, XLabels: months, YLabels: []string{"a", "b"}, HX: 3.6, IXY: 1, Cells: &frontier.Cells{}}
	for x := range months {
		p.XMass = append(p.XMass, 1./12)
		p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, x/6), append(p.Cells.Weight, 1./12)
	}
	f, err := frontier.New(p, frontier.Search{Order: "linear"}, []frontier.Entry{
		{Assignment: partition.Pack(make(partition.Partition, 12))},
		{H: 1.5, I: 0.8, Assignment: partition.Pack(partition.Partition{0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 1, 1})},
		{H: 3.6, I: 1, Assignment: partition.Pack(partition.Partition{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{1300, 380} {
		b := openPlot(t, f, width, 900)
		b.focus("#plot")
		b.keys(kb.Home, "p", kb.ArrowRight, "c")
		b.until("document.querySelectorAll('#alluvial .band').length === 3")
		b.focus("#alluvial .band[tabindex='0']")
		b.keys("/")
		b.fill("#search", "Feb")
		b.until("document.querySelectorAll('#rows .holds').length === 1")
		b.view("trade-off")
		p := f.At(1)
		ask[bool](b, "document.getElementById('plot').scrollIntoView(), true")
		b.hover(b.place(p.H, p.I, 3.6, 1))
		b.until("!document.getElementById('tip').hidden")
		b.menu("save-svg")
		where := map[string]string{"the figure that is saved": readFigure(t, b.download(".svg")).says()}
		for _, part := range []string{"#rows", "#tip", "#fate", "#alluvial", "#band-says", "#splits"} {
			where[part] = ask[string](b, "document.querySelector("+quoted(part)+").textContent")
		}
		for part, said := range where {
			if !strings.Contains(said, "Jan - Mar") || strings.Contains(said, "Jan+Feb") || strings.Contains(said, "JanFeb") || strings.Contains(said, "Jan, Feb") {
				t.Errorf("%s says %q", part, said)
			}
		}
		for _, part := range []string{"#rows", "#tip", "#splits"} {
			if !strings.Contains(where[part], "Apr - Jul + Nov - Dec") {
				t.Errorf("%s does not name the two ranges of a group: %q", part, where[part])
			}
		}
		b.clean()
	}
}

// A number that is typed finds its bin, also where no record has it.
func TestSearchNumber(t *testing.T) {
	scales := numbers(t, "0.5", "1.5", "2.5", "12.5")
	f := made(t, frontier.Problem{N: 4, XLabels: scales[0].Labels(), XScales: scales}, []frontier.Entry{{Assignment: partition.Pack(partition.Partition{0, 0, 1, 1})}})
	b := openPage(t, f, 1000, 800)
	for _, tt := range []struct{ typed, label, name string }{
		{"1.7", "1.5", "under 2"}, {"2", "2.5", "2 and more"}, {"-40", "0.5", "under 2"}, {"1e3", "12.5", "2 and more"},
	} {
		b.focus("#search")
		b.keys(kb.Escape, "/")
		b.fill("#search", tt.typed)
		b.until(fmt.Sprintf("document.getElementById('fate').innerText.includes(%q)", "Among these groups "+tt.label+" "))
		if said := b.text("#fate"); !strings.Contains(said, tt.name) {
			t.Errorf("%s is in %q, want %s", tt.typed, said, tt.name)
		}
	}
	b.clean()
}

// The mapping of numbers that is downloaded has the ranges with their ends, and how numbers are read.
func TestDownloadRanges(t *testing.T) {
	scales := numbers(t, "0.5", "1.5", "2.5", "12.5")
	labels := append(scales[0].Labels(), scale.MissingLabel)
	f := made(t, frontier.Problem{N: 5, XLabels: labels, XScales: scales}, []frontier.Entry{{Assignment: partition.Pack(partition.Partition{0, 0, 1, 1, 2})}})
	b := openPlot(t, f, 1000, 800)
	b.choose(0)
	b.menu("json")
	got := string(b.download(".json"))
	for _, want := range []string{`"version": 2`, `"column": "v"`, `"cuts": [`, `"range": "0.5 - 2",
          "high": 2
`, `"range": "2 - 12.5",
          "low": 2
`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	b.menu("csv")
	want := "value,low,high,cluster,name\r\n0.5 - 2,,2,0,under 2\r\n2 - 12.5,2,,1,2 and more\r\n(missing),,,2,(missing)\r\n"
	if d := cmp.Diff(want, string(b.download(".csv"))); d != "" {
		t.Error(d)
	}
	b.clean()
}
