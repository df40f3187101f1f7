package problem

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// cube is a dense p(x1,x2,y).
type cube [][][]float64

func newCube(n, m int) cube {
	c := make(cube, n)
	for x := range c {
		c[x] = make([][]float64, n)
		for z := range c[x] {
			c[x][z] = make([]float64, m)
		}
	}
	return c
}

// triple returns the cube as a triple, without the labels of what has no mass.
func (c cube) triple(tb testing.TB) *joint.Triple {
	tb.Helper()
	return c.named(tb, names("x", len(c)), partition.Identity(len(c)))
}

// named returns the cube with its rows listed in another order, under their names.
func (c cube) named(tb testing.TB, labels []string, order []int) *joint.Triple {
	tb.Helper()
	listed := make([]string, len(labels))
	at := partition.Ranks(order)
	for r, x := range order {
		listed[r] = labels[x]
	}
	var cells []joint.TripleCell
	for x, block := range c {
		for z, row := range block {
			for y, v := range row {
				cells = append(cells, joint.TripleCell{X1: int32(at[x]), X2: int32(at[z]), Y: int32(y), Value: v})
			}
		}
	}
	t, err := joint.NewTriple(listed, names("y", len(c[0][0])), cells)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// point computes H(Z1,Z2)/2 and I(Z1,Z2;Y) of a labelling from their definitions.
func (c cube) point(labels []int) (h, i float64) {
	k := slices.Max(labels) + 1
	merged := make([][]float64, k*k)
	weights := make([]float64, k*k)
	for at := range merged {
		merged[at] = make([]float64, len(c[0][0]))
	}
	for x, block := range c {
		for z, row := range block {
			at := labels[x]*k + labels[z]
			for y, v := range row {
				merged[at][y] += v
				weights[at] += v
			}
		}
	}
	return info.Entropy(weights) / 2, info.MutualInformation(merged)
}

// groupCube has one count at (x, z, x z) for all x and z of a group.
func groupCube(product [][]int) cube {
	c := newCube(len(product), len(product))
	for x, row := range product {
		for z, y := range row {
			c[x][z][y] = 1
		}
	}
	return c
}

// cubes are kinds of tables with two inputs, of n rows and m columns, in which
// every row and column has mass.
var cubes = map[string]func(rng *rand.Rand, n, m int) cube{
	"weights": func(rng *rand.Rand, n, m int) cube {
		return drawnCube(n, m, func(int, int) float64 { return rng.ExpFloat64() })
	},
	"counts": func(rng *rand.Rand, n, m int) cube {
		c := drawnCube(n, m, func(int, int) float64 { return math.Trunc(rng.ExpFloat64()) })
		return c.connected()
	},
	"few counts": func(rng *rand.Rand, n, m int) cube {
		return drawnCube(n, m, func(int, int) float64 { return math.Trunc(rng.ExpFloat64() / 3) }).connected()
	},
	"large counts": func(rng *rand.Rand, n, m int) cube {
		return drawnCube(n, m, func(int, int) float64 {
			return math.Trunc(1e11*rng.Float64()) * float64(rng.IntN(2))
		}).connected()
	},
	"diagonal alone": func(rng *rand.Rand, n, m int) cube {
		return drawnCube(n, m, func(x, z int) float64 {
			if x != z {
				return 0
			}
			return rng.ExpFloat64()
		})
	},
	"no diagonal": func(rng *rand.Rand, n, m int) cube {
		return drawnCube(n, m, func(x, z int) float64 {
			if x == z {
				return 0
			}
			return float64(rng.IntN(3))
		})
	},
	"first input before second": func(rng *rand.Rand, n, m int) cube {
		return drawnCube(n, m, func(x, z int) float64 {
			if x >= z { // the last row is never first, and row 0 never second
				return 0
			}
			return 1 + float64(rng.IntN(3))
		})
	},
	"cyclic group": func(_ *rand.Rand, n, _ int) cube { return groupCube(cyclic(n)) },
}

func drawnCube(n, m int, draw func(x, z int) float64) cube {
	c := newCube(n, m)
	for x := range c {
		for z := range c[x] {
			for y := range c[x][z] {
				c[x][z][y] = draw(x, z)
			}
		}
	}
	return c
}

// connected gives every row and column mass.
func (c cube) connected() cube {
	m := len(c[0][0])
	for x := range c {
		c[x][(x+1)%len(c)][x%m]++
	}
	for y := range m {
		c[0][0][y]++
	}
	return c
}

// TestSymmetricNeighboursEqualLoadBitForBit holds the point of every neighbour
// against that of the same clustering loaded, and that against the definitions.
// One evaluator goes from clustering to clustering.
func TestSymmetricNeighboursEqualLoadBitForBit(t *testing.T) {
	for kind, draw := range cubes {
		t.Run(kind, func(t *testing.T) {
			for seed := range uint64(60) {
				rng := rand.New(rand.NewPCG(seed, 1))
				n := 2 + rng.IntN(9)
				c := draw(rng, n, []int{2, 5, 20}[rng.IntN(3)])
				p := Symmetric(c.triple(t))
				if p.Rows() != n {
					t.Fatalf("%d of %d rows have mass", p.Rows(), n)
				}
				r := newReferee(p, nil)
				e := p.Evaluators(1, []int64{1, 5000, plenty}[rng.IntN(3)])[0]
				for range 2 {
					f := randomClustering(rng, n, 1+rng.IntN(n))
					r.neighbours(t, e, f)
					got := e.Load(f)
					h, i := c.point(f.Reorder(partition.Ranks(p.Place())))
					if math.Abs(got.H-h) > 1e-12 || math.Abs(got.I-i) > 1e-12 {
						t.Fatalf("%v: (%.17g, %.17g), by definition (%.17g, %.17g)", f, got.H, got.I, h, i)
					}
				}
			}
		})
	}
}

func TestSymmetricDescribe(t *testing.T) {
	c := newCube(3, 3)
	c[0][2][0], c[2][0][0], c[2][2][2] = 1, 1, 2 // row 1 and column 1 have no mass
	p := Symmetric(c.triple(t))
	d := p.Describe()
	if d.Kind != "symmetric" || d.N != 2 || d.M != 2 || d.HX != 0.75 || d.HY != 1 || d.IXY != 1 || *d.Samples != 4 {
		t.Errorf("%+v, of %d samples", d, *d.Samples)
	}
	if !slices.Equal(d.XLabels, []string{"x00", "x02"}) || !slices.Equal(d.YLabels, []string{"y00", "y02"}) || !slices.Equal(d.ZeroRows, []string{"x01"}) {
		t.Errorf("labels %v and %v, without mass %v", d.XLabels, d.YLabels, d.ZeroRows)
	}
	masses, total := p.(Weighted).Masses()
	if !slices.Equal(masses, []float64{6, 2}) || total != 8 || !slices.Equal(p.Place(), []int{1, 0}) {
		t.Errorf("masses %v of %g, at %v", masses, total, p.Place())
	}
}

// TestSymmetricOfManyRows has as many rows as unions are remembered for, and one more.
func TestSymmetricOfManyRows(t *testing.T) {
	for _, n := range []int{maxUnionRows, maxUnionRows + 1} {
		for _, kind := range []string{"weights", "few counts", "diagonal alone", "first input before second"} {
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			c := cubes[kind](rng, n, 5)
			p := Symmetric(c.triple(t))
			r := newReferee(p, nil)
			e := p.Evaluators(1, plenty)[0]
			for _, k := range []int{3, 20} {
				f := randomClustering(rng, n, k)
				r.neighbours(t, e, f)
				h, i := c.point(f.Reorder(partition.Ranks(p.Place())))
				if got := e.Load(f); math.Abs(got.H-h) > 1e-12 || math.Abs(got.I-i) > 1e-12 {
					t.Errorf("%s: %v: (%.17g, %.17g), by definition (%.17g, %.17g)", kind, f, got.H, got.I, h, i)
				}
			}
		}
	}
}

// TestSymmetricMemoryIsBounded walks over many clusterings with little memory.
func TestSymmetricMemoryIsBounded(t *testing.T) {
	const n, memory = 30, 1 << 16
	rng := rand.New(rand.NewPCG(1, 1))
	e := Symmetric(cubes["few counts"](rng, n, 6).triple(t)).Evaluators(2, 2*memory)[0].(*pairEvaluator)
	to := make([]Point, n)
	forgotten, last := 0, 0
	for range 200 {
		e.Load(randomClustering(rng, n, 5))
		e.Moves(0, to)
		if e.known.Len() < last {
			forgotten++
		}
		last = e.known.Len()
		var bytes int
		for _, c := range e.known.All {
			bytes += crossingBytes + phiSumsBytes*len(c.toggles)
		}
		if bytes > memory || e.budget != memory {
			t.Fatalf("%d bytes of %d are used", bytes, e.budget)
		}
	}
	if forgotten == 0 {
		t.Error("nothing was forgotten: this test shows nothing")
	}
}
