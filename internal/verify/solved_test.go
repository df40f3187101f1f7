package verify

import (
	"context"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestVerifyCounted: a claim of this program is checked by solving the problem again, from a search
// of its own, whose ties may be others.
func TestVerifyCounted(t *testing.T) {
	p := problem.DMC(drawn.Table(t, drawn.Uniform(2, 17, 3)))
	r, err := solve.Solve(context.Background(), p, drawn.Poor(t, p, problem.Limits{}), method.Options{Effort: method.DefaultEffort})
	if err != nil || r.Frontier.Search.Method != "counted" {
		t.Fatal(err, r.Frontier.Search.Method)
	}
	s := &drawn.Sketch{Problem: r.Frontier.Problem, Search: r.Frontier.Search}
	for q := range r.Frontier.All() {
		s.Entries = append(s.Entries, frontier.Entry{H: q.H, I: q.I, Ties: q.Ties, Assignment: partition.Pack(q.Assignment())})
	}
	for _, missing := range []bool{false, true} {
		if missing {
			s.Entries = slices.Delete(s.Entries, 3, 4)
		}
		v, err := Recompute(context.Background(), p, s.Frontier(t), 2, solve.Again)
		if err != nil {
			t.Fatal(err)
		}
		if v.OK() == missing || len(v.Unchecked) > 0 {
			t.Errorf("missing: %t, accepted: %t, unchecked %v", missing, v.OK(), v.Unchecked)
		}
	}
}
