package exact

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/problem"
)

// newJournal returns a journal that nobody listens to.
func newJournal() *journal { return &journal{tell: func() {}} }

// reread returns a journal as it is after an interruption.
func reread(t *testing.T, j *journal, n int) *journal {
	t.Helper()
	w := newWriter("")
	j.write(w)
	again, r := newJournal(), &reader{b: w.b, what: "journal"}
	again.read(r, n)
	if err := r.done(); err != nil {
		t.Fatal(err)
	}
	return again
}

// TestJournalReplaysDuals: a dual that is solved again with the journal of the first time is the same, with all
// columns and as many steps, and nothing is listed.
func TestJournalReplaysDuals(t *testing.T) {
	listed := 0
	for _, kind := range kinds {
		j := tableOf(t, kind.draw(6, 9))
		p, err := newProver(j, mustSubsets(t, problem.DIB(j), Options{}).Frontier, defaults(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.edges() {
			solve := func(notes *journal) (dual []float64, all listing, steps int64) {
				known := known{clusters: slices.Clone(p.known.clusters), has: make(map[uint64]bool)}
				of := dualProblem{edge: e, start: p.trivial(e.slope()), most: 1 << 20, meter: unlimited(), journal: notes}
				dual, all, err := p.solveDual(context.Background(), of, &known, 2)
				if err != nil {
					t.Fatal(err)
				}
				return dual, all, of.meter.used.Load()
			}
			notes := newJournal()
			dual, all, steps := solve(notes)
			again := reread(t, notes, p.n)
			dual2, all2, steps2 := solve(again)
			if !slices.Equal(dual, dual2) || !slices.Equal(all.columns, all2.columns) || all.whole != all2.whole || all.feasible != all2.feasible || steps != steps2 {
				t.Errorf("%s, edge from %g: %d columns in %d steps, then %d in %d", kind.name, e.first().H, len(all.columns), steps, len(all2.columns), steps2)
			}
			for _, l := range again.lists {
				if l.parts != nil {
					t.Errorf("%s, edge from %g: something was listed again", kind.name, e.first().H)
				}
			}
			listed += len(notes.lists)
		}
	}
	if listed < 18 {
		t.Errorf("%d listings: that tests little", listed)
	}
}

// listTwelve lists the columns of an edge of a table of 12 rows, with the steps taken.
func listTwelve(t *testing.T, notes *journal, limit int64) (all listing, steps int64) {
	t.Helper()
	j := tableOf(t, uniformTable(3, 12, 6))
	p, err := newProver(j, bare(t, j), defaults(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	e := p.edges()[0]
	of := dualProblem{edge: e, meter: unlimited()}
	dual := p.trivial(e.slope())
	_, allowed := of.budget(p.rows, dual)
	q := query{slope: e.slope(), dual: dual, budget: allowed, mostBad: math.MaxInt, limit: limit, meter: of.meter, notes: notes.list(dual, false)}
	if all, err = listColumns(context.Background(), p.rows, q, 2); err != nil {
		t.Fatal(err)
	}
	return all, of.meter.used.Load()
}

// TestJournalNotesNoCutParts: what a part has found that a limit on all parts cut short depends on the workers.
func TestJournalNotesNoCutParts(t *testing.T) {
	notes := newJournal()
	all, _ := listTwelve(t, notes, 100)
	noted := 0
	for _, p := range notes.lists[0].parts {
		if p == nil {
			continue
		}
		if noted++; !p.whole {
			t.Fatal("a part was noted that was cut short")
		}
	}
	if all.whole || !all.many || noted == 0 {
		t.Errorf("%d parts were noted: that tests little", noted)
	}
	if all, _ := listTwelve(t, reread(t, notes, 12), 100); all.whole {
		t.Error("all columns are there the second time")
	}
}

// TestJournalReplaysLists: a listing of which a part is missing has the same columns again, in as many steps.
func TestJournalReplaysLists(t *testing.T) {
	notes := newJournal()
	all, steps := listTwelve(t, notes, 0)
	again := reread(t, notes, 12)
	again.lists[0].parts[5] = nil // which is listed, then
	all2, steps2 := listTwelve(t, again, 0)
	if !slices.Equal(all.columns, all2.columns) || !all2.whole || steps2 != steps {
		t.Errorf("%d columns in %d steps, then %d in %d", len(all.columns), steps, len(all2.columns), steps2)
	}
	if again.lists[0].parts[5] == nil {
		t.Error("the part that was missing was not listed")
	}
}
