package describe

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// pointOf returns a frontier of one point of a problem.
func pointOf(t rapid.TB, p frontier.Problem, f ...int) (*frontier.Frontier, frontier.Point) {
	t.Helper()
	fr, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{Assignment: partition.Pack(partition.Canonical(f))}})
	if err != nil {
		t.Fatal(err)
	}
	return fr, fr.At(0)
}

// fruit is a table whose entropies are whole numbers.
func fruit() frontier.Problem {
	return frontier.Problem{
		N: 4, M: 3, XLabels: []string{"apple", "fig", "plum", "kiwi"}, YLabels: []string{"red", "green", "blue"},
		XMass: []float64{0.125, 0.125, 0.25, 0.5},
		Cells: &frontier.Cells{
			X: []int{0, 0, 1, 2, 2, 3}, Y: []int{0, 1, 0, 0, 2, 1}, Weight: []float64{1, 1, 2, 2, 2, 8},
		},
	}
}

func TestDescribeByHand(t *testing.T) {
	f, p := pointOf(t, fruit(), 0, 1, 0, 1)
	// p(y) = 5/16, 9/16, 2/16. Apple and plum: 3, 1, 2 of 6. Fig and kiwi: 2, 8, 0 of 10.
	log := math.Log2
	bits := func(cell, of, column float64) float64 { return cell / 16 * log(cell/of/(column/16)) }
	contribution := func(y string, cell, of, column float64) Contribution {
		return Contribution{Y: y, P: cell / of, Overall: column / 16, Bits: bits(cell, of, column)}
	}
	want := []Cluster{
		{
			Labels: []string{"plum", "apple"}, Name: "plum+apple", Mass: 0.375,
			I:        bits(3, 6, 5) + bits(1, 6, 9) + bits(2, 6, 2),
			Tells:    []Contribution{contribution("blue", 2, 6, 2), contribution("red", 3, 6, 5)},
			TellsNot: []Contribution{contribution("green", 1, 6, 9)},
		},
		{
			Labels: []string{"kiwi", "fig"}, Name: "kiwi+fig", Mass: 0.625,
			I:     bits(2, 10, 5) + bits(8, 10, 9),
			Tells: []Contribution{contribution("green", 8, 10, 9)},
			// Missing are 10/16 x 2/16 and 10/16 x (5/16 - 2/10).
			TellsNot: []Contribution{{Y: "blue", Overall: 0.125}, contribution("red", 2, 10, 5)},
		},
	}
	near := cmp.Options{cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }), cmpopts.IgnoreFields(Cluster{}, "GroupMean")}
	if d := cmp.Diff(want, Clusters(f, p, 5), near); d != "" {
		t.Error(d)
	}
	want[0].Tells, want[1].TellsNot = want[0].Tells[:1], want[1].TellsNot[:1]
	if d := cmp.Diff(want, Clusters(f, p, 1), near); d != "" {
		t.Error(d)
	}
	for _, top := range []int{0, -3} {
		for _, c := range Clusters(f, p, top) {
			if len(c.Tells) != 0 || len(c.TellsNot) != 0 || math.IsNaN(c.I) {
				t.Errorf("top %d: %+v", top, c)
			}
		}
	}
}

// TestDescribeLittle: of some frontiers less is known.
// TestDescribeBest describes a clustering that is not on the frontier.
func TestDescribeBest(t *testing.T) {
	f, _ := pointOf(t, frontier.Problem{
		N: 4, M: 4, XLabels: []string{"a", "b", "c", "d"}, YLabels: []string{"p", "q", "r", "s"},
		Cells: &frontier.Cells{X: []int{0, 1, 2, 3}, Y: []int{0, 1, 2, 3}, Weight: []float64{1, 2, 2, 3}},
	}, 0, 0, 0, 0)
	f, err := f.WithBest(2, []frontier.BestEntry{
		{Entry: frontier.Entry{Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})}},
		{Entry: frontier.Entry{H: 1.75, I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := f.WithClusters(2)
	// H(Z) = H(3/8), all of which the columns tell.
	want := -0.375*math.Log2(0.375) - 0.625*math.Log2(0.625)
	got := Clusters(f, p, 1)
	if len(got) != 2 || got[0].Mass != 0.375 || got[0].Tells[0].Y != "r" || math.Abs(got[0].I+got[1].I-want) > 1e-12 {
		t.Errorf("%+v", got)
	}
}

func TestDescribeLittle(t *testing.T) {
	problem := fruit()
	problem.XMass = nil // cells tell the masses
	f, p := pointOf(t, problem, 0, 1, 0, 1)
	g, q := pointOf(t, fruit(), 0, 1, 0, 1)
	if d := cmp.Diff(Clusters(g, q, 2), Clusters(f, p, 2), cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
	problem.XMass, problem.Cells = []float64{0.125, 0.125, 0.25, 0.5}, nil
	f, p = pointOf(t, problem, 0, 1, 0, 1)
	if c := Clusters(f, p, 2)[1]; c.Mass != 0.625 || !math.IsNaN(c.I) || c.Tells != nil || c.Name != "kiwi+fig" {
		t.Errorf("%+v", c)
	}
	problem.XMass = nil
	f, p = pointOf(t, problem, 0, 1, 0, 1)
	if c := Clusters(f, p, 2)[1]; !math.IsNaN(c.Mass) || !math.IsNaN(c.I) || c.Name != "fig+kiwi" || c.Labels[0] != "fig" {
		t.Errorf("%+v", c)
	}
	// A row that nothing was counted of.
	problem = fruit()
	problem.Cells.X, problem.Cells.Y, problem.Cells.Weight = []int{1, 3}, []int{0, 1}, []float64{1, 3}
	problem.XMass = []float64{0, 0.25, 0, 0.75}
	f, p = pointOf(t, problem, 0, 1, 0, 1)
	if c := Clusters(f, p, 2); c[0].Mass != 0 || c[0].I != 0 || c[0].Tells != nil || math.Abs(c[1].I) > 1e-15 || c[1].Tells != nil {
		t.Errorf("%+v", c)
	}
	// Columns that are as frequent in all rows, except for rounding.
	problem = fruit()
	problem.XMass, problem.Cells = nil, &frontier.Cells{X: []int{0, 0, 1, 1}, Y: []int{0, 1, 0, 1}, Weight: []float64{0.1 * 0.3, 0.1 * 0.7, 0.9 * 0.3, 0.9 * 0.7}}
	f, p = pointOf(t, problem, 0, 1, 2, 3)
	for _, c := range Clusters(f, p, 2) {
		if math.Abs(c.I) > 1e-15 || len(c.Tells) != 0 || len(c.TellsNot) != 0 {
			t.Errorf("%+v", c)
		}
	}
	// A point of CSV, none at all, and one of another problem.
	csv, err := frontier.New(frontier.Problem{}, frontier.Search{}, []frontier.Entry{{K: 1}})
	if err != nil {
		t.Fatal(err)
	}
	_, small := pointOf(t, frontier.Problem{N: 1, XLabels: []string{"a"}}, 0)
	if Clusters(csv, csv.At(0), 3) != nil || csv.At(0).Names() != nil || Clusters(f, frontier.Point{}, 3) != nil ||
		(frontier.Point{}).Names() != nil || Clusters(f, small, 3) != nil {
		t.Error("clusters of no clustering")
	}
}

// TestDescribeAddsUp: masses add up to 1 and informations to i, on the frontiers of
// tables, whether values are of counts or of probabilities, and with rows that are linked.
func TestDescribeAddsUp(t *testing.T) {
	for number := range 12 {
		rng := rand.New(rand.NewPCG(uint64(number), 3))
		values := make([][]float64, 4+number%4)
		var x, y []string
		for r := range values {
			x = append(x, fmt.Sprint("x", r))
			values[r] = make([]float64, 5)
			for c := range values[r] {
				values[r][c] = float64(rng.IntN(4))
				if number%2 == 0 {
					values[r][c] *= rng.Float64()
				}
			}
			values[r][r%5]++
		}
		for c := range 5 {
			y = append(y, fmt.Sprint("y", c))
		}
		j, err := joint.Dense(x, y, values)
		if err != nil {
			t.Fatal(err)
		}
		p := problem.DIB(j)
		if number%3 == 0 {
			p = p.Traits().Link(partition.Canonical(slices.Concat([]int{0, 1, 0}, partition.Identity(len(x)-3))))
		}
		if number%4 == 1 {
			if p, err = problem.Estimated(j, info.MillerMadow()); err != nil {
				t.Fatal(err)
			}
		}
		r, err := search.Map(context.Background(), p, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for p := range r.Frontier.All() {
			checkDescription(t, r.Frontier, p)
		}
	}
}

// checkDescription checks what holds of all clusters of a point.
func checkDescription(t *testing.T, f *frontier.Frontier, p frontier.Point) {
	t.Helper()
	var mass, i float64
	for c, d := range Clusters(f, p, 100) {
		mass += d.Mass
		i += d.I
		var sum float64
		for k, e := range slices.Concat(d.Tells, d.TellsNot) {
			sum += e.Bits
			if tells := k < len(d.Tells); e.Bits > 0 != tells || (e.P > e.Overall) != tells || (e.P == 0) != (e.Bits == 0) {
				t.Errorf("cluster %d: %+v", c, d)
			}
		}
		if math.Abs(sum-d.I) > 1e-7 || d.I < -1e-12 {
			t.Errorf("cluster %d: contributions add up to %g, not %g", c, sum, d.I)
		}
		if !slices.IsSortedFunc(d.Tells, func(a, b Contribution) int { return cmpBits(b, a) }) ||
			!slices.IsSortedFunc(d.TellsNot, func(a, b Contribution) int { return cmpMissing(b, a) }) {
			t.Errorf("cluster %d is not in order: %+v", c, d)
		}
		checkTellsNot(t, f, p, c, d.TellsNot)
		if got := slices.Sorted(slices.Values(d.Labels)); !slices.Equal(got, slices.Sorted(slices.Values(p.Clusters()[c]))) {
			t.Errorf("cluster %d: %v", c, got)
		}
	}
	if math.Abs(mass-1) > 1e-12 || f.Problem.Estimator == "" && math.Abs(i-p.I) > 1e-9 {
		t.Errorf("%+v: mass %g, i %g", p, mass, i)
	}
}

func cmpBits(a, b Contribution) int {
	if a.Bits < b.Bits {
		return -1
	}
	return 1
}

func cmpMissing(a, b Contribution) int {
	if a.Overall-a.P < b.Overall-b.P {
		return -1
	}
	return 1
}

// checkTellsNot compares columns with those that all cells tell, column by column, and
// lists that are cut short with the whole one.
func checkTellsNot(t *testing.T, f *frontier.Frontier, p frontier.Point, c int, got []Contribution) {
	t.Helper()
	cells, a := f.Problem.Cells, p.Assignment()
	listed := map[string]Contribution{}
	for _, e := range got {
		listed[e.Y] = e
	}
	for y, label := range f.Problem.YLabels {
		var total, mass, column, cell float64
		for k, v := range cells.Weight {
			total += v
			if a[cells.X[k]] == c {
				mass += v
			}
			if cells.Y[k] == y {
				column += v
			}
			if cells.Y[k] == y && a[cells.X[k]] == c {
				cell += v
			}
		}
		e, ok := listed[label]
		if want := mass/total*column/total-cell/total > 1e-9; ok != want ||
			ok && (math.Abs(e.P-cell/mass) > 1e-12 || math.Abs(e.Overall-column/total) > 1e-12) {
			t.Errorf("cluster %d: column %s has weight %g of %g, and is told %t: %+v", c, label, cell, column, ok, e)
		}
	}
	for top := range got {
		if d := cmp.Diff(got[:top], Clusters(f, p, top)[c].TellsNot, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("cluster %d, top %d: %s", c, top, d)
		}
	}
}

// TestDescribeAbsent: what a cluster never comes with tells most, if it is frequent, and
// nothing, if it is no more than rounding.
func TestDescribeAbsent(t *testing.T) {
	f, p := pointOf(t, frontier.Problem{
		N: 2, M: 5, XLabels: []string{"shuttle", "network"}, YLabels: []string{"dust", "ORD", "DEN", "BOS", "ATL"},
		Cells: &frontier.Cells{
			X: []int{0, 0, 1, 1, 1, 1}, Y: []int{2, 3, 0, 1, 2, 4}, Weight: []float64{0.05, 0.2, 3e-9, 0.25, 0.25 - 3e-9, 0.25},
		},
	}, 0, 1)
	told := func(top int) (columns []string) {
		for _, e := range Clusters(f, p, top)[0].TellsNot {
			if e.P == 0 && e.Bits != 0 || math.IsNaN(e.Bits) {
				t.Errorf("%+v", e)
			}
			columns = append(columns, fmt.Sprintf("%s %.2f %.2f", e.Y, e.P, e.Overall))
		}
		return columns
	}
	// Equal ones stand as in the table. DEN is of less bits than none, and comes last.
	all := []string{"ORD 0.00 0.25", "ATL 0.00 0.25", "DEN 0.20 0.30"}
	for top := range 6 {
		if d := cmp.Diff(all[:min(top, 3)], told(top), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("top %d: %s", top, d)
		}
	}
}
