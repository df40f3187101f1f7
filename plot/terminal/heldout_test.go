package terminal

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// TestTerminalShowsHeldOutRecords: a mark below every point, none where the value is negative, and the
// legend; nothing of it without held-out records.
func TestTerminalShowsHeldOutRecords(t *testing.T) {
	f, err := frontier.New(frontier.Problem{Kind: "dib", N: 3, M: 3, XLabels: []string{"a", "b", "c"}, YLabels: []string{"u", "v", "w"}, IXY: 1}, frontier.Search{}, []frontier.Entry{
		{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0})},
		{H: 0.5, I: 0.8, Assignment: partition.Pack(partition.Partition{0, 0, 1})},
		{H: 1, I: 0.9, Assignment: partition.Pack(partition.Partition{0, 1, 1})},
		{H: 1.5, I: 1, Assignment: partition.Pack(partition.Identity(3))},
	})
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(f *frontier.Frontier, ascii bool) string {
		var b strings.Builder
		if err := Draw(&b, f, Options{ASCII: ascii}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if text := drawn(f, false); strings.Contains(text, "·") {
		t.Errorf("marks without held-out records:\n%s", text)
	}
	with, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 2, H: 0.5}, []frontier.HeldOut{{}, {I: 0.4}, {I: 0.2}, {I: -3}})
	if err != nil {
		t.Fatal(err)
	}
	// The marks of two points and that of the legend: that of one cluster is hidden by its point.
	text := drawn(with, false)
	if n := strings.Count(text, "·"); n != 3 || !strings.HasSuffix(text, "   · held out\n") {
		t.Errorf("%d marks:\n%s", n, text)
	}
	if text := drawn(with, true); !strings.HasSuffix(text, "   . held out\n") {
		t.Errorf("in ASCII:\n%s", text)
	}
}
