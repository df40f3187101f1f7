package problem

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// cube is a dense p(x1,x2,y).
type cube [][][]float64

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
	c := cube(tables.NewCube(3, 3))
	c[0][2][0], c[2][0][0], c[2][2][2] = 1, 1, 2 // row 1 and column 1 have no mass
	p := Symmetric(c.triple(t))
	d := p.Describe()
	if d.Kind != "symmetric" || d.N != 2 || d.M != 2 || d.HX != 0.75 || d.HY != 1 || d.IXY != 1 || *d.Samples != 4 {
		t.Errorf("%+v, of %d samples", d, *d.Samples)
	}
	if !slices.Equal(d.XLabels, []string{"x00", "x02"}) || !slices.Equal(d.YLabels, []string{"y00", "y02"}) || !slices.Equal(d.ZeroRows, []string{"x01"}) {
		t.Errorf("labels %v and %v, without mass %v", d.XLabels, d.YLabels, d.ZeroRows)
	}
	masses := p.Traits().Masses
	if !slices.Equal(masses, []float64{6, 2}) || !slices.Equal(p.Place(), []int{1, 0}) {
		t.Errorf("masses %v, at %v", masses, p.Place())
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

func groupCube(product [][]int) cube { return tables.GroupCube(product) }

var cubes = tables.Cubes[cube]()

func (c cube) triple(tb testing.TB) *joint.Triple { tb.Helper(); return tables.Triple(tb, c) }
func (c cube) point(labels []int) (h, i float64)  { return tables.CubePoint(c, labels) }
