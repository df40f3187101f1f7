package exact

import (
	"context"
	"slices"
	"testing"
)

// dividedBy divides the proof of a random table.
func dividedBy(tb testing.TB, seed uint64, n, m int) (*rows, []portion) {
	tb.Helper()
	j := tableOf(tb, uniformTable(seed, n, m))
	r, known, edges := started(j, searched(tb, j))
	var portions []portion
	for _, e := range edges {
		dual, err := r.candidate(context.Background(), e, r.trivial(e.slope()), known, nil)
		if err != nil {
			tb.Fatal(err)
		}
		portions = append(portions, r.portion(e, dual))
	}
	return r, portions
}

// dealt returns the share of a part of the jobs.
func dealt(jobs []job, part, parts int) (share []job) {
	for k := part; k < len(jobs); k += parts {
		share = append(share, jobs[k])
	}
	return share
}

// TestJobsAreTheSearch: the jobs of all parts list what a search in one piece lists, each column once.
func TestJobsAreTheSearch(t *testing.T) {
	for seed := range uint64(3) {
		r, edges := dividedBy(t, seed, 12, 6)
		for _, parts := range []int{1, 5, 64} {
			for k := range edges {
				e := &edges[k]
				whole, err := listColumns(context.Background(), r, e.query(r), 1)
				if err != nil {
					t.Fatal(err)
				}
				var want, got []uint64
				for _, c := range whole.columns {
					want = append(want, c.set)
				}
				for part := range parts {
					some, err := e.list(context.Background(), r, dealt(e.jobs, part, parts), 1<<40, 1)
					if err != nil {
						t.Fatal(err)
					}
					for _, c := range some {
						if whole := r.cluster(c.set); c.rc != over(e.dual, c.set)-whole.at(e.slope()) {
							t.Errorf("edge %d: column %b has the cost %g", k, c.set, c.rc)
						}
						got = append(got, c.set)
					}
				}
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("seed %d, edge %d, %d parts: %d columns, want %d", seed, k, parts, len(got), len(want))
				}
			}
		}
	}
}

// TestJobsAreEven: no part has much more to do than others, in steps of the search.
func TestJobsAreEven(t *testing.T) {
	r, edges := dividedBy(t, 1, 18, 10)
	const parts = 8
	var all, most int64
	for k := range edges {
		e := &edges[k]
		e.jobs = r.jobs(e.query(r), 8*parts)
	}
	for part := range parts {
		meter := unlimited()
		for k := range edges {
			jobs := dealt(edges[k].jobs, (part+k)%parts, parts)
			q := edges[k].query(r)
			q.meter = meter
			var nodes []node
			l := newLister(r, q)
			for _, j := range jobs {
				nodes = append(nodes, l.node(j))
			}
			if _, err := exploreAll(context.Background(), r, q, nodes, 1); err != nil {
				t.Fatal(err)
			}
		}
		all += meter.used.Load()
		most = max(most, meter.used.Load())
	}
	if uneven := float64(most*parts) / float64(all); uneven > 1.15 {
		t.Errorf("a part takes %.2f times as many steps as the mean", uneven)
	}
}
