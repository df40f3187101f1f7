package sweeps

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// byCount searches without a limit of steps and checks that clusterings have the right number of clusters.
// It returns them with their i from scratch.
func byCount(t testing.TB, ctx context.Context, p problem.Problem, given Counts, upTo, workers int) (CountResult, []float64) {
	t.Helper()
	r := ByCount(ctx, p.(Source), given, CountOptions{UpTo: upTo, Steps: math.MaxInt64, MaxMemory: 1 << 30, Workers: workers})
	evaluator, informations := p.Evaluators(1, 0)[0], make([]float64, len(r.Best))
	for k, label := range r.Best {
		if label == nil {
			continue
		}
		f := partition.Canonical(label)
		if f.K() != k {
			t.Fatalf("the clustering for %d clusters has %d", k, f.K())
		}
		at, err := problem.Load(evaluator, f)
		if err != nil {
			t.Fatal(err)
		}
		informations[k] = at.I
	}
	return r, informations
}

// TestByCountEqualsBruteForce compares the clusterings with the best of all, most of which are found. Tables
// are so small that every chain begins with single rows.
func TestByCountEqualsBruteForce(t *testing.T) {
	const n = 8
	found, all := 0, 0
	for seed := range uint64(12) {
		p := problem.DIB(words(t, n, 6, seed))
		best, evaluator := make([]float64, n+1), p.Evaluators(1, 0)[0]
		for f := range partition.All(n) {
			at, err := problem.Load(evaluator, f)
			if err != nil {
				t.Fatal(err)
			}
			best[f.K()] = max(best[f.K()], at.I)
		}
		_, got := byCount(t, t.Context(), p, nil, n, 1)
		for k := 2; k < n; k++ {
			if got[k] > best[k] {
				t.Errorf("seed %d: %d clusters with i = %v, of at most %v", seed, k, got[k], best[k])
			}
			all++
			if got[k] == best[k] {
				found++
			}
		}
	}
	if found*100 < all*90 {
		t.Errorf("%d of %d best clusterings were found", found, all)
	}
}

// TestCounterSumsAreExact compares the values that chains keep with those from scratch, of all kinds of masses.
func TestCounterSumsAreExact(t *testing.T) {
	j := words(t, 60, 30, 1)
	for name, p := range map[string]problem.Problem{
		"counts": problem.DIB(j), "probabilities": problem.DIB(scaled(t, j)), "fixed length": problem.DMC(j),
	} {
		t.Run(name, func(t *testing.T) {
			c := newCounting(p.(Source), CountOptions{UpTo: 20, Steps: 1, MaxMemory: 1 << 30, Workers: 1})
			c.search(t.Context(), nil)
			w := newCounter(c.table)
			for k, b := range c.best[1:] {
				if w.begin(b.Label); len(w.active) != k+1 || w.value() != b.Value {
					t.Errorf("%d clusters: %v, and from scratch %v of %d", k+1, b.Value, w.value(), len(w.active))
				}
			}
		})
	}
}

// TestKnownChangesAreRight compares what a counter remembers with what it computes, after many steps.
func TestKnownChangesAreRight(t *testing.T) {
	s := problem.DIB(words(t, 200, 40, 3)).(Source)
	c := newCounting(s, CountOptions{UpTo: 25, MaxMemory: 1 << 30, Workers: 1})
	w := &chain{counter: c.counters[0], known: c.best, own: make([]Counted, len(c.best))}
	w.forget()
	w.begin(c.seeds(0))
	w.pass(t.Context(), true)
	for range 12 {
		w.union()
		w.rest(t.Context(), 2)
	}
	w.divide(t.Context())
	w.rest(t.Context(), 50)
	checked := 0
	for x := range int32(w.n) {
		if l := w.leaves[x]; l.cluster == w.label[x] && l.at == w.altered[l.cluster] && w.size[l.cluster] > 1 {
			if l.change != w.leaving(x) {
				t.Fatalf("row %d leaves with %v, remembered as %v", x, w.leaving(x), l.change)
			}
			checked++
		}
		for n := x * listLength; n < (x+1)*listLength && w.near[n] >= 0; n++ {
			k, join := w.label[w.near[n]], w.joins[n]
			if join.at == w.altered[k] && join.cluster == k && k != w.label[x] {
				if join.change != w.joining(x, k) {
					t.Fatalf("row %d joins cluster %d with %v, remembered as %v", x, k, w.joining(x, k), join.change)
				}
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d changes were remembered", checked)
	}
}

func TestByCountDoesNotDependOnWorkers(t *testing.T) {
	p := problem.DIB(words(t, 400, 60, 2))
	one, _ := byCount(t, t.Context(), p, nil, 12, 1)
	two, _ := byCount(t, t.Context(), p, nil, 12, 3)
	if !reflect.DeepEqual(one, two) {
		t.Error("three workers find other clusterings than one")
	}
}

// TestByCountOfFamilies finds the classes of rows that were drawn from few distributions.
func TestByCountOfFamilies(t *testing.T) {
	p := problem.DIB(words(t, 500, 140, 5)) // seven kinds of rows
	_, got := byCount(t, t.Context(), p, nil, 9, 2)
	before, gain := 0., make([]float64, len(got))
	for k := 2; k < len(got); k++ {
		gain[k] = got[k] - before
		before = got[k]
	}
	if gain[7] < 2*gain[8] {
		t.Errorf("the seventh cluster adds %v, and the eighth %v", gain[7], gain[8])
	}
}

// TestByCountKeepsWhatIsGiven stops a search at once and in its course.
func TestByCountKeepsWhatIsGiven(t *testing.T) {
	p := problem.DIB(words(t, 400, 60, 4))
	full, best := byCount(t, t.Context(), p, nil, 10, 1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	stopped, got := byCount(t, ended, p, full.Best, 10, 1)
	if fmt.Sprint(got) != fmt.Sprint(best) || stopped.Settled {
		t.Errorf("of %v, there are %v after a search that ended at once", best, got)
	}
	_, again := byCount(t, t.Context(), p, full.Best, 10, 1)
	for k := range again {
		if again[k] < best[k]-1e-9 {
			t.Errorf("%d clusters: %v after %v", k, again[k], best[k])
		}
	}
}

// TestTurnKeepsTheBest has two chains that find something for the same number of clusters.
func TestTurnKeepsTheBest(t *testing.T) {
	c := newCounting(problem.DIB(words(t, 30, 10, 1)).(Source), CountOptions{UpTo: 5, MaxMemory: 1 << 30, Workers: 1})
	for turn, values := range [][2]float64{{2, 1}, {3, 4}, {1, 1}} {
		gained := c.turn(t.Context(), 2, func(w *chain, job int) { w.own[3] = Counted{[]int32{int32(job)}, values[job]} })
		if want := []float64{2, 2, 0}[turn]; gained != want {
			t.Errorf("turn %d gains %v, want %v", turn, gained, want)
		}
	}
	if b := c.best[3]; b.Value != 4 || b.Label[0] != 1 {
		t.Errorf("the best of all is %v", b)
	}
}

// TestDivideTakesTheBestDivision divides every cluster of a clustering in turn.
func TestDivideTakesTheBestDivision(t *testing.T) {
	c := newCounting(problem.DIB(words(t, 100, 20, 1)).(Source), CountOptions{UpTo: 6, MaxMemory: 1 << 30, Workers: 1})
	w, most := c.counters[0], 0.
	label := make([]int32, w.n)
	for x := range label {
		label[x] = int32(x % 5)
	}
	w.begin(label)
	whole := w.i
	for _, a := range append([]int32(nil), w.active...) {
		w.begin(label)
		w.part(a)
		most = max(most, w.i-whole)
	}
	clusters := len(w.active)
	w.begin(label)
	if !w.divide(t.Context()) || w.i-whole != most || len(w.active) != clusters {
		t.Errorf("a division gains %v, want %v", w.i-whole, most)
	}
}

// TestBetween compares with powers.
func TestBetween(t *testing.T) {
	for _, u := range []float64{0, 0.1, 0.25, 0.5, 0.99} {
		for _, high := range []float64{5, 12, 250, 1e5} {
			if got, want := between(5, high, u), 5*math.Pow(high/5, u); math.Abs(got/want-1) > 1e-3 {
				t.Errorf("%v of the way from 5 to %v is %v, want %v", u, high, got, want)
			}
		}
	}
}
