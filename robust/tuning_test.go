package robust

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// uneven returns a table of n rows and 6 columns with about so many records a cell.
func uneven(n int, records float64, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 5))
	v := make([][]float64, n)
	for x := range v {
		for range 6 {
			v[x] = append(v[x], math.Floor(records*rng.ExpFloat64()*rng.ExpFloat64()))
		}
	}
	return v
}

func tuned(t testing.TB, j *joint.Joint, o TuneOptions) *Tuning {
	t.Helper()
	r, err := TuneEpsilon(context.Background(), j, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDepthIsWorthItInLargeSamples: of this table, a search without depth misses points,
// which few records cannot tell, and many can.
func TestDepthIsWorthItInLargeSamples(t *testing.T) {
	for _, tt := range []struct{ records, want float64 }{{20, 0}, {1e6, 0.01}} {
		r := tuned(t, tableOf(t, uneven(9, tt.records, 3)), TuneOptions{Epsilons: []float64{0, 1e-3, 3e-3, 1e-2, 3e-2}})
		if got := r.Levels[r.Recommended].Epsilon; got != tt.want || r.Status != frontier.StatusConverged || len(r.Deeper) > 0 {
			t.Errorf("%g records a cell: recommended %g, want %g; %+v", tt.records, got, tt.want, r)
		}
		greedy, last := r.Levels[0], r.Levels[len(r.Levels)-1]
		if greedy.Gap == 0 || last.Gap != 0 || last.Evaluated <= greedy.Evaluated {
			t.Errorf("%g records a cell: a deeper search finds no more: %+v", tt.records, r)
		}
		if tt.records == 1e6 && last.Overlap < 0.95 || tt.records == 20 && last.Overlap > 0.9 {
			t.Errorf("%g records a cell: the halves share %g of their points", tt.records, last.Overlap)
		}
	}
}

// TestTuningIsAFunctionOfTheTable: not of the number of workers, nor of the order of
// rows and columns; seeds matter, and neighbouring ones have no split in common.
func TestTuningIsAFunctionOfTheTable(t *testing.T) {
	v := uneven(8, 4, 1)
	o := TuneOptions{Splits: 3, Seed: 9, Budget: 3000, Workers: 1}
	want := tuned(t, tableOf(t, v), o)
	if len(want.Levels) < 3 || want.Status != frontier.StatusEffort {
		t.Fatalf("this test should see depths of both kinds: %+v", want)
	}
	for _, workers := range []int{2, 7, 0} {
		o.Workers = workers
		if d := cmp.Diff(want, tuned(t, tableOf(t, v), o)); d != "" {
			t.Errorf("%d workers: %s", workers, d)
		}
	}
	j := tableOf(t, v)
	x, y := slices.Clone(j.XLabels()), slices.Clone(j.YLabels())
	slices.Reverse(x)
	slices.Reverse(y)
	slices.Reverse(v)
	for _, row := range v {
		slices.Reverse(row)
	}
	reversed, err := joint.Dense(x, y, v)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, tuned(t, reversed, o)); d != "" {
		t.Errorf("rows and columns reversed: %s", d)
	}
	first := tuner{TuneOptions: o}
	o.Seed++
	if other := tuned(t, j, o); other.Levels[0].Transfer == want.Levels[0].Transfer {
		t.Errorf("two seeds give the same: %+v", other)
	}
	next := tuner{TuneOptions: o}
	for s := range 20 {
		for r := range 20 {
			if first.seed(s) == next.seed(r) || s != r && first.seed(s) == first.seed(r) {
				t.Errorf("splits %d and %d have one seed", s, r)
			}
		}
	}
}

// TestBudgetEndsTheDepths: a depth is too deep exactly if one of its searches, or that
// of the whole table, takes more than the budget.
func TestBudgetEndsTheDepths(t *testing.T) {
	j := tableOf(t, uneven(8, 30, 2))
	o := TuneOptions{Splits: 2, Epsilons: []float64{0, 0.01, 0.1, 0.2}}
	all := tuned(t, j, o)
	// The most that a search of every level takes.
	most := make([]int64, len(o.Epsilons))
	for k, e := range o.Epsilons {
		var problems []problem.Problem
		tn := &tuner{TuneOptions: o, table: j}
		if err := tn.split(); err != nil {
			t.Fatal(err)
		}
		for s, halves := range tn.halves {
			for n, h := range halves {
				r, err := search.Map(context.Background(), h.problem, search.Options{Method: search.Merge, Epsilon: e, Seed: tn.seed(s) + uint64(n)})
				if err != nil {
					t.Fatal(err)
				}
				most[k] = max(most[k], r.Evaluated)
			}
		}
		if k == 0 {
			problems = append(problems, problem.DIB(j))
		}
		for _, p := range problems {
			r, err := search.Map(context.Background(), p, search.Options{Method: search.Merge})
			if err != nil {
				t.Fatal(err)
			}
			most[k] = max(most[k], r.Evaluated)
		}
	}
	for k := range most {
		o.Budget = most[k]
		if got := tuned(t, j, o); len(got.Levels) != k+1 || len(got.Deeper) != len(most)-k-1 || got.Levels[k].Evaluated != all.Levels[k].Evaluated {
			t.Errorf("budget %d: %+v", o.Budget, got)
		}
		o.Budget--
		got, err := TuneEpsilon(context.Background(), j, o)
		switch {
		case k == 0 && !errors.Is(err, ErrBudget):
			t.Errorf("budget %d: %v", o.Budget, err)
		case k > 0 && (err != nil || len(got.Levels) != k || got.Deeper[0] != o.Epsilons[k] || got.Status != frontier.StatusEffort):
			t.Errorf("budget %d: %+v, %v", o.Budget, got, err)
		}
	}
}

// TestEndedContext: two depths make a result, and fewer do not.
func TestEndedContext(t *testing.T) {
	j := tableOf(t, uneven(7, 30, 2))
	o := TuneOptions{Splits: 2, Epsilons: []float64{0, 0.001, 0.01, 0.1}, Workers: 1}
	for _, tt := range []struct{ after, levels int }{{0, 0}, {5, 0}, {8, 0}, {9, 2}, {12, 2}, {13, 3}} {
		ctx, cancel := context.WithCancel(context.Background())
		if tt.after == 0 {
			cancel()
		}
		o.Observe = func(done, all int) {
			if all != 17 {
				t.Errorf("%d searches, want 17", all)
			}
			if done == tt.after {
				cancel()
			}
		}
		r, err := TuneEpsilon(ctx, j, o)
		switch {
		case tt.levels == 0 && !errors.Is(err, context.Canceled):
			t.Errorf("after %d searches: %+v, %v", tt.after, r, err)
		case tt.levels > 0 && (err != nil || len(r.Levels) != tt.levels || r.Status != frontier.StatusInterrupted):
			t.Errorf("after %d searches: %+v, %v", tt.after, r, err)
		}
		cancel()
	}
}

// TestTuneProgress counts every search once, and all of them in the end.
func TestTuneProgress(t *testing.T) {
	var seen []int
	o := TuneOptions{Splits: 2, Epsilons: []float64{0, 0.001, 0.01}, Observe: func(done, _ int) { seen = append(seen, done) }}
	tuned(t, tableOf(t, uneven(7, 30, 2)), o)
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}; !slices.Equal(seen, want) {
		t.Errorf("%v, want %v", seen, want)
	}
}

func TestTuneErrors(t *testing.T) {
	good := tableOf(t, uneven(5, 30, 2))
	for _, tt := range []struct {
		name string
		j    *joint.Joint
		o    TuneOptions
		want error
		text string
	}{
		{"probabilities", tableOf(t, [][]float64{{0.5, 0.25}, {0, 0.25}}), TuneOptions{}, ErrNoCounts, ErrNoCounts.Error()},
		{"few records", tableOf(t, [][]float64{{1, 1}, {0, 1}}), TuneOptions{}, joint.ErrTooSmall, "too few records to split: there are 3, and it takes 4"},
		{
			"rows of halves", tableOf(t, [][]float64{{50, 50}, {1, 0}, {0, 1}}),
			TuneOptions{Splits: 40},
			joint.ErrTooSmall, "",
		},
		{"one epsilon", good, TuneOptions{Epsilons: []float64{0.1, 0.1}}, nil, "uncertainty options: there are 1 epsilons, want at least two different ones to choose from"},
		{"no epsilon", good, TuneOptions{Epsilons: []float64{}}, nil, "uncertainty options: there are 0 epsilons, want at least two different ones to choose from"},
		{"negative", good, TuneOptions{Epsilons: []float64{0, -0.1}}, nil, "uncertainty options: epsilon is -0.1, want 0 or more bits"},
		{"NaN", good, TuneOptions{Epsilons: []float64{0, math.NaN()}}, nil, "uncertainty options: epsilon is NaN, want 0 or more bits"},
		{"infinite", good, TuneOptions{Epsilons: []float64{0, math.Inf(1)}}, nil, "uncertainty options: epsilon is +Inf, want 0 or more bits"},
		{"one split", good, TuneOptions{Splits: 1}, nil, "uncertainty options: splits is 1, want 2 or more, or 0 for 5"},
		{"budget", good, TuneOptions{Budget: -1}, nil, "uncertainty options: budget is -1, want 1 or more evaluations, or 0 for 20000000"},
		{"workers", good, TuneOptions{Workers: -1}, nil, "uncertainty options: workers is -1, want 1 or more, or 0 for one per core"},
		{"tiny budget", good, TuneOptions{Budget: 1}, ErrBudget, "too few evaluations allowed: a search at epsilon 0 takes more than 1, or than 256 MiB"},
	} {
		r, err := TuneEpsilon(context.Background(), tt.j, tt.o)
		if tt.want != nil && !errors.Is(err, tt.want) || err == nil || r != nil || tt.text != "" && err.Error() != tt.text {
			t.Errorf("%s: %+v, %v", tt.name, r, err)
		}
	}
}

// TestSearchMemory grows with the budget, within bounds.
func TestSearchMemory(t *testing.T) {
	for budget, want := range map[int64]int64{1: 256 << 20, DefaultBudget: 256 << 20, 2 * DefaultBudget: 512 << 20, 1 << 62: 2 << 30} {
		if got := (TuneOptions{Budget: budget}).memory(); got != want {
			t.Errorf("%d: %d bytes, want %d", budget, got, want)
		}
	}
}

// TestRecommendation is the smallest epsilon within a standard error of the best.
func TestRecommendation(t *testing.T) {
	for _, tt := range []struct {
		transfers         []float64
		spread            float64
		best, recommended int
	}{
		{[]float64{3, 3, 3}, 0, 0, 0},
		{[]float64{3, 2, 1}, 0.5, 2, 2},
		{[]float64{3, 2, 1}, 1, 2, 1},
		{[]float64{3, 1, 2}, 5, 1, 0},
		{[]float64{1, 1, 0.5, 0.5}, 0.4, 2, 2},
	} {
		var r Tuning
		for _, v := range tt.transfers {
			r.Levels = append(r.Levels, Level{Transfer: v, TransferError: tt.spread})
		}
		if r.recommend(); r.Best != tt.best || r.Recommended != tt.recommended {
			t.Errorf("%+v: best %d, recommended %d", tt, r.Best, r.Recommended)
		}
	}
}

// TestScale: of a table of two rows, half that of the two clusters, for the point of one
// cluster is certain.
func TestScale(t *testing.T) {
	j := tableOf(t, [][]float64{{30, 10}, {5, 15}})
	r := tuned(t, j, TuneOptions{Splits: 2})
	// The variance of -log2 p and of log2 p(x,y)/(p(x)p(y)), and N = 60.
	variance := func(p, v []float64) (of float64) {
		var mean float64
		for k := range p {
			mean += p[k] * v[k]
		}
		for k := range p {
			of += p[k] * (v[k] - mean) * (v[k] - mean)
		}
		return of
	}
	dh := variance([]float64{2. / 3, 1. / 3}, []float64{math.Log2(2. / 3), math.Log2(1. / 3)})
	var p, v []float64
	for _, c := range [][3]float64{{30, 40, 35}, {10, 40, 25}, {5, 20, 35}, {15, 20, 25}} {
		p, v = append(p, c[0]/60), append(v, math.Log2(60*c[0]/c[1]/c[2]))
	}
	di := variance(p, v)
	if want := math.Sqrt(math.Sqrt(dh/60)*math.Sqrt(di/60)) / 2; math.Abs(r.Scale/want-1) > 1e-9 {
		t.Errorf("scale %.12g, want %.12g", r.Scale, want)
	}
}
