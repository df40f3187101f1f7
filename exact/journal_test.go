package exact

import (
	"context"
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
			solve := func(notes *journal) (dual []float64, all listing, steps int64, many bool) {
				known := known{clusters: slices.Clone(p.known.clusters), has: make(map[uint64]bool)}
				of := dualProblem{edge: e, start: p.trivial(e.slope()), most: 1 << 20, meter: unlimited(), journal: notes}
				dual, all, err := p.solveDual(context.Background(), of, &known, 2)
				if err != nil {
					t.Fatal(err)
				}
				return dual, all, of.meter.used.Load(), known.many
			}
			notes := newJournal()
			dual, all, steps, many := solve(notes)
			notes.ended[len(notes.ended)-1].many = !many
			again := reread(t, notes, p.n)
			dual2, all2, steps2, many2 := solve(again)
			if !slices.Equal(dual, dual2) || !slices.Equal(all.columns, all2.columns) || all.whole != all2.whole || all.feasible != all2.feasible || steps != steps2 || many == many2 {
				t.Errorf("%s, edge from %g: %d columns in %d steps, then %d in %d", kind.name, e.first().H, len(all.columns), steps, len(all2.columns), steps2)
			}
			if len(again.ended) != len(notes.ended) || len(again.lists) > 0 || again.replayed != len(again.ended) {
				t.Errorf("%s, edge from %g: something was listed again", kind.name, e.first().H)
			}
			listed += len(notes.ended)
		}
	}
	if listed < 30 {
		t.Errorf("%d listings: that tests little", listed)
	}
}

// listTwelve lists the columns of an edge of a table of 12 rows, with the steps taken.
func listTwelve(t *testing.T, notes *journal, most int, limit int64) (all listing, steps int64) {
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
	q := query{slope: e.slope(), dual: dual, budget: allowed, most: most, mostBad: most, limit: limit, meter: of.meter, journal: notes}
	if all, err = listColumns(context.Background(), p.rows, q, 2); err != nil {
		t.Fatal(err)
	}
	return all, of.meter.used.Load()
}

// TestJournalNotesNoCutParts: what a part has found that a limit on all parts cut short depends on the workers.
func TestJournalNotesNoCutParts(t *testing.T) {
	notes := newJournal()
	all, _ := listTwelve(t, notes, 1<<20, 100)
	noted := 0
	for _, p := range notes.lists[0].parts {
		if p == nil {
			continue
		}
		if noted++; !p.whole {
			t.Fatal("a part was noted that was cut short")
		}
	}
	if all.whole || noted == 0 {
		t.Errorf("%d parts were noted: that tests little", noted)
	}
	if all, _ := listTwelve(t, reread(t, notes, 12), 1<<20, 100); all.whole {
		t.Error("all columns are there the second time")
	}
}

// TestJournalReplaysLists: of two listings after each other, the first is left with its sum, and the second with its
// parts. Both take as many steps again, of which none is made.
func TestJournalReplaysLists(t *testing.T) {
	notes := newJournal()
	few, fewSteps := listTwelve(t, notes, 2, 0)
	all, steps := listTwelve(t, notes, 1<<20, 0)
	again := reread(t, notes, 12)
	if few.whole || !all.whole || again.lists[0].sum == nil || again.lists[1].sum != nil {
		t.Fatalf("whole: %v and %v, sums: %v and %v", few.whole, all.whole, again.lists[0].sum, again.lists[1].sum)
	}
	again.lists[1].parts[5] = nil // which is listed, then
	few2, fewSteps2 := listTwelve(t, again, 2, 0)
	all2, steps2 := listTwelve(t, again, 1<<20, 0)
	if few2.whole || few2.bad != few.bad || fewSteps2 != fewSteps {
		t.Errorf("first %d steps, then %d", fewSteps, fewSteps2)
	}
	if !slices.Equal(all.columns, all2.columns) || !all2.whole || steps2 != steps {
		t.Errorf("%d columns in %d steps, then %d in %d", len(all.columns), steps, len(all2.columns), steps2)
	}
}
