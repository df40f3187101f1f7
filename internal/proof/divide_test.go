package proof

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func mustDivide(tb testing.TB, j *joint.Joint, f *frontier.Frontier, opts method.Options) *Division {
	tb.Helper()
	d, err := Divide(context.Background(), j, f, opts)
	if err != nil {
		tb.Fatal(err)
	}
	state, err := d.MarshalBinary()
	if err != nil {
		tb.Fatal(err)
	}
	if d, err = ResumeDivision(j, f, state, opts); err != nil {
		tb.Fatal(err)
	}
	return d
}

// listedBy does the first stage, the last part first.
func listedBy(tb testing.TB, d *Division, parts int) [][]byte {
	tb.Helper()
	lists := make([][]byte, parts)
	for part := parts - 1; part >= 0; part-- {
		var err error
		if lists[part], err = d.List(context.Background(), part, parts); err != nil {
			tb.Fatal(err)
		}
	}
	return lists
}

// againBy lists clusters once more where duals were wrong.
func againBy(tb testing.TB, d *Division, parts int, lists [][]byte) (again *Division, more [][]byte) {
	tb.Helper()
	again, err := d.Again(context.Background(), lists)
	if err != nil {
		tb.Fatal(err)
	}
	state, err := again.MarshalBinary()
	if err != nil {
		tb.Fatal(err)
	}
	if again, err = ResumeDivision(d.joint, d.frontier, state, method.Options{Limits: d.opts.Limits}); err != nil {
		tb.Fatal(err)
	}
	again.opts = d.opts
	return again, listedBy(tb, again, parts)
}

// searchedBy does the stages after the first, the last part first.
func searchedBy(tb testing.TB, d *Division, parts int, lists [][]byte) [][]byte {
	tb.Helper()
	again, more := againBy(tb, d, parts+1, lists)
	return searchedWith(tb, d, parts, lists, again, more)
}

// searchedWith does the last stage, the last part first.
func searchedWith(tb testing.TB, d *Division, parts int, lists [][]byte, again *Division, more [][]byte) [][]byte {
	tb.Helper()
	found := make([][]byte, parts)
	for part := parts - 1; part >= 0; part-- {
		var err error
		if found[part], err = d.Search(context.Background(), part, parts, lists, again, more); err != nil {
			tb.Fatal(err)
		}
	}
	return found
}

func mustFinish(tb testing.TB, d *Division, searched [][]byte) *search.Result {
	tb.Helper()
	r, err := d.Finish(context.Background(), searched)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// mustShare divides a proof into parts and does it all. The certificate must hold.
func mustShare(tb testing.TB, j *joint.Joint, f *frontier.Frontier, parts int, opts method.Options) *search.Result {
	tb.Helper()
	d := mustDivide(tb, j, f, opts)
	r := mustFinish(tb, d, searchedBy(tb, d, parts, listedBy(tb, d, parts)))
	if v := verified(tb, j, r.Frontier); !v.OK() {
		tb.Fatalf("%d parts: rejected: %s", parts, strings.Join(v.Failures, "; "))
	}
	return r
}

// lacking returns a frontier without some of its points.
func lacking(tb testing.TB, j *joint.Joint, rng *rand.Rand) *frontier.Frontier {
	tb.Helper()
	s := drawn.NewSketch(tb, j)
	s.Certificate, s.Search = nil, drawn.Heuristic
	s.Entries = slices.DeleteFunc(s.Entries, func(frontier.Entry) bool { return rng.IntN(4) == 0 && len(s.Entries) > 2 })
	return s.Frontier(tb)
}

// TestDivision: a divided proof finds the same frontier as Prove, and the certificate holds, however many parts there
// are and whatever the frontier lacks. It is the same, bit for bit, for any number of parts and workers.
func TestDivision(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for _, n := range []int{1, 2, 4, 9} {
			t.Run(fmt.Sprintf("%s/n=%d", kind.Name, n), func(t *testing.T) {
				j := drawn.Table(t, kind.Draw(uint64(n), n))
				rng := rand.New(rand.NewPCG(uint64(n), 1))
				for what, f := range map[string]*frontier.Frontier{"bare": drawn.Bare(t, j), "searched": drawn.Searched(t, j), "lacking": lacking(t, j, rng)} {
					want := mustProve(t, j, f, method.Options{})
					var first *frontier.Frontier
					for _, parts := range []int{1, 3, 30} {
						r := mustShare(t, j, f, parts, method.Options{Workers: 1 + parts%3})
						if r.Status != frontier.StatusComplete || !r.Frontier.Certificate.Complete {
							t.Fatalf("%s: status %v", what, r.Status)
						}
						drawn.SamePoints(t, r.Frontier, want)
						if first == nil {
							first = r.Frontier
						}
						if diff := cmp.Diff(first.Certificate, r.Frontier.Certificate); diff != "" {
							t.Errorf("%s: certificate for %d parts (-1, +%[2]d):\n%s", what, parts, diff)
						}
					}
				}
			})
		}
	}
}

// TestDivisionOfNastyTables is the same for tables that are hard for floating point.
func TestDivisionOfNastyTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, cells := range nasty {
		j := drawn.Table(t, cells)
		for range 4 {
			f := lacking(t, j, rng)
			drawn.SamePoints(t, mustShare(t, j, f, 1+rng.IntN(5), method.Options{}).Frontier, mustProve(t, j, f, method.Options{}))
		}
	}
}

// TestDivisionOfLinkedRows: linked rows are one row.
func TestDivisionOfLinkedRows(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(3, 8, 5))
	r := drawn.Must(t)(search.Map(context.Background(), drawn.Linked(problem.DIB(j), 0, 1, 0, 2, 3, 4, 5, 6), search.Options{}))
	got := mustShare(t, j, r.Frontier, 3, method.Options{})
	drawn.SamePoints(t, got.Frontier, mustProve(t, j, r.Frontier, method.Options{}))
}

// TestDivisionWithMissingParts: the edges of missing parts are not proved, whichever parts these
// are, and what is claimed holds.
func TestDivisionWithMissingParts(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(4, 10, 6))
	for _, f := range []*frontier.Frontier{drawn.Searched(t, j), lacking(t, j, rand.New(rand.NewPCG(3, 3)))} {
		d := mustDivide(t, j, f, method.Options{})
		const parts = 4
		whole := searchedBy(t, d, parts, listedBy(t, d, parts))
		for missing := range 1 << parts {
			some := slices.Clone(whole)
			for k := range some {
				if missing>>k&1 == 1 {
					some[k] = nil
				}
			}
			r := mustFinish(t, d, some)
			if v := verified(t, j, r.Frontier); !v.OK() {
				t.Fatalf("missing %b: rejected: %s", missing, strings.Join(v.Failures, "; "))
			}
			complete := r.Frontier.Certificate.Complete
			if complete != (r.Status == frontier.StatusComplete) || !complete && r.Status != frontier.StatusInterrupted || missing == 0 && !complete {
				t.Errorf("missing %b: status %v, complete %t", missing, r.Status, complete)
			}
			if missing == 1<<parts-1 && f.Len() > 2 && complete {
				t.Error("a frontier without any part is complete")
			}
		}
		if r := mustFinish(t, d, nil); r.Frontier.Certificate.Complete {
			t.Error("a frontier without any part is complete")
		}
	}
}

// TestDivisionWithLittleMemory: edges with too many clusters are given up, and what is claimed holds.
func TestDivisionWithLittleMemory(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(2, 12, 6))
	f := drawn.Searched(t, j)
	statuses := make(map[frontier.Status]int)
	for _, memory := range []int64{1, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 20} {
		for _, parts := range []int{1, 4} {
			d := mustDivide(t, j, f, method.Options{})
			d.opts.MaxMemory = memory
			r := mustFinish(t, d, searchedBy(t, d, parts, listedBy(t, d, parts)))
			if v := verified(t, j, r.Frontier); !v.OK() || r.Frontier.Certificate.Complete != (r.Status == frontier.StatusComplete) {
				t.Fatalf("%d bytes, %d parts: %v, %s", memory, parts, r.Status, strings.Join(v.Failures, "; "))
			}
			if slices.ContainsFunc(r.Frontier.Certificate.Edges, func(e frontier.Edge) bool { return e.Slack > 1 }) {
				t.Errorf("%d bytes, %d parts: an edge that was given up has no better bound than the first ones", memory, parts)
			}
			statuses[r.Status]++
		}
	}
	if statuses[frontier.StatusMemory] == 0 || statuses[frontier.StatusComplete] == 0 || len(statuses) != 2 {
		t.Errorf("the proofs ended with %v", statuses)
	}
}

// TestDivisionStops: the context ends every stage with its error, and Finish with what is proved.
func TestDivisionStops(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(4, 10, 6))
	f := drawn.Searched(t, j)
	d := mustDivide(t, j, f, method.Options{})
	lists := listedBy(t, d, 1)
	found := searchedBy(t, d, 1, lists)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Divide(ended, j, f, method.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Divide: %v", err)
	}
	if _, err := d.List(ended, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("List: %v", err)
	}
	if _, err := d.Search(ended, 0, 1, lists, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Search: %v", err)
	}
	if r, err := d.Finish(ended, found); err != nil || r.Status != frontier.StatusComplete {
		t.Errorf("Finish with nothing to do: %v", err)
	}
}

// TestDivisionFinishesProofs: when points are found that change the hull beyond an edge, the edges
// that these make are proved at the end, and nothing is claimed of them without.
func TestDivisionFinishesProofs(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	proved := 0
	for seed := range uint64(8) {
		j := drawn.Table(t, drawn.Uniform(seed, 8, 5))
		s := drawn.NewSketch(t, j)
		s.Certificate, s.Search = nil, drawn.Heuristic
		rng := rand.New(rand.NewPCG(seed, 1))
		s.Entries = slices.DeleteFunc(s.Entries, func(frontier.Entry) bool { return rng.IntN(8) > 0 && len(s.Entries) > 2 })
		f, rounds := s.Frontier(t), 0
		d := mustDivide(t, j, f, method.Options{Observe: func(search.Progress) { rounds++ }})
		found := searchedBy(t, d, 2, listedBy(t, d, 2))
		rounds = 0
		r := mustFinish(t, d, found)
		drawn.SamePoints(t, r.Frontier, mustProve(t, j, f, method.Options{}))
		cut, err := d.Finish(ended, found)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []*frontier.Frontier{r.Frontier, cut.Frontier} {
			if v := verified(t, j, f); !v.OK() {
				t.Fatalf("seed %d: rejected: %s", seed, strings.Join(v.Failures, "; "))
			}
		}
		if cut.Status == frontier.StatusInterrupted && !cut.Frontier.Certificate.Complete && r.Status == frontier.StatusComplete {
			proved++
		}
	}
	if proved == 0 {
		t.Error("no proof was finished at the end")
	}
}
