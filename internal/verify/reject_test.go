package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
)

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
