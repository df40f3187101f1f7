package robust

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

var allMethods = []Method{Bootstrap, Posterior, Delta, NSB}

// near tells whether two numbers differ by a share of the second at most.
func near(got, want, share float64) bool { return math.Abs(got-want) <= share*math.Abs(want) }

// randomTable returns a table of counts whose rows and columns have some each.
func randomTable(seed uint64, n, m, most int) [][]float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	table := make([][]float64, n)
	for x := range table {
		table[x] = make([]float64, m)
		for y := range table[x] {
			table[x][y] = float64(r.IntN(most))
		}
		table[x][x%m]++
		table[x][r.IntN(m)] += float64(most)
	}
	for y := range m {
		table[r.IntN(n)][y]++
	}
	return table
}

// all returns every partition of n rows.
func all(n int) (list []partition.Partition) {
	for f := range partition.All(n) {
		list = append(list, slices.Clone(f))
	}
	return list
}

// TestClosedForm: if Y is Z, h and i are the entropy of one probability p, whose
// standard deviation is sqrt(p (1-p)/N) |log2((1-p)/p)| to first order.
func TestClosedForm(t *testing.T) {
	j := tableOf(t, [][]float64{{2000, 0}, {0, 8000}})
	f := frontierOf(t, j, partition.Partition{0, 0}, partition.Partition{0, 1})
	want := math.Sqrt(0.2*0.8/10000) * 2
	for m, share := range map[Method]float64{Delta: 1e-13, Bootstrap: 0.05, Posterior: 0.05} {
		s := measured(t, j, f, Options{Method: m, Resamples: 2000})
		if s[0] != (frontier.Spread{}) {
			t.Errorf("%v: one cluster has %v", m, s[0])
		}
		if !near(s[1].DH, want, share) || !near(s[1].DI, want, share) || !near(s[1].Cov, want*want, 2*share) {
			t.Errorf("%v: %v, want %g", m, s[1], want)
		}
	}
}

// TestWhereTheFirstOrderVanishes: the delta method has no deviation for equally frequent
// clusters and for independence, and resampling has one of the order of 1/N.
func TestWhereTheFirstOrderVanishes(t *testing.T) {
	j := tableOf(t, [][]float64{{3, 9}, {9, 27}, {24, 72}})
	f := frontierOf(t, j, partition.Partition{0, 0, 0}, partition.Partition{0, 1, 2})
	if s := measured(t, j, f, Options{Method: Delta})[1]; s.DI != 0 || s.DH == 0 || s.Cov != 0 {
		t.Errorf("independent: %v", s)
	}
	if s := measured(t, j, f, Options{})[1]; !(s.DI > 0 && s.DI < 0.1) {
		t.Errorf("independent, resampled: %v", s)
	}
	j = tableOf(t, [][]float64{{7, 0, 0}, {0, 7, 0}, {0, 0, 7}})
	f = frontierOf(t, j, partition.Partition{0, 0, 0}, partition.Partition{0, 1, 2})
	if s := measured(t, j, f, Options{Method: Delta})[1]; s != (frontier.Spread{}) {
		t.Errorf("balanced: %v", s)
	}
	if s := measured(t, j, f, Options{})[1]; !(s.DH > 0.01 && s.DH < 0.3) || !near(s.DI, s.DH, 1e-9) {
		t.Errorf("balanced, resampled: %v", s)
	}
}

// value returns the plug-in h and i of a clustering of a table.
func value(table [][]float64, f partition.Partition) point {
	merged := make([][]float64, f.K())
	weights := make([]float64, f.K())
	for x, row := range table {
		if merged[f[x]] == nil {
			merged[f[x]] = make([]float64, len(row))
		}
		for y, v := range row {
			merged[f[x]][y] += v
			weights[f[x]] += v
		}
	}
	return point{info.Entropy(weights), info.MutualInformation(merged)}
}

// TestBootstrapAgreesWithAllSamples: with few observations, all samples that there are can
// be gone over, with their probabilities.
func TestBootstrapAgreesWithAllSamples(t *testing.T) {
	table := [][]float64{{2, 1}, {0, 2}, {1, 0}}
	j, f := tableOf(t, table), partition.Partition{0, 1, 0}
	const total = 6
	var mean point
	var hh, ii, hi, mass float64
	sample := make([][]float64, len(table))
	for x := range sample {
		sample[x] = make([]float64, 2)
	}
	var visit func(cell, left int, p float64)
	visit = func(cell, left int, p float64) {
		if cell == 6 {
			if left == 0 {
				v := value(sample, f)
				mass += p
				mean.h, mean.i = mean.h+p*v.h, mean.i+p*v.i
				hh, ii, hi = hh+p*v.h*v.h, ii+p*v.i*v.i, hi+p*v.h*v.i
			}
			return
		}
		for k, weight := 0, p; k <= left; k++ {
			if k > 0 { // multinomial: N!/prod k! prod q^k
				weight *= table[cell/2][cell%2] / total * float64(left-k+1) / float64(k)
			}
			if weight > 0 {
				sample[cell/2][cell%2] = float64(k)
				visit(cell+1, left-k, weight)
			}
		}
		sample[cell/2][cell%2] = 0
	}
	visit(0, total, 1)
	if !near(mass, 1, 1e-12) {
		t.Fatalf("the probabilities of all samples sum to %g", mass)
	}
	got := measured(t, j, frontierOf(t, j, f), Options{Resamples: 100_000})[0]
	want := frontier.Spread{DH: math.Sqrt(hh - mean.h*mean.h), DI: math.Sqrt(ii - mean.i*mean.i), Cov: hi - mean.h*mean.i}
	t.Logf("%v, exactly %v", got, want)
	if !near(got.DH, want.DH, 0.015) || !near(got.DI, want.DI, 0.015) || !(math.Abs(got.Cov-want.Cov) <= 0.02*want.DH*want.DI) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestDeltaIsTheLimitOfTheBootstrap for large samples.
func TestDeltaIsTheLimitOfTheBootstrap(t *testing.T) {
	table := randomTable(3, 5, 4, 90000)
	j := tableOf(t, table)
	f := frontierOf(t, j, all(5)...)
	delta := measured(t, j, f, Options{Method: Delta})
	for k, got := range measured(t, j, f, Options{Resamples: 2000}) {
		want := delta[k]
		// The standard error is 1.6 %.
		if !near(got.DH, want.DH, 0.08) || !near(got.DI, want.DI, 0.08) || !(math.Abs(got.Cov-want.Cov) <= 0.1*want.DH*want.DI) {
			t.Errorf("point %d: %v, and by the delta method %v", k, got, want)
		}
	}
}

// TestResamplesAreThoseOfTheTable: shared clusters, sparse sums and several workers give
// what computing every clustering of every resample from nothing gives.
func TestResamplesAreThoseOfTheTable(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, m := rapid.IntRange(2, 7).Draw(rt, "n"), rapid.IntRange(2, 5).Draw(rt, "m")
		table := randomTable(rapid.Uint64().Draw(rt, "table"), n, m, rapid.IntRange(1, 30).Draw(rt, "most"))
		seed, draws := rapid.Uint64().Draw(rt, "seed"), rapid.IntRange(2, 9).Draw(rt, "draws")
		j := tableOf(t, table)
		clusterings := make([]partition.Partition, rapid.IntRange(1, 6).Draw(rt, "points"))
		for k := range clusterings {
			clusterings[k] = partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, n-1), n, n).Draw(rt, "labels"))
		}
		got := measured(t, j, frontierOf(t, j, clusterings...), Options{Resamples: draws, Seed: seed})
		total, _ := j.Samples()
		want := make([]welford, len(clusterings))
		for b := range draws {
			counts, err := j.Sample(total, keyed.Key{seed, uint64(b)}.Scramble()[0])
			if err != nil {
				rt.Fatal(err)
			}
			sample, at := make([][]float64, n), 0
			for x := range n {
				sample[x] = make([]float64, m)
				columns, _ := j.Row(x)
				for _, y := range columns {
					sample[x][y] = float64(counts[at])
					at++
				}
			}
			for k, f := range clusterings {
				want[k].add(value(sample, f))
			}
		}
		for k := range want {
			w := want[k].spread()
			if d := max(math.Abs(got[k].DH-w.DH), math.Abs(got[k].DI-w.DI), math.Abs(got[k].Cov-w.Cov)); !(d < 1e-7) {
				rt.Fatalf("%v: %v, want %v", clusterings[k], got[k], w)
			}
		}
	})
}

// TestPosteriorAgreesWithPosteriorInformation draw by draw.
func TestPosteriorAgreesWithPosteriorInformation(t *testing.T) {
	table := randomTable(5, 6, 4, 20)
	j := tableOf(t, table)
	got := measured(t, j, frontierOf(t, j, partition.Identity(6)), Options{Method: Posterior, Resamples: 50, Seed: 3})[0]
	want, err := info.PosteriorInformation(info.NSB(), table, 50, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !near(got.DI, want.SD, 1e-9) {
		t.Errorf("%v, want %g", got, want.SD)
	}
}

// TestNSBTakesEntropiesForIndependent: too wide for I, as documented.
func TestNSBTakesEntropiesForIndependent(t *testing.T) {
	table := randomTable(7, 6, 4, 50)
	j := tableOf(t, table)
	f := frontierOf(t, j, partition.Identity(6))
	got := measured(t, j, f, Options{Method: NSB})[0]
	h, err := info.EntropiesOf(info.NSB(), table)
	if err != nil {
		t.Fatal(err)
	}
	if want := (frontier.Spread{DH: h.X.SD, DI: h.MutualInformation().SD, Cov: h.X.SD * h.X.SD}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if drawn := measured(t, j, f, Options{Method: Posterior})[0]; !(got.DI > 1.1*drawn.DI) {
		t.Errorf("%v is not too wide, against %v", got, drawn)
	}
}

// shuffled returns the table with rows and columns in another order, with their labels.
func shuffled(t testing.TB, table [][]float64, seed uint64) *joint.Joint {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	var x, y []string
	var values [][]float64
	columns := r.Perm(len(table[0]))
	for _, c := range columns {
		y = append(y, fmt.Sprintf("y%02d", c))
	}
	for _, row := range r.Perm(len(table)) {
		x = append(x, fmt.Sprintf("x%02d", row))
		var v []float64
		for _, c := range columns {
			v = append(v, table[row][c])
		}
		values = append(values, v)
	}
	j, err := joint.Dense(x, y, values)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// reordered returns the clusterings of a frontier with rows in the order of another table.
func reordered(t testing.TB, f *frontier.Frontier, j *joint.Joint) *frontier.Frontier {
	t.Helper()
	var list []partition.Partition
	for p := range f.All() {
		a, labels := p.Assignment(), make([]int, j.Rows())
		for x, label := range j.XLabels() {
			labels[x] = a[slices.Index(f.Problem.XLabels, label)]
		}
		list = append(list, partition.Canonical(labels))
	}
	return frontierOf(t, j, list...)
}

// TestOneClusterIsCertain to the last bit, though probabilities sum to 1 only almost.
func TestOneClusterIsCertain(t *testing.T) {
	j := tableOf(t, randomTable(37, 30, 30, 5))
	f := frontierOf(t, j, make(partition.Partition, 30))
	for _, m := range allMethods {
		if s := measured(t, j, f, Options{Method: m})[0]; s != (frontier.Spread{}) {
			t.Errorf("%v: %v", m, s)
		}
	}
}

// TestOrderAndWorkersDoNotMatter: neither the order of the table's rows and columns, nor
// another one of the frontier's, nor the number of workers changes a bit.
func TestOrderAndWorkersDoNotMatter(t *testing.T) {
	table := randomTable(11, 12, 9, 8)
	j := tableOf(t, table)
	f := mapped(t, j)
	for _, m := range allMethods {
		o := Options{Method: m, Resamples: 23, Seed: 5, Workers: 1}
		want := measured(t, j, f, o)
		for seed, workers := range []int{1, 2, 5, 40} {
			o.Workers = workers
			other := shuffled(t, table, uint64(seed))
			// The frontier's rows are in the order of j, and in that of other.
			if diff := cmp.Diff(want, measured(t, other, f, o)); diff != "" {
				t.Errorf("%v, %d workers: %s", m, workers, diff)
			}
			if diff := cmp.Diff(want, measured(t, j, reordered(t, f, other), o)); diff != "" {
				t.Errorf("%v, %d workers, another frontier: %s", m, workers, diff)
			}
		}
	}
}

// TestSpreadsAreFrozen: results do not change with the machine or the version. It runs
// under an emulator of arm64, too.
func TestSpreadsAreFrozen(t *testing.T) {
	table := randomTable(13, 9, 7, 40)
	j := tableOf(t, table)
	var list []partition.Partition
	for k, f := range all(9) {
		if k%997 == 0 {
			list = append(list, f)
		}
	}
	f := frontierOf(t, j, list...)
	for m, want := range map[Method]uint64{
		Bootstrap: 0xa41a8f491cf7cd83, Posterior: 0x6a5098bdf9505cd7, Delta: 0xf93953c96adfbebb, NSB: 0xa7246e08b0c171fa,
	} {
		h := fnv.New64a()
		for _, s := range measured(t, j, f, Options{Method: m, Resamples: 20, Seed: 17}) {
			for _, v := range []float64{s.DH, s.DI, s.Cov} {
				fmt.Fprintf(h, "%016x", math.Float64bits(v))
			}
		}
		if h.Sum64() != want {
			t.Errorf("%v: digest %#x, want %#x", m, h.Sum64(), want)
		}
	}
}

// TestSeedsDiffer: neighbouring seeds do not share resamples.
func TestSeedsDiffer(t *testing.T) {
	j := tableOf(t, randomTable(17, 5, 5, 9))
	f := frontierOf(t, j, partition.Identity(5))
	for _, m := range []Method{Bootstrap, Posterior} {
		seen := make(map[frontier.Spread]bool)
		for seed := range uint64(20) {
			seen[measured(t, j, f, Options{Method: m, Resamples: 2, Seed: seed})[0]] = true
		}
		if len(seen) != 20 {
			t.Errorf("%v: 20 seeds have %d results", m, len(seen))
		}
	}
}

func TestFixedLengthIsCertain(t *testing.T) {
	j := tableOf(t, randomTable(19, 6, 5, 9))
	r, err := search.Map(context.Background(), problem.DMC(j), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range allMethods {
		for k, s := range measured(t, j, r.Frontier, Options{Method: m}) {
			if s.DH != 0 || s.Cov != 0 || (s.DI > 0) != (k > 0) {
				t.Errorf("%v, point %d: %v", m, k, s)
			}
		}
	}
}

// TestRecord: the frontier says how its uncertainty was computed.
func TestRecord(t *testing.T) {
	j := tableOf(t, randomTable(23, 6, 5, 9))
	f := mapped(t, j)
	filter := frontier.Filter{Apart: "either", Overlap: "value", Sigma: 2}
	for m, want := range map[Method]frontier.Uncertainty{
		Bootstrap: {Method: "bootstrap", Resamples: 200, Seed: 9, Filter: filter},
		Posterior: {Method: "posterior", Resamples: 200, Seed: 9, Filter: filter},
		Delta:     {Method: "delta", Filter: filter},
		NSB:       {Method: "nsb", Filter: filter},
	} {
		last, all := 0, 0
		observe := func(done, of int) {
			if done <= last {
				t.Errorf("%v: %d done after %d", m, done, last)
			}
			last, all = done, of
		}
		g, err := Measure(context.Background(), j, f, Options{Method: m, Seed: 9, Filter: filter, Observe: observe})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, g.Uncertainty); diff != "" {
			t.Error(diff)
		}
		if last != all || all == 0 {
			t.Errorf("%v: %d of %d done in the end", m, last, all)
		}
		if f.Uncertainty != nil {
			t.Error("the frontier was changed")
		}
	}
}

func TestNames(t *testing.T) {
	for _, m := range allMethods {
		if got, err := MethodNamed(string(m)); err != nil || got != m {
			t.Errorf("%v is called %v, %v", m, got, err)
		}
	}
	if _, err := MethodNamed("jackknife"); err == nil || err.Error() != `no method is called "jackknife": choose one of bootstrap, posterior, delta, nsb` {
		t.Errorf("%v", err)
	}
}

func TestCancel(t *testing.T) {
	j := tableOf(t, randomTable(29, 12, 9, 9))
	f := mapped(t, j)
	for _, m := range allMethods {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Measure(ctx, j, f, Options{Method: m, Observe: func(int, int) { cancel() }, Workers: 1, Resamples: 3})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, cancelled on the way: %v", m, err)
		}
		if _, err := Measure(ctx, j, f, Options{Method: m}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, cancelled before: %v", m, err)
		}
	}
}

// TestEnoughDraws: when the context ends after enough draws, the result is that of as many, for any number of
// workers. With fewer there is none.
func TestEnoughDraws(t *testing.T) {
	j := tableOf(t, randomTable(29, 12, 9, 9))
	f := mapped(t, j)
	for _, m := range []Method{Bootstrap, Posterior} {
		for _, workers := range []int{1, 3} {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			o := Options{Method: m, Resamples: 1000, Enough: 40, Workers: workers, Seed: 5, Observe: func(done, _ int) {
				if done >= 40 {
					cancel()
				}
			}}
			got, err := Measure(ctx, j, f, o)
			if err != nil {
				t.Fatal(err)
			}
			made := got.Uncertainty.Resamples
			if made < 40 {
				t.Errorf("%v: %d draws were made", m, made)
			}
			want, err := Measure(context.Background(), j, f, Options{Method: m, Resamples: made, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Uncertainty, got.Uncertainty); diff != "" {
				t.Error(diff)
			}
			for p := range got.All() {
				if w := want.At(p.Index); p.DH != w.DH || p.DI != w.DI || p.Robust != w.Robust {
					t.Errorf("%v, point %d is %v, want %v", m, p.Index, p, w)
				}
			}
			ctx, cancel = context.WithCancel(context.Background())
			defer cancel()
			o.Enough = 1000
			if _, err := Measure(ctx, j, f, o); !errors.Is(err, context.Canceled) {
				t.Errorf("%v, too few draws: %v", m, err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	table := randomTable(31, 4, 3, 9)
	j := tableOf(t, table)
	f := mapped(t, j)
	weights := [][]float64{{0.5, 0.25}, {0.125, 0.125}}
	with := func(change func(p *frontier.Problem)) *frontier.Frontier {
		g := *f
		g.Problem.XLabels, g.Problem.YLabels = slices.Clone(f.Problem.XLabels), slices.Clone(f.Problem.YLabels)
		change(&g.Problem)
		return &g
	}
	bare, err := frontier.New(f.Problem, frontier.Search{}, []frontier.Entry{{H: 1, I: 1, K: 2}})
	if err != nil {
		t.Fatal(err)
	}
	more := int64(7)
	wide := make([]string, 7072)
	tall := make([]joint.Cell, len(wide))
	for k := range wide {
		wide[k], tall[k] = fmt.Sprint(k), joint.Cell{X: int32(k), Y: int32(k), Value: 2}
	}
	large, err := joint.New(wide, wide, tall)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		j    *joint.Joint
		f    *frontier.Frontier
		o    Options
		is   error
		want string
	}{
		{"probabilities", tableOf(t, weights), f, Options{}, ErrNoCounts, "the table holds probabilities, and not counts, so there is no sampling noise: leave the uncertainty out"},
		{"size", tableOf(t, table[:3]), f, Options{}, nil, "no uncertainty can be computed: the frontier is of another table: of 4 x 3, and this one has 3 x 3"},
		{"samples", j, with(func(p *frontier.Problem) { p.Samples = &more }), Options{}, nil, fmt.Sprintf("no uncertainty can be computed: the frontier is of another table: of 7 samples, and this one has %.0f", j.Total())},
		{"row", j, with(func(p *frontier.Problem) { p.XLabels[2] = "z" }), Options{}, nil, `no uncertainty can be computed: the frontier is of another table: it has no row "x02"`},
		{"column", j, with(func(p *frontier.Problem) { p.YLabels[1] = "z" }), Options{}, nil, `no uncertainty can be computed: the frontier is of another table: it has no column "y01"`},
		{"other row", j, with(func(p *frontier.Problem) { p.XLabels[2] = "a" }), Options{}, nil, `no uncertainty can be computed: the frontier is of another table: this one has no row "a"`},
		{"labels", j, with(func(p *frontier.Problem) { p.YLabels = nil }), Options{}, nil, "no uncertainty can be computed: the frontier is of another table: of 4 x 3, and this one has 4 x 3"},
		{"kind", j, with(func(p *frontier.Problem) { p.Kind = "symmetric" }), Options{}, nil, `no uncertainty can be computed: the objectives are of kind "symmetric", and not dib or dmc`},
		{"points only", j, with(func(p *frontier.Problem) { *p = frontier.Problem{} }), Options{}, nil, "no uncertainty can be computed: the file holds points only, and not what they are points of: use JSON, Parquet or npz"},
		{"no clustering", j, bare, Options{}, nil, "no uncertainty can be computed: point 0 has no clustering: use a file with the clusterings"},
		{"resamples", j, f, Options{Resamples: 1}, nil, "uncertainty options: resamples is 1, want 2 or more, or 0 for 200"},
		{"workers", j, f, Options{Workers: -1}, nil, "uncertainty options: workers is -1, want 1 or more, or 0 for one per core"},
		{"method", j, f, Options{Method: "guess"}, nil, `uncertainty options: no method is called "guess": choose one of bootstrap, posterior, delta, nsb`},
		{"filter", j, f, Options{Filter: frontier.Filter{Sigma: -1}}, nil, "uncertainty options: sigma is -1: want a number above 0, such as 1 or 2"},
		{"cells", large, frontierOf(t, large, make(partition.Partition, len(wide))), Options{Method: Posterior}, nil, "uncertainty options: posterior draws all 7072 x 7072 cells, more than its limit of 5e+07: use bootstrap or delta"},
	} {
		_, err := Measure(context.Background(), tt.j, tt.f, tt.o)
		if tt.is != nil && !errors.Is(err, tt.is) || err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than a line", tt.name)
		}
	}
}
