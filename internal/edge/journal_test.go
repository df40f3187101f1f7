package edge

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/problem"
)

// reread returns a journal as it is after an interruption.
func reread(t *testing.T, j *Journal, n int) *Journal {
	t.Helper()
	w := sealed.NewWriter("", 0)
	j.Write(w)
	again, r := NewJournal(func() {}), sealed.NewReader(w.Bytes(), "journal")
	again.Read(r, n)
	if err := r.Done(); err != nil {
		t.Fatal(err)
	}
	return again
}

// TestJournalReplaysDuals: a dual that is solved again with the journal of the first time is the same, with all
// columns and as many steps, and nothing is listed.
func TestJournalReplaysDuals(t *testing.T) {
	listed := 0
	for _, kind := range drawn.Kinds {
		j := drawn.Table(t, kind.Draw(6, 9))
		r, begun, edges := started(j, drawn.Enumerated(t, problem.DIB(j)))
		for _, e := range edges {
			solve := func(notes *Journal) (dual []float64, all listing, steps int64) {
				known := Known{clusters: slices.Clone(begun.clusters), has: make(map[uint64]bool)}
				of := Problem{Edge: e, Start: r.TrivialDual(e.Slope()), Most: 1 << 20, Meter: Unlimited(), Journal: notes}
				dual, all, err := r.SolveDual(context.Background(), of, &known, 2)
				if err != nil {
					t.Fatal(err)
				}
				return dual, all, of.Meter.used.Load()
			}
			notes := NewJournal(func() {})
			dual, all, steps := solve(notes)
			again := reread(t, notes, r.N)
			dual2, all2, steps2 := solve(again)
			if !slices.Equal(dual, dual2) || !slices.Equal(all.Columns, all2.Columns) || all.whole != all2.whole || all.Feasible != all2.Feasible || steps != steps2 {
				t.Errorf("%s, edge from %g: %d columns in %d steps, then %d in %d", kind.Name, e.First().H, len(all.Columns), steps, len(all2.Columns), steps2)
			}
			for _, l := range again.Lists {
				if l.parts != nil {
					t.Errorf("%s, edge from %g: something was listed again", kind.Name, e.First().H)
				}
			}
			listed += len(notes.Lists)
		}
	}
	if listed < 18 {
		t.Errorf("%d listings: that tests little", listed)
	}
}

// listTwelve lists the columns of an edge of a table of 12 rows, with the steps taken.
func listTwelve(t *testing.T, notes *Journal, limit int64) (_ listing, steps int64) {
	t.Helper()
	j := drawn.Table(t, drawn.Uniform(3, 12, 6))
	r, _, edges := started(j, drawn.Bare(t, j))
	e := edges[0]
	of := Problem{Edge: e, Meter: Unlimited()}
	dual := r.TrivialDual(e.Slope())
	_, allowed := of.budget(r, dual)
	q := query{slope: e.Slope(), dual: dual, budget: allowed, mostBad: math.MaxInt, limit: limit, meter: of.Meter, notes: notes.list(dual, false)}
	all, err := listColumns(context.Background(), r, q, 2)
	if err != nil {
		t.Fatal(err)
	}
	return all, of.Meter.used.Load()
}

// TestJournalNotesNoCutParts: what a part has found that a limit on all parts cut short depends on the workers.
func TestJournalNotesNoCutParts(t *testing.T) {
	notes := NewJournal(func() {})
	all, _ := listTwelve(t, notes, 100)
	noted := 0
	for _, p := range notes.Lists[0].parts {
		if p == nil {
			continue
		}
		if noted++; !p.whole {
			t.Fatal("a part was noted that was cut short")
		}
	}
	if all.whole || !all.Many || noted == 0 {
		t.Errorf("%d parts were noted: that tests little", noted)
	}
	if all, _ := listTwelve(t, reread(t, notes, 12), 100); all.whole {
		t.Error("all columns are there the second time")
	}
}

// TestJournalReplaysLists: a listing of which a part is missing has the same columns again, in as many steps.
func TestJournalReplaysLists(t *testing.T) {
	notes := NewJournal(func() {})
	all, steps := listTwelve(t, notes, 0)
	again := reread(t, notes, 12)
	again.Lists[0].parts[5] = nil // which is listed, then
	all2, steps2 := listTwelve(t, again, 0)
	if !slices.Equal(all.Columns, all2.Columns) || !all2.whole || steps2 != steps {
		t.Errorf("%d columns in %d steps, then %d in %d", len(all.Columns), steps, len(all2.Columns), steps2)
	}
	if again.Lists[0].parts[5] == nil {
		t.Error("the part that was missing was not listed")
	}
}

// TestJournalForgetsLongLists: of an edge that is tried again, no more is kept than the memory allows.
func TestJournalForgetsLongLists(t *testing.T) {
	notes := NewJournal(func() {})
	listTwelve(t, notes, 0)
	dual, all := notes.Lists[0].dual, notes.Lists[0].Columns()
	for most, kept := range map[int64]bool{all: true, all - 1: false} {
		if got := notes.Of(dual, most); (got != nil) != kept {
			t.Errorf("%d columns of %d: kept is %t", most, all, got != nil)
		}
	}
	notes.list(slices.Repeat([]float64{1}, 12), false).end(listing{Columns: make([]Column, 100)}, 1)
	if kept := notes.Of(dual, all); len(kept) != 1 {
		t.Error("the columns of another dual count")
	}
}
