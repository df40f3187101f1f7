package points

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/plogp"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

func names(prefix string, n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprintf("%s%03d", prefix, i)
	}
	return labels
}

func cloud(tb testing.TB, rows [][]float64, weights []float64) *Cloud {
	tb.Helper()
	c, err := New(names("c", len(rows[0])), names("p", len(rows)), rows, weights)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// draw draws points of d coordinates about 0, with weights of a kind: all alike,
// counts, or any.
func draw(rng *rand.Rand, n, d, kind int) (rows [][]float64, weights []float64) {
	for range n {
		row := make([]float64, d)
		for y := range row {
			row[y] = rng.NormFloat64()
		}
		rows = append(rows, row)
		switch kind {
		case 0:
			weights = append(weights, 1)
		case 1:
			weights = append(weights, float64(1+rng.IntN(20)))
		default:
			weights = append(weights, rng.ExpFloat64())
		}
	}
	return rows, weights
}

// between computes what a set adds, by definition and in numbers of 300 bits: the
// weight times the squared distance of its centroid from the mean of all points, as a
// share of the scatter of all; and the variance.
func between(rows [][]float64, weights []float64, set []int) (share, variance float64) {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	zero := func() *big.Float { return num(0) }
	centroid := func(set []int) ([]*big.Float, *big.Float) {
		total := zero()
		sums := make([]*big.Float, len(rows[0]))
		for y := range sums {
			sums[y] = zero()
			for _, x := range set {
				sums[y].Add(sums[y], zero().Mul(num(weights[x]), num(rows[x][y])))
			}
		}
		for _, x := range set {
			total.Add(total, num(weights[x]))
		}
		for y := range sums {
			sums[y].Quo(sums[y], total)
		}
		return sums, total
	}
	mean, total := centroid(partition.Identity(len(rows)))
	at, weight := centroid(set)
	square, scatter := zero(), zero()
	for y := range mean {
		difference := zero().Sub(at[y], mean[y])
		square.Add(square, difference.Mul(difference, difference))
		for x := range rows {
			difference := zero().Sub(num(rows[x][y]), mean[y])
			difference.Mul(difference, difference)
			scatter.Add(scatter, difference.Mul(difference, num(weights[x])))
		}
	}
	share, _ = square.Mul(square, weight).Quo(square, scatter).Float64()
	variance, _ = scatter.Quo(scatter, total).Float64()
	return share, variance
}

func TestNewSetsAsideAndKeeps(t *testing.T) {
	c, err := New([]string{"u", "v"}, []string{"a", "none", "b"}, [][]float64{{1, 2}, {7, 7}, {3, 6}}, []float64{3, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	samples, ok := c.Samples()
	got := []any{c.Len(), len(c.Names()), c.Names(), c.Labels(), c.ZeroRows(), c.At(0), c.At(1), c.Weight(0), c.Weight(1), c.Total(), samples, ok}
	want := []any{2, 2, []string{"u", "v"}, []string{"a", "b"}, []string{"none"}, []float64{1, 2}, []float64{3, 6}, 3., 1., 4., int64(4), true}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// Distance^2 from (1, 2) to (3, 6) is 20, and 3/4 1/4 of it is the variance.
	if c.Variance() != 3.75 {
		t.Errorf("variance %g", c.Variance())
	}
	if want := 2 - .75*math.Log2(3); math.Abs(c.HX()-want) > 1e-14 {
		t.Errorf("HX %g, want %g", c.HX(), want)
	}
}

func TestNothingGivenIsKept(t *testing.T) {
	axes, labels, rows, weights := names("c", 1), names("p", 2), [][]float64{{1}, {2}}, []float64{1, 2}
	c, err := New(axes, labels, rows, weights)
	if err != nil {
		t.Fatal(err)
	}
	before := c.SHA256()
	axes[0], labels[0], rows[0][0], weights[0] = "other", "other", 9, 9
	if c.SHA256() != before {
		t.Error("the cloud changed")
	}
}

func TestCountsAreToldFromWeights(t *testing.T) {
	for _, tt := range []struct {
		name    string
		weights []float64
		samples int64
		counts  bool
		first   float64 // share of the first
	}{
		{"none given", nil, 3, true, 1. / 3},
		{"counts", []float64{3, 1, 2}, 6, true, .5},
		{"probabilities", []float64{.5, .25, .25}, 0, false, .5},
		{"the most counts", []float64{1 << 52, 1 << 51, 1<<51 - 1}, 1<<53 - 1, true, .5},
		{"one more", []float64{1 << 52, 1 << 51, 1 << 51}, 0, false, .5},
		{"too many counts, the large one last", []float64{4, 4, 1 << 53}, 0, false, 0x1p-51},
		{"huge weights", []float64{math.MaxFloat64, math.MaxFloat64, math.MaxFloat64}, 0, false, 1. / 3},
		{"one huge weight", []float64{math.MaxFloat64, math.MaxFloat64 / 2, math.MaxFloat64 / 2}, 0, false, .5},
		{"tiny weights", []float64{5e-324, 1e-323, 5e-324}, 0, false, .25},
	} {
		c, err := New([]string{"u"}, names("p", 3), [][]float64{{0}, {1}, {5}}, tt.weights)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if n, ok := c.Samples(); n != tt.samples || ok != tt.counts {
			t.Errorf("%s: samples %d, %t", tt.name, n, ok)
		}
		if got := c.Weight(0) / c.Total(); math.Abs(got-tt.first) > 1e-15 {
			t.Errorf("%s: the first has share %g, want %g", tt.name, got, tt.first)
		}
	}
}

func TestBadClouds(t *testing.T) {
	u, ab := []string{"u"}, []string{"a", "b"}
	two := [][]float64{{1}, {2}}
	for _, tt := range []struct {
		name          string
		names, labels []string
		rows          [][]float64
		weights       []float64
		want          error
		says          string
	}{
		{"no coordinates", nil, ab, two, nil, ErrInput, "no coordinates"},
		{"fewer points", u, ab, two[:1], nil, ErrInput, "2 labels and 1 points"},
		{"fewer weights", u, ab, two, []float64{1}, ErrInput, "2 labels and 1 weights"},
		{"ragged", u, ab, [][]float64{{1}, {2, 3}}, nil, ErrInput, `point "b" has 2 numbers for 1 coordinates`},
		{"no points", u, nil, nil, nil, ErrInput, ""},
		{"no weight", u, ab, two, []float64{0, 0}, ErrInput, ""},
		{"one point", u, ab, two, []float64{0, 1}, ErrInput, `"b"`},
		{"one place", u, ab, [][]float64{{.1}, {.1}}, nil, ErrInput, ""},
		{"one place but for weight 0", u, []string{"a", "b", "c"}, [][]float64{{.1}, {.1}, {2}}, []float64{1, 1, 0}, ErrInput, ""},
		{"one tiny place", u, ab, [][]float64{{5e-324}, {5e-324}}, nil, ErrInput, ""},
		{"NaN", u, ab, [][]float64{{1}, {math.NaN()}}, nil, ErrInput, `point "b", coordinate "u" is NaN`},
		{"infinite", u, ab, [][]float64{{math.Inf(-1)}, {1}}, nil, ErrInput, `point "a", coordinate "u" is -Inf`},
		{"negative weight", u, ab, two, []float64{1, -1}, ErrInput, `point "b" has weight -1`},
		{"infinite weight", u, ab, two, []float64{math.Inf(1), 1}, ErrInput, "+Inf"},
		{"NaN weight", u, ab, two, []float64{math.NaN(), 1}, ErrInput, "NaN"},
		{"label twice", u, []string{"a", "a"}, two, nil, ErrInput, `point "a"`},
		{"name twice", []string{"u", "u"}, ab, [][]float64{{1, 1}, {2, 2}}, nil, ErrInput, `coordinate "u"`},
		{"too large", u, ab, [][]float64{{math.MaxFloat64}, {-math.MaxFloat64}}, nil, ErrInput, "another unit"},
		{"too small", u, ab, [][]float64{{1e-180}, {2e-180}}, nil, ErrInput, "another unit"},
	} {
		_, err := New(tt.names, tt.labels, tt.rows, tt.weights)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: an error of two lines: %v", tt.name, err)
		}
	}
}

// TestBetweenEqualsItsDefinition on points near 0, far from it, of which one is far
// from the others and light, and in units of their own.
func TestBetweenEqualsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d := 2+rng.IntN(12), 1+rng.IntN(4)
		rows, weights := draw(rng, n, d, rapid.IntRange(0, 2).Draw(t, "weights"))
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 1:
			for x := range rows {
				for y := range rows[x] {
					rows[x][y] += 1e7
				}
			}
		case 2:
			for y := range rows[0] {
				rows[0][y] *= 1e6
			}
			for x := range weights[1:] {
				weights[x+1] *= 1e12
			}
		case 3:
			for x := range rows {
				for y := range rows[x] {
					rows[x][y] *= 1e140
				}
			}
		}
		c, err := New(names("c", d), names("p", n), rows, weights)
		if err != nil {
			t.Fatal(err)
		}
		if c.Len() < n {
			t.Skip("a weight was too small")
		}
		for x := range weights {
			weights[x] = c.Weight(x) // which is rounded, as in package joint
		}
		set := rng.Perm(n)[:1+rng.IntN(n)]
		s := c.Set()
		for _, x := range set {
			s.Add(x)
		}
		want, variance := between(rows, weights, set)
		var largest float64 // deviation
		for x := range rows {
			for y := range rows[x] {
				largest = max(largest, math.Abs(rows[x][y]-rows[0][y]))
			}
		}
		tolerance := 3e-15 + 0x1p-59*largest/math.Sqrt(variance)
		if got := s.Between(); math.Abs(got-want) > tolerance {
			t.Errorf("%v of %v with weights %v: %.17g, want %.17g", set, rows, weights, got, want)
		}
		if got := c.Variance(); math.Abs(got/variance-1) > tolerance {
			t.Errorf("variance %.17g, want %.17g", got, variance)
		}
	})
}

// TestALightPointFarOut: where all but one point share a millionth of the range,
// what float64 loses of a difference matters, and so does a grid of 2^-40.
func TestALightPointFarOut(t *testing.T) {
	rows := [][]float64{{1}}
	weights := []float64{1}
	for x := range 9 {
		rows = append(rows, []float64{0x1p-26 * (1 + float64(x)/7)})
		weights = append(weights, 1<<49)
	}
	c := cloud(t, rows, weights)
	for x := range rows {
		s := c.Set()
		s.Add(x)
		want, _ := between(rows, weights, []int{x})
		if got := s.Between(); math.Abs(got-want) > 1e-11 {
			t.Errorf("point %d adds %.17g, want %.17g", x, got, want)
		}
	}
}

// TestBetweenIsAFunctionOfTheSet: the bits do not depend on which points came and
// went before.
func TestBetweenIsAFunctionOfTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		n, d := 2+rng.IntN(30), 1+rng.IntN(5)
		rows, weights := draw(rng, n, d, rng.IntN(3))
		c, err := New(names("c", d), names("p", n), rows, weights)
		if err != nil {
			t.Fatal(err)
		}
		used := c.Set()
		held := make([]bool, n)
		for range 20 {
			wanted := make([]bool, n)
			wanted[rng.IntN(n)] = true
			for range rng.IntN(n) {
				wanted[rng.IntN(n)] = true
			}
			fresh := c.Set()
			for x, w := range wanted {
				if w {
					fresh.Add(x)
				}
			}
			for _, x := range rng.Perm(n) {
				switch {
				case wanted[x] && !held[x]:
					used.Add(x)
				case held[x] && !wanted[x]:
					used.Remove(x)
				}
			}
			held = wanted
			if math.Float64bits(used.Between()) != math.Float64bits(fresh.Between()) || used.Weight() != fresh.Weight() {
				t.Fatalf("%v and %v", used, fresh)
			}
		}
	})
}

// TestAllPointsTogetherExplainNothing: what the origin is off the mean by is less than
// the quantum, even where nearly all weight is at one place.
func TestAllPointsTogetherExplainNothing(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n, d := 2+rng.IntN(30), 1+rng.IntN(30)
		rows, weights := draw(rng, n, d, int(seed%3))
		if seed%2 == 0 {
			weights[0] = 1 << 40
		}
		c := cloud(t, rows, weights)
		s := c.Set()
		for x := range c.Len() {
			s.Add(x)
		}
		if got := s.Between(); got > float64(d)*0x1p-68 || plogp.Quantize(got) != 0 {
			t.Errorf("seed %d: all together add %g", seed, got)
		}
	}
}

// TestFrozenBits: every machine gives these.
func TestFrozenBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	var rows [][]float64
	var weights []float64
	for range 40 {
		rows = append(rows, []float64{rng.Float64() * 10, rng.Float64(), rng.Float64() - 5})
		weights = append(weights, rng.Float64())
	}
	c := cloud(t, rows, weights)
	digest := math.Float64bits(c.Variance())
	s := c.Set()
	for x := range c.Len() {
		s.Add(x)
		digest = digest*0x9e3779b97f4a7c15 + math.Float64bits(s.Between())
	}
	if want := uint64(0x719b085447539c5); digest != want {
		t.Errorf("%#x, want %#x", digest, want)
	}
}

func TestOrderOfTheFileDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		n, d := 3+rng.IntN(10), 1+rng.IntN(3)
		rows, weights := draw(rng, n, d, rng.IntN(3))
		rows[1], weights[1] = rows[0], weights[0] // equal points, told apart by label
		weights[2] = weights[0]
		labels, axes := names("p", n), names("c", d)
		c, err := New(axes, labels, rows, weights)
		if err != nil {
			t.Fatal(err)
		}
		perm, columns := rng.Perm(n), rng.Perm(d)
		var labels2, axes2 []string
		var weights2 []float64
		var rows2, rows3 [][]float64
		for _, x := range perm {
			labels2, weights2 = append(labels2, labels[x]), append(weights2, weights[x])
			rows2 = append(rows2, rows[x])
			row := make([]float64, d)
			for k, y := range columns {
				row[k] = rows[x][y]
			}
			rows3 = append(rows3, row)
		}
		for _, y := range columns {
			axes2 = append(axes2, axes[y])
		}
		for _, other := range []struct {
			axes []string
			rows [][]float64
		}{{axes, rows2}, {axes2, rows3}} {
			c2, err := New(other.axes, labels2, other.rows, weights2)
			if err != nil {
				t.Fatal(err)
			}
			if c.SHA256() != c2.SHA256() || c.HX() != c2.HX() || c.Variance() != c2.Variance() || c.Total() != c2.Total() {
				t.Errorf("%v and %v differ", c, c2)
			}
			order, order2 := c.CanonicalOrder(), c2.CanonicalOrder()
			some, some2 := c.Set(), c2.Set()
			for r := range order {
				if r%2 == 0 {
					some.Add(order[r])
					some2.Add(order2[r])
				}
			}
			if math.Float64bits(some.Between()) != math.Float64bits(some2.Between()) {
				t.Errorf("a set explains %v and %v", some.Between(), some2.Between())
			}
			for r := range order {
				if c.Labels()[order[r]] != c2.Labels()[order2[r]] {
					t.Errorf("%v and %v", order, order2)
				}
				if r > 0 && c.Weight(order[r]) > c.Weight(order[r-1]) {
					t.Errorf("%v is not heaviest first", order)
				}
			}
		}
	})
}

func TestCanonicalOrder(t *testing.T) {
	c, err := New(names("c", 2), []string{"b", "a", "e", "d", "c"},
		[][]float64{{1, 2}, {1, 2}, {0, 0}, {1, 1}, {0, 3}}, []float64{1, 1, 2, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.CanonicalOrder(); !slices.Equal(got, []int{2, 3, 1, 0, 4}) {
		t.Errorf("%v", got)
	}
}

func TestSHA256TellsCloudsApart(t *testing.T) {
	base := func() ([]string, []string, [][]float64, []float64) {
		return names("c", 2), names("p", 3), [][]float64{{0, 1}, {2, 3}, {4, 6}}, []float64{1, 2, 1}
	}
	digest := func(change func(n, l []string, r [][]float64, w []float64)) string {
		n, l, r, w := base()
		change(n, l, r, w)
		c, err := New(n, l, r, w)
		if err != nil {
			t.Fatal(err)
		}
		return c.SHA256()
	}
	was := digest(func(_, _ []string, _ [][]float64, _ []float64) {})
	for name, change := range map[string]func(n, l []string, r [][]float64, w []float64){
		"name":       func(n, _ []string, _ [][]float64, _ []float64) { n[0] = "other" },
		"label":      func(_, l []string, _ [][]float64, _ []float64) { l[0] = "other" },
		"coordinate": func(_, _ []string, r [][]float64, _ []float64) { r[2][1] = math.Nextafter(6, 7) },
		"weight":     func(_, _ []string, _ [][]float64, w []float64) { w[0], w[1] = 2, 1 },
		"all":        func(_, _ []string, _ [][]float64, w []float64) { w[0], w[1], w[2] = 2, 4, 2 },
	} {
		if digest(change) == was {
			t.Errorf("another %s gives the same digest", name)
		}
	}
	if digest(func(_, _ []string, r [][]float64, _ []float64) { r[0][0] = math.Copysign(0, -1) }) != was {
		t.Error("-0 is another number than 0")
	}
}

// TestCoarsenKeepsWhatClustersAdd: the points of the coarse cloud add what the sets
// that they stand for do, bit for bit, and have their centroids.
func TestCoarsenKeepsWhatClustersAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		n, d := 2+rng.IntN(12), 1+rng.IntN(3)
		rows, weights := draw(rng, n, d, rng.IntN(3))
		c, err := New(names("c", d), names("p", n), rows, weights)
		if err != nil {
			t.Fatal(err)
		}
		labels := make([]int, n)
		for x := range labels {
			labels[x] = rng.IntN(4)
		}
		f := partition.Canonical(labels)
		z := c.Coarsen(f)
		if z.Len() != f.K() || z.Total() != c.Total() || z.Variance() != c.Variance() || !slices.Equal(z.Names(), c.Names()) {
			t.Fatalf("%v of %v", z, c)
		}
		coarse, fine := z.Set(), c.Set()
		for k, cluster := range f.Clusters() {
			var weight float64
			centroid := make([]float64, d)
			for _, x := range cluster {
				fine.Add(x)
				weight += c.Weight(x)
				for y, v := range c.At(x) {
					centroid[y] += v * c.Weight(x)
				}
			}
			coarse.Add(k)
			if math.Float64bits(coarse.Between()) != math.Float64bits(fine.Between()) || coarse.Weight() != fine.Weight() {
				t.Errorf("clusters up to %d: %v and %v", k, coarse, fine)
			}
			if z.Labels()[k] != c.Labels()[cluster[0]] || z.Weight(k) != weight {
				t.Errorf("cluster %d is %q of weight %g", k, z.Labels()[k], z.Weight(k))
			}
			for y := range centroid {
				if math.Abs(z.At(k)[y]-centroid[y]/weight) > 1e-14 {
					t.Errorf("centroid %v, want %v / %v", z.At(k), centroid, weight)
				}
			}
		}
	})
}

func TestWideEqualsBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weight := func(name string) uint64 { return rapid.Uint64Range(0, 1<<53).Draw(t, name) }
		place := func(name string) int64 { return rapid.Int64Range(-1<<62, 1<<62).Draw(t, name) }
		w, p, v, q := weight("w"), place("p"), weight("v"), place("q")
		a, b := product(w, p), product(v, q)
		bigProduct := func(w uint64, p int64) *big.Int {
			return new(big.Int).Mul(new(big.Int).SetUint64(w), big.NewInt(p))
		}
		x, y := bigProduct(w, p), bigProduct(v, q)
		sum := new(big.Int).Add(x, y)
		if a.plus(b).big().Cmp(sum) != 0 || a.plus(b).minus(a).big().Cmp(y) != 0 {
			t.Fatalf("%v + %v", x, y)
		}
		want, _ := new(big.Float).SetInt(new(big.Int).Abs(sum)).SetMode(big.ToNearestEven).Float64()
		if got := a.plus(b).float(); got != want {
			t.Fatalf("%v as float64 is %g, want %g", sum, got, want)
		}
		if total := w + v; total > 0 {
			got := a.plus(b).over(total)
			rest := new(big.Int).Sub(sum, new(big.Int).Mul(big.NewInt(got), new(big.Int).SetUint64(total)))
			if rest.Lsh(rest.Abs(rest), 1).Cmp(new(big.Int).SetUint64(total)) > 0 {
				t.Fatalf("%v over %d is %d", sum, total, got)
			}
		}
	})
}

// TestWideTies: of a number between two float64 the bits after the 64th decide.
func TestWideTies(t *testing.T) {
	for _, tt := range []struct {
		v    wide
		want float64
	}{
		{wide{1, 0}, 0x1p64},
		{wide{1, 1 << 11}, 0x1p64},                 // a tie, to even
		{wide{1, 1<<11 + 1}, 0x1.0000000000001p64}, // above it
		{wide{1, 3 << 11}, 0x1.0000000000002p64},   // a tie, to even
		{wide{1 << 20, 1 << 31}, 0x1p84},
		{wide{1 << 20, 1<<31 + 1}, 0x1.0000000000001p84},
		{wide{0, 1<<53 + 1}, 0x1p53},
		{wide{}, 0},
	} {
		for _, v := range []wide{tt.v, wide{}.minus(tt.v)} {
			if got := v.float(); got != tt.want {
				t.Errorf("%v is %x, want %x", v, got, tt.want)
			}
		}
	}
}

// FuzzNew: whatever New takes, the identity explains all and one cluster nothing.
func FuzzNew(f *testing.F) {
	f.Add(1., 2., 3., 1., 1.)
	f.Add(1e150, -1e150, 3., 0.5, 1.)
	f.Add(5e-324, 0., 1e-300, 1e300, 1.)
	f.Add(math.MaxFloat64, -math.MaxFloat64, 0., 1., 3.)
	f.Fuzz(func(t *testing.T, a, b, c, v, w float64) {
		cloud, err := New([]string{"u"}, []string{"a", "b", "c"}, [][]float64{{a}, {b}, {c}}, []float64{v, w, 1})
		if err != nil {
			return
		}
		all, i := cloud.Set(), 0.
		for x := range cloud.Len() {
			all.Add(x)
			one := cloud.Set()
			one.Add(x)
			i += one.Between()
		}
		if math.Abs(i-1) > 1e-14 || all.Between() > 1e-20 {
			t.Errorf("the identity explains %.17g, one cluster %g", i, all.Between())
		}
	})
}
