package browsertest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Labels that run from right to left, or turn letters around, do so among themselves, and
// those that show nothing are said to be blank.
func TestLabelsApart(t *testing.T) {
	f := made(t, frontier.Problem{
		N: 4, M: 2, XLabels: []string{"\u05d0\u05d1", "a\u202eb", "\u200b", "d"}, YLabels: []string{"\u202ey", "z"},
		XMass: []float64{0.25, 0.25, 0.25, 0.25}, IXY: 1,
		Cells: &frontier.Cells{X: []int{0, 1, 2, 3}, Y: []int{0, 0, 0, 1}, Weight: []float64{0.25, 0.25, 0.25, 0.25}},
	}, []frontier.Entry{
		{Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})},
		{H: 1, I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1, 2, 2})},
		{H: 2, I: 0.8, Assignment: partition.Pack(partition.Partition{0, 1, 2, 3})},
	})
	b := openPlot(t, f, 1000, 900)
	b.choose(2)
	b.focus("#plot")
	b.keys("p", kb.ArrowLeft, "c")
	b.until("document.querySelector('#splits li') !== null")
	b.keys("/")
	b.fill("#search", "\u05d0")
	b.until("document.getElementById('fate').innerText.includes('is alone')")
	bare := ask[[]string](b, `(() => {
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
		while (walk.nextNode()) {
			const n = walk.currentNode, text = n.data.replace(/\u2068.*?\u2069/g, "");
			if (/[\u05d0\u202e]/.test(text) && !n.parentElement.closest("bdi, script")) found.push(n.data);
		}
		return found;
	})()`)
	if len(bare) > 0 {
		t.Errorf("labels stand in the text around them: %q", bare)
	}
	b.view("trade-off")
	b.focus("#plot")
	b.keys(kb.ArrowRight)
	b.until("document.getElementById('chosen-body').innerText.includes('point 3 of')")
	b.view("groups")
	b.eventually(func() bool { return strings.Count(b.text("#rows"), "(blank)") >= 1 }, "the label of a space of no width is not said to be blank")
	b.clean()
}

// Names of columns, titles and labels that are written from right to left, alone and among others, leave everything
// around them in its place, on the page and in the figure that is saved.
func TestDirections(t *testing.T) {
	f := made(t, frontier.Problem{
		Kind: "dib", N: 6, M: 2, XLabels: []string{"\u05d7\u05d9\u05e4\u05d4", "abc", "\u062f\u0645\u0634\u0642 7", "12", "\u05d0\u05d9\u05dc\u05ea", "(x)"}, YLabels: []string{"\u05db\u05df", "no"},
		XMass: []float64{0.25, 0.2, 0.18, 0.16, 0.14, 0.07}, HX: 2.5, IXY: 1,
		Source: frontier.Source{Name: "\u05e2\u05e8\u05d9\u05dd, 2020!", X: "\u05e2\u05d9\u05e8", Y: "\u05de\u05d5\u05e6\u05e8"},
		Cells:  &frontier.Cells{X: []int{0, 1, 2, 3, 4, 5}, Y: []int{0, 0, 0, 0, 1, 1}, Weight: []float64{0.25, 0.2, 0.18, 0.16, 0.14, 0.07}},
	}, []frontier.Entry{
		{Assignment: partition.Pack(partition.Partition{0, 0, 0, 0, 0, 0})},
		{H: 0.75, I: 0.7, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0, 1, 1})},
		{H: 2.5, I: 1, Assignment: partition.Pack(partition.Partition{0, 1, 2, 3, 4, 5})},
	})
	for _, width := range []int{1200, 380} {
		b := openPlot(t, f, width, 900)
		b.choose(1)
		b.focus("#plot")
		b.keys("p", kb.ArrowRight, "c")
		b.until("document.querySelectorAll('#alluvial .band').length === 6")
		b.focus("#alluvial .band[tabindex='0']")
		b.view("trade-off")
		b.focus("#plot")
		b.keys(kb.ArrowLeft)
		b.until("document.getElementById('chosen-body').innerText.includes('point 2 of')")
		b.view("groups")
		// Where the labels of the group's name stand, line by line and from left to right: as the name has them.
		places := ask[[]float64](b, `(() => {
			const texts = Array.from(document.querySelector("[data-group='0'] .name bdi").childNodes), range = document.createRange();
			return ["\u05d7", "abc", "\u062f", "12"].map((part) => {
				const text = texts.find((node) => node.data?.includes(part)), at = text.data.indexOf(part);
				range.setStart(text, at);
				range.setEnd(text, at + part.length);
				const box = range.getBoundingClientRect();
				return 1e4 * Math.round(box.top / 8) + box.left;
			});
		})()`)
		for n := range len(places) - 1 {
			if !(places[n] < places[n+1]) {
				t.Errorf("the labels of the name of a cluster stand at %v", places)
				break
			}
		}
		// X is left of Y in the name of the objective, and the title has its own direction.
		if said := b.text("#facts"); !strings.Contains(said, "I(\u2068\u05e2\u05d9\u05e8\u2069; \u2068\u05de\u05d5\u05e6\u05e8\u2069)") {
			t.Errorf("the page says %q", said)
		}
		b.menu("save-svg")
		saved := readFigure(t, b.download(".svg"))
		apart, leftward := regexp.MustCompile("\u2068[^\u2068\u2069]*\u2069"), regexp.MustCompile(`[\x{0590}-\x{08ff}]`)
		for _, text := range saved.labels {
			if leftward.MatchString(apart.ReplaceAllString(text, "")) {
				t.Errorf("a text of the figure has letters that change its order: %q", text)
			}
		}
		if said := saved.says(); !strings.Contains(said, "\u05e2\u05e8\u05d9\u05dd, 2020!") || !strings.Contains(said, "\u05d7\u05d9\u05e4\u05d4+abc") {
			t.Errorf("the figure says %q", said)
		}
		keep(t, "directions.svg", saved.text)
		b.shot("directions", true)
		b.clean()
	}
}
