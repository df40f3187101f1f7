package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
)

// The oracles here share nothing with the code under test but package info:
// dense tables, plain recursion, quadratic filters.

// table is a dense joint distribution.
type table [][]float64

type pair struct{ h, i float64 }

// bruteForce returns the frontier over all labellings of the rows, found by
// plain recursion, sorted by h. Points closer than 1e-9 count once.
func (t table) bruteForce() []pair {
	var all []pair
	labels := make([]int, len(t))
	var assign func(x, used int)
	assign = func(x, used int) {
		if x == len(t) {
			h, i := t.point(labels)
			all = append(all, pair{h, i})
			return
		}
		for c := range used + 1 {
			labels[x] = c
			assign(x+1, max(used, c+1))
		}
	}
	assign(0, 0)
	return nonDominated(all)
}

// nonDominated keeps the points that no other point beats by more than 1e-9 in one
// objective without losing more than 1e-9 in the other: a quadratic filter.
func nonDominated(all []pair) []pair {
	const tolerance = 1e-9
	var kept []pair
	for a, p := range all {
		beaten := false
		for b, q := range all {
			noWorse := q.h <= p.h+tolerance && q.i >= p.i-tolerance
			better := q.h < p.h-tolerance || q.i > p.i+tolerance
			if noWorse && (better || b < a) {
				beaten = true
				break
			}
		}
		if !beaten {
			kept = append(kept, p)
		}
	}
	for i := range kept { // insertion sort: a dozen lines of oracle, no library
		for k := i; k > 0 && kept[k].h < kept[k-1].h; k-- {
			kept[k], kept[k-1] = kept[k-1], kept[k]
		}
	}
	return kept
}

// samePoints fails unless both frontiers have the same points to 1e-9.
func samePoints(tb testing.TB, got, want []pair) {
	tb.Helper()
	if len(got) != len(want) {
		tb.Fatalf("%d points, want %d", len(got), len(want))
	}
	for k := range got {
		if math.Abs(got[k].h-want[k].h) > 1e-9 || math.Abs(got[k].i-want[k].i) > 1e-9 {
			tb.Fatalf("point %d is (%.12f, %.12f), want (%.12f, %.12f)", k, got[k].h, got[k].i, want[k].h, want[k].i)
		}
	}
}

func simplex(rng *rand.Rand, n, m int) table      { return tables.Simplex(rng, n, m) }
func sparseCounts(rng *rand.Rand, n, m int) table { return tables.SparseCounts(rng, n, m) }
func names(prefix string, n int) []string         { return tables.Names(prefix, n) }

func (t table) joint(tb testing.TB) *joint.Joint  { tb.Helper(); return tables.Joint(tb, t) }
func (t table) point(labels []int) (h, i float64) { return tables.Point(t, labels) }
