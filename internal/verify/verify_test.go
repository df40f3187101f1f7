package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// TestVerifyAccepts checks true certificates of tables of every sort.
func TestVerifyAccepts(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for n := 2; n <= 9; n++ {
			j := drawn.Table(t, kind.Draw(uint64(n), n))
			s := drawn.NewSketch(t, j)
			want := &Verification{
				Points: len(s.Entries), Certified: true, Complete: true,
				Clusters: 1<<j.Rows() - 1, Subsets: true,
			}
			for _, workers := range []int{1, 3} {
				got, err := Verify(context.Background(), j, s.Frontier(t), workers, solve.Again)
				if err != nil {
					t.Fatal(err)
				}
				want.Columns = got.Columns
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s, n = %d: %s", kind.Name, n, d)
				}
			}
		}
	}
}

// TestVerifyAcceptsWhatIsProved checks the prover's own certificates, by both paths.
func TestVerifyAcceptsWhatIsProved(t *testing.T) {
	for _, kind := range drawn.Kinds {
		j := drawn.Table(t, kind.Draw(3, 9))
		s := drawn.NewSketch(t, j)
		s.Certificate = nil
		r := drawn.Must(t)(proof.Prove(context.Background(), j, s.Frontier(t), method.Options{Workers: 1}))
		if v := Verified(t, j, r.Frontier); !v.OK() || !v.Complete || !v.Subsets {
			t.Errorf("%s: %+v", kind.Name, v)
		}
	}
}

// TestVerifyPartly leaves edges open.
func TestVerifyPartly(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 8, 7))
	s := drawn.NewSketch(t, j)
	s.Search = drawn.Heuristic
	edges := s.Certificate.Edges
	if len(edges) < 3 {
		t.Fatalf("%d edges are too few for this test", len(edges))
	}
	whole := s.Frontier(t).Len()
	for k := range edges {
		e := &edges[k]
		e.Certified, e.Budget, e.Columns = false, 0, 0
		if k == 0 { // the dual of an edge above, and one that holds always
			e.Dual, e.Slope = edges[1].Dual, edges[1].Slope
		} else {
			e.Dual = drawn.MixedDual(j, e.Slope)
		}
		ends := func(h float64) frontier.Point { p, _ := s.Frontier(t).Within(h); return p }
		e.Slack = max(e.Bound(j.HY(), e.HLo)-ends(e.HLo).I, e.Bound(j.HY(), e.HHi)-ends(e.HHi).I)
		s.Certificate.Complete, s.Certificate.CompleteFromH = false, e.HHi
		v := Verified(t, j, s.Frontier(t))
		if !v.OK() || v.Complete || v.CompleteFromH != e.HHi || v.Points != whole {
			t.Errorf("%d edges open: %+v", k+1, v)
		}
	}
	// A point that is missing under an open edge is not claimed to be there.
	at := slices.IndexFunc(s.Entries, func(e frontier.Entry) bool { return e.H > 0 && e.H < edges[0].HHi })
	less := *s
	if at < 0 {
		t.Fatal("no point lies under the first edge")
	}
	less.Entries = slices.Delete(slices.Clone(s.Entries), at, at+1)
	if v := Verified(t, j, less.Frontier(t)); !v.OK() {
		t.Error(v.Failures)
	}
}

func TestVerifyWithoutCertificate(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 8, 7))
	s := drawn.NewSketch(t, j)
	s.Certificate = nil
	if d := cmp.Diff(&Verification{Points: len(s.Entries), Subsets: true}, Verified(t, j, s.Frontier(t))); d != "" {
		t.Error(d)
	}
	s.Search = drawn.Heuristic
	if d := cmp.Diff(&Verification{Points: len(s.Entries)}, Verified(t, j, s.Frontier(t))); d != "" {
		t.Error(d)
	}
	s.Entries = slices.Delete(s.Entries, 3, 5) // not claimed to be all
	if v := Verified(t, j, s.Frontier(t)); !v.OK() {
		t.Error(v.Failures)
	}
	s.Search = frontier.Search{}
	if v := Verified(t, j, s.Frontier(t)); v.OK() || !strings.Contains(v.Failures[0], "solved again, has 30 points, and the file has 28") {
		t.Error(v.Failures)
	}
	s.Entries, s.Search = nil, drawn.Heuristic
	if v := Verified(t, j, s.Frontier(t)); !v.OK() || v.Points != 0 {
		t.Error(v)
	}
}

// TestVerifyOfOnePoint: X tells nothing about Y, so that there are no edges.
func TestVerifyOfOnePoint(t *testing.T) {
	j := drawn.Table(t, [][]float64{{1, 2}, {2, 4}, {3, 6}})
	s := drawn.NewSketch(t, j)
	if v := Verified(t, j, s.Frontier(t)); !v.OK() || !v.Complete || v.Points != 1 {
		t.Errorf("%+v", v)
	}
}

// TestVerifyTakesRowsInAnyOrder reads the table with its rows and columns turned about.
func TestVerifyTakesRowsInAnyOrder(t *testing.T) {
	cells := drawn.Uniform(5, 8, 7)
	s := drawn.NewSketch(t, drawn.Table(t, cells))
	j := turned(t, cells)
	if v := Verified(t, j, s.Frontier(t)); !v.OK() || !v.Subsets {
		t.Errorf("%+v", v)
	}
}

// turned returns the table of cells, with its rows and columns turned about.
func turned(tb testing.TB, cells [][]float64) *joint.Joint {
	tb.Helper()
	j := drawn.Table(tb, cells)
	x, y := slices.Clone(j.XLabels()), slices.Clone(j.YLabels())
	slices.Reverse(x)
	slices.Reverse(y)
	back := slices.Clone(cells)
	slices.Reverse(back)
	for k, row := range back {
		back[k] = slices.Clone(row)
		slices.Reverse(back[k])
	}
	j, err := joint.Dense(x, y, back)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func TestVerifyRefuses(t *testing.T) {
	cells := drawn.Uniform(5, 8, 7)
	j := drawn.Table(t, cells)
	other := drawn.Uniform(5, 8, 7)
	other[3][4]++
	renamed, err := joint.Dense([]string{"x0", "x1", "x2", "x3", "x4", "x5", "x6", "z"}, j.YLabels(), cells)
	if err != nil {
		t.Fatal(err)
	}
	for want, tt := range map[string]struct {
		j      *joint.Joint
		change func(s *drawn.Sketch)
	}{
		"the frontier is of another table: of 8 x 7, and this one has 9 x 7":                                        {j: drawn.Table(t, drawn.Uniform(5, 9, 7))},
		"the frontier is of another table: of 8 x 7, and this one has 8 x 6":                                        {j: drawn.Table(t, drawn.Uniform(5, 8, 6))},
		`the frontier is of another table: it has no row "z"`:                                                       {j: renamed},
		"the frontier is of another table: the rows have the same labels, but not the same content (source.sha256)": {j: drawn.Table(t, other)},
		"the objectives are of kind \"symmetric\", and not dib":                                                     {change: func(s *drawn.Sketch) { s.Problem.Kind = "symmetric" }},
		"point 2 has no clustering: use a file with the clusterings":                                                {change: func(s *drawn.Sketch) { s.Entries[2].Assignment, s.Entries[2].K = "", 2 }},
		"the file contains points only, without the table that they are of: use JSON, Parquet or npz": {change: func(s *drawn.Sketch) {
			s.Problem = frontier.Problem{}
			for k := range s.Entries {
				s.Entries[k].Assignment, s.Entries[k].K = "", 1
			}
		}},
	} {
		s := drawn.NewSketch(t, j)
		if tt.j == nil {
			tt.j = j
		}
		if tt.change != nil {
			tt.change(s)
		}
		_, err := Verify(context.Background(), tt.j, s.Frontier(t), 0, solve.Again)
		if !errors.Is(err, ErrUnverifiable) || err.Error() != "cannot be verified: "+want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// endsAfter is a context that ends when it was asked so many times.
type endsAfter struct {
	context.Context
	asked *int
}

func (c endsAfter) Err() error {
	if *c.asked--; *c.asked < 0 {
		return context.Canceled
	}
	return nil
}

func TestVerifyEndsWithItsContext(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 11, 7))
	f := drawn.NewSketch(t, j).Frontier(t)
	finished := false
	for n := 0; n < 1e5 && !finished; n += 1 + n/8 {
		asked := n
		v, err := Verify(endsAfter{context.Background(), &asked}, j, f, 1, solve.Again)
		if finished = asked >= 0; finished != (err == nil && v.OK() && v.Subsets) || !finished && !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d questions: %+v, %v", n, v, err)
		}
	}
	if !finished {
		t.Error("the context is asked too often")
	}
}

func TestVerifyListsFewFailures(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 8, 7))
	s := drawn.NewSketch(t, j)
	for k := range s.Entries {
		s.Entries[k].H += 1e-6
		s.Entries[k].I += 1e-6
	}
	v := Verified(t, j, s.Frontier(t))
	last := v.Failures[len(v.Failures)-1]
	if len(v.Failures) != maxFailures+1 || !strings.HasPrefix(last, "and ") || !strings.HasSuffix(last, " more") {
		t.Errorf("%q", v.Failures)
	}
}

// TestVerifyFindsWhatIsMissing takes every point but the hull's out, one at a time, and certifies what is left as if
// it were all. Nothing but the search among the columns can tell.
func TestVerifyFindsWhatIsMissing(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 8, 7))
	whole := drawn.NewSketch(t, j)
	f := whole.Frontier(t)
	for k := range f.Len() {
		if f.At(k).Hull {
			continue
		}
		s := &drawn.Sketch{Problem: whole.Problem, Entries: slices.Delete(slices.Clone(whole.Entries), k, k+1)}
		s.Certify(t, j)
		v := Verified(t, j, s.Frontier(t))
		want := fmt.Sprintf("a grouping into %d clusters with h %.9f, i %.9f beats the frontier", f.At(k).K, f.At(k).H, f.At(k).I)
		if len(v.Failures) != 1 || !strings.HasSuffix(v.Failures[0], want) || v.Subsets {
			t.Errorf("point %d: %q", k, v.Failures)
		}
	}
}

// TestVerifyHoldsUpToTheTolerance: a frontier without some point is complete if another
// point is as good to within the tolerance.
func TestVerifyHoldsUpToTheTolerance(t *testing.T) {
	s := &drawn.Sketch{Entries: []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 0.5, K: 2}}}
	v := &findings{frontier: s.Frontier(t)}
	for _, tt := range []struct {
		h, i float64
		want bool
	}{
		{0.5, 0.9e-8, false},
		{0.5, 1.1e-8, true},
		{1 - 0.9e-8, 0.5, false},
		{1 - 1.1e-8, 0.5, true},
		{1, 0.5 + 0.9e-8, false},
		{2, 0.5 + 1.1e-8, true},
		{-1.1e-8, -1, true},
	} {
		if got := v.beaten(tt.h, tt.i); got != tt.want {
			t.Errorf("(%g, %g) beats the frontier: %t", tt.h, tt.i, got)
		}
	}
}

// relabelled returns an assignment that puts row x into cluster c.
func relabelled(e frontier.Entry, n, x, c int) partition.Packed {
	p := make(partition.Partition, n)
	e.Assignment.Unpack(p)
	p[x] = c
	return partition.Pack(partition.Canonical(p))
}
