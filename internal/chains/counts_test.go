package chains

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// byCount searches without a limit of steps and checks that clusterings have the right number of clusters.
// It returns them with their i from scratch.
func byCount(t testing.TB, ctx context.Context, p problem.Problem, given Counts, upTo, workers int) (Result, []float64) {
	t.Helper()
	r := ByCount(ctx, p.Traits(), given, Options{UpTo: upTo, Steps: math.MaxInt64, MaxMemory: 1 << 30, Workers: workers})
	evaluator, informations := p.Evaluators(1, 0)[0], make([]float64, len(r.Best))
	for k, label := range r.Best {
		if label == nil {
			continue
		}
		f := partition.Canonical(label)
		if f.K() != k {
			t.Fatalf("the clustering for %d clusters has %d", k, f.K())
		}
		at, err := problem.Load(p, evaluator, f)
		if err != nil {
			t.Fatal(err)
		}
		informations[k] = at.I
	}
	return r, informations
}

// TestByCountEqualsBruteForce compares the clusterings with the best of all, and demands that most of them are found.
// Tables and clouds are so small that every chain begins with single rows.
func TestByCountEqualsBruteForce(t *testing.T) {
	const n = 8
	found, all := 0, 0
	for seed := range uint64(24) {
		p := problem.DIB(families.Words(t, n, 6, seed))
		if seed%2 == 1 {
			p = problem.KMeans(families.Draw(n, 1+int(seed%3), int(seed%3), seed).Cloud(t))
		}
		best, evaluator := make([]float64, n+1), p.Evaluators(1, 0)[0]
		for f := range partition.All(n) {
			at, err := problem.Load(p, evaluator, f)
			if err != nil {
				t.Fatal(err)
			}
			best[f.K()] = max(best[f.K()], at.I)
		}
		_, got := byCount(t, t.Context(), p, nil, n, 1)
		for k := 2; k < n; k++ {
			if got[k] > best[k]+1e-12 {
				t.Errorf("seed %d: %d clusters with i = %v, of at most %v", seed, k, got[k], best[k])
			}
			all++
			if got[k] > best[k]-1e-12 {
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
	j := families.Words(t, 60, 30, 1)
	for name, p := range map[string]problem.Problem{
		"counts": problem.DIB(j), "probabilities": problem.DIB(families.Scaled(t, j)), "fixed length": problem.DMC(j),
	} {
		t.Run(name, func(t *testing.T) {
			c := newCounting(p.Traits(), Options{UpTo: 20, Steps: 1, MaxMemory: 1 << 30, Workers: 1})
			c.search(t.Context(), nil)
			w := newCounter(c.table)
			for k, b := range c.best[1:] {
				if w.begin(b.Label); len(w.Active) != k+1 || w.value() != b.Value {
					t.Errorf("%d clusters: %v, and from scratch %v of %d", k+1, b.Value, w.value(), len(w.Active))
				}
			}
		})
	}
}

// TestKnownChangesAreRight compares what a counter remembers with what it computes, after many steps.
func TestKnownChangesAreRight(t *testing.T) {
	s := problem.DIB(families.Words(t, 200, 40, 3)).Traits()
	c := newCounting(s, Options{UpTo: 25, MaxMemory: 1 << 30, Workers: 1})
	w := &chain{counter: c.counters[0], known: c.best, own: make([]Candidate, len(c.best))}
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
	for x := range int32(w.N) {
		if l := w.leaves[x]; l.cluster == w.Label[x] && l.at == w.altered[l.cluster] && w.Size[l.cluster] > 1 {
			if l.Change != w.Leaving(x) {
				t.Fatalf("row %d leaves with %v, remembered as %v", x, w.Leaving(x), l.Change)
			}
			checked++
		}
		for n := x * cluster.ListLength; n < (x+1)*cluster.ListLength && w.RowLists[n] >= 0; n++ {
			k, join := w.Label[w.RowLists[n]], w.joins[n]
			if join.at == w.altered[k] && join.cluster == k && k != w.Label[x] {
				if join.Change != w.Joining(x, k) {
					t.Fatalf("row %d joins cluster %d with %v, remembered as %v", x, k, w.Joining(x, k), join.Change)
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
	p := problem.DIB(families.Words(t, 400, 60, 2))
	one, _ := byCount(t, t.Context(), p, nil, 12, 1)
	two, _ := byCount(t, t.Context(), p, nil, 12, 3)
	if !reflect.DeepEqual(one, two) {
		t.Error("three workers find other clusterings than one")
	}
}

// TestByCountOfFamilies finds the classes of rows that were drawn from few distributions.
func TestByCountOfFamilies(t *testing.T) {
	p := problem.DIB(families.Words(t, 500, 140, 5)) // seven kinds of rows
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
	p := problem.DIB(families.Words(t, 400, 60, 4))
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
	c := newCounting(problem.DIB(families.Words(t, 30, 10, 1)).Traits(), Options{UpTo: 5, MaxMemory: 1 << 30, Workers: 1})
	for turn, values := range [][2]float64{{2, 1}, {3, 4}, {1, 1}} {
		gained := c.turn(t.Context(), 2, func(w *chain, job int) { w.own[3] = Candidate{[]int32{int32(job)}, values[job]} })
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
	c := newCounting(problem.DIB(families.Words(t, 100, 20, 1)).Traits(), Options{UpTo: 6, MaxMemory: 1 << 30, Workers: 1})
	w, most := c.counters[0], 0.
	label := make([]int32, w.N)
	for x := range label {
		label[x] = int32(x % 5)
	}
	w.begin(label)
	whole := w.I
	for _, a := range append([]int32(nil), w.Active...) {
		w.begin(label)
		w.part(a)
		most = max(most, w.I-whole)
	}
	clusters := len(w.Active)
	w.begin(label)
	if !w.divide(t.Context()) || w.I-whole != most || len(w.Active) != clusters {
		t.Errorf("a division gains %v, want %v", w.I-whole, most)
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

// TestSeedsOfPoints: chains begin with single points from all parts of the order of the table, each of them with as
// many as may be, or fewer.
func TestSeedsOfPoints(t *testing.T) {
	p := problem.KMeans(families.Draw(300, 2, families.EqualWeights, 8).Cloud(t)).Traits()
	c := newCounting(p, Options{UpTo: 40, MaxMemory: 1 << 30, Workers: 1})
	few := 0
	for job := range 100 {
		rows := make(map[int32][]int)
		for at, x := range c.table.SpatialOrder {
			k := c.seeds(job)[x]
			rows[k] = append(rows[k], at)
		}
		clusters := len(rows)
		if clusters < 2*fewestSeeds {
			few++
		}
		for k, at := range rows {
			if from, to := int(k)*300/clusters, (int(k)+1)*300/clusters; k > 0 && (len(at) != 1 || at[0] < from || at[0] >= to) {
				t.Fatalf("job %d: cluster %d of %d has the rows at %v", job, k, clusters, at)
			}
		}
		if job == 0 && clusters != len(c.best)-1 {
			t.Errorf("the first chain begins with %d clusters", clusters)
		}
	}
	if few < 50 {
		t.Errorf("%d of 100 chains begin with few clusters", few)
	}
}

func BenchmarkByCount(b *testing.B) {
	for _, n := range []int{300, 3000} {
		source := problem.DIB(families.Words(b, n, 500, 1)).Traits()
		for _, upTo := range []int{20, 200} {
			b.Run(fmt.Sprintf("rows=%d/upTo=%d", n, upTo), func(b *testing.B) {
				var steps int64
				for b.Loop() {
					steps = ByCount(b.Context(), source, nil, Options{UpTo: upTo, Steps: 1, MaxMemory: 1 << 30, Workers: 2}).Steps
				}
				b.ReportMetric(float64(steps), "steps/op")
			})
		}
	}
}

// TestOrderOfPointsChangesNothing turns the order of points and coordinates around, and takes another number of workers.
func TestOrderOfPointsChangesNothing(t *testing.T) {
	p := families.Draw(400, 5, families.Counts, 5)
	turned := families.Dots{Labels: slices.Clone(p.Labels), At: slices.Clone(p.At), Weights: slices.Clone(p.Weights)}
	slices.Reverse(turned.Labels)
	slices.Reverse(turned.At)
	slices.Reverse(turned.Weights)
	one, _ := byCount(t, t.Context(), problem.KMeans(p.Cloud(t)), nil, 9, 1)
	two, _ := byCount(t, t.Context(), problem.KMeans(turned.Cloud(t)), nil, 9, 3)
	for k := range one.Best {
		if !slices.Equal(one.Best[k], two.Best[k]) {
			t.Errorf("other best clusterings into %d", k)
		}
	}
}
