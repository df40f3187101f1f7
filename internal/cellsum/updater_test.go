package cellsum

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// summed gives the sums over a list of counts, one cell after the other.
type summed struct {
	u      Updater
	counts []float64
	sums   Sums
}

func (s *summed) Sums(block int) *Sums {
	s.sums = Sums{}
	for _, n := range s.counts {
		if n > 0 {
			s.sums.Add(s.u.Cell(block, n))
		}
	}
	return &s.sums
}

// brief are counts for a message.
func brief(counts []float64) []float64 { return counts[:min(len(counts), 8)] }

// updated are the estimators that have an [Updater].
func updated() []info.Estimator {
	return []info.Estimator{
		info.NSB(),
		info.Dirichlet(0),
		info.Dirichlet(1e-100),
		info.Dirichlet(1e-6),
		info.Dirichlet(1e9),
		info.Dirichlet(1e100),
		info.Shrinkage(),
		info.ChaoShen(),
	}
}

// estimate returns the estimate of the entropy of counts.
func estimate(tb testing.TB, e info.Estimator, counts []float64, cells int) info.Estimate {
	tb.Helper()
	got, err := e.Entropy(counts, cells)
	if err != nil {
		tb.Fatalf("%s of %v: %v", e.Name(), counts, err)
	}
	return got
}

// update estimates the entropy of counts with an updater.
func update(tb testing.TB, u Updater, typical, counts []float64, cells int) float64 {
	tb.Helper()
	return u.Of(cells, &summed{u: u, counts: typical})(&summed{u: u, counts: counts})
}

func newUpdater(tb testing.TB, e info.Estimator, counts []float64, memory int64) Updater {
	tb.Helper()
	var total float64
	for _, n := range counts {
		total += n
	}
	u, ok := NewUpdater(e, total, len(counts), memory)
	if !ok {
		tb.Fatalf("%s has no updater", e.Name())
	}
	return u
}

// tables are count vectors of all sorts, each with a number of cells.
func tables(rng *rand.Rand) (lists [][]float64, cells []int) {
	add := func(k int, counts ...float64) {
		lists, cells = append(lists, counts), append(cells, k)
	}
	add(2, 1, 1)
	add(2, 2)
	add(1000, 2)
	add(3, 1e8, 1e8, 1e8)
	add(4, 1e8, 1e8, 1e8, 1e8)
	add(2, 1e8, 1)
	add(50, 1e8, 1)
	add(1000, slices.Repeat([]float64{1}, 1000)...)
	add(1_000_000, slices.Repeat([]float64{1}, 1000)...)
	add(500, append(slices.Repeat([]float64{1}, 200), slices.Repeat([]float64{1e6}, 200)...)...)
	for range 12 {
		scale := math.Pow(10, 6*rng.Float64())
		var counts []float64
		for range 1 + rng.IntN(60) {
			counts = append(counts, 1+math.Trunc(scale*rng.Float64()*rng.Float64()*rng.Float64()))
		}
		add(len(counts)+1+rng.IntN(400), counts...)
	}
	return lists, cells
}

// TestUpdaterEstimates: an estimate from sums is that from counts.
func TestUpdaterEstimates(t *testing.T) {
	lists, cells := tables(rand.New(rand.NewPCG(1, 1)))
	for _, e := range updated() {
		worst, bound := 0.0, 1e-11
		if e == info.NSB() {
			bound = 1e-10
		}
		for k, counts := range lists {
			want := estimate(t, e, counts, cells[k]).Value
			got := update(t, newUpdater(t, e, counts, 1<<22), counts, counts, cells[k])
			worst = max(worst, math.Abs(got-want))
			if !(math.Abs(got-want) <= bound) {
				t.Errorf("%v of %v in %d cells: %.17g, want %.17g", e, brief(counts), cells[k], got, want)
			}
		}
		t.Logf("%v: worst error %.2g bit", e, worst)
	}
}

// TestUpdaterEstimatesAreFunctions: the order of cells, the way to the sums, what else
// was estimated and the memory change no bit; a typical table that is none changes
// hardly any.
func TestUpdaterEstimatesAreFunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	counts := []float64{700, 40, 40, 39, 1, 1, 1, 6, 7, 165}
	typical := []float64{300, 300, 100, 100, 100, 25, 25, 25, 20, 5}
	const cells = 30
	for _, e := range updated() {
		want := update(t, newUpdater(t, e, counts, 1<<22), typical, counts, cells)
		u := newUpdater(t, e, counts, 0)
		of := u.Of(cells, &summed{u: u, counts: typical})
		for range 20 {
			shuffled := slices.Clone(counts)
			rng.Shuffle(len(shuffled), func(a, b int) { shuffled[a], shuffled[b] = shuffled[b], shuffled[a] })
			if got := of(&summed{u: u, counts: shuffled}); math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%v of %v: %.17g, want %.17g", e, shuffled, got, want)
			}
			if got := of(&detour{summed{u: u, counts: counts}, shuffled[:5]}); math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%v by a detour: %.17g, want %.17g", e, got, want)
			}
			of(&summed{u: u, counts: []float64{float64(990 - rng.IntN(900)), 10, float64(rng.IntN(900) + 1)}})
		}
		for _, odd := range [][]float64{{1000}, slices.Repeat([]float64{1}, 1000)} {
			if got := update(t, newUpdater(t, e, odd, 1<<22), odd, counts, cells); math.Abs(got-want) > 1e-10 {
				t.Errorf("%v, beginning with %v: %.17g, want %.17g", e, brief(odd), got, want)
			}
		}
	}
}

// detour adds cells and takes them off.
type detour struct {
	summed
	more []float64
}

func (d *detour) Sums(block int) *Sums {
	sums := *d.summed.Sums(block)
	for _, n := range d.more {
		sums.Add(d.u.Cell(block, n))
	}
	for _, n := range slices.Backward(d.more) {
		sums.Sub(d.u.Cell(block, n))
	}
	d.sums = sums
	return &d.sums
}

// TestUpdaterBits freezes estimates bit for bit, as TestEstimatorBits does.
func TestUpdaterBits(t *testing.T) {
	var sum uint64
	for _, counts := range [][]float64{{4, 2, 3, 2, 4, 2}, {1, 1, 1}, {1e6, 37, 5}, {9, 5, 5, 3, 70, 12000, 1}} {
		for _, e := range updated() {
			for _, cells := range []int{len(counts), 300} {
				got := update(t, newUpdater(t, e, counts, 1<<20), counts[:2], counts, cells)
				sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(got)
			}
		}
	}
	const golden = 0xe97e59f92772a439
	if sum != golden {
		t.Errorf("checksum is %#x, want %#x", sum, uint64(golden))
	}
}

// TestUpdaterMemoryIsBounded: what cells add is forgotten when it is too much.
func TestUpdaterMemoryIsBounded(t *testing.T) {
	l := newLattice(1e6, 100, 1<<17)
	l.block(latticePlace{3, -1})
	most := 0
	for n := 1.0; n < 5000; n++ {
		l.Cell(0, n)
		b := &l.blocks[0]
		held := len(b.many)
		for _, s := range b.few {
			if s != nil {
				held++
			}
		}
		most = max(most, held)
	}
	if most > 1<<17/heldBytes || most < 1<<16/heldBytes {
		t.Errorf("%d remembered in %d bytes", most, 1<<17)
	}
}

// TestUpdatersAreNotForAll: other estimators have none.
func TestUpdatersAreNotForAll(t *testing.T) {
	for _, e := range info.Estimators() {
		_, updater := NewUpdater(e, 10, 3, 0)
		_, _, phi := PhiOf(e, 10)
		if updater == phi {
			t.Errorf("%s: an updater %t, a phi %t, want one of both", e.Name(), updater, phi)
		}
	}
}

// own is an estimator of a user, of a type that cannot be compared.
type own struct {
	info.Estimator
	_ []int
}

// TestOwnEstimatorsAreNotOurs: an estimator of a user has neither a phi nor an updater, also
// if it has the name of one of ours.
func TestOwnEstimatorsAreNotOurs(t *testing.T) {
	for _, e := range info.Estimators() {
		mine := own{Estimator: e}
		_, updater := NewUpdater(mine, 10, 3, 0)
		_, _, phi := PhiOf(mine, 10)
		if updater || phi {
			t.Errorf("%s: an updater %t, a phi %t, want neither", e.Name(), updater, phi)
		}
	}
}

// TestDown holds the fast exponential against the other.
func TestDown(t *testing.T) {
	l := newLattice(10, 3, 0)
	rng := rand.New(rand.NewPCG(3, 3))
	for k := range 20_000 {
		x := -float64(k%700) * rng.Float64()
		if got, want := l.down(x), special.Exp(x); math.Abs(got-want) > 1e-15*want {
			t.Fatalf("exp(%g) = %g, want %g", x, got, want)
		}
	}
	if l.down(0) != 1 {
		t.Error("exp(0) is not 1")
	}
}

// TestDigammaRise: differences are those of psi, and 1/x far out, where psi has none.
func TestDigammaRise(t *testing.T) {
	for _, x := range []float64{1, 1.5, 11.99, 12, 40, 1e3, 1e6} {
		for _, n := range []float64{1, 7, 1000, 1e6} {
			if got, want := special.DigammaRise(x, n), special.Digamma(x+n)-special.Digamma(x); math.Abs(got-want) > 2e-14 {
				t.Errorf("psi(%g+%g) - psi(%g) = %.17g, want %.17g", x, n, x, got, want)
			}
		}
	}
	if got := special.DigammaRise(1e30, 1) * 1e30; math.Abs(got-1) > 1e-15 {
		t.Errorf("psi rises by %g 1e-30 at 1e30", got)
	}
}

// FuzzUpdater holds updaters against estimators for counts made of bytes.
func FuzzUpdater(f *testing.F) {
	f.Add([]byte{1, 1}, uint16(0), uint8(0))
	f.Add([]byte{200, 3, 3, 1, 0, 77}, uint16(40), uint8(20))
	f.Add([]byte{255, 255, 255, 254}, uint16(0), uint8(30))
	f.Fuzz(func(t *testing.T, data []byte, empty uint16, scale uint8) {
		var counts []float64
		for _, b := range data[:min(len(data), 40)] {
			if b > 0 {
				counts = append(counts, max(1, math.Trunc(math.Ldexp(float64(b), int(scale%32)-8))))
			}
		}
		cells := len(counts) + int(empty)
		if len(counts) == 0 || cells < 2 || sumOf(counts) < 2 {
			return
		}
		for _, e := range updated() {
			want := estimate(t, e, counts, cells).Value
			got := update(t, newUpdater(t, e, counts, 1<<20), counts[len(counts)/2:], counts, cells)
			if !(math.Abs(got-want) <= 1e-9) {
				t.Errorf("%v of %v in %d cells: %.17g, want %.17g", e, counts, cells, got, want)
			}
		}
	})
}

func sumOf(counts []float64) (sum float64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// TestPhiOfSumsToEstimates: exact sums over the cells are the estimates, and a cell that
// holds all has none.
func TestPhiOfSumsToEstimates(t *testing.T) {
	lists, cells := tables(rand.New(rand.NewPCG(1, 1)))
	for _, e := range []info.Estimator{info.Plugin(), info.MillerMadow(), info.Jackknife(), info.Grassberger()} {
		for k, counts := range lists {
			phi, base, ok := PhiOf(e, sumOf(counts))
			if !ok {
				t.Fatalf("%s is no sum", e.Name())
			}
			got := base - phi.Sum(counts)
			var one float64
			for _, n := range slices.Backward(counts) {
				one += phi.At(n)
			}
			if base-one != got {
				t.Errorf("%s of %v: %.17g, backwards %.17g", e.Name(), brief(counts), got, base-one)
			}
			want := estimate(t, e, counts, cells[k]).Value
			if len(counts) == 1 {
				want = 0
			}
			if !(math.Abs(got-want) <= 1e-12+2*plogp.Quantum*float64(len(counts))) {
				t.Errorf("%s of %v: %.17g, want %.17g", e.Name(), brief(counts), got, want)
			}
			if whole := base - phi.At(sumOf(counts)); whole != 0 {
				t.Errorf("%s: a cell of all %g has %g", e.Name(), sumOf(counts), whole)
			}
			if phi.At(0) != 0 {
				t.Errorf("%s: a cell of none has %g", e.Name(), phi.At(0))
			}
		}
	}
}

// BenchmarkUpdater estimates from sums that are at hand.
func BenchmarkUpdater(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var counts []float64
	for range 400 {
		counts = append(counts, 1+math.Trunc(30*rng.ExpFloat64()))
	}
	for _, e := range []info.Estimator{info.NSB(), info.Dirichlet(0), info.Shrinkage(), info.ChaoShen()} {
		b.Run("estimator="+e.Name(), func(b *testing.B) {
			u := newUpdater(b, e, counts, 1<<24)
			s := &remembered{summed: summed{u: u, counts: counts}, blocks: make(map[int]*Sums)}
			of := u.Of(729, s)
			for b.Loop() {
				of(s)
			}
		})
	}
}

// remembered remembers sums.
type remembered struct {
	summed
	blocks map[int]*Sums
}

func (r *remembered) Sums(block int) *Sums {
	if r.blocks[block] == nil {
		sums := *r.summed.Sums(block)
		r.blocks[block] = &sums
	}
	return r.blocks[block]
}
