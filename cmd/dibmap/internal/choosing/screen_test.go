package choosing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// large returns the point of a frontier with n values in k clusters. The masses of value00000, value00001,
// ... grow, so that the heaviest is the last one, unless they are not known.
func large(t *testing.T, n, k int, masses bool) (*frontier.Frontier, frontier.Point) {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: n, M: 2, HX: math.Log2(float64(n))}
	if masses {
		p.XMass = make([]float64, n)
	}
	a := make(partition.Partition, n)
	for x := range n {
		p.XLabels = append(p.XLabels, fmt.Sprintf("value%05d", x))
		if a[x] = x % k; masses {
			p.XMass[x] = float64(x+1) * 2 / float64(n*(n+1))
		}
	}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{H: 1, I: 1, K: k, Assignment: partition.Pack(a)}})
	if err != nil {
		t.Fatal(err)
	}
	return f, f.At(0)
}

// TestJSONIsWhole: what programs read has all values, whatever a screen holds.
func TestJSONIsWhole(t *testing.T) {
	f, p := large(t, 5000, 700, true)
	var out bytes.Buffer
	if err := printJSON(&out, f, p, nil, nil); err != nil {
		t.Fatal(err)
	}
	var got struct{ Clusters [][]string }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	values := 0
	for _, c := range got.Clusters {
		values += len(c)
	}
	if len(got.Clusters) != 700 || values != 5000 {
		t.Errorf("%d values in %d clusters", values, len(got.Clusters))
	}
}

// TestFullIsForLists: --full says how long the list of points is, and nothing else.
func TestFullIsForLists(t *testing.T) {
	cmd := NewShow(cli.Streams{})
	cmd.SetArgs([]string{"f.json", "--walk", "--full"})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.Execute(); err == nil || !strings.HasPrefix(err.Error(), "--full is for the list of points") {
		t.Error(err)
	}
}
