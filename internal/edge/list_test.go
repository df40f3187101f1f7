package edge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// drawQuery draws a dual that is feasible, or nearly, and a budget.
func drawQuery(rng *rand.Rand, r *Table) query {
	q := query{slope: rng.Float64(), meter: Unlimited()}
	switch rng.IntN(4) {
	case 0:
		q.slope = 0
	case 1:
		q.slope = 1
	}
	q.dual = r.TrivialDual(q.slope)
	for x := range q.dual {
		q.dual[x] += (rng.Float64() - 0.7) * 0.02
	}
	q.mostBad = math.MaxInt
	q.budget = budget{[]float64{2, 1, 0.3}, []float64{-0.01, 0.02, 0.05}}
	if rng.IntN(2) == 0 {
		q.budget = flat(math.Inf(1), 0.1*rng.Float64())
	}
	return q
}

// allColumns answers a query by looking at every cluster.
func allColumns(r *Table, q query) []Column {
	var columns []Column
	for set := uint64(1); set < 1<<r.N; set++ {
		c := r.cluster(set)
		rc := over(q.dual, set) - c.at(q.slope)
		w := over(r.weight, set) / r.total
		h := 0.0
		for _, p := range []float64{w, 1 - w} {
			if p > 0 {
				h -= p * math.Log2(p)
			}
		}
		if rc <= q.budget.at(h) {
			columns = append(columns, Column{set, rc})
		}
	}
	return columns
}

func bySet(a, b Column) int { return cmp.Compare(a.Set, b.Set) }

// started returns the table, the clusters and the edges with which the proof of a frontier begins.
func started(j *joint.Joint, f *frontier.Frontier) (*Table, *Known, []Edge) {
	p, r, k := problem.DIB(j), NewTable(j), new(Known)
	var points []problem.Point
	for point := range f.All() {
		points = append(points, problem.Point{H: point.H, I: point.I})
		k.Take(r, archive.Placed(p, point.Assignment()))
	}
	return r, k, Of(points)
}

// TestListIsAllSets compares the branch and bound with a look at all 2^n clusters.
func TestListIsAllSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	listed, possible := 0, 0
	for _, kind := range drawn.Kinds {
		for n := 2; n <= 11; n++ {
			r := NewTable(drawn.Table(t, kind.Draw(uint64(n), n)))
			for range 6 {
				q := drawQuery(rng, r)
				got, err := listColumns(context.Background(), r, q, 1)
				if err != nil || !got.whole {
					t.Fatal(err, got.whole)
				}
				slices.SortFunc(got.Columns, bySet)
				want := allColumns(r, q)
				listed += len(want)
				possible += 1 << n
				if !slices.EqualFunc(got.Columns, want, func(a, b Column) bool { return a.Set == b.Set && math.Abs(a.rc-b.rc) < 1e-12 }) {
					t.Fatalf("%s, n=%d, slope %g: %d columns, want %d", kind.Name, n, q.slope, len(got.Columns), len(want))
				}
			}
		}
	}
	if listed == 0 || listed > possible/2 {
		t.Errorf("%d of %d clusters were to be listed: that tests little", listed, possible)
	}
}

// TestBoundsHold: no cluster between a set and what is open has a smaller reduced
// cost than the bounds say, whatever the guess, and what they decide is right.
func TestBoundsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, kind := range drawn.Kinds {
		const n = 8
		r := NewTable(drawn.Table(t, kind.Draw(7, n)))
		for range 60 {
			q := drawQuery(rng, r)
			q.budget = flat(math.Inf(1), 0.2*rng.Float64())
			l := newLister(r, q)
			node := l.empty()
			var open uint64
			for x := range n {
				switch rng.IntN(4) {
				case 0:
					l.take(&node, x)
				case 1, 2:
					node.open = append(node.open, x)
					open |= 1 << x
				}
			}
			taken := node.set
			node.guess = rng.Uint64() & open
			least, need, may := math.Inf(1), ^uint64(0), uint64(0)
			for s := open; ; s = (s - 1) & open {
				if set := taken | s; set != 0 {
					c := r.cluster(set)
					rc := over(q.dual, set) - c.at(q.slope)
					least = min(least, rc)
					if rc <= q.budget.at(0) {
						need &= set
						may |= set
					}
				}
				if s == 0 {
					break
				}
			}
			if len(node.open) > 0 {
				if b := l.chordBound(&node); b > least+1e-12 && b > 1e-12 { // the empty set has rc 0
					t.Fatalf("%s: chord bound %g above %g", kind.Name, b, least)
				}
			}
			fits := l.tighten(&node)
			if !fits {
				if may != 0 {
					t.Fatalf("%s: a node with clusters was ruled out", kind.Name)
				}
				continue
			}
			var left uint64
			for _, x := range node.open {
				left |= 1 << x
			}
			if may != 0 && (node.set&^need != 0 || may&^(node.set|left) != 0) {
				t.Fatalf("%s: %b taken of %b, %b left of %b", kind.Name, node.set, need, left, may)
			}
		}
	}
}

// TestTrivialDualIsFeasible: the bounds I <= H and I <= I(X;Y) are duals.
func TestTrivialDualIsFeasible(t *testing.T) {
	for _, kind := range drawn.Kinds {
		r := NewTable(drawn.Table(t, kind.Draw(3, 9)))
		for _, slope := range []float64{0, 0.3, 1} {
			u := r.TrivialDual(slope)
			for set := uint64(1); set < 1<<r.N; set++ {
				if c := r.cluster(set); over(u, set) < c.at(slope)-1e-12 {
					t.Fatalf("%s, slope %g: cluster %b has reduced cost %g", kind.Name, slope, set, over(u, set)-c.at(slope))
				}
			}
		}
	}
}

// TestRowsAddUp: clusters' costs are the information and entropy of a clustering.
func TestRowsAddUp(t *testing.T) {
	for _, kind := range drawn.Kinds {
		j := drawn.Table(t, kind.Draw(3, 7))
		r := NewTable(j)
		e := problem.DIB(j).Evaluators(1, 0)[0]
		for f := range partition.All(r.N) {
			at := e.Load(f)
			i, h := r.Hy, 0.0
			for _, set := range setsOf(f) {
				c := r.cluster(set)
				i += c.at(0)
				h -= c.phiW
			}
			if math.Abs(i-at.I) > 1e-12 || h != at.H {
				t.Fatalf("%s, %v: (%g, %g), want (%g, %g)", kind.Name, f, h, i, at.H, at.I)
			}
		}
	}
}

// TestCoversAreBest compares the search for clusterings with a look at all of them: it finds
// those of listed columns within the budget that no other one beats.
func TestCoversAreBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	some := 0
	for _, kind := range drawn.Kinds {
		r := NewTable(drawn.Table(t, kind.Draw(2, 8)))
		for range 8 {
			q := drawQuery(rng, r)
			q.dual = r.TrivialDual(q.slope) // the search relies on reduced costs above zero
			for x := range q.dual {
				q.dual[x] += rng.Float64() * 0.01
			}
			columns := allColumns(r, q)
			rc := make(map[uint64]float64)
			for _, c := range columns {
				rc[c.Set] = c.rc
			}
			var all []problem.Point
			for f := range partition.All(r.N) {
				total, listed := 0.0, true
				var at problem.Point
				for _, set := range setsOf(f) {
					price, ok := rc[set]
					listed = listed && ok
					total += price
					c := r.cluster(set)
					at.H -= c.phiW
					at.I += c.at(0)
				}
				if listed && total <= q.budget.at(at.H) {
					all = append(all, at)
				}
			}
			var want []problem.Point
			for _, a := range all {
				if !slices.ContainsFunc(all, func(b problem.Point) bool { return b != a && b.H <= a.H && b.I >= a.I }) {
					want = append(want, a)
				}
			}
			byH := func(a, b problem.Point) int { return cmp.Compare(a.H, b.H) }
			slices.SortFunc(want, byH)
			want = slices.Compact(want)
			found, err := newCovers(r, q, columns, nil).run(context.Background(), 2)
			if err != nil {
				t.Fatal(err)
			}
			var got []problem.Point
			for _, f := range found {
				var at problem.Point
				for _, set := range f.Sets {
					c := r.cluster(set)
					at.H -= c.phiW
					at.I += c.at(0)
				}
				if at != (problem.Point{H: f.H, I: f.I}) {
					t.Errorf("%v has (%g, %g), want (%g, %g)", f.Sets, f.H, f.I, at.H, at.I)
				}
				got = append(got, at)
			}
			slices.SortFunc(got, byH)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: clusterings %v, want %v", kind.Name, got, want)
			}
			some += len(got)
		}
	}
	if some < 100 {
		t.Errorf("%d clusterings: that tests little", some)
	}
}

// TestCoversInMemory: with room for few groupings, the search removes those that others beat, and
// finds the same or gives up.
func TestCoversInMemory(t *testing.T) {
	r := NewTable(drawn.Table(t, drawn.Uniform(4, 9, 5)))
	q := query{slope: 0.3, dual: r.TrivialDual(0.3), budget: flat(4, 0.8), meter: Unlimited()}
	columns := allColumns(r, q)
	want := clusteringsOf(t, newCovers(r, q, columns, nil))
	gaveUp, same := 0, 0
	for q.limit = 8; q.limit < 1<<16; q.limit *= 2 {
		switch _, err := newCovers(r, q, columns, nil).run(context.Background(), 2); {
		case errors.Is(err, ErrMemory):
			gaveUp++
		case err != nil:
			t.Fatal(err)
		default:
			same++
			if got := clusteringsOf(t, newCovers(r, q, columns, nil)); !slices.Equal(got, want) {
				t.Errorf("with %d groupings: %v, want %v", q.limit, got, want)
			}
		}
	}
	if gaveUp < 3 || same < 3 {
		t.Errorf("gave up %d times, and not %d times: that tests little", gaveUp, same)
	}
}

// TestSiftLosesNothing: other duals drop columns, and no clustering within the budget.
func TestSiftLosesNothing(t *testing.T) {
	ctx := context.Background()
	before, after := 0, 0
	for _, kind := range drawn.Kinds {
		j := drawn.Table(t, kind.Draw(6, 9))
		r, known, edges := started(j, drawn.Enumerated(t, problem.DIB(j)))
		for _, e := range edges {
			problem := Problem{Edge: e, Start: r.TrivialDual(e.Slope()), Meter: Unlimited()}
			dual, all, err := r.SolveDual(ctx, problem, known, 1)
			if err != nil {
				t.Fatal(err)
			}
			columns, others, err := r.sift(ctx, problem, dual, all.Columns, 0, known, 2)
			if err != nil {
				t.Fatal(err)
			}
			before += len(all.Columns)
			after += len(columns)
			_, allowed := problem.budget(r, dual)
			q := query{slope: e.Slope(), dual: dual, budget: allowed, meter: Unlimited()}
			want := clusteringsOf(t, newCovers(r, q, all.Columns, nil))
			got := clusteringsOf(t, newCovers(r, q, columns, others))
			if !slices.Equal(got, want) {
				t.Errorf("%s, edge from %g: %d clusterings, were %d", kind.Name, e.First().H, len(got), len(want))
			}
		}
	}
	if after > before*19/20 {
		t.Errorf("%d of %d columns are left: that tests little", after, before)
	}
}

// clusteringsOf returns the points of all clusterings that a cover search finds.
func clusteringsOf(tb testing.TB, c *covers) (list []string) {
	tb.Helper()
	found, err := c.run(context.Background(), 1)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range found {
		list = append(list, fmt.Sprintf("%.12f %.12f", f.H, f.I))
	}
	slices.Sort(list)
	return list
}

// TestBarrierIsOptimal: on all clusters of a small table, the dual is within the
// gap of the best one can do, which a clustering attains.
func TestBarrierIsOptimal(t *testing.T) {
	for _, kind := range drawn.Kinds[:3] {
		r := NewTable(drawn.Table(t, kind.Draw(4, 6)))
		for _, slope := range []float64{0.05, 0.3, 0.8} {
			b := newBarrier(r, r.TrivialDual(slope), slope)
			for set := uint64(1); set < 1<<r.N; set++ {
				if c := r.cluster(set); !b.in[set] {
					b.add(cut{set, c.at(slope)})
				}
			}
			const gap = 1e-4
			b.centre(gap)
			best := math.Inf(-1)
			for f := range partition.All(r.N) {
				total := 0.0
				for _, set := range setsOf(f) {
					c := r.cluster(set)
					total += c.at(slope)
				}
				best = max(best, total)
			}
			if above := lists.Sum(b.u) - best; above < 0 || above > 1.01*gap {
				t.Errorf("%s, slope %g: %g above the best clustering, want 0 to %g", kind.Name, slope, above, gap)
			}
			for set := uint64(1); set < 1<<r.N; set++ {
				if c := r.cluster(set); over(b.u, set) < c.at(slope) {
					t.Fatalf("%s, slope %g: cluster %b is violated", kind.Name, slope, set)
				}
			}
		}
	}
}

func TestBudget(t *testing.T) {
	points := []problem.Point{{H: 0, I: 0}, {H: 1, I: 0.5}, {H: 1.5, I: 0.6}, {H: 2, I: 1}}
	b := budgetOf(points, 0.5, 0.25)
	for _, tt := range []struct{ h, want float64 }{
		{0, 0.75}, {1, 0.75}, // bound + 0.5*1 - 0
		{1.25, 0.65},           // the larger of 0.25 + 0.75 - 0.5 and 0.25 + 1 - 0.6
		{1.5, 0.65}, {2, 0.65}, // 0.25 + 1 - 0.6
		{2.0001, math.Inf(-1)}, // no better clustering has so much
		{-1, 0.75},             // as 0
	} {
		if got := b.at(tt.h); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("at %g: %g, want %g", tt.h, got, tt.want)
		}
	}
	if b.largest() != 0.75 {
		t.Errorf("largest %g", b.largest())
	}
	w := budgetOf(points, 0.5, -0.42).widened(0.01, -0.001) // of a dual that cuts off a point
	if got := []float64{w.at(0), w.at(2)}; math.Abs(got[0]-0.09) > 1e-15 || got[1] != -0.001 {
		t.Errorf("widened %g, want 0.09 and -0.001", got)
	}
}
