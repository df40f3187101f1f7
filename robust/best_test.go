package robust

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// withList returns the frontier of a table with the best clustering of every number of clusters,
// found by going over all.
func withList(t testing.TB, j *joint.Joint) *frontier.Frontier {
	t.Helper()
	e := problem.DIB(j).Evaluators(1, 0)[0]
	best := make([]frontier.BestEntry, j.Rows()+1)
	for _, p := range all(j.Rows()) {
		rows := make(partition.Partition, len(p))
		for x, row := range problem.DIB(j).Place() {
			rows[row] = p[x]
		}
		at := e.Load(partition.Canonical(rows))
		if b := &best[p.K()]; b.Assignment == "" || at.I > b.I {
			*b = frontier.BestEntry{Entry: frontier.Entry{H: at.H, I: at.I, Assignment: partition.Pack(p)}, Exact: true}
		}
	}
	f, err := mapped(t, j).WithBest(j.Rows(), best[1:])
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestListIsMeasuredLikePoints: the best clusterings of each number of clusters have the spreads
// that they have as points of a frontier, and those of the frontier do not change.
func TestListIsMeasuredLikePoints(t *testing.T) {
	table := randomTable(5, 7, 5, 12)
	j := tableOf(t, table)
	f := withList(t, j)
	var list []partition.Partition
	off := 0
	for p := range f.Best() {
		list = append(list, p.Assignment())
		if p.Index < 0 {
			off++
		}
	}
	if off == 0 {
		t.Fatal("all of the list is on the frontier, so that nothing can be told")
	}
	for _, m := range allMethods {
		o := Options{Method: m, Resamples: 50, Seed: 3}
		g, err := Measure(context.Background(), shuffled(t, table, 4), f, o)
		if err != nil {
			t.Fatal(err)
		}
		var points, best []frontier.Spread
		for p := range g.All() {
			points = append(points, p.Spread)
		}
		robust := 0
		for p := range g.Best() {
			best = append(best, p.Spread)
			if p.Robust {
				robust++
			}
		}
		if diff := cmp.Diff(measured(t, j, mapped(t, j), o), points); diff != "" {
			t.Errorf("%v, points: %s", m, diff)
		}
		if diff := cmp.Diff(measured(t, j, frontierOf(t, j, list...), o), best); diff != "" {
			t.Errorf("%v, list: %s", m, diff)
		}
		if robust == 0 || m == NSB && robust == len(best) {
			t.Errorf("%v: %d of %d are robust", m, robust, len(best))
		}
	}
}
