package verify

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// lineage is the clusterings of a sketch as differences: each is made of an earlier one, or of all
// rows in one cluster.
type lineage struct {
	parents []int
	changes [][]partition.Change
}

func lineageOf(s *drawn.Sketch, r *rand.Rand) *lineage {
	g := new(lineage)
	n := s.Problem.N
	labels := make([]partition.Partition, len(s.Entries))
	for k := range s.Entries {
		labels[k] = make(partition.Partition, n)
		s.Entries[k].Assignment.Unpack(labels[k])
		parent, from := max(k-1-r.IntN(3), -1), make(partition.Partition, n)
		if parent >= 0 {
			from = labels[parent]
		}
		g.parents = append(g.parents, parent)
		g.changes = append(g.changes, partition.Difference(from, labels[k]))
	}
	return g
}

// in puts the clusterings of a sketch into a tree.
func (g *lineage) in(tb testing.TB, s *drawn.Sketch) *partition.Tree {
	tb.Helper()
	b := partition.NewTreeBuilder(s.Problem.N)
	for k, parent := range g.parents {
		if _, err := b.Add(parent, g.changes[k]); err != nil {
			tb.Fatal(err)
		}
	}
	tree := b.Tree()
	for k := range s.Entries {
		s.Entries[k] = frontier.Entry{H: s.Entries[k].H, I: s.Entries[k].I, Tree: tree, Member: k}
	}
	return tree
}

const manyRows = 40

// manyPoints returns a greedy frontier of manyRows rows, which has hundreds of points.
func manyPoints(tb testing.TB, p problem.Problem) *drawn.Sketch {
	tb.Helper()
	r := drawn.Must(tb)(search.Map(context.Background(), p, search.Options{Workers: 1}))
	s := &drawn.Sketch{Problem: r.Frontier.Problem, Search: drawn.Heuristic}
	for p := range r.Frontier.All() {
		s.Entries = append(s.Entries, frontier.Entry{H: p.H, I: p.I, Assignment: p.Packed()})
	}
	return s
}

// TestTreesAreFollowed: thousands of points of one tree are computed from its changes, and a sample
// of them from nothing.
func TestTreesAreFollowed(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, manyRows, 7))
	s := manyPoints(t, problem.DIB(j))
	lineageOf(s, rand.New(rand.NewPCG(1, 1))).in(t, s)
	n := len(s.Entries)
	if n < 2*sampleSize {
		t.Fatalf("%d points", n)
	}
	want := &Verification{Points: n, Followed: n, Sampled: sampleSize}
	if d := cmp.Diff(want, Verified(t, j, s.Frontier(t))); d != "" {
		t.Error(d)
	}
	// With the rows of the table in another order.
	if d := cmp.Diff(want, Verified(t, turned(t, drawn.Uniform(5, manyRows, 7)), s.Frontier(t))); d != "" {
		t.Error(d)
	}
	// A few points are all computed from nothing.
	s.Entries = s.Entries[:sampleSize]
	if d := cmp.Diff(&Verification{Points: sampleSize}, Verified(t, j, s.Frontier(t))); d != "" {
		t.Error(d)
	}
}

// TestTreesOfPointsAreFollowed: of points in space as well, and a bit that is wrong is found.
func TestTreesOfPointsAreFollowed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	labels, at := make([]string, manyRows), make([][]float64, manyRows)
	for x := range labels {
		labels[x], at[x] = fmt.Sprint(x), []float64{r.NormFloat64(), r.NormFloat64()}
	}
	c, err := points.New([]string{"a", "b"}, labels, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := problem.Quantizer(c)
	s := manyPoints(t, p)
	lineageOf(s, rand.New(rand.NewPCG(1, 1))).in(t, s)
	n := len(s.Entries)
	v, err := Recompute(t.Context(), p, s.Frontier(t), 2, solve.Again)
	if err != nil || n < 2*sampleSize {
		t.Fatal(n, err)
	}
	if d := cmp.Diff(&Verification{Points: n, Followed: n, Sampled: sampleSize}, v); d != "" {
		t.Error(d)
	}
	s.Entries[n/3].I = math.Nextafter(s.Entries[n/3].I, 0)
	if v, err = Recompute(t.Context(), p, s.Frontier(t), 2, solve.Again); err != nil || len(v.Failures) == 0 {
		t.Errorf("a wrong bit is not found: %v", err)
	}
}

// TestForgedTreesAreFound changes a bit of one point, or one step of the tree, at every point.
func TestForgedTreesAreFound(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, manyRows, 7))
	genuine := manyPoints(t, problem.DIB(j))
	r := rand.New(rand.NewPCG(1, 2))
	changes := lineageOf(genuine, r)
	for k := 1; k < len(genuine.Entries); k += 1 + r.IntN(len(genuine.Entries)/4) {
		for what, forge := range map[string]func(s *drawn.Sketch, g *lineage) bool{
			"h": func(s *drawn.Sketch, _ *lineage) bool {
				s.Entries[k].H = math.Nextafter(s.Entries[k].H, 0)
				return true
			},
			"i": func(s *drawn.Sketch, _ *lineage) bool {
				s.Entries[k].I = math.Nextafter(s.Entries[k].I, 9)
				return true
			},
			"a step": func(_ *drawn.Sketch, g *lineage) bool {
				own := slices.Clone(g.changes[k])
				if len(own) == 0 {
					return false
				}
				step := &own[r.IntN(len(own))]
				step.Row = (step.Row + 1) % manyRows
				if ^step.To == step.Row {
					step.Row = (step.Row + 1) % manyRows
				}
				g.changes = slices.Clone(g.changes)
				g.changes[k] = own
				return true
			},
			"no step": func(_ *drawn.Sketch, g *lineage) bool {
				g.changes = slices.Clone(g.changes)
				own := g.changes[k]
				g.changes[k] = own[:max(len(own)-1, 0)]
				return len(own) > 0
			},
		} {
			s := &drawn.Sketch{Problem: genuine.Problem, Search: drawn.Heuristic, Entries: slices.Clone(genuine.Entries)}
			g := *changes
			if !forge(s, &g) {
				continue
			}
			before := genuine.Entries[k].Assignment
			if tree := g.in(t, s); (what == "a step" || what == "no step") && tree.Pack(k) == before {
				continue // another way to the same clustering
			}
			v := Verified(t, j, s.Frontier(t))
			if v.OK() || v.Followed != len(s.Entries) || !strings.Contains(v.Failures[0], fmt.Sprintf("point %d is given as", k)) {
				t.Errorf("%s of point %d: %q", what, k, v.Failures)
			}
		}
	}
}

// TestRunningEqualsComputedFromNothing compares, bit by bit, the points of a walk through random
// trees with those of the evaluator: for counts and probabilities, estimators and log2 k.
func TestRunningEqualsComputedFromNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for round := range 40 {
		n, m := 2+r.IntN(40), 2+r.IntN(60)
		cells := make([][]float64, n)
		for x := range cells {
			cells[x] = make([]float64, m)
			for y := range cells[x] {
				if r.IntN(4) == 0 {
					cells[x][y] = float64(1 + r.IntN(1<<(1+r.IntN(20))))
				}
				if round%3 == 0 {
					cells[x][y] *= 0.37 // probabilities
				}
			}
			cells[x][r.IntN(m)] += 3
		}
		j := drawn.Table(t, cells)
		problems := []problem.Problem{problem.DIB(j), problem.DMC(j)}
		if _, counts := j.Samples(); counts {
			corrected, err := problem.Estimated(j, info.MillerMadow())
			if err != nil {
				t.Fatal(err)
			}
			problems = append(problems, corrected)
		}
		tree := randomTree(t, r, j.Rows())
		walk, labels := tree.Walk(), make(partition.Partition, j.Rows())
		for _, p := range problems {
			rowOf := r.Perm(j.Rows())
			sums, evaluator := newRunning(p.Traits(), rowOf), p.Evaluators(1, 0)[0]
			for part := range walk.Parts() {
				_ = walk.Follow(part, sums, func(v partition.Visit) error {
					tree.Unpack(v.Member, labels)
					moved := labels.Reorder(rowOf)
					if got, want := sums.point(), evaluator.Load(moved); got != want {
						t.Fatalf("round %d, %s, member %d: %v, want %v", round, p.Describe().Kind, v.Member, got, want)
					}
					return nil
				})
			}
		}
	}
}

func randomTree(tb testing.TB, r *rand.Rand, n int) *partition.Tree {
	tb.Helper()
	b := partition.NewTreeBuilder(n)
	for i := range 60 {
		var own []partition.Change
		for range r.IntN(6) {
			row, to := r.IntN(n), r.IntN(n)
			kind := r.IntN(3)
			if kind == 1 || kind == 2 && r.IntN(2) == 0 {
				to = row
			} else if kind == 2 && row != to {
				to = ^to
			}
			own = append(own, partition.Change{Row: int32(row), To: int32(to)})
		}
		if _, err := b.Add(max(r.IntN(i+1), r.IntN(i+1))-1, own); err != nil {
			tb.Fatal(err)
		}
	}
	return b.Tree()
}

// TestSample: a sample has both ends and is evenly spread.
func TestSample(t *testing.T) {
	for _, n := range []int{sampleSize + 1, 150, 1000, 60001} {
		done := slices.Repeat([]bool{false, true}, n) // every other one
		last, steps := -1, 0
		for k, is := range sampled(done) {
			if !is {
				continue
			}
			if even := 2 * float64(n) / (sampleSize - 1); !done[k] || last >= 0 && float64(k-last) > even+4 {
				t.Errorf("of %d: %d after %d", n, k, last)
			}
			last = k
			steps++
		}
		if first := sampled(done)[1]; !first || last != 2*n-1 || steps != sampleSize {
			t.Errorf("of %d: %d, the last of which is %d", n, steps, last)
		}
	}
	if s := sampled(make([]bool, 3)); slices.Contains(s, true) {
		t.Error(s)
	}
}
