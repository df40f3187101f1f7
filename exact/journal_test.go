package exact

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/problem"
)

// reread returns a journal as it is after an interruption.
func reread(t *testing.T, j *journal, n int) *journal {
	t.Helper()
	w := newWriter("", 0)
	j.write(w)
	again, r := newJournal(func() {}), newReader(w.all(), "journal")
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
		r, begun, edges := started(j, enumerated(t, problem.DIB(j)))
		for _, e := range edges {
			solve := func(notes *journal) (dual []float64, all listing, steps int64) {
				known := known{clusters: slices.Clone(begun.clusters), has: make(map[uint64]bool)}
				of := dualProblem{edge: e, start: r.trivial(e.slope()), most: 1 << 20, meter: unlimited(), journal: notes}
				dual, all, err := r.solveDual(context.Background(), of, &known, 2)
				if err != nil {
					t.Fatal(err)
				}
				return dual, all, of.meter.used.Load()
			}
			notes := newJournal(func() {})
			dual, all, steps := solve(notes)
			again := reread(t, notes, r.n)
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
func listTwelve(t *testing.T, notes *journal, limit int64) (_ listing, steps int64) {
	t.Helper()
	j := tableOf(t, uniformTable(3, 12, 6))
	r, _, edges := started(j, bare(t, j))
	e := edges[0]
	of := dualProblem{edge: e, meter: unlimited()}
	dual := r.trivial(e.slope())
	_, allowed := of.budget(r, dual)
	q := query{slope: e.slope(), dual: dual, budget: allowed, mostBad: math.MaxInt, limit: limit, meter: of.meter, notes: notes.list(dual, false)}
	all, err := listColumns(context.Background(), r, q, 2)
	if err != nil {
		t.Fatal(err)
	}
	return all, of.meter.used.Load()
}

// TestJournalNotesNoCutParts: what a part has found that a limit on all parts cut short depends on the workers.
func TestJournalNotesNoCutParts(t *testing.T) {
	notes := newJournal(func() {})
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
	notes := newJournal(func() {})
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

// TestJournalForgetsLongLists: of an edge that is tried again, no more is kept than the memory allows.
func TestJournalForgetsLongLists(t *testing.T) {
	notes := newJournal(func() {})
	all, _ := listTwelve(t, notes, 0)
	dual := notes.lists[0].dual
	for most, kept := range map[int]bool{len(all.columns): true, len(all.columns) - 1: false} {
		if got := notes.of(dual, int64(most)); (got != nil) != kept {
			t.Errorf("%d columns of %d: kept is %t", most, len(all.columns), got != nil)
		}
	}
	notes.list(slices.Repeat([]float64{1}, 12), false).end(listing{columns: make([]column, 100)}, 1)
	if kept := notes.of(dual, int64(len(all.columns))); len(kept) != 1 {
		t.Error("the columns of another dual count")
	}
}
