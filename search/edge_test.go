package search

import (
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// TestSmallestTables: two rows, rows that are all alike, one column that tells
// all. Every method finds what brute force finds.
func TestSmallestTables(t *testing.T) {
	alike := make(table, 6)
	for x := range alike {
		alike[x] = []float64{2, 1, 1}
	}
	for name, tab := range map[string]table{
		"two rows":       {{1, 2}, {3, 1}},
		"two equal rows": {{1, 2}, {1, 2}},
		"three rows":     simplex(rand.New(rand.NewPCG(1, 3)), 3, 2),
		"all alike":      alike,
		"tiny mass":      {{1, 1e-15}, {1e-15, 1}, {0.5, 0.5}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, m := range methods {
				r := mustMap(t, tab, Options{Method: m.method})
				samePoints(t, pairsOf(r.Frontier), tab.bruteForce())
				sound(t, tab, r.Frontier)
			}
			// However much effort, there comes a round that explores all there is.
			if r := mustMap(t, tab, Options{Effort: 1e12}); r.Status != frontier.StatusConverged || r.Frontier.Search.Rounds > 12 {
				t.Errorf("%v after %d rounds", r.Status, r.Frontier.Search.Rounds)
			}
		})
	}
}
