package evidence

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/best"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// sale is a record of a value of X and a number.
type sale struct {
	x int
	y float64
}

// salesTable counts records.
func salesTable(t *testing.T, records []sale) *joint.Joint {
	t.Helper()
	var x, y []string
	rows, columns := make(map[int]int32), make(map[float64]int32)
	counts := make(map[[2]int32]float64)
	for _, r := range records {
		if _, ok := rows[r.x]; !ok {
			rows[r.x] = int32(len(x))
			x = append(x, fmt.Sprint("x", r.x))
		}
		if _, ok := columns[r.y]; !ok {
			columns[r.y] = int32(len(y))
			y = append(y, fmt.Sprint(r.y))
		}
		counts[[2]int32{rows[r.x], columns[r.y]}]++
	}
	var cells []joint.Cell
	for at, n := range counts {
		cells = append(cells, joint.Cell{X: at[0], Y: at[1], Value: n})
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// meansOf returns the frontier of the means of a table, with the best of each number of groups.
func meansOf(t *testing.T, j *joint.Joint) *frontier.Frontier {
	t.Helper()
	c, err := points.FromNumericY(j)
	if err != nil {
		t.Fatal(err)
	}
	p := problem.Quantizer(c)
	r, err := search.Map(context.Background(), p, search.Options{Method: search.Local})
	if err != nil {
		t.Fatal(err)
	}
	f, err := best.Find(context.Background(), p, r.Frontier, best.Options{UpTo: min(j.Rows(), 6)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawSales draws records of values whose means differ by an effect.
func drawSales(seed uint64, records, values int, effect func(x int) float64) (list []sale) {
	rng := rand.New(rand.NewPCG(seed, 70))
	for n := range records {
		x := min(n, rng.IntN(values)) % values
		list = append(list, sale{x, 100 + math.Round(1000*(effect(x)+rng.NormFloat64()))/1000})
	}
	return list
}

// TestHeldOutMeans: the scores of clusterings on other records are those of a direct computation.
func TestHeldOutMeans(t *testing.T) {
	training := drawSales(1, 60, 5, func(x int) float64 { return 3 * float64(x%3) })
	held := append(drawSales(2, 40, 5, func(x int) float64 { return 3 * float64(x%3) }), sale{9, 300}) // of a new value
	j := salesTable(t, training)
	f := meansOf(t, j)
	with, err := Validate(context.Background(), []joint.Fold{{Training: j, HeldOut: salesTable(t, held)}}, f, nil, ValidateOptions{Method: "file"})
	if err != nil {
		t.Fatal(err)
	}
	row := make(map[string]int)
	for x, label := range j.XLabels() {
		row[label] = x
	}
	if v := with.Validation; v.Records != 41 || v.NewX != 1 || v.NewY != 0 || v.Clusters != 3 {
		t.Errorf("%+v", v)
	}
	for p := range with.All() {
		if want := heldOutBySales(training, held, row, p.Assignment(), f.Problem.Variance); math.Abs(p.HeldOut.I-want) > 1e-9 {
			t.Errorf("%v: %g, want %g", p.Assignment(), p.HeldOut.I, want)
		}
	}
}

// heldOutBySales computes the held-out R^2 of a clustering from the records.
func heldOutBySales(training, held []sale, row map[string]int, f partition.Partition, variance float64) float64 {
	if f.K() == 1 {
		return 0
	}
	mean := func(list []sale, z int) (m, n float64) { // of a cluster, or of all for -1
		for _, r := range list {
			if z < 0 || f[row[fmt.Sprint("x", r.x)]] == z {
				m, n = m+r.y, n+1
			}
		}
		return m / max(n, 1), n
	}
	shrunk := func(list []sale, z int, a float64) float64 {
		all, _ := mean(list, -1)
		own, n := mean(list, z)
		if math.IsInf(a, 1) {
			return all
		}
		return (float64(n*own) + float64(a*all)) / (n + a)
	}
	gain := func(list []sale, r sale, a float64) float64 {
		x, known := row[fmt.Sprint("x", r.x)]
		if !known {
			return 0
		}
		all, _ := mean(list, -1)
		m := shrunk(list, f[x], a)
		return (r.y-all)*(r.y-all) - (r.y-m)*(r.y-m)
	}
	chosen, most := 0.0, math.Inf(-1)
	for _, a := range concentrations(float64(len(training))) {
		sum := 0.0
		for n, r := range training {
			rest := append(append([]sale(nil), training[:n]...), training[n+1:]...)
			sum += gain(rest, r, a)
		}
		if sum >= most-1e-9 {
			chosen, most = a, max(sum, most)
		}
	}
	sum := 0.0
	for _, r := range held {
		sum += gain(training, r, chosen) / variance / float64(len(held))
	}
	return sum
}

// TestHeldOutMeansSupport: held-out records support planted groups, and none for noise and for one record a value.
func TestHeldOutMeansSupport(t *testing.T) {
	for name, c := range map[string]struct {
		values int
		effect func(x int) float64
		groups int
	}{
		"two groups": {12, func(x int) float64 { return 3 * float64(x%2) }, 2},
		"noise":      {12, func(int) float64 { return 0 }, 1},
		"identifier": {96, func(x int) float64 { return float64(x % 2) }, 1},
	} {
		j := salesTable(t, drawSales(5, 96, c.values, c.effect))
		f := meansOf(t, j)
		if c.values < 20 {
			var err error
			if f.Evidence, err = OfDependence(context.Background(), j, Options{Means: true}); err != nil {
				t.Fatal(err)
			}
			if f.Evidence.Shown() != (c.groups > 1) {
				t.Errorf("%s: p = %g", name, f.Evidence.P())
			}
		}
		folds := foldsOf(t, j, 3, 1)
		find := func(_ context.Context, _ int, training *joint.Joint) (*frontier.Frontier, error) {
			return meansOf(t, training), nil
		}
		with, err := Validate(context.Background(), folds, f, find, ValidateOptions{Method: "folds"})
		if err != nil {
			t.Fatal(err)
		}
		if with.Validation.Clusters != c.groups {
			t.Errorf("%s: %d groups are supported, want %d", name, with.Validation.Clusters, c.groups)
		}
	}
}
