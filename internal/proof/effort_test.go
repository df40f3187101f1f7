package proof

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// TestProveEffort: a proof with any limit on its steps says the same for any number of
// workers, and what it says is true; with more steps more edges are proved.
func TestProveEffort(t *testing.T) {
	j := drawn.Table(t, drawn.Ordered(2, 10, 6))
	truth := mustProve(t, j, drawn.Searched(t, j), method.Options{})
	partly := 0
	// The bare frontier has one edge with many clusterings, most of which lack.
	for _, start := range []*frontier.Frontier{drawn.Bare(t, j), truth} {
		before := 0
		for effort := int64(1); ; effort *= 2 {
			f := provedWith(t, j, start, effort)
			for p := range truth.All() {
				if p.I > f.Bound(p.H)+1e-12 {
					t.Errorf("effort %d: a point (%g, %g) above the bound %g", effort, p.H, p.I, f.Bound(p.H))
				}
			}
			if v := verified(t, j, f); !v.OK() {
				t.Errorf("effort %d: rejected: %s", effort, v.Failures)
			}
			certified := 0
			for _, e := range f.Certificate.Edges {
				if e.Certified {
					certified++
				}
			}
			if certified < before {
				t.Errorf("effort %d: %d edges, and %d with less", effort, certified, before)
			}
			before = certified
			if f.Certificate.Complete {
				drawn.SamePoints(t, f, truth)
				break
			}
			if certified > 0 {
				partly++
			}
		}
	}
	if partly == 0 {
		t.Errorf("no effort proves a part: that tests little")
	}
}

// provedWith proves as much of a frontier as the effort allows, with several numbers of workers.
func provedWith(t *testing.T, j *joint.Joint, start *frontier.Frontier, effort int64) *frontier.Frontier {
	t.Helper()
	var first *frontier.Frontier
	for _, workers := range []int{1, 2, 3} {
		r := drawn.Must(t)(Prove(context.Background(), j, start, method.Options{Effort: effort, Workers: workers}))
		f := r.Frontier
		if !f.Certificate.Complete && r.Status != frontier.StatusEffort {
			t.Errorf("effort %d: status %v", effort, r.Status)
		}
		if first == nil {
			first = f
			continue
		}
		drawn.SameFrontier(t, f, first)
		if diff := cmp.Diff(first.Certificate, f.Certificate); diff != "" {
			t.Errorf("effort %d, %d workers (-1 worker +%d):\n%s", effort, workers, workers, diff)
		}
	}
	return first
}

// TestEdgesWait: edges that will not end within their share of the steps wait, and go on where they were. So a proof
// that has had twice the steps that it needs takes no more than that, and one that will not be complete ends early.
func TestEdgesWait(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(2, 20, 6))
	start := drawn.Searched(t, j)
	run := func(effort int64) (status frontier.Status, taken int64, tries int) {
		opts := drawn.Defaults(t, 2)
		opts.Effort = effort
		opts.Observe = func(search.Progress) { tries++ }
		p, err := newProver(j, start, opts)
		if err != nil {
			t.Fatal(err)
		}
		status = p.run(context.Background())
		return status, effort - p.steps.left, tries
	}
	_, whole, once := run(1 << 40)
	if status, taken, tries := run(2 * whole); status != frontier.StatusComplete || taken > whole || tries <= once {
		t.Errorf("%v after %d steps and %d tries, want %d steps and more than %d tries", status, taken, tries, whole, once)
	}
	if status, taken, _ := run(whole / 2); status != frontier.StatusEffort || taken > whole/4 {
		t.Errorf("%v after %d steps, want %d at most", status, taken, whole/4)
	}
}
