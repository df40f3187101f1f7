package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// general hides what a problem does for speed.
type general struct{ problem.Problem }

func (g general) Traits() problem.Traits {
	t := g.Problem.Traits()
	return problem.Traits{Cluster: t.Cluster, Total: t.Total}
}

func (g general) Evaluators(goroutines int, memory int64) []problem.Evaluator {
	return problem.Evaluators(g, goroutines, memory)
}

// ownProblems are a bottleneck as a user would define it: by a sum over clusters, and
// by its definition.
func ownProblems(tab table) map[string]problem.Problem {
	names := make([]string, len(tab))
	for x := range names {
		names[x] = fmt.Sprint(x)
	}
	total, columns := 0.0, make([]float64, len(tab[0]))
	for _, row := range tab {
		for y, v := range row {
			total += v
			columns[y] += v
		}
	}
	phi := func(v float64) float64 {
		if v == 0 {
			return 0
		}
		return v / total * math.Log2(v/total)
	}
	hy := 0.0
	for _, v := range columns {
		hy -= phi(v)
	}
	sum, err := problem.Sum(frontier.Problem{XLabels: names}, func(rows []int) problem.Point {
		sum, w := make([]float64, len(columns)), 0.0
		for _, x := range rows {
			for y, v := range tab[x] {
				sum[y] += v
				w += v
			}
		}
		p := problem.Point{H: -phi(w), I: hy*float64(len(rows))/float64(len(tab)) - phi(w)}
		for _, v := range sum {
			p.I += phi(v)
		}
		return p
	}, problem.Traits{})
	if err != nil {
		panic(err)
	}
	custom, err := problem.Custom(frontier.Problem{XLabels: names, Kind: "mine"}, func(f partition.Partition) problem.Point {
		h, i := tab.point(f)
		return problem.Point{H: h, I: i}
	}, problem.Traits{})
	if err != nil {
		panic(err)
	}
	return map[string]problem.Problem{"sum": sum, "custom": custom}
}

// TestOwnProblemsFindTheFrontier: a bottleneck that a user defines has the same frontier
// as the built-in one.
func TestOwnProblemsFindTheFrontier(t *testing.T) {
	for seed := range uint64(5) {
		tab := simplex(rand.New(rand.NewPCG(seed, 7)), 7, 4)
		for name, p := range ownProblems(tab) {
			for _, epsilon := range []float64{0, math.Inf(1)} {
				r, err := Map(context.Background(), p, Options{Epsilon: epsilon})
				if err != nil {
					t.Fatal(err)
				}
				samePoints(t, pairsOf(r.Frontier), tab.bruteForce())
				sound(t, tab, r.Frontier)
				d := r.Frontier.Problem
				if last := r.Frontier.At(r.Frontier.Len() - 1); d.N != 7 || d.HX != last.H || d.IXY != last.I {
					t.Errorf("%s is described as %+v", name, d)
				}
			}
		}
	}
}

// gini returns a problem of a user's own, whose h is the Gini impurity of the clusters and whose i is what they take from
// the impurity of the columns.
func gini(t *testing.T, j *joint.Joint) problem.Problem {
	t.Helper()
	traits := problem.Traits{Columns: j.Cols(), Cells: j.Row, Phi: func(mass float64) float64 {
		share := mass / j.Total()
		return float64(share*share) - share
	}}
	for x := range j.Rows() {
		traits.Masses = append(traits.Masses, j.RowMass(x))
	}
	traits.Shift = new(problem.Point)
	for y := range j.Cols() {
		traits.Shift.I -= plogp.Of(traits.Phi, traits.Masses).At(j.ColMass(y))
	}
	p, err := problem.Sum(frontier.Problem{Kind: "gini", XLabels: j.XLabels()}, nil, traits)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOwnProblemIsSwept: a problem of a user's own has sweeps, and its points are what the definition says.
func TestOwnProblemIsSwept(t *testing.T) {
	j := families.Words(t, 450, 6, 1)
	p := gini(t, j)
	r, err := Map(t.Context(), p, Options{Effort: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	if r.Frontier.Search.Method != "sweeps" || r.Frontier.Len() < 100 {
		t.Fatalf("%d points by %q", r.Frontier.Len(), r.Frontier.Search.Method)
	}
	impurity := func(masses []float64) float64 {
		left := 1.0
		for _, v := range masses {
			left -= v / j.Total() * v / j.Total()
		}
		return left
	}
	columns := make([]float64, j.Cols())
	for y := range columns {
		columns[y] = j.ColMass(y)
	}
	for point := range r.Frontier.All() {
		if point.Index%17 > 0 {
			continue
		}
		f := point.Assignment()
		masses, cells := make([]float64, f.K()), make([]float64, f.K()*j.Cols())
		for x, c := range f {
			masses[c] += j.RowMass(x)
			columns, row := j.Row(x)
			for k, y := range columns {
				cells[c*j.Cols()+int(y)] += row[k]
			}
		}
		h, i := impurity(masses), impurity(masses)+impurity(columns)-impurity(cells)
		if math.Abs(point.H-h) > 1e-12 || math.Abs(point.I-i) > 1e-12 {
			t.Fatalf("a point is at (%v, %v), and its clustering at (%v, %v)", point.H, point.I, h, i)
		}
	}
	small := gini(t, families.Words(t, 8, 6, 1))
	found, err := Map(t.Context(), small, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := small.Evaluators(1, 0)[0]
	for f := range partition.All(8) {
		at := e.Load(f)
		if best, ok := found.Frontier.Within(at.H); !ok || best.I < at.I-1e-9 {
			t.Fatalf("the search misses %v of %v", at, f)
		}
	}
}
