package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// twoTables draws records of X, Y and S, and returns the table of X and Y and the table of X and S. S depends on Y. Some
// rows are equal.
func twoTables(tb testing.TB, rng *rand.Rand, n, m, s int) (ofY, ofS *joint.Joint) {
	tb.Helper()
	var cells, others []joint.Cell
	counts := make([]float64, m*s)
	for a := range int32(n) {
		if weight, slant := 5+rng.ExpFloat64()*30, rng.Float64(); rng.IntN(8) > 0 {
			for k := range counts {
				share := math.Exp(2*rng.NormFloat64()*rng.Float64() + 2*slant*float64(k/s%2*(k%s)))
				counts[k] = math.Floor(weight*share/4 + rng.Float64())
			}
			counts[int(a)%(m*s)]++
		}
		for k, v := range counts {
			cells = append(cells, joint.Cell{X: a, Y: int32(k / s), Value: v})
			others = append(others, joint.Cell{X: a, Y: int32(k % s), Value: v})
		}
	}
	for k := range int32(max(m, s)) { // no column is empty
		cells = append(cells, joint.Cell{X: 0, Y: k % int32(m), Value: 1})
		others = append(others, joint.Cell{X: 0, Y: k % int32(s), Value: 1})
	}
	return tableOf(tb, n, m, cells), tableOf(tb, n, s, others)
}

func tableOf(tb testing.TB, n, m int, cells []joint.Cell) *joint.Joint {
	tb.Helper()
	labels := func(prefix string, n int) (all []string) {
		for k := range n {
			all = append(all, fmt.Sprintf("%s%03d", prefix, k))
		}
		return all
	}
	j, err := joint.New(labels("x", n), labels("y", m), cells)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func telling(s *joint.Joint, most float64) problem.Limits {
	return problem.Limits{Second: &problem.SecondLimit{Name: "sex", Table: s, Most: most}}
}

// tells returns I(Z;S) by its definition.
func tells(s *joint.Joint, f partition.Partition) float64 {
	return s.Coarsen(partition.Canonical(f)).IXY()
}

func pointsOf(f *frontier.Frontier) (all [][2]float64) {
	for q := range f.All() {
		all = append(all, [2]float64{q.H, q.I})
	}
	return all
}

// TestToldAgainstAllClusterings compares searches with all clusterings that tell little enough, for tables with equal
// rows, with linked rows, with other limits, and with h = log2 k. A local search misses few points.
func TestToldAgainstAllClusterings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	missed, all := 0, 0
	for round := range 40 {
		n := 3 + round%5
		ofY, ofS := twoTables(t, rng, n, 2+rng.IntN(3), 2+rng.IntN(2))
		p := problem.DIB(ofY)
		limits := telling(ofS, ofS.IXY()*rng.Float64()*rng.Float64())
		switch round % 4 {
		case 1:
			p = problem.DMC(ofY)
		case 2:
			linked := partition.Identity(n)
			linked[2] = 0
			p = p.Traits().Link(partition.Canonical(linked))
		case 3:
			limits.MaxClusters = 2 + rng.IntN(3)
		}
		found, e := archive.New(p.Rows()), p.Evaluators(1, 0)[0]
		for f := range partition.All(p.Rows()) {
			few := limits.MaxClusters == 0 || f.K() <= limits.MaxClusters
			if few && tells(ofS, archive.InTable(p.Place(), f)) <= limits.Second.Most+1e-10 {
				found.Offer(e.Load(f), partition.Pack(f), 0)
			}
		}
		want, err := found.Frontier(p, frontier.Search{Status: frontier.StatusComplete})
		if err != nil {
			t.Fatal(err)
		}
		exactly, err := Map(t.Context(), p, Options{Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		if exactly.Status != frontier.StatusComplete || !slices.Equal(pointsOf(exactly.Frontier), pointsOf(want)) {
			t.Errorf("round %d: %s, %v, want %v", round, exactly.Status, pointsOf(exactly.Frontier), pointsOf(want))
		}
		local, err := Map(t.Context(), p, Options{Limits: limits, Method: Local})
		if err != nil {
			t.Fatal(err)
		}
		if local.Status != frontier.StatusConverged {
			t.Errorf("round %d: a local search is %s", round, local.Status)
		}
		points := pointsOf(local.Frontier)
		for _, point := range pointsOf(want) {
			all++
			if !slices.Contains(points, point) {
				missed++
			}
		}
		checkTold(t, local.Frontier, ofS, limits.Second.Most)
	}
	if missed*50 > all {
		t.Errorf("a local search misses %d of %d points", missed, all)
	}
}

// checkTold checks that no clustering tells too much, and what the frontier says about the second variable.
func checkTold(t *testing.T, f *frontier.Frontier, s *joint.Joint, most float64) {
	t.Helper()
	if f.Second == nil || f.Second.Name != "sex" || *f.Second.Limit != most || math.Abs(f.Second.I-s.IXY()) > 1e-12 {
		t.Fatalf("the frontier says of the second variable %+v", f.Second)
	}
	for point := range f.All() {
		want := tells(s, point.Assignment())
		if got, ok := point.Second(); want > most+1e-9 || !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("a point of %d clusters tells %v bits, by the frontier %v, and the limit is %v", point.K, want, got, most)
		}
	}
}

// TestToldByPairs: X are pairs (a, b), where a tells Y and b tells S. Under a limit next to 0, the frontier has the
// groups of a, and none that divides an a by b.
func TestToldByPairs(t *testing.T) {
	const as, bs = 5, 4
	var cells, others []joint.Cell
	for x := range int32(as * bs) {
		for k := range int32(as) {
			cells = append(cells, joint.Cell{X: x, Y: k, Value: 10})
			others = append(others, joint.Cell{X: x, Y: k, Value: 10})
		}
		cells = append(cells, joint.Cell{X: x, Y: x / bs, Value: 300})
		others = append(others, joint.Cell{X: x, Y: x % bs, Value: 300})
	}
	ofY, ofS := tableOf(t, as*bs, as, cells), tableOf(t, as*bs, as, others)
	r, err := Map(t.Context(), problem.DIB(ofY), Options{Limits: telling(ofS, 1e-6), Effort: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	var last frontier.Point
	for last = range r.Frontier.All() {
	}
	if f := last.Assignment(); f.K() != as || math.Abs(last.I-ofY.IXY()) > 1e-9 {
		t.Errorf("the last point is %v, and tells %v of %v bits", f, last.I, ofY.IXY())
	}
	checkTold(t, r.Frontier, ofS, 1e-6)
}

// TestToldIsTheSame: neither the number of workers, nor the order of the rows of both tables, nor an interruption change
// what is found.
func TestToldIsTheSame(t *testing.T) {
	const n = 45
	ofY, ofS := twoTables(t, rand.New(rand.NewPCG(3, 4)), n, 4, 3)
	turned := func(j *joint.Joint) *joint.Joint { // the labels of rows in reverse order
		labels, cells := slices.Clone(j.XLabels()), []joint.Cell(nil)
		slices.Reverse(labels)
		for x := range n {
			columns, masses := j.Row(x)
			for k, y := range columns {
				cells = append(cells, joint.Cell{X: int32(n - 1 - x), Y: y, Value: masses[k]})
			}
		}
		r, err := joint.New(labels, j.YLabels(), cells)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	limits := telling(ofS, ofS.IXY()/4)
	opts := Options{Limits: limits, Workers: 1, Effort: 0.05}
	var state []byte
	calls := 0
	opts.Checkpoint = func(snapshot func() []byte, _ bool) {
		if calls++; calls == 500 {
			state = snapshot()
		}
	}
	want, err := Map(t.Context(), problem.DIB(ofY), opts)
	if err != nil {
		t.Fatal(err)
	}
	checkTold(t, want.Frontier, ofS, limits.Second.Most)
	opts.Checkpoint = nil
	check := func(what string, ofY *joint.Joint, opts Options) {
		t.Helper()
		got, err := Map(t.Context(), problem.DIB(ofY), opts)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(pointsOf(got.Frontier), pointsOf(want.Frontier)) {
			t.Errorf("%s finds another frontier", what)
		}
	}
	more, mixed, resumed := opts, opts, opts
	more.Workers, resumed.Resume = 3, state
	check("a search with 3 workers", ofY, more)
	check("a search of rows in reverse order", turned(ofY), opts)
	mixed.Limits = telling(turned(ofS), limits.Second.Most)
	check("a search of rows in another order than those of S", ofY, mixed)
	check("a search that is continued", ofY, resumed)
	resumed.Limits = telling(ofS, limits.Second.Most/2)
	if _, err := Map(t.Context(), problem.DIB(ofY), resumed); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("continued under another limit: %v", err)
	}
}

// TestToldIsRefused checks limits that make no sense.
func TestToldIsRefused(t *testing.T) {
	ofY, ofS := twoTables(t, rand.New(rand.NewPCG(5, 6)), 6, 3, 2)
	_, fewer := twoTables(t, rand.New(rand.NewPCG(5, 6)), 5, 3, 2)
	for name, limits := range map[string]problem.Limits{
		"negative": telling(ofS, -1), "not a number": telling(ofS, math.NaN()), "other rows": telling(fewer, 1), "no table": telling(nil, 1),
	} {
		if _, err := Map(context.Background(), problem.DIB(ofY), Options{Limits: limits}); !errors.Is(err, problem.ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
