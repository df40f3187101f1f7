//go:build long

package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
)

// TestLongSmallPairs compares the pairs that need no network anew, without optbinning: dibmap's
// groups are the best in training, and the numbers are those of docs/choosing.csv. (k-means may
// end elsewhere on a machine with another arithmetic, so its numbers are not compared.)
func TestLongSmallPairs(t *testing.T) {
	oracle.Python(t, "numpy", "sklearn", "pandas")
	c := call{skip: []string{"optbinning"}}
	for _, p := range pairs() {
		if p.small {
			c.only = append(c.only, p.id)
		}
	}
	var told bytes.Buffer
	made, above, err := c.compare(t.Context(), &told)
	if err != nil || len(above) > 0 {
		t.Fatalf("%v, %q", err, above)
	}
	results := committed(t)
	compared := 0
	for _, r := range made {
		want, ok := find(ofPair(results, r.pair), r.method, r.k)
		if !ok {
			t.Errorf("docs/choosing.csv lacks %+v", r)
			continue
		}
		if strings.HasPrefix(r.method, "kmeans") {
			continue
		}
		compared++
		for name, d := range map[string]float64{"training": r.training - want.training, "held out": r.heldOut - want.heldOut, "se": r.se - want.se, "se of the difference": r.seMore - want.seMore} {
			if math.Abs(d) > 1e-6 {
				t.Errorf("%s, %s, %d groups: %s differs by %v: make the page anew", r.pair, r.method, r.k, name, d)
			}
		}
	}
	if compared < 80 {
		t.Errorf("%d numbers were compared", compared)
	}
}
