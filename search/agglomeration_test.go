package search

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// agglomerated returns the clusterings of an agglomeration.
func agglomerated(ctx context.Context, e problem.Evaluator, n int) (path []partition.Partition, evaluated int64) {
	var copies []partition.Partition
	evaluated = agglomerate(ctx, e, n, nil, func(f partition.Partition) {
		path = append(path, f)
		copies = append(copies, slices.Clone(f))
	})
	if !slices.EqualFunc(path, copies, slices.Equal[partition.Partition]) {
		panic("a clustering was changed after it was handed over")
	}
	return path, evaluated
}

// isAgglomeration fails unless every clustering is a merge of the one before, from n
// clusters of n rows to one.
func isAgglomeration(t *testing.T, path []partition.Partition, n int) {
	if len(path) != n || path[0].K() != n || path[n-1].K() != 1 {
		t.Fatalf("%d clusterings of %d rows", len(path), n)
	}
	for k, f := range path {
		if err := f.Check(); err != nil || len(f) != n {
			t.Fatalf("clustering %d, of %d rows: %v", k, len(f), err)
		}
		if k > 0 {
			mergedClusters(t, path[k-1], f)
		}
	}
}

// mergedClusters returns the two clusters of f that are merged in g, and fails
// if g is not f with two clusters merged.
func mergedClusters(t *testing.T, f, g partition.Partition) (a, b int) {
	first := make(map[int]int) // the first cluster of f in every one of g
	a = -1
	for x, c := range f {
		if into, ok := first[g[x]]; !ok {
			first[g[x]] = c
		} else if into != c {
			a, b = into, c
		}
	}
	if a < 0 || !slices.Equal(f.Merge(a, b), g) {
		t.Fatalf("%v is no merge of %v", g, f)
	}
	return a, b
}

// TestAgglomerationTakesTheCheapestMerges recomputes, at every step, what every merge
// would cost in information for every bit of entropy: by loading it, where ties
// must fall to the first clusters, and by definition, where they may fall anyhow.
func TestAgglomerationTakesTheCheapestMerges(t *testing.T) {
	for kind, draw := range kinds {
		t.Run(kind, func(t *testing.T) {
			for seed := range uint64(100) {
				rng := rand.New(rand.NewPCG(seed, 2))
				n := 2 + rng.IntN(11)
				tab := draw(rng, n, 2+rng.IntN(4))
				p := problem.DIB(tab.joint(t))
				path, _ := agglomerated(context.Background(), p.Evaluators(1, plenty)[0], n)
				isAgglomeration(t, path, n)
				for k := 1; k < n; k++ {
					cheapest(t, p, tab, path[k-1], path[k])
				}
			}
		})
	}
}

// cheapest fails unless the merge that leads from f to g is the cheapest.
func cheapest(t *testing.T, p problem.Problem, tab table, f, g partition.Partition) {
	fresh := p.Evaluators(1, plenty)[0]
	isCheapest(t, f, g, fresh.Load(f), func(a, b int) problem.Point { return fresh.Load(f.Merge(a, b)) })
	define := func(f partition.Partition) problem.Point {
		h, i := tab.point(f.Reorder(partition.Ranks(p.Place())))
		return problem.Point{H: h, I: i}
	}
	at, least := define(f), math.Inf(1)
	for a := range f.K() {
		for b := a + 1; b < f.K(); b++ {
			least = min(least, ratio(difference(define(f.Merge(a, b)), at)))
		}
	}
	if r := ratio(difference(define(g), at)); r > least+1e-9 {
		t.Fatalf("%v: a merge that costs %g bits a bit, while another costs %g", f, r, least)
	}
}

// isCheapest fails unless the merge that leads from f, which is at a point, to g is the
// first merge of least ratio. merged returns the point after a merge.
func isCheapest(t *testing.T, f, g partition.Partition, at problem.Point, merged func(a, b int) problem.Point) {
	best, least := [2]int{0, 1}, math.Inf(1)
	for a := range f.K() {
		for b := a + 1; b < f.K(); b++ {
			if r := ratio(difference(merged(a, b), at)); r < least {
				best, least = [2]int{a, b}, r
			}
		}
	}
	if a, b := mergedClusters(t, f, g); best != [2]int{a, b} {
		t.Fatalf("%v: clusters %d and %d are merged, not %v", f, a, b, best)
	}
}

// TestAgglomerationKeepsItsBooks holds all that an agglomeration remembers, after every merge,
// against what it is computed from.
func TestAgglomerationKeepsItsBooks(t *testing.T) {
	for kind, draw := range kinds {
		const n = 30
		p := problem.DIB(draw(rand.New(rand.NewPCG(1, 1)), n, 6).joint(t))
		both := p.Evaluators(2, plenty)
		l := &agglomeration{evaluator: both[0], f: partition.Identity(n), points: make([]problem.Point, n)}
		l.at = both[0].Load(l.f)
		l.compare(context.Background())
		for k := n; k > 1; k-- {
			if l.f.K() != k || len(l.slots) != k || len(l.best) != k || len(l.ratio) != k {
				t.Fatalf("%s: %d clusters, want %d; %d slots, %d best merges, %d ratios", kind, l.f.K(), k, len(l.slots), len(l.best), len(l.ratio))
			}
			at := both[1].Load(l.f)
			for a := range k {
				best, least := int32(-1), math.Inf(1)
				for b := a + 1; b < k; b++ {
					want := difference(both[1].Load(l.f.Merge(a, b)), at)
					if got := l.steps[l.slots[a]][l.slots[b]]; !samePoint(got, want) {
						t.Fatalf("%s, %d clusters: the step of %d and %d is %v, want %v", kind, k, a, b, got, want)
					}
					if r := ratio(want); best < 0 || r < least {
						best, least = int32(b), r
					}
				}
				if l.best[a] != best || l.ratio[a] != least {
					t.Fatalf("%s, %d clusters: the best for %d is %d at %g, want %d at %g", kind, k, a, l.best[a], l.ratio[a], best, least)
				}
			}
			l.merge()
		}
	}
}

// counting counts the merges asked of an evaluator.
type counting struct {
	problem.Evaluator
	merges int64
}

func (c *counting) Merges(a int, wanted []int32, to []problem.Point) {
	c.merges += int64(len(wanted))
	c.Evaluator.Merges(a, wanted, to)
}

func TestAgglomerationCountsItsMerges(t *testing.T) {
	const n = 40
	p := problem.DIB(simplex(rand.New(rand.NewPCG(1, 1)), n, 6).joint(t))
	e := &counting{Evaluator: p.Evaluators(1, plenty)[0]}
	_, evaluated := agglomerated(context.Background(), e, n)
	// All pairs, and after every merge the pairs of the new cluster.
	if want := int64(n*(n-1)/2 + (n-1)*(n-2)/2); e.merges != want || evaluated != want {
		t.Errorf("%d merges, of which %d are counted; want %d", e.merges, evaluated, want)
	}
}

// manyRows is the problem of a table of more rows than an agglomeration compares.
func manyRows(t *testing.T) problem.Problem {
	return problem.DIB(simplex(rand.New(rand.NewPCG(1, 1)), maxAgglomerated+76, 3).joint(t))
}

// TestAgglomerationOfManyRows: the lightest rows join heavy ones first, each the one
// that it costs least to join.
func TestAgglomerationOfManyRows(t *testing.T) {
	p := manyRows(t)
	n := p.Rows()
	e := p.Evaluators(1, plenty)[0]
	path, evaluated := agglomerated(context.Background(), e, n)
	isAgglomeration(t, path, n)
	if want := int64((n-maxAgglomerated)*maxAgglomerated + maxAgglomerated*(maxAgglomerated-1)/2 + (maxAgglomerated-1)*(maxAgglomerated-2)/2); evaluated != want {
		t.Errorf("%d evaluated, want %d", evaluated, want)
	}
	at := e.Load(partition.Identity(n))
	points := make([]problem.Point, n)
	others := make([]int32, maxAgglomerated)
	for heavy := range others {
		others[heavy] = int32(heavy)
	}
	for x := n - 1; x >= maxAgglomerated; x-- {
		a, b := mergedClusters(t, path[n-1-x], path[n-x])
		if b != x || a >= maxAgglomerated {
			t.Fatalf("clusters %d and %d are merged where row %d should join a heavy one", a, b, x)
		}
		e.Merges(x, others, points)
		for _, heavy := range others {
			if got, least := ratio(difference(points[a], at)), ratio(difference(points[heavy], at)); least < got {
				t.Fatalf("row %d joins %d at %g, where %d would cost %g", x, a, got, heavy, least)
			}
		}
	}
	l := &agglomeration{evaluator: e, f: partition.Identity(n), at: at, points: points}
	e.Load(l.f)
	l.absorb(context.Background(), func(partition.Partition) {})
	// What follows compares merges of what is loaded with where that is.
	fresh := p.Evaluators(1, plenty)[0]
	e.Merges(0, others[1:], points)
	if !slices.Equal(l.f, path[n-maxAgglomerated]) || !samePoint(l.at, fresh.Load(l.f)) || !samePoint(points[1], fresh.Load(l.f.Merge(0, 1))) {
		t.Errorf("the clustering that is left is not loaded, or is not at %v", l.at)
	}
}

// drawnCosts is an evaluator by which a clustering is at its number of clusters
// and the sum of a few drawn for them, so that many merges are equally good.
type drawnCosts struct {
	keys []keyed.Key
	f    partition.Partition
}

func (d *drawnCosts) Load(f partition.Partition) problem.Point {
	d.f = slices.Clone(f)
	keys := make([]keyed.Key, f.K())
	for x, c := range f {
		keys[c] = keys[c].Xor(d.keys[x])
	}
	p := problem.Point{H: float64(len(keys))}
	for _, key := range keys {
		p.I += float64(key.Scramble()[0] % 3)
	}
	return p
}

func (d *drawnCosts) Merges(a int, wanted []int32, to []problem.Point) {
	for _, b := range wanted {
		to[b] = (&drawnCosts{keys: d.keys}).Load(d.f.Merge(a, int(b)))
	}
}

func (*drawnCosts) Moves(int, []problem.Point) { panic("an agglomeration of few rows needs no moves") }

// TestAgglomerationTakesTheFirstOfTies: which of equally good merges is taken must not
// depend on how the agglomeration came to know them.
func TestAgglomerationTakesTheFirstOfTies(t *testing.T) {
	const n = 12
	for seed := range 30 {
		e := &drawnCosts{keys: keyed.RowKeys(128)[seed:][:n]}
		path, _ := agglomerated(context.Background(), e, n)
		isAgglomeration(t, path, n)
		for k := 1; k < n; k++ {
			f := path[k-1]
			isCheapest(t, f, path[k], e.Load(f), func(a, b int) problem.Point { return e.Load(f.Merge(a, b)) })
		}
	}
}

// flat is an evaluator by which all clusterings are at one point.
type flat struct{}

func (flat) Load(partition.Partition) problem.Point { return problem.Point{} }
func (flat) Moves(_ int, to []problem.Point)        { clear(to) }

func (flat) Merges(_ int, wanted []int32, to []problem.Point) {
	for _, b := range wanted {
		to[b] = problem.Point{}
	}
}

// TestAgglomerationOnFlatGround: merges that save nothing are as good as any other, but
// worse than all that save something.
func TestAgglomerationOnFlatGround(t *testing.T) {
	for _, n := range []int{2, 9} {
		path, _ := agglomerated(context.Background(), flat{}, n)
		isAgglomeration(t, path, n)
	}
	for _, i := range []float64{-1, 0, 1} {
		if r := ratio(problem.Point{H: 0, I: i}); !math.IsInf(r, 1) {
			t.Errorf("the ratio of a step to (0, %g) is %g", i, r)
		}
	}
}

// countdown is a context that ends after it was asked a number of times, and
// knows whether it has told so.
type countdown struct {
	context.Context
	left int
	told bool
}

func (c *countdown) Err() error {
	if c.left == 0 {
		c.told = true
		return context.Canceled
	}
	c.left--
	return nil
}

// TestAgglomerationEndsWithItsContext: wherever it is cut, in any of its stages, it ends
// at once, and is the beginning of a longer one.
func TestAgglomerationEndsWithItsContext(t *testing.T) {
	for _, tt := range []struct {
		problem problem.Problem
		given   []int // clusterings after which the context ends, most first
		asked   []int // times the context is asked before it ends
	}{
		{problem.DIB(simplex(rand.New(rand.NewPCG(2, 2)), 12, 4).joint(t)), []int{12, 11, 6, 2, 1}, partition.Identity(24)},
		{manyRows(t), []int{79, 40, 1}, []int{0, maxAgglomerated - 1, maxAgglomerated + 77, maxAgglomerated + 200}},
	} {
		n := tt.problem.Rows()
		e := tt.problem.Evaluators(1, plenty)[0]
		var longest []partition.Partition
		for _, cut := range tt.given {
			ctx, cancel := context.WithCancel(context.Background())
			var path []partition.Partition
			agglomerate(ctx, e, n, nil, func(f partition.Partition) {
				if path = append(path, f); len(path) == cut {
					cancel()
				}
			})
			cancel()
			if longest == nil {
				longest = path
			}
			if len(path) != cut || !slices.EqualFunc(path, longest[:cut], slices.Equal[partition.Partition]) {
				t.Errorf("%d rows, cut after %d: %d clusterings, or others", n, cut, len(path))
			}
		}
		for _, cut := range tt.asked {
			ctx := &countdown{Context: context.Background(), left: cut}
			var path []partition.Partition
			agglomerate(ctx, e, n, nil, func(f partition.Partition) {
				if ctx.told {
					t.Errorf("%d rows, cut at %d: another clustering afterwards", n, cut)
				}
				path = append(path, f)
			})
			if !ctx.told {
				t.Errorf("%d rows, cut at %d: too late to be cut", n, cut)
			}
			if len(path) == 0 || !slices.EqualFunc(path, longest[:len(path)], slices.Equal[partition.Partition]) {
				t.Errorf("%d rows, cut at %d: %d clusterings that do not begin a longer agglomeration", n, cut, len(path))
			}
		}
	}
}
