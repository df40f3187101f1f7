package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// TestStrays: rows that alternate between two distributions are grouped by these, and not into
// arcs, which reach less. Where rows turn with the circle, all groupings are into arcs.
func TestStrays(t *testing.T) {
	alternating := [][]float64{{9, 1}, {1, 9}, {9, 1}, {1, 9}, {9, 1}, {1, 9}}
	turning := [][]float64{{9, 1, 1}, {8, 4, 1}, {2, 9, 1}, {1, 9, 4}, {1, 1, 9}, {4, 1, 8}}
	for want, cells := range map[bool][][]float64{true: alternating, false: turning} {
		j, err := joint.Dense(numbered(6), numbered(len(cells[0])), cells)
		if err != nil {
			t.Fatal(err)
		}
		r, err := mapped(t.Context(), j, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list, err := strays(t.Context(), j, r.Frontier)
		if err != nil || (len(list) > 0) != want || arcs(r.Frontier) != r.Frontier.Len()-len(list) {
			t.Fatalf("%d of %d points are no arcs: %v", len(list), r.Frontier.Len(), err)
		}
		for _, p := range list {
			if p.arcs >= p.I {
				t.Errorf("point %d: arcs reach %g of %g", p.Index, p.arcs, p.I)
			}
		}
		var figure bytes.Buffer
		if err := drawStrays(&figure, r.Frontier, list, "svg", draw.Page{Height: straysHeight(len(list))}); err != nil || strings.Contains(figure.String(), "groupings into arcs") != want {
			t.Errorf("%v: %s", err, &figure)
		}
	}
}
