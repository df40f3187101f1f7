package drawn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// RunsOf returns the grouping of the table's rows with cuts before the rows of a
// mask: in circular order the last run goes on to the rows before the first cut.
func RunsOf(n, cuts int, order method.Order) partition.Partition {
	f := make(partition.Partition, n)
	run := 0
	for x := range n {
		if cuts>>x&1 == 1 {
			run++
		}
		f[x] = run
	}
	if order == method.Circular {
		for x := range f {
			f[x] %= max(run, 1)
		}
	}
	f.Renumber(make([]int, n+1))
	return f
}

// Keeps reports whether a clustering of the table's rows keeps to limits, from nothing but their meaning.
func Keeps(p problem.Problem, l problem.Limits, f partition.Partition) bool {
	if l.MaxClusters > 0 && f.K() > l.MaxClusters {
		return false
	}
	for _, pair := range l.CannotLink {
		if f[pair[0]] == f[pair[1]] {
			return false
		}
	}
	if l.Monotone != "" && !trended(p, l.Monotone, f) {
		return false
	}
	if l.MinMass == 0 {
		return true
	}
	masses, total := p.Traits().Masses, 0.0
	for _, v := range masses {
		total += v
	}
	sums := make([]float64, f.K())
	counted := make([]bool, p.Rows())
	for x, row := range p.Place() {
		if !counted[row] {
			counted[row] = true
			sums[f[x]] += masses[row]
		}
	}
	for _, s := range sums {
		if s < l.MinMass*total {
			return false
		}
	}
	return true
}

// Allowed offers every clustering that limits allow to an archive.
func Allowed(tb testing.TB, p problem.Problem, l problem.Limits) *search.Result {
	tb.Helper()
	found := archive.New(p.Rows())
	e := p.Evaluators(1, 0)[0]
	for f := range partition.All(p.Rows()) {
		if Keeps(p, l, archive.InTable(p.Place(), f)) {
			found.Offer(e.Load(f), partition.Pack(f), 0)
		}
	}
	r := Must(tb)(method.ResultOf(p, found, frontier.Search{Status: frontier.StatusComplete}))
	return r
}

// Limits are limits of every sort, one by one and together.
func Limits(rng *rand.Rand, n int) map[string]problem.Limits {
	one := problem.Limits{MinMass: 0.02 + 0.2*rng.Float64()}
	two := problem.Limits{MaxClusters: 1 + rng.IntN(n)}
	three := problem.Limits{}
	for range 1 + rng.IntN(n) {
		if a, b := rng.IntN(n), rng.IntN(n); a != b {
			three.CannotLink = append(three.CannotLink, [2]int{a, b})
		}
	}
	return map[string]problem.Limits{
		"mass": one, "clusters": two, "apart": three,
		"mass and clusters": {MinMass: one.MinMass, MaxClusters: two.MaxClusters},
		"all":               {MinMass: one.MinMass / 2, MaxClusters: max(two.MaxClusters, 3), CannotLink: three.CannotLink[:min(2, len(three.CannotLink))]},
	}
}

// Linked returns the problem with the rows of each label linked.
func Linked(p problem.Problem, labels ...int) problem.Problem {
	return p.Traits().Link(partition.Canonical(labels))
}

// OnLine is a problem of a user's own, with an order.
type OnLine struct {
	problem.Problem
	Order []int
}

// Traits implements [problem.Problem].
func (p OnLine) Traits() problem.Traits {
	t := p.Problem.Traits()
	return problem.Traits{Cluster: t.Cluster, Total: t.Total, LogK: t.LogK, Line: func() []int { return p.Order }}
}

// LineOfValues returns a problem of weighted numbers: h is the number of clusters, or the entropy in bits, and i the
// sum over clusters of the squared sum of the numbers over the weight, so that it is the largest where the squared
// distances from the means are the smallest.
func LineOfValues(values, weights []float64, entropy bool) problem.Problem {
	d := frontier.Problem{Kind: "test"}
	var total float64
	for x, w := range weights {
		d.XLabels = append(d.XLabels, fmt.Sprintf("x%d", x))
		total += w
	}
	order := lists.Numbers(len(values))
	slices.SortStableFunc(order, func(a, b int) int { return int(values[a] - values[b]) })
	p, err := problem.Sum(d, func(rows []int) problem.Point {
		var sum, weight float64
		for _, x := range rows {
			sum += values[x] * weights[x]
			weight += weights[x]
		}
		h := 1.0
		if entropy {
			h = -xlog(weight / total)
		}
		return problem.Point{H: h, I: sum * sum / weight / total / 100}
	}, problem.Traits{Line: func() []int { return order }})
	if err != nil {
		panic(err)
	}
	return p
}

// RandomValues draws n values.
func RandomValues(rng *rand.Rand, n int) []float64 {
	return lists.Make(n, func(int) float64 { return rng.ExpFloat64() })
}

// Cloud returns points on a line.
func Cloud(tb testing.TB, values, weights []float64) *points.Cloud {
	tb.Helper()
	var labels []string
	var at [][]float64
	for x, v := range values {
		labels, at = append(labels, fmt.Sprintf("x%d", x)), append(at, []float64{v})
	}
	c, err := points.New([]string{"v"}, labels, at, weights)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// DrawValues draws n values and their weights.
func DrawValues(rng *rand.Rand, n, most int) (values, weights []float64) {
	for range n {
		values = append(values, float64(rng.IntN(most)))
		weights = append(weights, float64(1+rng.IntN(9)))
	}
	return values, weights
}

// Cube returns a table of n x n x m masses. Rows and columns without mass get some.
func Cube(tb testing.TB, n, m int, mass func(a, b, y int) float64) *joint.Triple {
	tb.Helper()
	var cells []joint.TripleCell
	for a := range n {
		for b := range n {
			for y := range m {
				cells = append(cells, joint.TripleCell{X1: int32(a), X2: int32(b), Y: int32(y), Value: mass(a, b, y)})
			}
		}
	}
	for x := range max(n, m) {
		cells = append(cells, joint.TripleCell{X1: int32(x % n), X2: int32((x + 1) % n), Y: int32(x % m), Value: 1})
	}
	t, err := joint.NewTriple(tables.Names("x", n), tables.Names("y", m), cells)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// Group returns the problem of the multiplication table of a group.
func Group(tb testing.TB, name string) problem.Problem {
	tb.Helper()
	x, y, cells, err := dataset.Triples(name)
	if err != nil {
		tb.Fatal(err)
	}
	triple, err := joint.NewTriple(x, y, cells)
	if err != nil {
		tb.Fatal(err)
	}
	return problem.Symmetric(triple)
}
