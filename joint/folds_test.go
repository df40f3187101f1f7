package joint

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// foldsOf returns the folds of a table, after it has checked what holds for all folds.
func foldsOf(t testing.TB, j *Joint, k int, seed uint64) []Fold {
	t.Helper()
	folds, err := j.Folds(k, seed)
	if err != nil {
		t.Fatalf("%d folds, seed %d: %v", k, seed, err)
	}
	all, _ := j.Samples()
	whole, parts := byLabelsOf(j), make(map[string]float64)
	for n, f := range folds {
		held, training := byLabelsOf(f.HeldOut), byLabelsOf(f.Training)
		size := recordsIn(f.HeldOut)
		if least := float64(all / int64(k)); size != least && size != least+1 {
			t.Fatalf("part %d of %d holds %g of %d records", n, k, size, all)
		}
		for cell, v := range whole {
			if single(f.HeldOut) && held[cell] > 0 {
				held[cell] = 1
			}
			if single(f.Training) && training[cell] > 0 {
				training[cell] = 1
			}
			parts[cell] += held[cell]
			if held[cell]+training[cell] != v {
				t.Fatalf("part %d of %d, cell %s: %g held out and %g to learn from, of %g", n, k, cell, held[cell], training[cell], v)
			}
		}
	}
	if d := cmp.Diff(whole, parts); len(folds) != k || d != "" {
		t.Fatalf("%d parts do not add up to the table: %s", len(folds), d)
	}
	return folds
}

// single tells whether a table holds one record, which has no counts.
func single(j *Joint) bool {
	_, counts := j.Samples()
	return !counts && j.NonZero() == 1
}

func recordsIn(j *Joint) float64 {
	if single(j) {
		return 1
	}
	return j.Total()
}

func TestFoldsDivideTheRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns")
		v := make([][]float64, n)
		var total float64
		for x := range v {
			v[x] = rapid.SliceOfN(rapid.SampledFrom([]float64{0, 1, 2, 30, 1e9}), m, m).Draw(t, "row")
			for _, c := range v[x] {
				total += c
			}
		}
		if total < 2 {
			return
		}
		j, err := Dense(numbered("x", n), numbered("y", m), v)
		if err != nil {
			t.Fatal(err)
		}
		folds, err := j.Folds(rapid.IntRange(2, int(min(total, 12))).Draw(t, "k"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		whole, parts := byLabelsOf(j), make(map[string]float64)
		for _, f := range folds {
			for cell, v := range byLabelsOf(f.HeldOut) {
				if single(f.HeldOut) {
					v = 1
				}
				parts[cell] += v
			}
		}
		if d := cmp.Diff(whole, parts); d != "" {
			t.Fatal(d)
		}
	})
	for _, k := range []int{2, 3, 5, 26} {
		foldsOf(t, tableOf(t, []float64{7, 1, 3}, []float64{0, 5, 10}), k, 4)
	}
}

// TestFoldsFitTheHypergeometric: the counts of every part, over many seeds, by Pearson's statistic.
func TestFoldsFitTheHypergeometric(t *testing.T) {
	const draws, k = 6000, 3
	j := tableOf(t, []float64{17, 3, 1}, []float64{6, 0, 5})
	all, _ := j.Samples()
	cells := byLabelsOf(j)
	seen := make(map[string][]float64)
	for seed := range uint64(draws) {
		for n, f := range foldsOf(t, j, k, seed) {
			held := byLabelsOf(f.HeldOut)
			for cell, count := range cells {
				name := fmt.Sprint(n, " ", cell)
				if seen[name] == nil {
					seen[name] = make([]float64, int(count)+1)
				}
				seen[name][int(held[cell])]++
			}
		}
	}
	for name, got := range seen {
		var n int
		var x, y string
		fmt.Sscan(name, &n, &x, &y)
		var chi, kinds float64
		for c, p := range hypergeometric(all, int64(cells[x+" "+y]), (all+int64(k-n-1))/k) {
			if want := draws * p; want >= 5 {
				chi += (got[c] - want) * (got[c] - want) / want
				kinds++
			}
		}
		if limit := kinds + 5*math.Sqrt(2*kinds) + 5; chi > limit {
			t.Errorf("part and cell %s: chi-square %.1f of %.0f counts", name, chi, kinds)
		}
	}
}

// TestFoldsDoNotDependOnTheOrderOfTheTable.
func TestFoldsDoNotDependOnTheOrderOfTheTable(t *testing.T) {
	a, err := Dense([]string{"p", "q", "r"}, []string{"u", "v"}, [][]float64{{4, 9}, {100, 2}, {7, 7}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Dense([]string{"r", "p", "q"}, []string{"v", "u"}, [][]float64{{7, 7}, {9, 4}, {2, 100}})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		one, other := foldsOf(t, a, 4, seed), foldsOf(t, b, 4, seed)
		for n := range one {
			if d := cmp.Diff(byLabelsOf(one[n].HeldOut), byLabelsOf(other[n].HeldOut)); d != "" {
				t.Fatal(d)
			}
		}
	}
}

func TestFoldsOfOtherSeedsDiffer(t *testing.T) {
	j := tableOf(t, []float64{400, 900}, []float64{100, 200})
	first := byLabelsOf(foldsOf(t, j, 5, 0)[0].HeldOut)
	if cmp.Diff(first, byLabelsOf(foldsOf(t, j, 5, 1)[0].HeldOut)) == "" || cmp.Diff(first, byLabelsOf(foldsOf(t, j, 5, 0)[1].HeldOut)) == "" {
		t.Error("two parts of 320 records are equal")
	}
}

func TestFoldsErrors(t *testing.T) {
	for _, tt := range []struct {
		values [][]float64
		k      int
		want   error
		text   string
	}{
		{[][]float64{{0.25, 0.25}, {0.5, 0}}, 2, ErrInput, "the table holds probabilities, and only records that were counted can be held out"},
		{[][]float64{{1, 1}, {1, 0}}, 1, ErrInput, "1 folds are not possible: it takes 2 or more"},
		{[][]float64{{1, 1}, {1, 0}}, 4, ErrTooSmall, "too few records for 4 folds: there are 3"},
	} {
		folds, err := tableOf(t, tt.values...).Folds(tt.k, 1)
		if folds != nil || !errors.Is(err, tt.want) || err.Error() != tt.text {
			t.Errorf("%v, %d folds: %v", tt.values, tt.k, err)
		}
	}
}
