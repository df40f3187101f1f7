package main

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/search"
)

// TestPortOfTen: in the order of the authors' file, the port of the published program finds 93
// points, of which 8 are not optimal, which is not the published row.
func TestPortOfTen(t *testing.T) {
	e := &env{data: filepath.Dir(oracle.Shared(t, "data", "reference", tenFile))}
	ten, err := e.authors(tenFile, numbered(10), numbered(27))
	if err != nil {
		t.Fatal(err)
	}
	truth, err := mapped(t.Context(), ten.joint, search.Options{Epsilon: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	known := judge.Points(ten.joint, judge.ClusteringsOf(truth.Frontier))
	order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	if got := runPort(ten.joint, order, known); got != (tally{93, 85, 8}) {
		t.Errorf("%v", got)
	}
	shuffle(order, 1)
	if got := runPort(ten.joint, order, known); got == (tally{93, 85, 8}) || got.right < 80 || got.points != got.right+got.wrong {
		t.Errorf("in the order %v: %v", order, got)
	}
	slices.Sort(order)
	if order[0] != 0 || order[9] != 9 {
		t.Errorf("no order: %v", order)
	}
}
