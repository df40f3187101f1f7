package search

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
)

// powers is the diagonal table of n different masses, in which every clustering is on the frontier.
func powers(n int) table {
	return families.Filled(n, n, func(x, y int) float64 {
		if x != y {
			return 0
		}
		return float64(int(1) << x)
	})
}

// turning is a table that a turn of its rows and columns does not change, but for small whole numbers, so that
// countless clusterings are just below its frontier.
func turning(n int) table {
	return families.Filled(n, n, func(x, y int) float64 { return float64(1000*((x-y+n)%n) + (x*y)%7) })
}

// TestNewcomersCostMore: a search that follows new points alone ends after fewer evaluations.
func TestNewcomersCostMore(t *testing.T) {
	const effort = 3e-4
	r := mustMap(t, powers(14), Options{MaxPoints: 1000, Effort: effort})
	if most := int64(autoEffort * effort / 4); r.Status != frontier.StatusEffort || r.Evaluated > most {
		t.Errorf("%d evaluations, status %s: want at most %d, as most of %g count %d times", r.Evaluated, r.Status, most, autoEffort*effort, newcomerCost)
	}
}

// TestTiesCostLittle: in a table with few points and very many ties, the same evaluations count hardly more than once, so
// that the search comes to an end.
func TestTiesCostLittle(t *testing.T) {
	r := mustMap(t, familyTable(t, "Z2^k by distance", 50), Options{MaxPoints: 4000, Effort: 0.02})
	if r.Status != frontier.StatusMemory {
		t.Errorf("status %s after %d evaluations", r.Status, r.Evaluated)
	}
}

// TestRoundsTakeFew: the rounds of an almost symmetric table end after a number of clusterings, which grows with the
// effort, and without a loss of points.
func TestRoundsTakeFew(t *testing.T) {
	free := mustMap(t, turning(16), Options{})
	var before int64
	for _, effort := range []float64{1, 4} {
		r := mustMap(t, turning(16), Options{MaxPoints: 2 * free.Frontier.Len(), Effort: effort})
		if r.Status != frontier.StatusEffort || r.Evaluated >= free.Evaluated/2 || r.Evaluated <= before || r.Frontier.Len() != free.Frontier.Len() {
			t.Errorf("effort %g: %d evaluations, status %s, %d points; were %d with less effort, and %d with %d points without a limit", effort, r.Evaluated, r.Status, r.Frontier.Len(), before, free.Evaluated, free.Frontier.Len())
		}
		before = r.Evaluated
	}
}
