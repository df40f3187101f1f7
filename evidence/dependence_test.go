package evidence

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
)

// of returns the evidence of a table of counts.
func of(t testing.TB, counts [][]float64, o Options) *frontier.Evidence {
	t.Helper()
	e, err := OfDependence(context.Background(), tableOf(t, counts), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestKnownTables has tables whose p-value is known: that of perfect dependence, of none at all, of
// tables that permutations do not change, and of the lady tasting tea (Fisher 1935), for which 34 of
// 70 tables are as far from independence.
func TestKnownTables(t *testing.T) {
	for name, tt := range map[string]struct {
		counts    [][]float64
		p, within float64
	}{
		"dependent":  {[][]float64{{20, 0, 0}, {0, 20, 0}, {0, 0, 20}}, 0.001, 0},
		"none":       {[][]float64{{10, 20}, {20, 40}, {30, 60}}, 1, 0},
		"one row":    {[][]float64{{3, 4, 5}}, 1, 0},
		"one column": {[][]float64{{3}, {4}, {5}}, 1, 0},
		"tea":        {[][]float64{{3, 1}, {1, 3}}, 34.0 / 70, 0.08},
	} {
		t.Run(name, func(t *testing.T) {
			e := of(t, tt.counts, Options{Seed: 7})
			if e.Permutations != 999 || e.Seed != 7 || e.Estimator != "miller-madow" {
				t.Errorf("%d permutations of seed %d, corrected by %s", e.Permutations, e.Seed, e.Estimator)
			}
			if math.Abs(e.P()-tt.p) > tt.within {
				t.Errorf("p = %g, want %g", e.P(), tt.p)
			}
		})
	}
}

// TestCorrected: the plug-in value is log2 3, and the corrected one is lower by (3+3-3-1)/2N nats
// less: Miller and Madow add one less than the cells that were seen.
func TestCorrected(t *testing.T) {
	e := of(t, [][]float64{{20, 0, 0}, {0, 20, 0}, {0, 0, 20}}, Options{})
	if want := math.Log2(3) + 2/(120*math.Ln2); math.Abs(e.Corrected-want) > 1e-12 {
		t.Errorf("corrected %.15g, want %.15g", e.Corrected, want)
	}
	if !e.Shown() || e.Chance <= 0 || e.Chance > 0.2 {
		t.Errorf("%+v", e)
	}
}

// TestChance: in a large sample of independent variables, 2 N ln 2 I has the chi-square distribution
// (Wilks 1938) of as many degrees of freedom, also for a billion records.
func TestChance(t *testing.T) {
	for _, unit := range []float64{20, 1e3, 1e8} {
		e := of(t, [][]float64{{unit, 2 * unit, unit}, {3 * unit, unit, unit}, {unit, unit, unit}}, Options{})
		n, freedom := 12*unit, 4.0
		got := e.Chance * 2 * n * math.Ln2
		if sd := math.Sqrt(2 * freedom / 999); math.Abs(got-freedom) > 5*sd+20/n {
			t.Errorf("N = %g: 2 N ln 2 I is %.3f on average, want %.3f", n, got, freedom)
		}
		if !e.Shown() {
			t.Errorf("N = %g: p = %g", n, e.P())
		}
	}
}

// randomTable returns a table of records whose X and Y are independent, some values more frequent
// than others. Values that do not occur are left out.
func randomTable(r *random.Stream, records, rows, columns int) [][]float64 {
	draw := func(values int) int {
		u := r.Uniform()
		return min(int(float64(values)*u*(0.5+u/2)), values-1)
	}
	counts := make([][]float64, rows)
	for x := range counts {
		counts[x] = make([]float64, columns)
	}
	for range records {
		counts[draw(rows)][draw(columns)]++
	}
	return counts
}

// TestPIsUniform: where X and Y are independent, p is uniform, by the test of Kolmogorov and Smirnov
// at a level of 10^-4.
func TestPIsUniform(t *testing.T) {
	const tables = 90
	r := random.New(11)
	var list []float64
	for range tables {
		list = append(list, of(t, randomTable(r, 200, 8, 5), Options{Seed: r.Next()}).P())
	}
	slices.Sort(list)
	far := 0.0
	for k, p := range list {
		far = max(far, math.Abs(p-float64(k)/tables), math.Abs(p-float64(k+1)/tables))
	}
	if limit := 2.23 / math.Sqrt(tables); far > limit {
		t.Errorf("the distribution of p is %.3f off, more than %.3f", far, limit)
	}
}

// falselyShown returns how many of some tables of independent variables show dependence.
func falselyShown(t *testing.T, tables, records, rows, columns int) (shown int) {
	t.Helper()
	r := random.New(uint64(records), uint64(rows), uint64(columns))
	for range tables {
		if of(t, randomTable(r, records, rows, columns), Options{}).Shown() {
			shown++
		}
	}
	return shown
}

// mostFalse returns how many false alarms are likely in some tables: the mean, a twentieth, and
// three standard deviations.
func mostFalse(tables float64) int {
	return int(tables/20 + 3*math.Sqrt(tables/20*0.95))
}

// TestIndependentTablesShowNothing is TestLongIndependentTablesShowNothing for fewer tables.
func TestIndependentTablesShowNothing(t *testing.T) {
	if n := falselyShown(t, 40, 1000, 40, 6); n > mostFalse(40) {
		t.Errorf("%d of 40 independent tables show dependence", n)
	}
}

// TestEvidenceDependsOnCountsAlone: neither the order of rows and columns, nor the workers change it; the seed
// does. The order of rows changes it where X has one, but not its direction or, on a circle, where it begins.
func TestEvidenceDependsOnCountsAlone(t *testing.T) {
	r := random.New(5)
	counts := randomTable(r, 300, 9, 4)
	heavy := make([]float64, 4)
	for _, row := range counts {
		for y, n := range row {
			heavy[y] += 5 * n
		}
	}
	counts = append(counts, heavy)
	want := of(t, counts, Options{Seed: 3, Workers: 1})
	if want.AtLeast == 0 || want.AtLeast == want.Permutations {
		t.Fatalf("the table shows nothing of the test: %+v", want)
	}
	turned := make([][]float64, len(counts))
	for x, row := range counts {
		row = slices.Clone(row)
		slices.Reverse(row)
		turned[len(counts)-1-x] = row
	}
	for name, other := range map[string][][]float64{"same": counts, "reversed": turned} {
		for _, workers := range []int{1, 4} {
			if got := of(t, other, Options{Seed: 3, Workers: workers}); *got != *want {
				t.Errorf("%s, %d workers: %+v, want %+v", name, workers, got, want)
			}
		}
	}
	swapped := slices.Clone(counts)
	swapped[0], swapped[5] = swapped[5], swapped[0]
	linear := Options{Seed: 3, Order: "linear"}
	if a, b, c := of(t, counts, linear), of(t, turned, linear), of(t, swapped, linear); a.AtLeast == want.AtLeast || a.AtLeast == c.AtLeast || a.Chance != want.Chance {
		t.Errorf("in an order %+v, reversed %+v, with two rows swapped %+v", a, b, c)
	}
	if other := of(t, counts, Options{Seed: 4}); other.Chance == want.Chance {
		t.Error("another seed has the same permutations")
	}
}

func TestWeightsAreRefused(t *testing.T) {
	_, err := OfDependence(context.Background(), tableOf(t, [][]float64{{0.1, 0.4}, {0.3, 0.2}}), Options{})
	if !errors.Is(err, ErrNoCounts) {
		t.Errorf("error %v", err)
	}
}

func TestWorkersAreChecked(t *testing.T) {
	if _, err := OfDependence(context.Background(), tableOf(t, [][]float64{{1, 4}, {3, 2}}), Options{Workers: -1}); err == nil {
		t.Error("-1 workers are accepted")
	}
}

// TestEndOfContext: a test that has begun ends, also within a table.
func TestEndOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	e, err := OfDependence(ctx, tableOf(t, [][]float64{{1e6, 4e6}, {3e6, 2e6}}), Options{Workers: 2, Observe: func(done, all int) {
		if calls++; done != calls || all != 999 {
			t.Errorf("%d of %d are done at call %d", done, all, calls)
		}
		if calls == 10 {
			cancel()
		}
	}})
	if e != nil || !errors.Is(err, context.Canceled) || calls > 20 {
		t.Errorf("%v, %v after %d permutations", e, err, calls)
	}
}

// inOrder returns a table with a row for each of n numbers in ascending order, which has one record of a value of Y.
func inOrder(n int, y func(at int) int, columns int) [][]float64 {
	counts := make([][]float64, n)
	for x := range counts {
		counts[x] = make([]float64, columns)
		counts[x][y(x)]++
	}
	return counts
}

// TestOrderShowsThresholds: a threshold without an error among numbers that are all different is as unlikely by
// chance as the permutations can say, though every table of these margins has the same I(X;Y).
func TestOrderShowsThresholds(t *testing.T) {
	for _, at := range []int{20, 75, 101} {
		counts := inOrder(150, func(x int) int { return min(x/at, 1) }, 2)
		if e := of(t, counts, Options{Order: "linear"}); e.AtLeast != 0 {
			t.Errorf("a threshold at %d of 150: %+v", at, e)
		}
		if e := of(t, counts, Options{}); e.Shown() {
			t.Errorf("a threshold at %d of 150, without an order: %+v", at, e)
		}
	}
}

// TestOrderShowsShifts: two normal distributions that are 1.5 standard deviations apart are told apart by 40 records
// in nine tables of ten.
func TestOrderShowsShifts(t *testing.T) {
	shown := 0
	for seed := range uint64(20) {
		r := random.New(seed, 77)
		numbers := make([][2]float64, 40)
		for n := range numbers {
			y := float64(n % 2)
			sum := 1.5 * y
			for range 12 { // nearly normal
				sum += r.Uniform() - 0.5
			}
			numbers[n] = [2]float64{sum, y}
		}
		slices.SortFunc(numbers, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		counts := inOrder(40, func(x int) int { return int(numbers[x][1]) }, 2)
		if of(t, counts, Options{Order: "linear", Seed: seed}).Shown() {
			shown++
		}
	}
	if shown < 18 {
		t.Errorf("%d of 20 tables show the shift", shown)
	}
}

// TestCirclesHaveNoBeginning: a dependence that is strongest at the ends of the order, as of hours around midnight, is
// shown on the circle.
func TestCirclesHaveNoBeginning(t *testing.T) {
	counts := make([][]float64, 24)
	for hour := range counts {
		counts[hour] = []float64{6, 4}
		if hour < 4 || hour >= 20 {
			counts[hour] = []float64{3, 7}
		}
	}
	turned := slices.Concat(counts[11:], counts[:11])
	a, b := of(t, counts, Options{Order: "circular"}), of(t, turned, Options{Order: "circular"})
	if !a.Shown() || !b.Shown() {
		t.Errorf("%+v, from another hour on %+v", a, b)
	}
}

// TestOrderedPIsUniform is TestPIsUniform for rows in an order, with ties and without.
func TestOrderedPIsUniform(t *testing.T) {
	const tables = 150
	for _, tt := range []struct {
		order               string
		missing             bool
		rows, records, most int
	}{{"linear", false, 200, 60, 2}, {"linear", true, 8, 150, 4}, {"circular", false, 24, 150, 3}} {
		r := random.New(uint64(tt.rows))
		var list []float64
		for range tables {
			counts := slices.DeleteFunc(randomTable(r, tt.records, tt.rows, tt.most), func(row []float64) bool {
				return slices.Max(row) == 0
			})
			j := tableOf(t, counts)
			if tt.missing {
				labels := slices.Clone(j.XLabels())
				labels[len(labels)/2] = "(missing)" // package scale's MissingLabel
				var err error
				if j, err = joint.Dense(labels, j.YLabels(), counts); err != nil {
					t.Fatal(err)
				}
			}
			e, err := OfDependence(t.Context(), j, Options{Seed: r.Next(), Order: tt.order})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, e.P())
		}
		slices.Sort(list)
		far := 0.0
		for k, p := range list {
			far = max(far, math.Abs(p-float64(k)/tables), math.Abs(p-float64(k+1)/tables))
		}
		if limit := 2.23 / math.Sqrt(tables); far > limit {
			t.Errorf("%+v: the distribution of p is %.3f off, more than %.3f", tt, far, limit)
		}
	}
}
