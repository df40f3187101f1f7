package sweeps

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// drawn returns limits for the rows of a table: many pairs, and some rows that are alone.
func drawn(n int, seed uint64) problem.Limits {
	r := rand.New(rand.NewPCG(seed, 9))
	l := problem.Limits{MinMass: 0.02, MaxClusters: 12, Alone: []int{n - 1, 3}}
	for range n {
		if a, b := r.IntN(n), r.IntN(n); a != b {
			l.CannotLink = append(l.CannotLink, [2]int{a, b})
		}
	}
	return l
}

func newLimiter(t testing.TB, p problem.Problem, l problem.Limits) *limiter.Limiter {
	t.Helper()
	made, err := limiter.New(p, l)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// telling returns a limit on what clusters tell about the remainder of a column's number by 3.
func telling(t testing.TB, j *joint.Joint, share float64) *problem.SecondLimit {
	t.Helper()
	var cells []joint.Cell
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: int32(x), Y: y % 3, Value: masses[k]})
		}
	}
	s, err := joint.New(j.XLabels(), []string{"0", "1", "2"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	return &problem.SecondLimit{Name: "S", Table: s, Most: s.IXY() * share}
}

// checkLimits checks every clustering found, and that there are some.
func checkLimits(t *testing.T, p problem.Problem, l *limiter.Limiter, r *Result) {
	t.Helper()
	if len(r.Entries) == 0 {
		t.Fatal("nothing was found")
	}
	gauge, place := limiter.NewGauge(l, 1), p.Place()
	inTable, inProblem := make(partition.Partition, len(place)), make(partition.Partition, p.Rows())
	for n, e := range r.Entries {
		e.Tree.Unpack(e.Member, inTable)
		for x, row := range place {
			inProblem[row] = inTable[x]
		}
		if v := gauge.Load(partition.Canonical(inProblem)); v > 0 {
			t.Fatalf("entry %d violates limits %d times", n, v)
		}
	}
}

// TestLimitsAreKept searches under every kind of limits, and under all of them, with different numbers of
// workers.
func TestLimitsAreKept(t *testing.T) {
	j := families.Words(t, 100, 40, 8)
	all := drawn(j.Rows(), 1)
	linked := partition.Identity(j.Rows())
	linked[5], linked[60] = 2, 2
	for name, tt := range map[string]struct {
		problem problem.Problem
		limits  problem.Limits
	}{
		"pairs":         {problem.DIB(j), problem.Limits{CannotLink: all.CannotLink}},
		"alone":         {problem.DIB(j), problem.Limits{Alone: all.Alone}},
		"number":        {problem.DIB(j), problem.Limits{MaxClusters: 5}},
		"mass":          {problem.DIB(j), problem.Limits{MinMass: 0.05}},
		"told":          {problem.DIB(j), problem.Limits{Second: telling(t, j, 0.2)}},
		"told and more": {problem.DIB(j), problem.Limits{Second: telling(t, j, 0.3), MinMass: 0.02, CannotLink: all.CannotLink[:9], Alone: all.Alone}},
		"all":           {problem.DIB(j), all},
		"probabilities": {problem.DIB(families.Scaled(t, j)), all},
		"linked":        {problem.DIB(j).Traits().Link(partition.Canonical(linked)), problem.Limits{MinMass: 0.02, CannotLink: [][2]int{{5, 7}}, Alone: []int{8}}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLimiter(t, tt.problem, tt.limits)
			r := search(t, t.Context(), tt.problem, Options{Effort: 0.002, Limits: l})
			checkPoints(t, tt.problem, r)
			checkLimits(t, tt.problem, l, r)
			if more := search(t, t.Context(), tt.problem, Options{Effort: 0.002, Limits: l, Workers: 3}); !same(r, more) {
				t.Error("3 workers find another frontier than one")
			}
			states := snapshots(t, tt.problem, Options{Effort: 0.002, Limits: l})
			if more := search(t, t.Context(), tt.problem, Options{Effort: 0.002, Limits: l, Resume: states[len(states)/2]}); !same(r, more) {
				t.Error("a search that goes on from a snapshot finds another frontier")
			}
		})
	}
}

// TestLimitsFollowTheirRows searches a table whose rows come in another order.
func TestLimitsFollowTheirRows(t *testing.T) {
	j := families.Words(t, 80, 30, 4)
	l := drawn(j.Rows(), 2)
	order := rand.New(rand.NewPCG(5, 6)).Perm(j.Rows())
	x := make([]string, j.Rows())
	var cells []joint.Cell
	for row, to := range order {
		x[to] = j.XLabels()[row]
		columns, masses := j.Row(row)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: int32(to), Y: y, Value: masses[k]})
		}
	}
	shuffled, err := joint.New(x, j.YLabels(), cells)
	if err != nil {
		t.Fatal(err)
	}
	moved := problem.Limits{MinMass: l.MinMass, MaxClusters: l.MaxClusters}
	for _, row := range l.Alone {
		moved.Alone = append(moved.Alone, order[row])
	}
	for _, pair := range slices.Backward(l.CannotLink) {
		moved.CannotLink = append(moved.CannotLink, [2]int{order[pair[1]], order[pair[0]]})
	}
	p, q := problem.DIB(j), problem.DIB(shuffled)
	a := search(t, t.Context(), p, Options{Effort: 0.002, Limits: newLimiter(t, p, l)})
	b := search(t, t.Context(), q, Options{Effort: 0.002, Limits: newLimiter(t, q, moved)})
	if !slices.EqualFunc(a.Entries, b.Entries, func(a, b frontier.Entry) bool { return a.H == b.H && a.I == b.I }) {
		t.Error("the order of rows matters")
	}
}

// TestStoppedUnderLimits stops searches before the first sweep: a single cluster is found, and where rows may
// not share one, nothing or what keeps the limits.
func TestStoppedUnderLimits(t *testing.T) {
	p := problem.DIB(families.Words(t, 60, 20, 2))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for want, limits := range map[int]problem.Limits{
		1: {MinMass: 0.4},
		2: {CannotLink: [][2]int{{4, 9}}}, // and where every row is a cluster
		0: {MaxClusters: 2, CannotLink: [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}},
	} {
		s := p.Traits()
		r, err := Map(ctx, s, Options{Effort: 1, MaxMemory: 1 << 24, Workers: 1, Limits: newLimiter(t, p, limits)})
		if err != nil || len(r.Entries) != want {
			t.Errorf("%+v: %d points, want %d: %v", limits, len(r.Entries), want, err)
		}
	}
}

// TestCountsOfViolations takes random steps and holds what is counted on the way, and foretold of a step,
// against the limiter.
func TestCountsOfViolations(t *testing.T) {
	j := families.Words(t, 40, 20, 3)
	p := problem.DIB(j)
	limits := drawn(40, 3)
	limits.Second = telling(t, j, 0.1)
	l := newLimiter(t, p, limits)
	e := engineOf(t, p, Options{Limits: l})
	w, r, gauge := e.walkers[0], rand.New(rand.NewPCG(3, 3)), limiter.NewGauge(l, 1000)
	w.Load(e.identity)
	check := func(want int) {
		t.Helper()
		f := make(partition.Partition, w.N)
		for x, k := range w.Label {
			f[x] = int(k)
		}
		if got := gauge.Load(partition.Canonical(f)); got != int64(want) || w.Violations() != want {
			t.Fatalf("%d violations, %d foretold, and the limiter has %d", w.Violations(), want, got)
		}
	}
	barred := 0
	for range 3000 {
		x, a, b := int32(r.IntN(w.N)), w.Active[r.IntN(len(w.Active))], w.Active[r.IntN(len(w.Active))]
		switch {
		case r.IntN(12) == 0 && a != b:
			if w.ForbidsMerge(a, b) {
				barred++
				continue
			}
			want, _ := w.AfterMerge(a, b)
			w.Merge(a, b, cluster.Change{})
			check(want)
		case w.Label[x] == a && w.Size[a] > 1:
			want, _ := w.AfterMove(x, -1)
			w.Move(x, -1, cluster.Change{})
			check(want)
		case w.Label[x] != a:
			if w.ForbidsJoin(x, a) {
				barred++
				continue
			}
			want, _ := w.AfterMove(x, a)
			w.Move(x, a, cluster.Change{})
			check(want)
		}
	}
	if barred < 100 {
		t.Errorf("%d steps were barred", barred)
	}
}

// TestRangeUnderLimits compares with a search without limits: what that finds that keeps the limits is reached
// nearly everywhere. It ends where H is small, as clusterings that are best for a slope have few heavy
// clusters and many light ones.
func TestRangeUnderLimits(t *testing.T) {
	p := problem.DIB(families.Words(t, 150, 60, 7))
	free := search(t, t.Context(), p, Options{Effort: 0.04})
	for _, tt := range []struct {
		limits problem.Limits
		upTo   float64 // bits of H that are reached at least
	}{
		{problem.Limits{MaxClusters: 8}, 2.9},
		{problem.Limits{MinMass: 0.06}, 3.2},
	} {
		l := newLimiter(t, p, tt.limits)
		r := search(t, t.Context(), p, Options{Effort: 0.04, Limits: l})
		last := r.Entries[len(r.Entries)-1]
		if last.H < tt.upTo {
			t.Errorf("%+v: the last point is at %v bits", tt.limits, last.H)
		}
		gauge, f, kept := limiter.NewGauge(l, 1), make(partition.Partition, p.Rows()), 0
		inTable := make(partition.Partition, p.Rows())
		for _, e := range free.Entries {
			e.Tree.Unpack(e.Member, inTable)
			for x, row := range p.Place() {
				f[row] = inTable[x]
			}
			if gauge.Load(partition.Canonical(f)) > 0 {
				continue
			}
			kept++
			best := 0.0
			for _, found := range r.Entries {
				if found.H <= e.H+0.01 {
					best = found.I
				}
			}
			if best < e.I-0.01 {
				t.Errorf("%+v: at %v bits, %v were found, and %v without limits", tt.limits, e.H, best, e.I)
			}
		}
		if kept < 40 {
			t.Errorf("%+v: only %d clusterings found without limits keep them", tt.limits, kept)
		}
	}
}
