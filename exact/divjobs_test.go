package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dividedBy divides the proof of a random table.
func dividedBy(tb testing.TB, seed uint64, n, m int) *Division {
	tb.Helper()
	j := tableOf(tb, uniformTable(seed, n, m))
	return mustDivide(tb, j, searched(tb, j), Options{Workers: 1})
}

// TestJobsAreTheSearch: the jobs of all parts list what a search in one piece lists, each column once.
func TestJobsAreTheSearch(t *testing.T) {
	for seed := range uint64(3) {
		d := dividedBy(t, seed, 12, 6)
		for _, parts := range []int{1, 5, 64} {
			for k := range d.edges {
				e := &d.edges[k]
				whole, err := listColumns(context.Background(), d.rows, e.query(d.rows), 1)
				if err != nil {
					t.Fatal(err)
				}
				var want, got []uint64
				for _, c := range whole.columns {
					want = append(want, c.set)
				}
				for part := range parts {
					some, err := d.list(context.Background(), e, d.share(part, parts)[k], 1<<40)
					if err != nil {
						t.Fatal(err)
					}
					for _, c := range some {
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
	d := dividedBy(t, 1, 18, 10)
	const parts = 8
	var all, most int64
	for k := range d.edges {
		e := &d.edges[k]
		e.jobs = d.rows.jobs(e.query(d.rows), 8*parts)
	}
	for part := range parts {
		meter := unlimited()
		for k, jobs := range d.share(part, parts) {
			q := d.edges[k].query(d.rows)
			q.meter = meter
			var nodes []node
			l := newLister(d.rows, q)
			for _, j := range jobs {
				nodes = append(nodes, l.node(j))
			}
			if _, err := exploreAll(context.Background(), d.rows, q, nodes, 1); err != nil {
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

// TestListsHaveTheCosts: the columns of an edge and their reduced costs are the same bits for any
// number of parts.
func TestListsHaveTheCosts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	d := dividedBy(t, 2, 12, 6)
	var first []collected
	for _, parts := range []int{1, 2 + rng.IntN(8), 40} {
		all, err := d.collect(listedBy(t, d, parts))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		for k, e := range d.edges {
			want, err := first[k].columns(d.rows.n)
			if err != nil {
				t.Fatal(err)
			}
			got, err := all[k].columns(d.rows.n)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(column{})); diff != "" {
				t.Errorf("edge %d, %d parts (-1 +%[2]d):\n%s", k, parts, diff)
			}
			for _, c := range got {
				whole := d.rows.cluster(c.set)
				if c.rc != over(e.dual, c.set)-whole.at(e.slope()) {
					t.Errorf("edge %d: column %b has the cost %g", k, c.set, c.rc)
				}
			}
		}
	}
}
