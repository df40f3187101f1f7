package verify

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// TestVerifyChecksTheLowerEnd puts a worse point in the place of a corner of the hull, and
// certifies what is above it as a prover without knowledge of the corner would. The corner
// has a smaller h than the lowest certified edge, and dominates its end.
func TestVerifyChecksTheLowerEnd(t *testing.T) {
	cells := drawn.Uniform(5, 8, 7)
	for x, row := range cells { // of nearly equal weight, so that many points have nearly the same h
		var weight float64
		for _, v := range row {
			weight += v
		}
		for y := range row {
			row[y] = math.Round(1e5 / weight * row[y])
		}
		row[0] += float64(x * x)
	}
	j := drawn.Table(t, cells)
	whole := drawn.NewSketch(t, j)
	f := whole.Frontier(t)
	tried := 0
	for corner := 1; corner+1 < f.Len(); corner++ {
		at := f.At(corner)
		if !at.Hull {
			continue
		}
		for p := range partition.All(j.Rows()) {
			z := j.Coarsen(p)
			worse := frontier.Entry{H: z.HX(), I: z.IXY(), Assignment: partition.Pack(p)}
			if !(worse.H > at.H+1e-7 && worse.I < at.I-1e-7) {
				continue
			}
			s := &drawn.Sketch{Problem: whole.Problem, Search: drawn.Heuristic}
			for _, e := range whole.Entries {
				switch {
				case e.H == 0: // what lies between is not claimed
					s.Entries = append(s.Entries, e)
				case e.H > worse.H && e.I > worse.I && e.H > at.H:
					s.Entries = append(s.Entries, e)
				}
			}
			place := slices.IndexFunc(s.Entries, func(e frontier.Entry) bool { return e.H > worse.H })
			s.Entries = slices.Insert(s.Entries, max(place, 0), worse)
			if place < 0 || !s.Frontier(t).At(place).Hull {
				continue
			}
			s.Certify(t, j)
			openBelow(t, s, j, worse.H)
			tried++
			v, err := verify(context.Background(), j, s.Frontier(t), 2, solve.Again, 0)
			if err != nil {
				t.Fatal(err)
			}
			if v.OK() || !strings.Contains(v.Failures[0], "beats the frontier") {
				t.Errorf("(%.6f, %.6f) in the place of (%.6f, %.6f) is accepted", worse.H, worse.I, at.H, at.I)
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d points could be replaced", tried)
	}
}

// openBelow takes back the proof of all edges that end at h or below.
func openBelow(tb testing.TB, s *drawn.Sketch, j interface{ HY() float64 }, h float64) {
	tb.Helper()
	f := s.Frontier(tb)
	for k := range s.Certificate.Edges {
		e := &s.Certificate.Edges[k]
		if e.HHi > h {
			break
		}
		e.Certified, e.Budget, e.Columns = false, 0, 0
		first, _ := f.Within(e.HLo)
		last, _ := f.Within(e.HHi)
		e.Slack = max(e.Bound(j.HY(), first.H)-first.I, e.Bound(j.HY(), last.H)-last.I)
		s.Certificate.Complete, s.Certificate.CompleteFromH = false, e.HHi
	}
}

// recount sets what follows from a dual, for a tampering that is thorough.
func recount(s *drawn.Sketch, t *testing.T, j *joint.Joint, k int) {
	t.Helper()
	e := &s.Certificate.Edges[k]
	f := s.Frontier(t)
	first, _ := f.Within(e.HLo)
	last, _ := f.Within(e.HHi)
	e.Slack = max(e.Bound(j.HY(), first.H)-first.I, e.Bound(j.HY(), last.H)-last.I)
	e.Budget = 0
	for p := 1; p < f.Len(); p++ {
		if h := f.At(p).H; h > e.HLo && h <= e.HHi {
			e.Budget = max(e.Budget, e.Bound(j.HY(), h)-f.At(p-1).I)
		}
	}
}

// TestVerifyRejects changes one thing after another in a frontier that is right.
func TestVerifyRejects(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 8, 7))
	other := drawn.NewSketch(t, drawn.Table(t, drawn.Uniform(6, 8, 7)))
	const at = 2 // this edge has points between its ends; inner is the first of them
	f := drawn.NewSketch(t, j).Frontier(t)
	edges := drawn.NewSketch(t, j).Certificate.Edges
	inner := slices.IndexFunc(drawn.NewSketch(t, j).Entries, func(e frontier.Entry) bool { return e.H > edges[at].HLo })
	if len(edges) < 3 || f.At(inner).Hull || f.At(inner+1).Hull {
		t.Fatal("the table has too simple a frontier for this test")
	}
	corner := inner - 1
	type change struct {
		name string
		do   func(s *drawn.Sketch)
		want string
	}
	edge := func(s *drawn.Sketch) *frontier.Edge { return &s.Certificate.Edges[at] }
	changes := []change{
		{"inner point removed", func(s *drawn.Sketch) { s.Entries = slices.Delete(s.Entries, inner, inner+1) }, "beats the frontier|budget is given as|columns is given as"},
		{"hull point removed", func(s *drawn.Sketch) { s.Entries = slices.Delete(s.Entries, corner, corner+1) }, "does not go from one corner"},
		{"first point removed", func(s *drawn.Sketch) { s.Entries = s.Entries[1:] }, "where there is no point"},
		{"last point removed", func(s *drawn.Sketch) { s.Entries = s.Entries[:len(s.Entries)-1] }, "does not go from one corner"},
		{"no points", func(s *drawn.Sketch) { s.Entries = nil }, "does not go from one corner"},
		{"h changed", func(s *drawn.Sketch) { s.Entries[inner].H += 2e-9 }, "h of point"},
		{"i changed", func(s *drawn.Sketch) { s.Entries[inner].I -= 2e-9 }, "i of point"},
		{"clustering changed", func(s *drawn.Sketch) { s.Entries[inner].Assignment = relabelled(s.Entries[inner], 8, 7, 9) }, "of point"},
		{"clusterings of two points exchanged", func(s *drawn.Sketch) {
			a, b := &s.Entries[inner].Assignment, &s.Entries[inner+1].Assignment
			*a, *b = *b, *a
		}, "of point"},
		{"H(X) changed", func(s *drawn.Sketch) { s.Problem.HX += 1e-6 }, "H(X) is given as"},
		{"H(Y) changed", func(s *drawn.Sketch) { s.Problem.HY -= 1e-6 }, "H(Y) is given as"},
		{"I(X;Y) changed", func(s *drawn.Sketch) { s.Problem.IXY += 1e-6 }, "I(X;Y) is given as"},
		{"dual lowered", func(s *drawn.Sketch) { edge(s).Dual[3] -= 1e-6 }, "budget is given as"},
		{"dual raised", func(s *drawn.Sketch) { edge(s).Dual[3] += 1e-6 }, "budget is given as"},
		{"dual lowered, with budget and slack", func(s *drawn.Sketch) { edge(s).Dual[3] -= 1e-6; recount(s, t, j, at) }, "the dual is no bound: the cluster of {"},
		{"dual lowered a little, with budget and slack", func(s *drawn.Sketch) { edge(s).Dual[3] -= 2e-9; recount(s, t, j, at) }, "the dual is no bound: the cluster of {"},
		{"dual raised much, with budget and slack", func(s *drawn.Sketch) { edge(s).Dual[3] += 0.05; recount(s, t, j, at) }, "columns is given as"},
		{"dual permuted", func(s *drawn.Sketch) { d := edge(s).Dual; d[0], d[1] = d[1], d[0] }, "the dual is no bound|columns is given as"},
		{"dual turned about", func(s *drawn.Sketch) { slices.Reverse(edge(s).Dual) }, "the dual is no bound|columns is given as"},
		{"dual of another table", func(s *drawn.Sketch) { edge(s).Dual = other.Certificate.Edges[at].Dual }, "is given as"},
		{"dual of another table, with budget and slack", func(s *drawn.Sketch) {
			edge(s).Dual = other.Certificate.Edges[at].Dual
			recount(s, t, j, at)
		}, "the dual is no bound|columns is given as"},
		{"dual of another edge", func(s *drawn.Sketch) { edge(s).Dual = edges[0].Dual }, "is given as"},
		{"dual too short", func(s *drawn.Sketch) { edge(s).Dual = edge(s).Dual[1:] }, "the dual has 7 numbers for 8 rows"},
		{"dual empty", func(s *drawn.Sketch) { edge(s).Dual = nil }, "the dual has 0 numbers for 8 rows"},
		{"slope raised", func(s *drawn.Sketch) { edge(s).Slope += 1e-6 }, "is given as"},
		{"slope lowered, with budget and slack", func(s *drawn.Sketch) { edge(s).Slope -= 1e-3; recount(s, t, j, at) }, "the dual is no bound"},
		{"slope above 1", func(s *drawn.Sketch) { edge(s).Slope = 1.5 }, "the slope is 1.5, and not from 0 to 1"},
		{"slack changed", func(s *drawn.Sketch) { edge(s).Slack += 1e-6 }, "slack is given as"},
		{"budget raised", func(s *drawn.Sketch) { edge(s).Budget += 1e-6 }, "budget is given as"},
		{"budget lowered", func(s *drawn.Sketch) { edge(s).Budget -= 1e-6 }, "budget is given as"},
		{"a column more", func(s *drawn.Sketch) { edge(s).Columns++ }, "columns is given as"},
		{"a column less", func(s *drawn.Sketch) { edge(s).Columns-- }, "columns is given as"},
		{"certified taken back", func(s *drawn.Sketch) { edge(s).Certified = false }, "is not certified, but has budget"},
		{"certified and numbers taken back", func(s *drawn.Sketch) { e := edge(s); e.Certified, e.Budget, e.Columns = false, 0, 0 }, "the certificate says complete: true, and its edges say false"},
		{"certified without proof", func(s *drawn.Sketch) {
			e := edge(s)
			e.Budget, e.Columns = 0, 0
		}, "budget is given as 0"},
		{"complete taken back", func(s *drawn.Sketch) { s.Certificate.Complete = false }, "the certificate says complete: false, and its edges say true"},
		{"complete from elsewhere", func(s *drawn.Sketch) { s.Certificate.CompleteFromH = edges[at].HLo }, "the frontier is said to be complete from point"},
		{"edge removed", func(s *drawn.Sketch) { s.Certificate.Edges = slices.Delete(s.Certificate.Edges, at, at+1) }, "does not go from one corner"},
		{"last edge removed", func(s *drawn.Sketch) { s.Certificate.Edges = s.Certificate.Edges[:len(edges)-1] }, "edges end before"},
		{"all edges removed", func(s *drawn.Sketch) { s.Certificate.Edges = nil }, "edges end before"},
		{"edge doubled", func(s *drawn.Sketch) {
			s.Certificate.Edges = slices.Insert(s.Certificate.Edges, at, s.Certificate.Edges[at])
		}, "does not go from one corner"},
		{"edges exchanged", func(s *drawn.Sketch) { e := s.Certificate.Edges; e[0], e[1] = e[1], e[0] }, "does not go from one corner"},
		{"edge shifted", func(s *drawn.Sketch) { edge(s).HLo += 1e-6 }, "does not go from one corner"},
		{"edge shortened to a point within", func(s *drawn.Sketch) { edge(s).HHi = s.Entries[inner].H }, "does not go from one corner"},
		{"tolerance below what can be checked", func(s *drawn.Sketch) { s.Certificate.Tolerance = 1e-12 }, "claims an accuracy of 1e-12 bit"},
		{"tolerance above", func(s *drawn.Sketch) { s.Certificate.Tolerance = 0.1 }, "claims an accuracy of 0.1 bit"},
		{"certificate of another table", func(s *drawn.Sketch) { s.Certificate = other.Certificate }, "does not go from one corner|edges end before"},
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			s := drawn.NewSketch(t, j)
			c.do(s)
			v := Verified(t, j, s.Frontier(t))
			if v.OK() {
				t.Fatal("it is accepted")
			}
			for _, want := range strings.Split(c.want, "|") {
				if strings.Contains(strings.Join(v.Failures, "\n"), want) {
					return
				}
			}
			t.Errorf("got %q, want %q", v.Failures, c.want)
		})
	}
}
