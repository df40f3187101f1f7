package joint

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// byLabelsOf returns the counts of a table for every pair of labels.
func byLabelsOf(j *Joint) map[string]float64 {
	m := make(map[string]float64)
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for i, y := range columns {
			m[j.XLabels()[x]+" "+j.YLabels()[y]] = masses[i]
		}
	}
	return m
}

// halved splits a table of cells that all have mass, checks what holds for every split,
// and returns the counts of the first half, row after row.
func halved(t testing.TB, j *Joint, seed uint64) []float64 {
	t.Helper()
	a, b, err := j.Split(seed)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	whole, first, second := byLabelsOf(j), byLabelsOf(a), byLabelsOf(b)
	var counts []float64
	for x := range j.Rows() {
		columns, _ := j.Row(x)
		for _, y := range columns {
			cell := j.XLabels()[x] + " " + j.YLabels()[y]
			counts = append(counts, first[cell])
			if got := first[cell] + second[cell]; got != whole[cell] {
				t.Fatalf("seed %d: the halves have %g of cell %s, the table %g", seed, got, cell, whole[cell])
			}
		}
	}
	n, okA := a.Samples()
	m, okB := b.Samples()
	if all, _ := j.Samples(); !okA || !okB || n+m != all || n-m != all%2 {
		t.Fatalf("seed %d: halves of %d and %d", seed, n, m)
	}
	if rows := a.Rows() + len(a.ZeroRows()); rows != j.Rows() {
		t.Fatalf("seed %d: the first half has %d rows, with and without mass", seed, rows)
	}
	return counts
}

// hypergeometric returns the probabilities that of n records, drawn from total of which
// count fall on a cell, 0, 1, ..., count do.
func hypergeometric(total, count, n int64) []float64 {
	var ways big.Int
	all := new(big.Rat).SetInt(new(big.Int).Binomial(total, n))
	p := make([]float64, count+1)
	for k := max(0, n-(total-count)); k <= min(count, n); k++ {
		ways.Mul(new(big.Int).Binomial(count, k), new(big.Int).Binomial(total-count, n-k))
		p[k], _ = new(big.Rat).Quo(new(big.Rat).SetInt(&ways), all).Float64()
	}
	return p
}

// TestSplitFitsTheHypergeometric: Pearson's statistic of every cell's counts over 20,000
// seeds. A normal approximation puts the limit at five standard deviations.
func TestSplitFitsTheHypergeometric(t *testing.T) {
	const draws = 20_000
	for _, values := range [][]float64{
		{17, 13, 1, 20, 12, 2},
		{60, 1, 33, 200, 9, 8},
		{900, 1, 33, 2000, 90, 8},
	} {
		j := tableOf(t, values[:3], values[3:])
		n, _ := j.Samples()
		seen := make([][]float64, len(values))
		for c, v := range values {
			seen[c] = make([]float64, int(v)+1)
		}
		for seed := range uint64(draws) {
			for c, k := range halved(t, j, seed) {
				seen[c][int(k)]++
			}
		}
		for c, v := range values {
			var chi, cells, left float64
			for k, p := range hypergeometric(n, int64(v), n-n/2) {
				if want := draws * p; want >= 5 {
					chi += (seen[c][k] - want) * (seen[c][k] - want) / want
					cells++
				} else {
					left += seen[c][k] - want
				}
			}
			if limit := cells + 5*math.Sqrt(2*cells) + 5; chi > limit || math.Abs(left) > 60 {
				t.Errorf("%v, cell %d: chi-square %.1f of %.0f counts, and %.0f of rare ones too many", values, c, chi, cells, left)
			}
		}
	}
}

// TestSplitChoosesEveryRecordAlike: all ways to choose 5 of 9 records come up equally
// often, told apart by cell, and so do those to choose 11 of 12.
func TestSplitChoosesEveryRecordAlike(t *testing.T) {
	const draws = 40_000
	for _, tt := range []struct {
		counts []float64
		n      int64
	}{{[]float64{3, 1, 0, 2, 3}, 5}, {[]float64{4, 5, 3}, 11}, {[]float64{9, 1, 2}, 9}} {
		var total float64
		for _, c := range tt.counts {
			total += c
		}
		seen := make(map[string]float64)
		s := newStream(5, int64(total))
		for range draws {
			seen[fmt.Sprint(s.Choose(tt.counts, total, float64(tt.n)))]++
		}
		var chi float64
		all := float64(new(big.Int).Binomial(int64(total), tt.n).Int64())
		for text, got := range seen {
			var k [5]int64
			fmt.Sscanf(text, "[%d %d %d %d %d]", &k[0], &k[1], &k[2], &k[3], &k[4])
			ways := 1.0
			for c, count := range tt.counts {
				ways *= float64(new(big.Int).Binomial(int64(count), k[c]).Int64())
			}
			want := draws * ways / all
			chi += (got - want) * (got - want) / want
		}
		if cells := float64(len(seen)); cells < 3 || chi > cells+5*math.Sqrt(2*cells)+5 {
			t.Errorf("%d of %v: chi-square %.1f of %.0f choices", tt.n, tt.counts, chi, cells)
		}
	}
}

// TestSplitMoments compares means and covariances over many seeds with those of the
// multivariate hypergeometric distribution, each within five standard errors, also for
// counts of which none is drawn one by one.
func TestSplitMoments(t *testing.T) {
	const draws = 4000
	for _, unit := range []float64{1, 1000, 1e8, 1e12} {
		values := []float64{5 * unit, 17 * unit, 2 * unit, unit, 40 * unit, 9*unit + 1}
		j := tableOf(t, values[:3], values[3:])
		total := j.Total()
		share := math.Ceil(total/2) / total
		// The variance of a cell of count c is c/N (1 - c/N) scale.
		scale := total * total / (total - 1) * share * (1 - share)
		cov := func(a, b int) float64 {
			p, q := values[a]/total, values[b]/total
			if a == b {
				return scale * p * (1 - p)
			}
			return -scale * p * q
		}
		sums, products := make([]float64, 6), make([][6]float64, 6)
		for seed := range uint64(draws) {
			counts := halved(t, j, seed)
			for a := range counts {
				da := counts[a] - values[a]*share
				sums[a] += da
				for b := range counts {
					products[a][b] += da * (counts[b] - values[b]*share)
				}
			}
		}
		for a := range values {
			if z := sums[a] / math.Sqrt(draws*cov(a, a)); math.Abs(z) > 5 {
				t.Errorf("unit %g, cell %d: the mean is %.1f standard errors off", unit, a, z)
			}
			for b := range values {
				spread := cov(a, a)*cov(b, b) + cov(a, b)*cov(a, b) + math.Sqrt(cov(a, a)*cov(b, b))
				if z := (products[a][b] - draws*cov(a, b)) / math.Sqrt(draws*spread); math.Abs(z) > 5 {
					t.Errorf("unit %g, cells %d and %d: the covariance is %.1f standard errors off", unit, a, b, z)
				}
			}
		}
	}
}

// TestSplitsAreIndependent of those of the next seed, and of the sample that the same
// seed drew.
func TestSplitsAreIndependent(t *testing.T) {
	const draws = 4000
	truth := tableOf(t, []float64{1, 1}, []float64{1, 1})
	var next, drawn float64
	for seed := range uint64(draws) {
		sample := sampled(t, truth, 1000, seed)
		j := tableOf(t, []float64{float64(sample[0][0]), float64(sample[0][1])}, []float64{float64(sample[1][0]), float64(sample[1][1])})
		// Both are of mean 0 and variance about 1.
		z := func(seed uint64) float64 {
			c := float64(sample[0][0])
			return (halved(t, j, seed)[0] - c/2) / math.Sqrt(c*(1000-c)/3996)
		}
		next += z(seed) * z(seed+1)
		drawn += z(seed) * (float64(sample[0][0]) - 250) / math.Sqrt(187.5)
	}
	for name, sum := range map[string]float64{"of the next seed": next, "of the sample": drawn} {
		if z := sum / math.Sqrt(draws); math.Abs(z) > 5 {
			t.Errorf("the correlation with that %s is %.1f standard errors off 0", name, z)
		}
	}
}

// TestOrderOfTheTableDoesNotChangeItsHalves, and the labels of a half stand in the
// table's order.
func TestOrderOfTheTableDoesNotChangeItsHalves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(2, 6).Draw(t, "rows"), rapid.IntRange(2, 6).Draw(t, "columns")
		v := make([][]float64, n)
		for x := range v {
			v[x] = rapid.SliceOfN(rapid.SampledFrom([]float64{0, 1, 2, 9, 1e4, 1e12}), m, m).Draw(t, "row")
		}
		v[0][0], v[1][1] = v[0][0]+20, v[1][1]+20 // so that halves have two rows and columns
		seed := rapid.Uint64().Draw(t, "seed")
		rows := rapid.Permutation(partition.Identity(n)).Draw(t, "order of rows")
		columns := rapid.Permutation(partition.Identity(m)).Draw(t, "order of columns")
		sx, sy := make([]string, n), make([]string, m)
		shuffled := make([][]float64, n)
		for r, from := range rows {
			sx[r] = numbered("x", n)[from]
			for c, fromC := range columns {
				sy[c] = numbered("y", m)[fromC]
				shuffled[r] = append(shuffled[r], v[from][fromC])
			}
		}
		split := func(x, y []string, values [][]float64) (a, b *Joint) {
			j, err := Dense(x, y, values)
			if err == nil {
				a, b, err = j.Split(seed)
			}
			if err != nil {
				t.Fatal(err)
			}
			return a, b
		}
		a, b := split(numbered("x", n), numbered("y", m), v)
		c, d := split(sx, sy, shuffled)
		if diff := cmp.Diff(byLabelsOf(a), byLabelsOf(c)) + cmp.Diff(byLabelsOf(b), byLabelsOf(d)); diff != "" {
			t.Fatal(diff)
		}
		for k, x := range a.XLabels()[1:] {
			if before := a.XLabels()[k]; before >= x {
				t.Fatalf("row %s stands before %s", before, x)
			}
		}
	})
}

func TestSplitErrors(t *testing.T) {
	for _, tt := range []struct {
		values [][]float64
		want   []error
		text   string
	}{
		{[][]float64{{0.25, 0.25}, {0.5, 0}}, []error{ErrInput}, "the table holds probabilities, and only records that were counted can be split"},
		{[][]float64{{1, 1}, {1, 0}}, []error{ErrTooSmall}, "too few records to split: there are 3, and it takes 4"},
		{
			[][]float64{{500, 499}, {1, 0}},
			[]error{ErrTooSmall, ErrTooSmall},
			`too few records to split: of a half of the 1000, only one row has mass: "xa"`,
		},
		{
			[][]float64{{500, 0}, {499, 1}},
			[]error{ErrTooSmall, ErrTooSmall},
			`too few records to split: of a half of the 1000, only one column has mass: "ya"`,
		},
	} {
		a, b, err := tableOf(t, tt.values...).Split(1)
		if a != nil || b != nil || err == nil || err.Error() != tt.text {
			t.Errorf("%v: %v", tt.values, err)
		}
		for _, want := range tt.want {
			if !errors.Is(err, want) {
				t.Errorf("%v: the error is no %q", tt.values, want)
			}
		}
	}
}

// TestFrozenSplit freezes halves: the same on every machine, and in later versions.
func TestFrozenSplit(t *testing.T) {
	digest := sha256.New()
	for unit := 1.0; unit <= 1e13; unit *= 10 {
		j := tableOf(t, []float64{70 * unit, 1, 30 * unit, 2}, []float64{5, 20 * unit, 7, 4 * unit})
		for seed := range uint64(100) {
			for _, k := range halved(t, j, seed) {
				digest.Write(binary.LittleEndian.AppendUint64(nil, uint64(k)))
			}
		}
	}
	const golden = "b71c5d3f5c3b6424696aec173db61a93f86224c8272c37d7a840f881fb142306"
	if got := hex.EncodeToString(digest.Sum(nil)); got != golden {
		t.Errorf("the digest of the halves is %s, was %s: the same seeds would give other halves", got, golden)
	}
}

func BenchmarkSplit(b *testing.B) {
	for _, count := range []float64{1, 1e4, 1e8} {
		v := make([][]float64, 100)
		for x := range v {
			for y := range 100 {
				v[x] = append(v[x], float64((7*x+3*y)%11)*count)
			}
		}
		j := tableOf(b, v...)
		b.Run(fmt.Sprintf("cells=%d/N=%.0e", j.NonZero(), j.Total()), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := j.Split(1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
