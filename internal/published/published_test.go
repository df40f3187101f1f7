package published

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/plogp"
)

// TestLetters holds the port against what the published program reports for alpha27: 801 points,
// 4674 clusterings expanded, hypervolume 1.548731532.
func TestLetters(t *testing.T) {
	table := reference.Matrix(t, "pxy_alpha27.npy")
	points, expanded := Map(table)
	hx := 0.0
	for _, row := range table {
		var w float64
		for _, v := range row {
			w += v
		}
		hx -= plogp.PLog2P(w)
	}
	area := pareto.Hypervolume(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I }, hx)
	if len(points) != 801 || expanded != 4674 || math.Abs(area-1.548731532) > 1e-6 {
		t.Errorf("%d points, %d expanded, hypervolume %.9f", len(points), expanded, area)
	}
}

// TestPointsAreTheirClusters computes every point from its clusters, which have every row once.
// The order of the rows decides which points there are.
func TestPointsAreTheirClusters(t *testing.T) {
	table := reference.Matrix(t, "pxy_alpha10.npy")
	points, _ := Map(table)
	for _, p := range points {
		var merged [][]float64
		var rows []int
		for _, cluster := range p.Clusters {
			cells := make([]float64, len(table[0]))
			for _, x := range cluster {
				for y, v := range table[x] {
					cells[y] += v
				}
			}
			merged, rows = append(merged, cells), append(rows, cluster...)
		}
		slices.Sort(rows)
		if !slices.Equal(rows, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
			t.Fatalf("clusters %v", p.Clusters)
		}
		weights := make([]float64, len(merged))
		for c, cells := range merged {
			for _, v := range cells {
				weights[c] += v
			}
		}
		if h, i := info.Entropy(weights), info.MutualInformation(merged); math.Abs(h-p.H) > 1e-12 || math.Abs(i-p.I) > 1e-12 {
			t.Errorf("%v: (%.15g, %.15g), computed (%.15g, %.15g)", p.Clusters, p.H, p.I, h, i)
		}
	}
	slices.Reverse(table)
	if reversed, _ := Map(table); len(points) != 93 || len(reversed) == 93 && reversed[40].I == points[40].I {
		t.Errorf("%d points, and %d in the reverse order", len(points), len(reversed))
	}
}
