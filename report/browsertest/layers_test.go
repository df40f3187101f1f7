package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// The groupings into the chosen number of groups are drawn, and can be chosen; the curve of soft encoders is drawn.
func TestLayersAndSoftEncoders(t *testing.T) {
	f := sample(t, "listed")
	f.Search.Method = "local"
	f, err := f.WithLayers(frontier.Layers{Entries: []frontier.Entry{
		{H: 0.75, I: 0.25, Assignment: partition.Pack(partition.Partition{0, 0, 1, 1})},
		{H: 1.25, I: 0.375, Assignment: partition.Pack(partition.Partition{0, 1, 2, 0})},
	}})
	if err != nil {
		t.Fatal(err)
	}
	f.Soft = &frontier.SoftCurve{Points: []frontier.SoftPoint{{}, {Rate: 0.5, I: 0.3}, {Rate: 1, I: 0.42}, {Rate: 1.7, I: 0.5}}}
	b := openPlot(t, f, 1200, 1000) // at the best of two groups
	first := picture(b)
	b.click("#show-soft")
	b.eventually(func() bool { return picture(b) != first }, "the curve of soft encoders stays")
	b.click("#show-soft")
	b.eventually(func() bool { return picture(b) == first }, "the curve of soft encoders does not come back")
	b.click("#show-layers")
	b.eventually(func() bool { return picture(b) != first }, "no groupings into two groups are drawn")
	if said := b.text("#toggles"); !strings.Contains(said, "All groupings into 2 groups") {
		t.Errorf("the boxes are %q", said)
	}
	at := b.placeHeldOut(0.75, 0.25)
	b.hover(at[0], at[1])
	b.until("document.getElementById('tip').innerText.includes('A best trade-off for 2 groups, below the frontier')")
	b.do(chromedp.MouseClickXY(at[0], at[1]))
	b.until("document.getElementById('chosen-body').innerText.includes('a best trade-off for 2 groups')")
	b.until("location.hash.includes('point=layer0') && location.hash.includes('with=layers')")
	if said := strings.ReplaceAll(b.text("#sentence"), "\u00a0", " "); said != "2 groups of 4 values of X keep 50 % of what X says about Y; no grouping found into 2 groups keeps more in as few bits." {
		t.Errorf("the sentence is %q", said)
	}
	b.shot("layers", false)
	hash := ask[string](b, "location.hash")
	b.click("#show-layers")
	b.until("document.getElementById('chosen-body').innerText.includes('point 1 of 4')")
	b.clean()

	c := openPlot(t, f, 1200, 1000)
	ask[string](c, "location.hash = "+quoted(hash))
	c.until("document.getElementById('chosen-body').innerText.includes('a best trade-off for 2 groups')")
	c.clean()
}
