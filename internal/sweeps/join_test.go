package sweeps

import (
	"errors"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// last returns the last state of a search.
func last(t testing.TB, p problem.Problem, opts Options) []byte {
	t.Helper()
	all := snapshots(t, p, opts)
	return all[len(all)-1]
}

// halves are the last states of searches of two parts of a range that share a border, after one has begun.
func halves(t testing.TB, p problem.Problem, effort float64) (begun []byte, parts [][]byte) {
	t.Helper()
	begun = last(t, p, Options{Effort: effort, Begin: true})
	border := engineOf(t, p, Options{}).grid.end() / 2
	for _, part := range []Span{{0, border}, {border, 2 * border}} {
		parts = append(parts, last(t, p, Options{Effort: effort, Resume: begun, Within: &part, Share: 0.5}))
	}
	return begun, parts
}

// TestJoinHasWhatPartsHaveFound compares the points of a joined state with the points of its parts.
func TestJoinHasWhatPartsHaveFound(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	begun, parts := halves(t, p, 0.02)
	joined, over, err := Join(90, begun, parts...)
	if err != nil || over != frontier.StatusEffort {
		t.Fatal(over, err)
	}
	e := engineOf(t, p, Options{})
	if err := e.restored(joined); err != nil {
		t.Fatal(err)
	}
	var set pareto.Set[position]
	points := 0
	whole, err := read(begun, 90, e.runs[:1])
	if err != nil {
		t.Fatal(err)
	}
	for n, snapshot := range [][]byte{begun, parts[0], parts[1]} {
		s := whole
		if n > 0 {
			if s, err = read(snapshot, 90, whole.runs); err != nil || s.of == nil {
				t.Fatal(err)
			}
		}
		for _, f := range s.found {
			points++
			set.Add(f.h, f.i, f.position, nil)
		}
	}
	n := 0
	for _, f := range e.points() {
		if _, ok := set.Find(f.h, f.i); !ok {
			t.Errorf("(%g, %g) is of no part", f.h, f.i)
		}
		n++
	}
	if n < set.Len()*9/10 || n > set.Len() || points < 2*n { // a cell of the grid keeps one of them
		t.Errorf("%d points are joined to %d, of which the search has %d", points, set.Len(), n)
	}
	if len(joined) > len(begun)+len(parts[0])+len(parts[1]) {
		t.Errorf("the state has %d bytes, more than all that it is made of", len(joined))
	}
	if other, _, err := Join(90, begun, parts[1], parts[0]); err != nil || !slices.Equal(other, joined) {
		t.Errorf("another order is joined to another state: %v", err)
	}
}

// TestJoinRefusesOtherStates joins states that are not of parts of the same search.
func TestJoinRefusesOtherStates(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	begun, parts := halves(t, p, 0.005)
	joined, _, err := Join(90, begun, parts[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string][][]byte{
		"a part with which it begins":  {parts[0], parts[1]},
		"two beginnings":               {begun, begun},
		"a part of another search":     {joined, parts[1]},
		"a part that is cut short":     {begun, parts[0][:len(parts[0])-1]},
		"a beginning that is cut":      {begun[:len(begun)/2], parts[0]},
		"a part with something behind": {begun, append(slices.Clone(parts[0]), 0)},
	} {
		if _, _, err := Join(90, of[0], of[1:]...); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzJoin joins anything with a state. It is refused, or what it is joined to is, or that holds together.
func FuzzJoin(f *testing.F) {
	p := problem.DIB(families.Words(f, 12, 6, 1))
	begun, parts := halves(f, p, 1e-3)
	for _, part := range parts {
		f.Add(part)
	}
	f.Fuzz(func(t *testing.T, part []byte) {
		joined, _, err := Join(12, begun, part)
		if err == nil {
			err = engineOf(t, p, Options{}).restored(joined)
		}
		if err != nil && !errors.Is(err, ErrSnapshot) {
			t.Error(err)
		}
	})
}
