package edge

import (
	"context"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/drawn"
)

// dividedBy divides the proof of a random table.
func dividedBy(tb testing.TB, seed uint64, n, m int) (*Table, []Portion) {
	tb.Helper()
	j := drawn.Table(tb, drawn.Uniform(seed, n, m))
	r, known, edges := started(j, drawn.Searched(tb, j))
	var portions []Portion
	for k, e := range edges {
		start := r.TrivialDual(e.Slope())
		if k > 0 {
			start = portions[k-1].Dual
		}
		dual, err := r.Candidate(context.Background(), e, start, known, nil)
		if err != nil {
			tb.Fatal(err)
		}
		portions = append(portions, r.Portion(e, dual))
	}
	return r, portions
}

// dealt returns the share of a part of the jobs.
func dealt(jobs []Job, part, parts int) (share []Job) {
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
				for _, c := range whole.Columns {
					want = append(want, c.Set)
				}
				for part := range parts {
					some, err := e.List(context.Background(), r, dealt(e.Jobs, part, parts), 1<<40, 1)
					if err != nil {
						t.Fatal(err)
					}
					for _, c := range some {
						if whole := r.cluster(c.Set); c.rc != over(e.Dual, c.Set)-whole.at(e.Slope()) {
							t.Errorf("edge %d: column %b has the cost %g", k, c.Set, c.rc)
						}
						got = append(got, c.Set)
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
		e.Jobs = r.jobs(e.query(r), 8*parts)
	}
	for part := range parts {
		meter := Unlimited()
		for k := range edges {
			jobs := dealt(edges[k].Jobs, (part-k*parts/len(edges)+parts)%parts, parts)
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
