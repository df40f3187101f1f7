package sweeps

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

func search(t testing.TB, ctx context.Context, p problem.Problem, opts Options) *Result {
	t.Helper()
	opts.Place, opts.MaxMemory, opts.Workers = p.Place(), max(opts.MaxMemory, 1<<24), max(opts.Workers, 1)
	r, err := Map(ctx, p.Traits(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkPoints computes the point of every clustering anew.
func checkPoints(t *testing.T, p problem.Problem, r *Result) {
	t.Helper()
	if _, err := frontier.New(p.Describe(), frontier.Search{Method: "sweeps", Status: r.Status}, r.Entries); err != nil {
		t.Fatal(err)
	}
	evaluator, place := p.Evaluators(1, 0)[0], p.Place()
	inTable, inProblem := make(partition.Partition, len(place)), make(partition.Partition, p.Rows())
	for n, e := range r.Entries {
		e.Tree.Unpack(e.Member, inTable)
		for x, row := range place {
			inProblem[row] = inTable[x]
		}
		for x, row := range place {
			if inProblem[row] != inTable[x] {
				t.Fatalf("entry %d: linked rows are apart", n)
			}
		}
		point, err := problem.Load(p, evaluator, partition.Canonical(inProblem))
		if err != nil || point != (problem.Point{H: e.H, I: e.I}) {
			t.Fatalf("entry %d is (%v, %v), and its clustering has the point %v, %v", n, e.H, e.I, point, err)
		}
	}
}

// TestPointsAreExact compares the points of all kinds of problems, which were reached step by step, with those
// of the clusterings from scratch, bit for bit.
func TestPointsAreExact(t *testing.T) {
	j := families.Words(t, 90, 40, 1)
	estimated, err := problem.Estimated(j, info.MillerMadow())
	if err != nil {
		t.Fatal(err)
	}
	linked := partition.Identity(j.Rows())
	linked[5], linked[60], linked[61] = 2, 2, 7
	for name, p := range map[string]problem.Problem{
		"counts": problem.DIB(j), "probabilities": problem.DIB(families.Scaled(t, j)), "estimates": estimated,
		"linked": problem.DIB(j).Traits().Link(partition.Canonical(linked)),
	} {
		t.Run(name, func(t *testing.T) {
			r := search(t, t.Context(), p, Options{Effort: 0.005})
			if len(r.Entries) < 500 {
				t.Errorf("there are %d points", len(r.Entries))
			}
			checkPoints(t, p, r)
		})
	}
}

// TestLargeMasses has masses that are in no table of phi, and room for the sums of few clusters.
func TestLargeMasses(t *testing.T) {
	j := families.Words(t, 60, 20, 2)
	var cells []joint.Cell
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: int32(x), Y: y, Value: masses[k] * 1e5})
		}
	}
	large, err := joint.New(j.XLabels(), j.YLabels(), cells)
	if err != nil {
		t.Fatal(err)
	}
	p := problem.DIB(large)
	checkPoints(t, p, search(t, t.Context(), p, Options{Effort: 0.005}))
}

// TestFrontierOfLetters compares with the frontier of the pairs of letters that is proved to be complete.
func TestFrontierOfLetters(t *testing.T) {
	x, y, cells, err := dataset.Pairs("@alphabet")
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	p := problem.DIB(pairs)
	r := search(t, t.Context(), p, Options{Effort: 0.02})
	checkPoints(t, p, r)
	point := func(i int) (h, v float64) { return r.Entries[i].H, r.Entries[i].I }
	const complete = 1.5542 // bit^2, of the proved frontier
	area := pareto.Hypervolume(len(r.Entries), point, pairs.HX())
	if area < 0.999*complete {
		t.Errorf("the area is %v, that of the complete frontier %v", area, complete)
	}
}

// TestWorkersChangeNothing searches with different numbers of workers.
func TestWorkersChangeNothing(t *testing.T) {
	p := problem.DIB(families.Words(t, 120, 50, 3))
	one := search(t, t.Context(), p, Options{Effort: 0.01})
	for _, workers := range []int{2, 5} {
		if more := search(t, t.Context(), p, Options{Effort: 0.01, Workers: workers}); !same(one, more) {
			t.Errorf("%d workers find another frontier than one", workers)
		}
	}
}

// TestLittleRoom searches with few clusters that may have sums, and with different numbers of workers.
func TestLittleRoom(t *testing.T) {
	p := problem.DIB(families.Words(t, 120, 50, 3))
	var results []*Result
	for _, workers := range []int{1, 3} {
		e := engineOf(t, p, Options{Effort: 0.01, Workers: workers})
		if len(e.walkers) != workers {
			t.Fatalf("there are %d walkers, want %d", len(e.walkers), workers)
		}
		e.table.Heavy = 4
		for _, w := range e.walkers {
			w.Room = 12
		}
		r, err := result(t.Context(), e, p.Place())
		if err != nil {
			t.Fatal(err)
		}
		checkPoints(t, p, r)
		results = append(results, r)
	}
	if !same(results[0], results[1]) {
		t.Error("3 workers find another frontier than one")
	}
}

func same(a, b *Result) bool {
	return a.Status == b.Status && a.Evaluated == b.Evaluated && slices.EqualFunc(a.Entries, b.Entries, func(a, b frontier.Entry) bool {
		return a.H == b.H && a.I == b.I && a.Tree.Pack(a.Member) == b.Tree.Pack(b.Member)
	})
}

// TestOrderOfRowsChangesNothing searches a table whose rows and columns come in another order.
func TestOrderOfRowsChangesNothing(t *testing.T) {
	j := families.Words(t, 80, 30, 4)
	r := rand.New(rand.NewPCG(5, 5))
	rows, columns := r.Perm(j.Rows()), r.Perm(j.Cols())
	x, y := make([]string, j.Rows()), make([]string, j.Cols())
	var cells []joint.Cell
	for row, to := range rows {
		x[to] = j.XLabels()[row]
		of, masses := j.Row(row)
		for k, column := range of {
			cells = append(cells, joint.Cell{X: int32(to), Y: int32(columns[column]), Value: masses[k]})
		}
	}
	for column, to := range columns {
		y[to] = j.YLabels()[column]
	}
	shuffled, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	a := search(t, t.Context(), problem.DIB(j), Options{Effort: 0.005})
	b := search(t, t.Context(), problem.DIB(shuffled), Options{Effort: 0.005})
	if !slices.EqualFunc(a.Entries, b.Entries, func(a, b frontier.Entry) bool { return a.H == b.H && a.I == b.I }) {
		t.Error("the order of rows and columns matters")
	}
}

// TestStoppedSearchIsSound ends searches before the first sweep, and after each of the first batches.
func TestStoppedSearchIsSound(t *testing.T) {
	p := problem.DIB(families.Words(t, 100, 40, 6))
	for stop := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		if stop == 0 {
			cancel()
		}
		batches := 0
		r := search(t, ctx, p, Options{Effort: 1, Observe: func(Progress) {
			if batches++; batches == stop {
				cancel()
			}
		}})
		if r.Status != frontier.StatusInterrupted || len(r.Entries) < 2 {
			t.Errorf("stopped after %d batches: %d points, %v", stop, len(r.Entries), r.Status)
		}
		checkPoints(t, p, r)
		cancel()
	}
}

// TestEffortEndsASearch compares searches of more and more effort.
func TestEffortEndsASearch(t *testing.T) {
	j := families.Words(t, 150, 60, 7)
	p := problem.DIB(j)
	area, evaluated := 0.0, int64(0)
	for _, effort := range []float64{0.0001, 0.02} {
		r := search(t, t.Context(), p, Options{Effort: effort})
		now := pareto.Hypervolume(len(r.Entries), func(i int) (h, v float64) { return r.Entries[i].H, r.Entries[i].I }, j.HX())
		if r.Status != frontier.StatusEffort || now <= area || r.Evaluated <= evaluated {
			t.Errorf("effort %v: area %v after %v, %d evaluations after %d, %v", effort, now, area, r.Evaluated, evaluated, r.Status)
		}
		area, evaluated = now, r.Evaluated
	}
}
