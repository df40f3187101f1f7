package joint

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/partition"
)

// sampled draws a sample and returns it by row and column.
func sampled(t testing.TB, j *Joint, n int64, seed uint64) [][]int64 {
	t.Helper()
	counts, err := j.Sample(n, seed)
	if err != nil {
		t.Fatal(err)
	}
	if len(counts) != j.NonZero() {
		t.Fatalf("%d counts of %d cells", len(counts), j.NonZero())
	}
	table := make([][]int64, j.Rows())
	var sum int64
	for x := range table {
		table[x] = make([]int64, j.Cols())
		columns, _ := j.Row(x)
		for i, y := range columns {
			table[x][y] = counts[i]
			sum += counts[i]
			if counts[i] < 0 {
				t.Fatalf("n=%d, seed=%d: row %d, column %d drew %d", n, seed, x, y, counts[i])
			}
		}
		counts = counts[len(columns):]
	}
	if sum != n {
		t.Fatalf("n=%d, seed=%d: the counts add up to %d", n, seed, sum)
	}
	return table
}

// tableOf returns a joint of rows x... and columns y....
func tableOf(t testing.TB, values ...[]float64) *Joint {
	t.Helper()
	j, err := Dense(numbered("x", len(values)), numbered("y", len(values[0])), values)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// uneven has cells of very different masses, and empty ones.
func uneven(t testing.TB) *Joint {
	return tableOf(t,
		[]float64{70000, 0, 300, 1},
		[]float64{5, 20000, 0, 4000},
		[]float64{0, 9, 2000, 2})
}

// TestSampleFitsTheDistribution: Pearson's statistic of one sample, which has a mean
// of 8 for 9 cells and is above 40 once in 300,000 samples.
func TestSampleFitsTheDistribution(t *testing.T) {
	j := uneven(t)
	for _, n := range []int64{1e6, 1e9, 1e12, 1e15} {
		for seed := range uint64(20) {
			var chi float64
			for x, row := range sampled(t, j, n, seed) {
				columns, masses := j.Row(x)
				for i, y := range columns {
					want := float64(n) * masses[i] / j.Total()
					chi += (float64(row[y]) - want) * (float64(row[y]) - want) / want
				}
			}
			if chi > 40 {
				t.Errorf("n=%d, seed=%d: chi-square %.1f of 8 degrees of freedom", n, seed, chi)
			}
		}
	}
}

// TestSampleMoments compares means and covariances over 10,000 seeds with those of the
// multinomial distribution, each within five standard errors.
func TestSampleMoments(t *testing.T) {
	const draws = 10_000
	for _, n := range []int64{1, 30, 1000, 100_000} {
		j := tableOf(t, []float64{0.5, 0.125, 0.001}, []float64{0.1, 0.2, 0.074})
		sum := make([]float64, j.NonZero())
		products := make([][]float64, j.NonZero())
		for i := range products {
			products[i] = make([]float64, j.NonZero())
		}
		p := slices.Concat(dense(j)...)
		for seed := range uint64(draws) {
			counts, err := j.Sample(n, seed)
			if err != nil {
				t.Fatal(err)
			}
			for a := range p {
				da := float64(counts[a]) - float64(n)*p[a]
				sum[a] += da
				for b := range p {
					products[a][b] += da * (float64(counts[b]) - float64(n)*p[b])
				}
			}
		}
		variance := func(a int) float64 { return float64(n) * p[a] * (1 - p[a]) }
		for a := range p {
			if z := sum[a] / math.Sqrt(draws*variance(a)); math.Abs(z) > 5 {
				t.Errorf("n=%d, cell %d: the mean is %.1f standard errors off", n, a, z)
			}
			for b := range p {
				want := -float64(n) * p[a] * p[b]
				// The fourth moment of a count is 3 v^2 + v (1 - 6 p q).
				spread := variance(a)*variance(b) + want*want + math.Sqrt(variance(a)*variance(b))
				if a == b {
					want = variance(a)
				}
				if z := (products[a][b] - draws*want) / math.Sqrt(draws*spread); math.Abs(z) > 5 {
					t.Errorf("n=%d, cells %d and %d: the covariance is %.1f standard errors off", n, a, b, z)
				}
			}
		}
	}
}

// TestSampleSizesAreIndependent: a seed does not draw the same numbers for another n,
// nor a neighbouring seed the same a step later.
func TestSampleSizesAreIndependent(t *testing.T) {
	const draws = 4000
	for name, next := range map[string]func(n int64, seed uint64) (int64, uint64){
		"n + 1":            func(n int64, seed uint64) (int64, uint64) { return n + 1, seed },
		"seed + 1":         func(n int64, seed uint64) (int64, uint64) { return n, seed + 1 },
		"seed + increment": func(n int64, seed uint64) (int64, uint64) { return n, seed + random.Increment },
	} {
		j := tableOf(t, []float64{1, 1}, []float64{1, 1})
		var product float64
		for seed := range uint64(draws) {
			a := sampled(t, j, 1000, seed)[0][0]
			b := sampled(t, j, 1000, seed)[0][0]
			if a != b {
				t.Fatalf("seed %d draws %d, then %d", seed, a, b)
			}
			n, other := next(1000, seed)
			c := sampled(t, j, n, other)[0][0]
			product += (float64(a) - 250) * (float64(c) - 250)
		}
		if z := product / (187.5 * math.Sqrt(draws)); math.Abs(z) > 5 {
			t.Errorf("%s: the correlation is %.1f standard errors off 0", name, z)
		}
	}
}

// TestSampleOfRareCells: cells of 2^-52 of the mass beside one of nearly all of it.
func TestSampleOfRareCells(t *testing.T) {
	rare := 0x1p-52
	j := tableOf(t, []float64{1 - 3*rare, rare}, []float64{rare, rare})
	if j.NonZero() != 4 {
		t.Fatalf("%d cells, want 4", j.NonZero())
	}
	const draws = 3000
	var others [3]float64
	for seed := range uint64(draws) {
		s := sampled(t, j, 1e15, seed)
		for i, k := range []int64{s[0][1], s[1][0], s[1][1]} {
			others[i] += float64(k)
		}
		if small := sampled(t, j, 1e6, seed); small[0][0] != 1e6 {
			t.Errorf("seed %d: of 1e6 records %d fell on cells of 2^-52", seed, 1e6-small[0][0])
		}
	}
	want := draws * 1e15 * rare // 666
	for i, got := range others {
		if math.Abs(got-want) > 5*math.Sqrt(want) {
			t.Errorf("rare cell %d: %g records, want %.0f", i, got, want)
		}
	}
}

// TestSampleDependsOnProbabilitiesAlone: neither the unit of the masses, nor what the
// file says of empty rows, nor its order matters.
func TestSampleDependsOnProbabilitiesAlone(t *testing.T) {
	counts := [][]float64{{16, 1, 0}, {8, 3, 4}}
	scaled := func(by float64) *Joint {
		v := [][]float64{slices.Clone(counts[0]), slices.Clone(counts[1]), {0, 0, 0}}
		for _, row := range v {
			for y := range row {
				row[y] *= by
			}
		}
		return tableOf(t, v...)
	}
	weights, thousands := scaled(0x1p-5), scaled(1000)
	if _, ok := weights.Samples(); ok {
		t.Fatal("weights are taken for counts")
	}
	for seed := range uint64(50) {
		for _, n := range []int64{7, 500, 1e10} {
			want := sampled(t, tableOf(t, counts...), n, seed)
			for _, other := range []*Joint{weights, thousands} {
				if d := cmp.Diff(want, sampled(t, other, n, seed)); d != "" {
					t.Fatalf("n=%d, seed=%d: %s", n, seed, d)
				}
			}
		}
	}
}

func TestOrderOfTheTableDoesNotChangeTheSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, v := drawn(t)
		n := rapid.SampledFrom([]int64{3, 100, 1e7, 1e14}).Draw(t, "samples")
		seed := rapid.Uint64().Draw(t, "seed")
		rows := rapid.Permutation(partition.Identity(len(v))).Draw(t, "rows")
		columns := rapid.Permutation(partition.Identity(len(v[0]))).Draw(t, "columns")
		sx, sy := make([]string, len(rows)), make([]string, len(columns))
		shuffled := make([][]float64, len(rows))
		for r, from := range rows {
			sx[r] = numbered("x", len(v))[from]
			for c, fromC := range columns {
				sy[c] = numbered("y", len(v[0]))[fromC]
				shuffled[r] = append(shuffled[r], v[from][fromC])
			}
		}
		other, err := Dense(sx, sy, shuffled)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(byLabels(t, j, n, seed), byLabels(t, other, n, seed)); d != "" {
			t.Fatal(d)
		}
	})
}

// byLabels returns a sample as a count for every pair of labels.
func byLabels(t *rapid.T, j *Joint, n int64, seed uint64) map[string]int64 {
	counts, err := j.Sample(n, seed)
	if err != nil {
		t.Fatal(err)
	}
	m := make(map[string]int64)
	for x := range j.Rows() {
		columns, _ := j.Row(x)
		for i, y := range columns {
			m[j.XLabels()[x]+" "+j.YLabels()[y]] = counts[i]
		}
		counts = counts[len(columns):]
	}
	return m
}

func TestSampleErrors(t *testing.T) {
	j := uneven(t)
	for _, n := range []int64{0, -1, math.MinInt64, MaxSample + 1, math.MaxInt64} {
		counts, err := j.Sample(n, 1)
		if !errors.Is(err, ErrInput) || counts != nil {
			t.Errorf("n=%d: %v, %v", n, counts, err)
		} else if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, fmt.Sprint(n)) {
			t.Errorf("n=%d: %q", n, text)
		}
	}
}

// TestSampleBits freezes samples: the same on every machine, and in later versions.
func TestSampleBits(t *testing.T) {
	digest := sha256.New()
	add := func(j *Joint, n int64, seed uint64) {
		for _, row := range sampled(t, j, n, seed) {
			for _, k := range row {
				digest.Write(binary.LittleEndian.AppendUint64(nil, uint64(k)))
			}
		}
	}
	even := make([][]float64, 20)
	for x := range even {
		for y := range 20 {
			even[x] = append(even[x], float64((7*x+3*y)%11+1)/1000)
		}
	}
	for seed := range uint64(200) {
		for n := int64(1); n <= MaxSample; n *= 10 {
			add(uneven(t), n, seed)
		}
		add(tableOf(t, even...), 1e15, seed)
		add(tableOf(t, even...), 1<<(seed%49), seed)
	}
	const golden = "42e84af0b482f91997a18b4dd495a614c107f7655aa224f3bb944cc53704fddd"
	if got := hex.EncodeToString(digest.Sum(nil)); got != golden {
		t.Errorf("the digest of the samples is %s, was %s: the same seeds would give other samples", got, golden)
	}
}

func BenchmarkSample(b *testing.B) {
	v := make([][]float64, 300)
	for x := range v {
		for y := range 300 {
			v[x] = append(v[x], float64((7*x+3*y)%11))
		}
	}
	labels := make([]string, len(v))
	for i := range labels {
		labels[i] = fmt.Sprint(i)
	}
	j, err := Dense(labels, labels, v)
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int64{1e4, 1e6, 1e12} {
		b.Run(fmt.Sprintf("cells=%d/n=%.0e", j.NonZero(), float64(n)), func(b *testing.B) {
			for b.Loop() {
				if _, err := j.Sample(n, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
