package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
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

// bruteForce returns the frontier over all labellings.
func (c cube) bruteForce() []pair {
	var best []pair // a chain of the points seen so far, in the order of h
	for f := range partition.All(len(c)) {
		h, i := c.point(f)
		best = append(best, pair{h, i})
		if len(best) >= 500 {
			best = nonDominated(best)
		}
	}
	return nonDominated(best)
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

func mustMapProblem(tb testing.TB, p problem.Problem, opts Options) *frontier.Frontier {
	tb.Helper()
	r, err := Map(context.Background(), p, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return r.Frontier
}

// TestSymmetricEqualsBruteForce: enumeration and the default search find the
// frontier of all clusterings.
func TestSymmetricEqualsBruteForce(t *testing.T) {
	for kind, draw := range cubes {
		t.Run(kind, func(t *testing.T) {
			for seed := range uint64(8) {
				rng := rand.New(rand.NewPCG(seed, 2))
				c := draw(rng, 2+int(seed)%6, 2+rng.IntN(4))
				p := problem.Symmetric(c.triple(t))
				want := c.bruteForce()
				samePoints(t, pairsOf(mustMapProblem(t, p, Options{Epsilon: math.Inf(1)})), want)
				f := mustMapProblem(t, p, Options{})
				samePoints(t, pairsOf(f), want)
				for q := range f.All() {
					if h, i := c.point(q.Assignment()); math.Abs(h-q.H) > 1e-12 || math.Abs(i-q.I) > 1e-12 {
						t.Fatalf("%v is at (%g, %g), not (%g, %g)", q.Assignment(), h, i, q.H, q.I)
					}
				}
			}
		})
	}
}

// TestSymmetricOrderOfRowsChangesNothing lists the rows in another order.
func TestSymmetricOrderOfRowsChangesNothing(t *testing.T) {
	for kind, draw := range cubes {
		rng := rand.New(rand.NewPCG(3, 3))
		const n = 8
		c := draw(rng, n, 5)
		labels, order := names("x", n), rng.Perm(n)
		a := mustMapProblem(t, problem.Symmetric(c.triple(t)), Options{})
		b := mustMapProblem(t, problem.Symmetric(c.named(t, labels, order)), Options{})
		if a.Len() != b.Len() || a.Problem.Source.SHA256 != b.Problem.Source.SHA256 {
			t.Fatalf("%s: %d points, shuffled %d", kind, a.Len(), b.Len())
		}
		for k := range a.Len() {
			p, q := a.At(k), b.At(k)
			if p.H != q.H || p.I != q.I || p.Ties != q.Ties || !slices.Equal(p.Assignment(), q.Assignment().Reorder(order)) {
				t.Fatalf("%s: (%g, %g) %v, shuffled (%g, %g) %v", kind, p.H, p.I, p.Assignment(), q.H, q.I, q.Assignment())
			}
		}
	}
}

// TestSymmetricLink: rows that are linked share a cluster, and the frontier is that
// of all clusterings in which they do.
func TestSymmetricLink(t *testing.T) {
	for kind, draw := range cubes {
		for seed := range uint64(5) {
			rng := rand.New(rand.NewPCG(seed, 4))
			c := draw(rng, 7, 4)
			together := partition.Canonical([]int{0, 1, 0, 2, 3, 1, 3})
			p := problem.Symmetric(c.triple(t)).(problem.Linker).Link(together)
			f := mustMapProblem(t, p, Options{Epsilon: math.Inf(1)})
			var all []pair
			for g := range partition.All(together.K()) {
				labels := make([]int, len(together))
				for x, row := range together {
					labels[x] = g[row]
				}
				h, i := c.point(labels)
				all = append(all, pair{h, i})
			}
			samePoints(t, pairsOf(f), nonDominated(all))
			for q := range f.All() {
				a := q.Assignment()
				if h, i := c.point(a); a[0] != a[2] || a[1] != a[5] || a[4] != a[6] || math.Abs(h-q.H) > 1e-12 || math.Abs(i-q.I) > 1e-12 {
					t.Fatalf("%s: %v is at (%g, %g), not (%g, %g)", kind, a, h, i, q.H, q.I)
				}
			}
			if got := fmt.Sprint(f.Problem.Constraints.MustLink); got != "[[x00 x02] [x01 x05] [x04 x06]]" {
				t.Fatalf("must link %s", got)
			}
		}
	}
}
