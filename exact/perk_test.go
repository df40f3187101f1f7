package exact_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// drawnCounts returns a table of small counts, in which sums often tie. Some rows are empty, or equal to others.
func drawnCounts(rng *rand.Rand, n, m int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = make([]float64, m)
		for y := range rows[x] {
			rows[x][y] = float64(rng.IntN(4))
		}
		switch {
		case x > 1 && rng.IntN(4) == 0:
			copy(rows[x], rows[rng.IntN(x)])
		case x > 1 && rng.IntN(8) == 0:
			clear(rows[x])
		}
	}
	rows[0][0], rows[1][m-1] = 1, 1
	return rows
}

// eachOf returns for every number of clusters what bruteForce returns for it.
func eachOf(p problem.Problem, keep func(partition.Partition) bool) (layers [][]problem.Point) {
	for k := range p.Rows() {
		layers = append(layers, bruteForce(p, func(f partition.Partition) bool { return f.K() == k+1 && keep(f) }))
	}
	return layers
}

// agreesPerK fails unless the layers of a result have the points wanted, with clusterings that have these points.
func agreesPerK(t *testing.T, mode string, p problem.Problem, r *search.Result, err error, want [][]problem.Point) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", mode, err)
		return
	}
	if l := r.Frontier.Layers(); p.Rows() > 1 && (l == nil || !l.Exact) {
		t.Errorf("%s: the layers are %+v, want exact ones", mode, l)
		return
	}
	e := p.Evaluators(1, 0)[0]
	for k, points := range want {
		got := slices.Collect(r.Frontier.Layer(k + 1))
		if len(got) != len(points) {
			t.Errorf("%s: %d points of %d clusters, want %d", mode, len(got), k+1, len(points))
			return
		}
		for n, at := range got {
			if math.Abs(at.H-points[n].H) > 2e-9 || math.Abs(at.I-points[n].I) > 2e-9 {
				t.Errorf("%s: point %d of %d clusters is (%.12g, %.12g), want %.12g", mode, n, k+1, at.H, at.I, points[n])
			}
			f := archive.Placed(p, at.Assignment())
			if is := e.Load(f); is != (problem.Point{H: at.H, I: at.I}) || f.K() != k+1 {
				t.Errorf("%s: the clustering %v is at %.12g, and is given as (%.12g, %.12g) of %d clusters", mode, f, is, at.H, at.I, k+1)
			}
			if at.Index >= 0 && r.Frontier.At(at.Index).Packed() != at.Packed() {
				t.Errorf("%s: point %d of the frontier is another clustering", mode, at.Index)
			}
		}
	}
}

// TestPerKAgainstAllClusterings compares the layers with all clusterings of 300 small tables with ties, equal rows and
// rows without mass: without limits, under limits, with linked rows, and in both orders.
func TestPerKAgainstAllClusterings(t *testing.T) {
	perK := search.Options{PerK: true}
	ctx := context.Background()
	beyond := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 47))
		n := 2 + rng.IntN(5)
		p := problem.DIB(drawn.Table(t, drawnCounts(rng, n, 2+rng.IntN(3))))
		n = p.Rows()
		name := fmt.Sprintf("seed %d, %d rows", seed, n)
		every := func(partition.Partition) bool { return true }
		want := eachOf(p, every)
		r, err := exact.Find(ctx, p, perK, exact.Options{})
		agrees(t, name, r, err, bruteForce(p, every))
		agreesPerK(t, name, p, r, err, want)
		if t.Failed() {
			t.FailNow()
		}
		beyond += len(r.Frontier.Layers().Entries) - r.Frontier.Len()
		all := perK
		all.Epsilon = math.Inf(1)
		r, err = exact.Find(ctx, p, all, exact.Options{})
		agreesPerK(t, name+", enumerated", p, r, err, want)
		for order, circular := range map[exact.Order]bool{exact.Linear: false, exact.Circular: true} {
			r, err = exact.Find(ctx, p, perK, exact.Options{Order: order})
			agreesPerK(t, fmt.Sprintf("%s, %s", name, order), p, r, err, eachOf(p, contiguous(p, circular)))
		}
		for kind, limits := range drawn.Limits(rng, n) {
			allowed := func(f partition.Partition) bool { return drawn.Keeps(p, limits, archive.InTable(p.Place(), f)) }
			if len(bruteForce(p, allowed)) == 0 {
				continue
			}
			by := perK
			by.Limits = limits
			r, err = exact.Find(ctx, p, by, exact.Options{})
			agreesPerK(t, fmt.Sprintf("%s, %s", name, kind), p, r, err, eachOf(p, allowed))
		}
		linked := drawn.Linked(p, tables.Clustering(rng, n, n)...)
		r, err = exact.Find(ctx, linked, perK, exact.Options{})
		agreesPerK(t, name+", linked", linked, r, err, eachOf(linked, every))
		if t.Failed() {
			t.FailNow()
		}
	}
	if beyond == 0 {
		t.Error("no layer has a clustering that is not on the frontier")
	}
}

// TestPerKByALocalSearch: a local search finds nearly all points of the layers, and its result is the same after an
// interruption, and for any number of workers.
func TestPerKByALocalSearch(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{9, 11} {
		found, all := 0, 0
		for seed := range uint64(4) {
			p := problem.DIB(drawn.Table(t, drawn.Uniform(seed, n, 4)))
			r, err := search.Map(ctx, p, search.Options{Method: search.Local, PerK: true})
			if err != nil {
				t.Fatal(err)
			}
			whole, err := exact.Subsets(ctx, p, exact.Options{PerK: true})
			if err != nil {
				t.Fatal(err)
			}
			for k := range n {
				have := make(map[partition.Packed]bool)
				for at := range r.Frontier.Layer(k + 1) {
					have[at.Packed()] = true
				}
				for at := range whole.Frontier.Layer(k + 1) {
					if all++; have[at.Packed()] {
						found++
					}
				}
			}
		}
		t.Logf("%d rows: %d of %d points", n, found, all)
		if float64(found) < 0.97*float64(all) {
			t.Errorf("%d rows: a local search finds %d of %d points", n, found, all)
		}
	}
}

// TestPerKAfterAProof: the layers outlast the proof of the frontier, and what the proof replaces stays a candidate.
func TestPerKAfterAProof(t *testing.T) {
	ctx := context.Background()
	p := problem.DIB(drawn.Table(t, drawn.Uniform(3, 17, 3)))
	r, err := exact.Find(ctx, p, search.Options{PerK: true, Effort: 0.02}, exact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := len(r.Frontier.Layers().Entries)
	if r, err = exact.Solve(ctx, p, r, exact.Options{Effort: exact.DefaultEffort}); err != nil {
		t.Fatal(err)
	}
	l := r.Frontier.Layers()
	if l == nil || l.Exact || r.Status != frontier.StatusComplete {
		t.Fatalf("after the proof the status is %s, and the layers are %+v", r.Status, l)
	}
	t.Logf("%d points, %d in layers", r.Frontier.Len(), len(l.Entries))
	if len(l.Entries) < before || len(l.Entries) <= r.Frontier.Len() {
		t.Errorf("%d points in layers, of %d before the proof", len(l.Entries), before)
	}
}
