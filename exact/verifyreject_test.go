package exact

import (
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// recount sets what follows from a dual, for a tampering that is thorough.
func recount(s *sketch, t *testing.T, j *joint.Joint, k int) {
	t.Helper()
	e := &s.certificate.Edges[k]
	f := s.frontier(t)
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
	j := tableOf(t, uniformTable(5, 8, 7))
	other := sketchOf(t, tableOf(t, uniformTable(6, 8, 7)))
	const at = 2 // this edge has points between its ends; inner is the first of them
	f := sketchOf(t, j).frontier(t)
	edges := sketchOf(t, j).certificate.Edges
	inner := slices.IndexFunc(sketchOf(t, j).entries, func(e frontier.Entry) bool { return e.H > edges[at].HLo })
	if len(edges) < 3 || f.At(inner).Hull || f.At(inner+1).Hull {
		t.Fatal("the table has too simple a frontier for this test")
	}
	corner := inner - 1
	type change struct {
		name string
		do   func(s *sketch)
		want string
	}
	edge := func(s *sketch) *frontier.Edge { return &s.certificate.Edges[at] }
	changes := []change{
		{"inner point removed", func(s *sketch) { s.entries = slices.Delete(s.entries, inner, inner+1) }, "beats the frontier|budget is given as|columns is given as"},
		{"hull point removed", func(s *sketch) { s.entries = slices.Delete(s.entries, corner, corner+1) }, "does not go from one corner"},
		{"first point removed", func(s *sketch) { s.entries = s.entries[1:] }, "where there is no point"},
		{"last point removed", func(s *sketch) { s.entries = s.entries[:len(s.entries)-1] }, "does not go from one corner"},
		{"no points", func(s *sketch) { s.entries = nil }, "does not go from one corner"},
		{"h changed", func(s *sketch) { s.entries[inner].H += 2e-9 }, "h of point"},
		{"i changed", func(s *sketch) { s.entries[inner].I -= 2e-9 }, "i of point"},
		{"clustering changed", func(s *sketch) { s.entries[inner].Assignment = relabelled(s.entries[inner], 8, 7, 9) }, "of point"},
		{"clusterings of two points exchanged", func(s *sketch) {
			a, b := &s.entries[inner].Assignment, &s.entries[inner+1].Assignment
			*a, *b = *b, *a
		}, "of point"},
		{"H(X) changed", func(s *sketch) { s.problem.HX += 1e-6 }, "H(X) is given as"},
		{"H(Y) changed", func(s *sketch) { s.problem.HY -= 1e-6 }, "H(Y) is given as"},
		{"I(X;Y) changed", func(s *sketch) { s.problem.IXY += 1e-6 }, "I(X;Y) is given as"},
		{"dual lowered", func(s *sketch) { edge(s).Dual[3] -= 1e-6 }, "budget is given as"},
		{"dual raised", func(s *sketch) { edge(s).Dual[3] += 1e-6 }, "budget is given as"},
		{"dual lowered, with budget and slack", func(s *sketch) { edge(s).Dual[3] -= 1e-6; recount(s, t, j, at) }, "the dual is no bound: the cluster of {"},
		{"dual lowered a little, with budget and slack", func(s *sketch) { edge(s).Dual[3] -= 2e-9; recount(s, t, j, at) }, "the dual is no bound: the cluster of {"},
		{"dual raised much, with budget and slack", func(s *sketch) { edge(s).Dual[3] += 0.05; recount(s, t, j, at) }, "columns is given as"},
		{"dual permuted", func(s *sketch) { d := edge(s).Dual; d[0], d[1] = d[1], d[0] }, "the dual is no bound|columns is given as"},
		{"dual turned about", func(s *sketch) { slices.Reverse(edge(s).Dual) }, "the dual is no bound|columns is given as"},
		{"dual of another table", func(s *sketch) { edge(s).Dual = other.certificate.Edges[at].Dual }, "is given as"},
		{"dual of another table, with budget and slack", func(s *sketch) {
			edge(s).Dual = other.certificate.Edges[at].Dual
			recount(s, t, j, at)
		}, "the dual is no bound|columns is given as"},
		{"dual of another edge", func(s *sketch) { edge(s).Dual = edges[0].Dual }, "is given as"},
		{"dual too short", func(s *sketch) { edge(s).Dual = edge(s).Dual[1:] }, "the dual has 7 numbers for 8 rows"},
		{"dual empty", func(s *sketch) { edge(s).Dual = nil }, "the dual has 0 numbers for 8 rows"},
		{"slope raised", func(s *sketch) { edge(s).Slope += 1e-6 }, "is given as"},
		{"slope lowered, with budget and slack", func(s *sketch) { edge(s).Slope -= 1e-3; recount(s, t, j, at) }, "the dual is no bound"},
		{"slope above 1", func(s *sketch) { edge(s).Slope = 1.5 }, "the slope is 1.5, and not from 0 to 1"},
		{"slack changed", func(s *sketch) { edge(s).Slack += 1e-6 }, "slack is given as"},
		{"budget raised", func(s *sketch) { edge(s).Budget += 1e-6 }, "budget is given as"},
		{"budget lowered", func(s *sketch) { edge(s).Budget -= 1e-6 }, "budget is given as"},
		{"a column more", func(s *sketch) { edge(s).Columns++ }, "columns is given as"},
		{"a column less", func(s *sketch) { edge(s).Columns-- }, "columns is given as"},
		{"certified taken back", func(s *sketch) { edge(s).Certified = false }, "is not certified, but has budget"},
		{"certified and numbers taken back", func(s *sketch) { e := edge(s); e.Certified, e.Budget, e.Columns = false, 0, 0 }, "the certificate says complete: true, and its edges say false"},
		{"certified without proof", func(s *sketch) {
			e := edge(s)
			e.Budget, e.Columns = 0, 0
		}, "budget is given as 0"},
		{"complete taken back", func(s *sketch) { s.certificate.Complete = false }, "the certificate says complete: false, and its edges say true"},
		{"complete from elsewhere", func(s *sketch) { s.certificate.CompleteFromH = edges[at].HLo }, "the frontier is said to be complete from point"},
		{"edge removed", func(s *sketch) { s.certificate.Edges = slices.Delete(s.certificate.Edges, at, at+1) }, "does not go from one corner"},
		{"last edge removed", func(s *sketch) { s.certificate.Edges = s.certificate.Edges[:len(edges)-1] }, "edges end before"},
		{"all edges removed", func(s *sketch) { s.certificate.Edges = nil }, "edges end before"},
		{"edge doubled", func(s *sketch) {
			s.certificate.Edges = slices.Insert(s.certificate.Edges, at, s.certificate.Edges[at])
		}, "does not go from one corner"},
		{"edges exchanged", func(s *sketch) { e := s.certificate.Edges; e[0], e[1] = e[1], e[0] }, "does not go from one corner"},
		{"edge shifted", func(s *sketch) { edge(s).HLo += 1e-6 }, "does not go from one corner"},
		{"edge shortened to a point within", func(s *sketch) { edge(s).HHi = s.entries[inner].H }, "does not go from one corner"},
		{"tolerance below what can be checked", func(s *sketch) { s.certificate.Tolerance = 1e-12 }, "claims an accuracy of 1e-12 bit"},
		{"tolerance above", func(s *sketch) { s.certificate.Tolerance = 0.1 }, "claims an accuracy of 0.1 bit"},
		{"certificate of another table", func(s *sketch) { s.certificate = other.certificate }, "does not go from one corner|edges end before"},
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			s := sketchOf(t, j)
			c.do(s)
			v := verified(t, j, s.frontier(t))
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
