package plot_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/plot"
)

// TestSoft draws the curve of soft encoders if the options ask for it and the frontier has it.
func TestSoft(t *testing.T) {
	p := frontier.Problem{Kind: "dib", N: 2, M: 2, XLabels: []string{"a", "b"}, YLabels: []string{"c", "d"}, HX: 1, HY: 1, IXY: 0.5}
	f, err := frontier.New(p, frontier.Search{Status: frontier.StatusConverged}, []frontier.Entry{
		{K: 1, Assignment: partition.Pack(partition.Partition{0, 0})}, {H: 1, I: 0.5, K: 2, Assignment: partition.Pack(partition.Partition{0, 1})},
	})
	if err != nil {
		t.Fatal(err)
	}
	curve := &frontier.SoftCurve{Steps: 1, Points: []frontier.SoftPoint{{}, {Rate: 0.5, I: 0.4}, {Rate: 1, I: 0.5}}}
	for _, test := range []struct {
		soft *frontier.SoftCurve
		asks bool
	}{{nil, false}, {nil, true}, {curve, false}, {curve, true}} {
		f.Soft = test.soft
		var b bytes.Buffer
		if err := plot.Frontier(&b, f, "svg", plot.Options{Soft: test.asks}); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Contains(b.String(), "soft encoder"), test.soft != nil && test.asks; got != want {
			t.Errorf("soft %v, asked for %v: drawn %v", test.soft != nil, test.asks, got)
		}
	}
}
