package proof

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
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
