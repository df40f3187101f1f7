//go:build !js

package soft_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/internal/soft"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

func curve(t *testing.T, j *joint.Joint, o soft.Options) *frontier.SoftCurve {
	t.Helper()
	s, err := soft.Of(t.Context(), j, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEqualsAConvexProgram compares the curve, along lines, with a convex program over a fine grid of
// distributions of two values of Y: Blahut's iterations for the weights of the grid, which know nothing of columns
// or branches.
func TestEqualsAConvexProgram(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{3, 4} {
		cells := tables.Simplex(rng, n, 2)
		j := tables.Joint(t, cells)
		s := curve(t, j, soft.Options{Workers: 1})
		if !s.Certified || s.Gap > 1e-5 {
			t.Fatalf("%d rows: certified %v, gap %g", n, s.Certified, s.Gap)
		}
		for _, k := range []int{len(s.Points) / 4, 3 * len(s.Points) / 4} {
			p := s.Points[k]
			if p.Beta == 0 {
				continue
			}
			got := p.I - p.Rate/p.Beta
			want, above := onGrid(j, p.Beta, 64)
			if got < want-1e-6 || got > want+above+1e-6 || above > 6e-5 {
				t.Errorf("%d rows, beta %g: I - R/beta is %.9f, by the convex program %.9f to %.9f", n, p.Beta, got, want, want+above)
			}
		}
	}
}

// onGrid returns the largest I - R/beta of encoders whose groups are on a grid of p(y), with the grid refined
// around the groups that have weight, and how far the maximum on the grid may be above it.
func onGrid(j *joint.Joint, beta float64, size int) (value, above float64) {
	n := j.Rows()
	p, mass := make([]float64, n), make([]float64, n)
	for x := range n {
		ys, values := j.Row(x)
		mass[x] = j.RowMass(x) / j.Total()
		if ys[0] == 0 {
			p[x] = values[0] / j.RowMass(x)
		}
	}
	divergence := func(p, q float64) float64 {
		d := 0.0
		if p > 0 {
			d += p * math.Log2(p/q)
		}
		if p < 1 {
			d += (1 - p) * math.Log2((1-p)/(1-q))
		}
		return d
	}
	least, most := slices.Min(p), slices.Max(p)
	var grid []float64
	for g := range size + 1 {
		grid = append(grid, least+(most-least)*float64(g)/float64(size))
	}
	step := (most - least) / float64(size)
	for range 4 {
		a := make([][]float64, n)
		for x := range a {
			for _, q := range grid {
				a[x] = append(a[x], math.Exp2(-beta*divergence(p[x], q)))
			}
		}
		w := make([]float64, len(grid))
		for g := range w {
			w[g] = 1 / float64(len(w))
		}
		// Blahut's iterations, with steps that grow as long as the value rises.
		power, best := 1.0, math.Inf(-1)
		kept := slices.Clone(w)
		for range 3000 {
			rise := make([]float64, len(w))
			value = 0
			for x := range a {
				z := 0.0
				for g, v := range a[x] {
					z += v * w[g]
				}
				value += mass[x] * math.Log2(z)
				for g, v := range a[x] {
					rise[g] += mass[x] * v / z
				}
			}
			if value < best {
				copy(w, kept)
				power, best = 1, math.Inf(-1)
				continue
			}
			best = value
			copy(kept, w)
			sum := 0.0
			for g := range w {
				w[g] *= math.Pow(rise[g], power)
				sum += w[g]
			}
			for g := range w {
				w[g] /= sum
			}
			power *= 1.1
			above = math.Log2(slices.Max(rise))
		}
		var fine []float64
		for g, v := range w {
			if v > 1e-4 {
				for d := -8; d <= 8; d++ {
					if q := grid[g] + step*float64(d)/8; q >= least && q <= most {
						fine = append(fine, q)
					}
				}
			}
		}
		slices.Sort(fine)
		grid, step = slices.CompactFunc(fine, func(a, b float64) bool { return math.Abs(b-a) < step/16 }), step/8
	}
	return j.IXY() + value/beta, above / beta
}

// TestAgainstEncoders climbs from random encoders by plain iterations of Blahut and Arimoto: none may be above the curve.
func TestAgainstEncoders(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range [][2]int{{3, 2}, {6, 3}, {5, 4}} {
		j := tables.Joint(t, tables.Simplex(rng, size[0], size[1]))
		s := curve(t, j, soft.Options{Workers: 1, Steps: 1 << 26})
		closest := math.Inf(1)
		for run := range 18 {
			beta := math.Exp2(float64(1 + run%6))
			rate, i := iterated(j, rng, size[0], beta, 600)
			above := i - s.At(rate)
			if above > s.Gap+1e-9 {
				t.Errorf("%v: an encoder keeps %.9f bits at rate %.9f, %.2g above the curve", size, i, rate, above)
			}
			closest = min(closest, math.Abs(above))
		}
		if closest > 1e-6 {
			t.Errorf("%v: no encoder comes closer to the curve than %g", size, closest)
		}
	}
}

// iterated returns rate and information of a random encoder after iterations at a beta.
func iterated(j *joint.Joint, rng *rand.Rand, k int, beta float64, iterations int) (rate, i float64) {
	n, m := j.Rows(), j.Cols()
	p := make([][]float64, n) // p(x,y)
	for x := range p {
		p[x] = make([]float64, m)
		ys, values := j.Row(x)
		for c, y := range ys {
			p[x][y] = values[c] / j.Total()
		}
	}
	q := make([][]float64, n)
	for x := range q {
		q[x] = make([]float64, k)
		sum := 0.0
		for z := range q[x] {
			q[x][z] = rng.ExpFloat64()
			sum += q[x][z]
		}
		for z := range q[x] {
			q[x][z] /= sum
		}
	}
	plog := func(v float64) float64 {
		if v == 0 {
			return 0
		}
		return v * math.Log2(v)
	}
	for range iterations {
		w, v := make([]float64, k), make([][]float64, k)
		rate, i = 0, 0
		columns := make([]float64, m)
		for z := range k {
			v[z] = make([]float64, m)
			for x := range n {
				for y := range m {
					v[z][y] += q[x][z] * p[x][y]
				}
			}
			for y, c := range v[z] {
				w[z] += c
				columns[y] += c
				i += plog(c)
			}
			rate -= plog(w[z])
			i -= plog(w[z])
		}
		for _, c := range columns {
			i -= plog(c)
		}
		for x := range n {
			mass := 0.0
			for _, c := range p[x] {
				mass += c
			}
			sum := 0.0
			next := make([]float64, k)
			for z := range k {
				rate += mass * plog(q[x][z])
				d := 0.0
				for y, c := range p[x] {
					if c > 0 {
						d += c / mass * math.Log2(c/mass/(v[z][y]/w[z]))
					}
				}
				next[z] = w[z] * math.Exp2(-beta*d)
				if w[z] < 1e-200 {
					next[z] = 0
				}
				sum += next[z]
			}
			for z := range next {
				q[x][z] = next[z] / sum
			}
		}
	}
	return rate, i
}

// TestHull checks that the curve is concave, monotone, and never below a hard clustering.
func TestHull(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, draw := range []func(*rand.Rand, int, int) [][]float64{tables.Simplex, tables.SparseCounts} {
		cells := draw(rng, 6, 4)
		j := tables.Joint(t, cells)
		var hard []frontier.Corner
		for labels := range partition.All(6) {
			h, i := tables.Point(cells, labels)
			hard = append(hard, frontier.Corner{H: h, I: i})
		}
		without, with := curve(t, j, soft.Options{Steps: 1 << 26}), curve(t, j, soft.Options{Steps: 1 << 26, Hard: hard})
		for _, p := range hard {
			if p.I > without.At(p.H)+without.Gap+1e-9 || p.I > with.At(p.H)+1e-9 {
				t.Errorf("a clustering with h %g, i %g is above the curve, %g", p.H, p.I, without.At(p.H))
			}
		}
		f, err := frontier.New(frontier.Problem{N: 6, M: 4, XLabels: tables.Names("x", 6), YLabels: tables.Names("y", 4), HX: j.HX(), IXY: j.IXY()}, frontier.Search{Status: frontier.StatusConverged}, nil)
		if err != nil {
			t.Fatal(err)
		}
		f.Soft = with // Check looks at order, slopes and the hull
		if err := f.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestEnds checks tables with curves in closed form: Y that determines X, and Y that does not depend on X.
func TestEnds(t *testing.T) {
	diagonal := curve(t, tables.Joint(t, [][]float64{{1, 0}, {0, 1}}), soft.Options{})
	if got := diagonal.At(0.3); math.Abs(got-0.3) > 1e-12 {
		t.Errorf("X = Y keeps %g of 0.3 bit", got)
	}
	if got := curve(t, tables.Joint(t, [][]float64{{1, 2}, {2, 4}}), soft.Options{}); len(got.Points) != 1 || got.Points[0].Rate != 0 {
		t.Errorf("independent variables have the curve %v", got.Points)
	}
	// A binary symmetric channel of crossover a with a fair coin: I = 1 - h(a * h^-1(1 - R)) (Witsenhausen and Wyner 1975).
	a := 0.1
	s := curve(t, tables.Joint(t, [][]float64{{1 - a, a}, {a, 1 - a}}), soft.Options{})
	entropy := func(p float64) float64 { return -p*math.Log2(p) - (1-p)*math.Log2(1-p) }
	for _, d := range []float64{0.05, 0.2, 0.35} {
		rate, want := 1-entropy(d), 1-entropy(d*(1-a)+(1-d)*a)
		if got := s.At(rate); math.Abs(got-want) > 1e-5 {
			t.Errorf("a symmetric channel keeps %.7f at rate %g, want %.7f", got, rate, want)
		}
	}
}

// TestSameForAnyOrder checks that workers and the order of rows do not change a bit, and that columns only change places.
func TestSameForAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	cells := tables.Simplex(rng, 7, 3)
	o := soft.Options{Steps: 1 << 22}
	o.Workers = 1
	want := curve(t, tables.Joint(t, cells), o)
	o.Workers = 3
	turned := slices.Clone(cells)
	slices.Reverse(turned)
	got := curve(t, tables.Joint(t, turned), o)
	if !reflect.DeepEqual(got, want) {
		t.Error("another order of rows has another curve")
	}
	for x := range turned {
		turned[x] = slices.Clone(turned[x])
		slices.Reverse(turned[x])
	}
	got = curve(t, tables.Joint(t, turned), o)
	for k := range got.Points {
		p, q := got.Points[k], want.Points[k]
		if p.Rate != q.Rate || p.I != q.I || p.Beta != q.Beta {
			t.Fatalf("another order of columns has another point %d: %v and %v", k, p, q)
		}
		if len(p.Groups) > 0 && p.Groups[0][1] != q.Groups[0][3] {
			t.Fatalf("point %d: the columns of groups did not change places", k)
		}
	}
}

// TestLetters checks the numbers of the page on bounds.
func TestLetters(t *testing.T) {
	x, y, cells, err := dataset.Pairs("@alphabet")
	if err != nil {
		t.Fatal(err)
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	s := curve(t, j, soft.Options{Steps: 1 << 28})
	for _, p := range []struct{ rate, i float64 }{{0.5, 0.1614}, {1, 0.2871}, {2, 0.4994}, {3, 0.6696}} {
		if got := s.At(p.rate); math.Abs(got-p.i) > 1e-3 {
			t.Errorf("a soft encoder of %g bits keeps %.5f, want %.4f", p.rate, got, p.i)
		}
	}
	if s.Certified {
		t.Error("27 values of Y are certified")
	}
}

func TestErrors(t *testing.T) {
	j := tables.Joint(t, [][]float64{{1, 2}, {2, 1}})
	if _, err := soft.Of(t.Context(), j, soft.Options{Steps: -1}); err == nil {
		t.Error("negative steps are allowed")
	}
	if _, err := soft.Of(t.Context(), j, soft.Options{Workers: -1}); err == nil {
		t.Error("negative workers are allowed")
	}
	large := make([][]float64, soft.MostRows+1)
	for x := range large {
		large[x] = []float64{1, float64(x)}
	}
	if _, err := soft.Of(t.Context(), tables.Joint(t, large), soft.Options{}); err == nil {
		t.Error("too many rows are allowed")
	}
}
