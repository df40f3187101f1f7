package evidence

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/internal/random"
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
	const tables = 150
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

// TestEvidenceDependsOnCountsAlone: neither the order of rows and columns, nor what is called X, nor
// the workers change it; the seed does.
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
	transposed := make([][]float64, len(counts[0]))
	for y := range transposed {
		for x := range counts {
			transposed[y] = append(transposed[y], counts[x][y])
		}
	}
	for name, other := range map[string][][]float64{"same": counts, "reversed": turned, "transposed": transposed} {
		for _, workers := range []int{1, 4} {
			if got := of(t, other, Options{Seed: 3, Workers: workers}); *got != *want {
				t.Errorf("%s, %d workers: %+v, want %+v", name, workers, got, want)
			}
		}
	}
	if other := of(t, counts, Options{Seed: 4}); other.Chance == want.Chance {
		t.Error("another seed has the same permutations")
	}
}

// TestPermutationsDiffer: no table is drawn twice, of one that has millions of permutations.
func TestPermutationsDiffer(t *testing.T) {
	test, err := permuted.NewTest(tableOf(t, randomTable(random.New(8), 20_000, 30, 20)), permuted.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	entropies, err := test.Permute(context.Background(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := len(entropies)
	slices.Sort(entropies)
	if n := len(slices.Compact(entropies)); n < all-1 {
		t.Errorf("%d of %d permutations differ", n, all)
	}
}

// TestPartsMakeTheWhole: the parts of a test, each with a Test of its own, say what the undivided one does.
func TestPartsMakeTheWhole(t *testing.T) {
	j := tableOf(t, randomTable(random.New(5), 300, 9, 4))
	want, err := OfDependence(context.Background(), j, Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, parts := range []int{1, 2, 7, 999, 1500} {
		var entropies [][]float64
		for part := range parts {
			test, err := permuted.NewTest(j, permuted.Options{Seed: 3, Workers: 1 + part%2})
			if err != nil {
				t.Fatal(err)
			}
			of, err := test.Permute(context.Background(), part, parts)
			if err != nil {
				t.Fatal(err)
			}
			entropies = append(entropies, of)
		}
		test, err := permuted.NewTest(j, permuted.Options{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := test.Evidence(entropies...); err != nil || *got != *want {
			t.Errorf("%d parts: %+v, %v, want %+v", parts, got, err, want)
		}
		if _, err := test.Evidence(entropies[:parts-1]...); err == nil {
			t.Errorf("%d parts without the last are evidence", parts)
		}
		if _, err := test.Permute(context.Background(), parts, parts); err == nil {
			t.Errorf("there is a part %d of %d", parts, parts)
		}
	}
}

// TestPartsTakeTheirTime: a test of a fifth of a second is not divided, and none into more parts than
// asked for.
func TestPartsTakeTheirTime(t *testing.T) {
	small := [][]float64{{30, 20}, {10, 40}}
	large := make([][]float64, 3000) // its 18 million records are dealt 99 times
	for x := range large {
		large[x] = make([]float64, 300)
		for y := range large[x] {
			large[x][y] = 20
		}
	}
	for _, tt := range []struct {
		counts      [][]float64
		most, parts int
	}{{small, 64, 1}, {large, 64, 15}, {large, 4, 4}, {large, 1, 1}} {
		test, err := permuted.NewTest(tableOf(t, tt.counts), permuted.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if parts := test.Parts(tt.most); parts != tt.parts {
			t.Errorf("%d x %d, at most %d: %d parts, want %d", len(tt.counts), len(tt.counts[0]), tt.most, parts, tt.parts)
		}
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
