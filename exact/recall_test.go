package exact_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// labels returns n labels.
func labels(n int) []string {
	list := make([]string, n)
	for k := range list {
		list[k] = fmt.Sprintf("%03d", k)
	}
	return list
}

// jointOf returns the distribution of a table.
func jointOf(tb testing.TB, rows [][]float64) *joint.Joint {
	tb.Helper()
	j, err := joint.Dense(labels(len(rows)), labels(len(rows[0])), rows)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// exactly returns the exact frontier, by dynamic programming.
func exactly(tb testing.TB, p problem.Problem) *frontier.Frontier {
	tb.Helper()
	r, err := exact.Subsets(context.Background(), p, exact.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return r.Frontier
}

// found returns what a search finds.
func found(tb testing.TB, p problem.Problem, opts search.Options) *frontier.Frontier {
	tb.Helper()
	r, err := search.Map(context.Background(), p, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return r.Frontier
}

// missed returns the number of points of a frontier that another one lacks.
func missed(want, got *frontier.Frontier) (n int) {
	for p := range want.All() {
		there := false
		for q := range got.All() {
			there = there || math.Abs(p.H-q.H) < 2e-9 && math.Abs(p.I-q.I) < 2e-9
		}
		if !there {
			n++
		}
	}
	return n
}

// TestRecallOfFamilies compares searches with the exact frontiers of some of the families.
func TestRecallOfFamilies(t *testing.T) { recallOfFamilies(t, 11, 14, 0.9995, 0.99) }

// recallOfFamilies compares searches with the exact frontiers of tables of n rows, one of every
// step-th family. The default search has to reach a mean recall and one in the worst table, and
// the local search a mean of 0.97.
func recallOfFamilies(t *testing.T, n, step int, wantMean, wantWorst float64) {
	t.Helper()
	var tables, local, rounds float64
	worst := 1.0
	for k, f := range families.All() {
		if k%step != 0 {
			continue
		}
		p := problem.DIB(jointOf(t, f.Table(n, 1)))
		want := exactly(t, p)
		recall := func(m search.Method) float64 {
			return 1 - float64(missed(want, found(t, p, search.Options{Method: m})))/float64(want.Len())
		}
		l, r := recall(search.Local), recall(search.Auto)
		t.Logf("%-46s %5d points, local search %.4f, default %.4f", f.Name, want.Len(), l, r)
		tables, local, rounds, worst = tables+1, local+l, rounds+r, min(worst, r)
	}
	t.Logf("%g tables of %d rows: mean recall %.5f by local search, %.5f by default, at least %.5f", tables, n, local/tables, rounds/tables, worst)
	if local/tables < 0.97 || rounds/tables < wantMean || worst < wantWorst {
		t.Errorf("mean recall %.5f by local search, %.5f by default, at least %.5f; want 0.97, %g and %g", local/tables, rounds/tables, worst, wantMean, wantWorst)
	}
}

// TestSmallTablesMissNothing: on tables of up to 9 rows the default search finds every point of
// the frontiers of numbers of clusters.
func TestSmallTablesMissNothing(t *testing.T) { smallTablesMissNothing(t, 1) }

// smallTablesMissNothing is TestSmallTablesMissNothing on a number of tables of each family.
func smallTablesMissNothing(t *testing.T, tables int) {
	t.Helper()
	for k, f := range families.All() {
		for seed := range tables {
			rows := f.Table(5+(k+seed)%5, uint64(seed))
			if tables == 1 && k%3 > 0 {
				continue
			}
			problems := map[string]problem.Problem{"dmc": problem.DMC(jointOf(t, rows))}
			if c, err := points.New(labels(len(rows[0])), labels(len(rows)), rows, nil); err == nil { // unless all are at one place
				problems["kmeans"] = problem.KMeans(c)
				problems["quantizer"] = problem.Quantizer(c)
			}
			for kind, p := range problems {
				want := exactly(t, p)
				got := found(t, p, search.Options{})
				if n := missed(want, got); n > 0 || got.Len() != want.Len() {
					t.Errorf("%s of %q, %d rows, seed %d: %d of %d points missed, %d found", kind, f.Name, len(rows), seed, n, want.Len(), got.Len())
				}
			}
		}
	}
}
