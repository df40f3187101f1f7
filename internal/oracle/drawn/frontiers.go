package drawn

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// ResultFrom returns a frontier as a search would return it.
func ResultFrom(f *frontier.Frontier) *search.Result {
	return &search.Result{Frontier: f, Status: frontier.StatusConverged}
}

// Entry is all that a point of a frontier says.
type Entry struct {
	H, I       float64
	K, Ties    int
	Assignment []int
}

func entriesOf(f *frontier.Frontier) []Entry {
	list := make([]Entry, 0, f.Len())
	for p := range f.All() {
		list = append(list, Entry{p.H, p.I, p.K, p.Ties, p.Assignment()})
	}
	return list
}

// SameFrontier wants two frontiers to agree in every bit.
func SameFrontier(tb testing.TB, got, want *frontier.Frontier) {
	tb.Helper()
	if d := cmp.Diff(entriesOf(want), entriesOf(got)); d != "" {
		tb.Errorf("the frontier differs (-want +got):\n%s", d)
	}
}

// Enumerated returns the frontier over all clusterings.
func Enumerated(tb testing.TB, p problem.Problem) *frontier.Frontier {
	tb.Helper()
	r := Must(tb)(search.Map(context.Background(), p, search.Options{Epsilon: math.Inf(1)}))
	return r.Frontier
}

// Must returns a function that returns a result, or ends the test for an error.
func Must(tb testing.TB) func(*search.Result, error) *search.Result {
	return func(r *search.Result, err error) *search.Result {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return r
	}
}

// SameStaircase wants two frontiers to have the same points up to rounding.
func SameStaircase(tb testing.TB, got, want *frontier.Frontier) {
	tb.Helper()
	if got.Len() != want.Len() {
		tb.Errorf("%d points, want %d", got.Len(), want.Len())
		return
	}
	for k := range got.Len() {
		if g, w := got.At(k), want.At(k); math.Abs(g.H-w.H) > 1e-12 || math.Abs(g.I-w.I) > 1e-12 || g.K != w.K {
			tb.Errorf("point %d is (%v, %v) of %d clusters, want (%v, %v) of %d", k, g.H, g.I, g.K, w.H, w.I, w.K)
		}
	}
}

// Bare returns a frontier of one cluster and the identity, which lacks all else.
func Bare(tb testing.TB, j *joint.Joint) *frontier.Frontier {
	tb.Helper()
	p, found := problem.DIB(j), archive.New(j.Rows())
	e := p.Evaluators(1, 0)[0]
	for _, f := range []partition.Partition{make(partition.Partition, j.Rows()), partition.Identity(j.Rows())} {
		found.Offer(e.Load(f), partition.Pack(f), 0)
	}
	r := Must(tb)(method.ResultOf(p, found, frontier.Search{Status: frontier.StatusInterrupted, Method: "rounds"}))
	return r.Frontier
}

// Searched returns the frontier that a local search finds.
func Searched(tb testing.TB, j *joint.Joint) *frontier.Frontier {
	tb.Helper()
	r := Must(tb)(search.Map(context.Background(), problem.DIB(j), search.Options{}))
	return r.Frontier
}

// SamePoints compares frontiers, except for the clusterings kept at ties, whose values may differ by the last bits.
func SamePoints(tb testing.TB, got, want *frontier.Frontier) {
	tb.Helper()
	if got.Len() != want.Len() {
		tb.Fatalf("%d points, want %d", got.Len(), want.Len())
	}
	for k := range got.Len() {
		if g, w := got.At(k), want.At(k); math.Abs(g.H-w.H) > 1e-12 || math.Abs(g.I-w.I) > 1e-12 {
			tb.Fatalf("point %d is (%.15f, %.15f), want (%.15f, %.15f)", k, g.H, g.I, w.H, w.I)
		}
	}
}

// Poor returns what a search finds that gives up at once.
func Poor(tb testing.TB, p problem.Problem, limits problem.Limits) *search.Result {
	tb.Helper()
	r := Must(tb)(search.Map(context.Background(), p, search.Options{Method: search.Local, Effort: 1e-12, Limits: limits}))
	return r
}

// Sound wants every point to be what its clustering has.
func Sound(tb testing.TB, p problem.Problem, f *frontier.Frontier) {
	tb.Helper()
	e := p.Evaluators(1, 0)[0]
	for point := range f.All() {
		inTable, inOrder := point.Assignment(), make([]int, p.Rows())
		for x, r := range p.Place() {
			inOrder[r] = inTable[x]
		}
		if at := e.Load(partition.Canonical(inOrder)); at.H != point.H || at.I != point.I {
			tb.Errorf("%v is (%v, %v), and not %v", inTable, point.H, point.I, at)
		}
	}
}

// Defaults returns the default options for a number of workers.
func Defaults(tb testing.TB, workers int) method.Options {
	tb.Helper()
	opts, err := method.WithDefaults(method.Options{Workers: workers})
	if err != nil {
		tb.Fatal(err)
	}
	return opts
}
