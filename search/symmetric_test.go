package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// cube is a dense p(x1,x2,y).
type cube [][][]float64

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
		b := mustMapProblem(t, problem.Symmetric(tables.NamedTriple(t, c, labels, order)), Options{})
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
			p := problem.Symmetric(c.triple(t)).Traits().Link(together)
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

func groupCube(product [][]int) cube { return tables.GroupCube(product) }

var cubes = tables.Cubes[cube]()

func (c cube) triple(tb testing.TB) *joint.Triple { tb.Helper(); return tables.Triple(tb, c) }
func (c cube) point(labels []int) (h, i float64)  { return tables.CubePoint(c, labels) }
