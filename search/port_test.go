package search

import (
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/published"
)

// TestBetterThanThePort: on the tables of the scaling benchmark a local search
// finds at least as many points as the published program, and a hypervolume that
// is not less.
func TestBetterThanThePort(t *testing.T) { compareWithThePort(t, 20, 30) }

func compareWithThePort(t *testing.T, sizes ...int) {
	t.Helper()
	for _, n := range sizes {
		tab := simplexFor(n)
		points, _ := published.Map(tab)
		r := mustMap(t, tab, Options{Method: Local})
		before := pareto.Hypervolume(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I }, r.Frontier.Problem.HX)
		after := r.Frontier.Hypervolume()
		t.Logf("n=%d: %d points, hypervolume %.6f; the port %d, %.6f", n, r.Frontier.Len(), after, len(points), before)
		if r.Frontier.Len() < len(points) || after < before {
			t.Errorf("n=%d: %d points, hypervolume %.9f; the port %d, %.9f", n, r.Frontier.Len(), after, len(points), before)
		}
	}
}
