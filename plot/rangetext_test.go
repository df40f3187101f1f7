package plot

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// TestRangeText: neighbours are ranges; ranges of numbers that are too long are their cuts, and others
// are counted.
func TestRangeText(t *testing.T) {
	labels := []string{"0.5", "1.5", "2.5", "3.5", "4.5", "(missing)"}
	var values []scale.Value
	for _, l := range labels[:5] {
		values = append(values, scale.Value{Text: l, Count: 1})
	}
	fitted, err := scale.Fit("v", scale.Spec{Type: scale.Number}, values)
	if err != nil {
		t.Fatal(err)
	}
	days := []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	for _, tt := range []struct {
		name   string
		labels []string
		scales scale.Scales
		order  string
		a      partition.Partition
		most   int
		want   string
	}{
		{"numbers", labels, scale.Scales{fitted.Scale}, "linear", partition.Partition{0, 0, 1, 1, 1, 2}, 0, "0.5 - 2 | 2 - 4.5 | (missing)"},
		{"cuts", labels, scale.Scales{fitted.Scale}, "linear", partition.Partition{0, 1, 1, 2, 3, 4}, 30, "cut at 1, 3, 4 | (missing)"},
		{"some cuts", labels, scale.Scales{fitted.Scale}, "linear", partition.Partition{0, 1, 2, 3, 4, 5}, 28, "cut at 1, 3 more | (missing)"},
		{"gaps", labels, scale.Scales{fitted.Scale}, "", partition.Partition{0, 1, 0, 1, 1, 1}, 0, "0.5, 2.5 | rest"},
		{"days", days, nil, "circular", partition.Partition{0, 1, 1, 0, 0, 0}, 0, "Thursday - Monday | Tuesday - Wednesday"},
		{"some days", days, nil, "circular", partition.Partition{0, 1, 1, 0, 0, 0}, 30, "Thursday - Monday | 1 more"},
		{"two columns", []string{"a / b", "a / c", "d / b"}, nil, "", partition.Partition{0, 0, 1}, 0, "a / b, a / c | d / b"},
	} {
		p := frontier.Problem{N: len(tt.labels), XLabels: tt.labels, XScales: tt.scales}
		f, err := frontier.New(p, frontier.Search{Order: tt.order}, []frontier.Entry{{Assignment: partition.Pack(tt.a)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := ClusterText(f.At(0), tt.most); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
