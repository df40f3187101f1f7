package problem

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// wantWeights fails unless a problem is described with the masses and cells of a table.
func wantWeights(t *testing.T, name string, p Problem, mass []float64, cells *frontier.Cells) {
	t.Helper()
	d := p.Describe()
	if diff := gocmp.Diff(mass, d.XMass); diff != "" {
		t.Errorf("%s: masses: %s", name, diff)
	}
	if diff := gocmp.Diff(cells, d.Cells); diff != "" {
		t.Errorf("%s: cells: %s", name, diff)
	}
}

// TestDescribedWeights: masses and cells are those of the table's rows with mass, in the
// order of the labels, whatever the problem and whichever rows are always together.
func TestDescribedWeights(t *testing.T) {
	j := table{{0, 3}, {0, 0}, {2, 4}, {1, 0}, {5, 1}}.joint(t)
	mass := []float64{3. / 16, 6. / 16, 1. / 16, 6. / 16}
	cells := &frontier.Cells{X: []int{0, 1, 1, 2, 3, 3}, Y: []int{1, 0, 1, 0, 0, 1}, Weight: []float64{3, 2, 4, 1, 5, 1}}
	problems := map[string]Problem{"dib": DIB(j), "dmc": DMC(j)}
	for _, e := range estimators() {
		problems[e.Name()] = mustEstimated(t, table{{0, 3}, {0, 0}, {2, 4}, {1, 0}, {5, 1}}.joint(t), e)
	}
	for name, p := range problems {
		wantWeights(t, name, p, mass, cells)
		wantWeights(t, name+", linked", p.Traits().Link(partition.Partition{0, 1, 0, 1}), mass, cells)
	}
}

// TestDescribedProbabilities: cells that are not counts are divided by their total.
func TestDescribedProbabilities(t *testing.T) {
	j := table{{0, 0.75}, {1.25, 2}}.joint(t)
	wantWeights(t, "probabilities", DIB(j), []float64{0.1875, 0.8125},
		&frontier.Cells{X: []int{0, 1, 1}, Y: []int{1, 0, 1}, Weight: []float64{0.1875, 0.3125, 0.5}})
}

// TestDescribedWeightsAddUp: files of any table can be written.
func TestDescribedWeightsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for n := range 30 {
		tab := make(table, 2+n)
		for x := range tab {
			tab[x] = []float64{rng.ExpFloat64(), math.Exp(-30 * rng.Float64()), rng.Float64()}
		}
		d := DIB(tab.joint(t)).Describe()
		if m, c := sum(d.XMass), sum(d.Cells.Weight); math.Abs(m-1) > 1e-12 || math.Abs(c-1) > 1e-12 {
			t.Errorf("%d rows: masses add up to %g, cells to %g", len(tab), m, c)
		}
	}
}

// TestDescribedWeightsOfPairsAndPoints: there is no table of two variables.
func TestDescribedWeightsOfPairsAndPoints(t *testing.T) {
	c := cube(tables.NewCube(3, 3))
	c[0][2][0], c[2][0][0], c[2][2][2] = 1, 1, 2
	wantWeights(t, "symmetric", Symmetric(c.triple(t)), []float64{0.25, 0.75}, nil)

	cloud, err := points.New([]string{"u"}, []string{"a", "b", "none", "c"}, [][]float64{{0}, {2}, {1}, {4}}, []float64{1, 2, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	wantWeights(t, "quantizer", Quantizer(cloud), []float64{0.25, 0.5, 0.25}, nil)
	wantWeights(t, "kmeans", KMeans(cloud).Traits().Link(partition.Partition{0, 0, 1}), []float64{0.25, 0.5, 0.25}, nil)
}

// TestDescribedWeightsOfOwnProblems are those of the caller.
func TestDescribedWeightsOfOwnProblems(t *testing.T) {
	d := frontier.Problem{XLabels: []string{"a", "b"}, XMass: []float64{0.25, 0.75}}
	zero := func(partition.Partition) Point { return Point{} }
	custom, err := Custom(d, zero, Traits{})
	if err != nil {
		t.Fatal(err)
	}
	wantWeights(t, "custom", custom, d.XMass, nil)
	d.Cells, d.YLabels = &frontier.Cells{X: []int{0, 1}, Y: []int{0, 0}, Weight: []float64{1, 3}}, []string{"y"}
	sum, err := Sum(d, func([]int) Point { return Point{} }, Traits{})
	if err != nil {
		t.Fatal(err)
	}
	wantWeights(t, "sum", sum, d.XMass, d.Cells)
}

// TestCellsAreLimited: a table of more cells than a file keeps is described without.
func TestCellsAreLimited(t *testing.T) {
	for _, cells := range []int{frontier.MaxCells, frontier.MaxCells + 1} {
		y := make([]string, (cells+1)/2)
		list := make([]joint.Cell, cells)
		for k := range list {
			y[k/2] = fmt.Sprint(k / 2)
			list[k] = joint.Cell{X: int32(k % 2), Y: int32(k / 2), Value: 1}
		}
		j, err := joint.New([]string{"a", "b"}, y, list)
		if err != nil {
			t.Fatal(err)
		}
		d := DIB(j).Describe()
		if (d.Cells != nil) != (cells == frontier.MaxCells) || len(d.XMass) != 2 {
			t.Errorf("%d cells: %t", cells, d.Cells != nil)
		}
		if d.Cells != nil && !slices.IsSorted(d.Cells.X) {
			t.Error("cells are not sorted by row")
		}
	}
}
