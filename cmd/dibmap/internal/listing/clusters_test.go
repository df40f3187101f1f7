package listing

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// TestHeaviestValuesComeFirst: a line of many values has room for those that occur most often, and one of
// few values is in the order of the table.
func TestHeaviestValuesComeFirst(t *testing.T) {
	for n, want := range map[int]string{
		manyRows:     "a0,+99 | a1,+99",
		manyRows + 1: "a199,+99 | a200,+100",
	} {
		p := frontier.Problem{Kind: "dib", N: n, XMass: make([]float64, n)}
		a := make(partition.Partition, n)
		for x := range n {
			p.XLabels = append(p.XLabels, fmt.Sprintf("a%d", x))
			p.XMass[x], a[x] = float64(x+1), x%2
		}
		p.XMass[n-1], p.XMass[n-2] = float64(n-1), float64(n) // the last but one is the heaviest
		f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{K: 2, Assignment: partition.Pack(a)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := NewClusters(f).Line(f.At(0), 20); got != want {
			t.Errorf("%d values: %s, want %s", n, got, want)
		}
	}
}

// TestSpread: a long list is thinned to points at even steps of H that include both ends.
func TestSpread(t *testing.T) {
	for _, n := range []int{0, 1, mostListed, mostListed + 1, 60000} {
		var entries []frontier.Entry
		for j := range n {
			entries = append(entries, frontier.Entry{H: math.Sqrt(float64(j)), I: float64(j), K: 1})
		}
		f, err := frontier.New(frontier.Problem{}, frontier.Search{}, entries)
		if err != nil {
			t.Fatal(err)
		}
		points := slices.Collect(f.All())
		got := Spread(points)
		if n <= mostListed {
			if len(got) != n {
				t.Errorf("%d of %d points", len(got), n)
			}
			continue
		}
		if len(got) < spreadOver-2 || len(got) > spreadOver+1 || got[0].Index != 0 || got[len(got)-1].Index != n-1 {
			t.Errorf("of %d points: %d, from %d to %d", n, len(got), got[0].Index, got[len(got)-1].Index)
		}
		step := points[n-1].H / (spreadOver - 1)
		for k := 1; k < len(got); k++ {
			if d := got[k].H - got[k-1].H; d > 2.1*step {
				t.Errorf("of %d points: a step of %g, and %g would be even", n, d, step)
			}
		}
	}
}

func TestSaySpread(t *testing.T) {
	f, err := frontier.New(frontier.Problem{Kind: "dib"}, frontier.Search{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := SaySpread(&out, f, 40, 9928); err != nil || strings.TrimSpace(out.String()) != "40 of 9,928 points are listed, at even steps of H(Z); --full lists all." {
		t.Error(err, out.String())
	}
}
