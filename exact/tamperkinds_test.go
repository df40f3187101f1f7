package exact

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// change is a kind of tampering.
type change struct {
	name string
	do   func(s *sketch)
}

// amounts are changes of a number.
var amounts = []struct {
	name string
	of   func(v float64) float64
}{
	{"+1e-9", func(v float64) float64 { return v + 1e-9 }},
	{"-1e-9", func(v float64) float64 { return v - 1e-9 }},
	{"+1e-6", func(v float64) float64 { return v + 1e-6 }},
	{"-1e-6", func(v float64) float64 { return v - 1e-6 }},
	{"+1e-3", func(v float64) float64 { return v + 1e-3 }},
	{"-1e-3", func(v float64) float64 { return v - 1e-3 }},
	{"+0.1", func(v float64) float64 { return v + 0.1 }},
	{"-0.1", func(v float64) float64 { return v - 0.1 }},
	{"doubled", func(v float64) float64 { return 2*v + 1e-7 }},
	{"negative", func(v float64) float64 { return -v - 1e-7 }},
	{"0", func(float64) float64 { return 0 }},
	{"huge", func(float64) float64 { return 1e300 }},
	{"NaN", func(float64) float64 { return math.NaN() }},
}

// changes returns the kinds of tampering with a frontier. Those of single points and edges
// take the first, one in the middle and the last.
func changes(s, other *sketch, g *judge) (list []change) {
	add := func(name string, do func(s *sketch)) { list = append(list, change{name, do}) }
	some := func(n int, each func(name string, k int)) {
		for _, at := range []struct {
			name string
			k    int
		}{{"first", 0}, {"second", 1}, {"middle", n / 2}, {"last", n - 1}} {
			if at.k >= 0 && at.k < n && (at.name == "first" || at.k > 0) {
				each(at.name, at.k)
			}
		}
	}
	problemChanges(add)
	searchChanges(add)
	some(len(s.entries), func(name string, k int) { pointChanges(add, name, k, g) })
	if s.certificate == nil {
		return list
	}
	some(len(s.certificate.Edges), func(name string, k int) { edgeChanges(add, name, k, other) })
	for _, a := range amounts {
		add("complete_from_h "+a.name, func(s *sketch) { s.certificate.CompleteFromH = a.of(s.certificate.CompleteFromH) })
		add("tolerance "+a.name, func(s *sketch) { s.certificate.Tolerance = a.of(s.certificate.Tolerance) })
	}
	add("complete turned", func(s *sketch) { s.certificate.Complete = !s.certificate.Complete })
	add("all edges certified", func(s *sketch) {
		for k := range s.certificate.Edges {
			s.certificate.Edges[k].Certified = true
		}
		s.certificate.Complete, s.certificate.CompleteFromH = true, 0
	})
	add("no edges", func(s *sketch) { s.certificate.Edges = nil })
	add("certificate of another table", func(s *sketch) { s.certificate = other.certificate })
	add("points of another table", func(s *sketch) { s.entries = other.entries })
	add("all duals of another table", func(s *sketch) {
		for k := range s.certificate.Edges {
			s.certificate.Edges[k].Dual = other.certificate.Edges[k%len(other.certificate.Edges)].Dual
		}
	})
	add("all duals 0", func(s *sketch) {
		for k := range s.certificate.Edges {
			s.certificate.Edges[k].Dual = make([]float64, g.joint.Rows())
		}
	})
	return list
}

func problemChanges(add func(string, func(*sketch))) {
	for _, a := range amounts {
		add("H(X) "+a.name, func(s *sketch) { s.problem.HX = a.of(s.problem.HX) })
		add("H(Y) "+a.name, func(s *sketch) { s.problem.HY = a.of(s.problem.HY) })
		add("I(X;Y) "+a.name, func(s *sketch) { s.problem.IXY = a.of(s.problem.IXY) })
		add("x_mass "+a.name, func(s *sketch) { s.problem.XMass[1] = a.of(s.problem.XMass[1]) })
		add("cell "+a.name, func(s *sketch) { s.problem.Cells.Weight[2] = a.of(s.problem.Cells.Weight[2]) })
	}
	add("H(X) by a bit", func(s *sketch) { s.problem.HX = math.Nextafter(s.problem.HX, 9) })
	add("variance invented", func(s *sketch) { s.problem.Variance = 1 })
	add("y label invented", func(s *sketch) { s.problem.YLabels[0] = "invented" })
	add("y labels turned about", func(s *sketch) { slices.Reverse(s.problem.YLabels) })
	add("x labels exchanged", func(s *sketch) {
		x := s.problem.XLabels
		x[0], x[1] = x[1], x[0]
	})
	add("x label invented", func(s *sketch) { s.problem.XLabels[0] = "invented" })
	add("samples one more, or invented", func(s *sketch) {
		if s.problem.Samples == nil {
			s.problem.Samples = new(int64)
		}
		*s.problem.Samples++
	})
	add("samples taken out", func(s *sketch) { s.problem.Samples = nil })
	add("zero row invented", func(s *sketch) { s.problem.ZeroRows = []string{"ghost"} })
	add("masses exchanged", func(s *sketch) {
		m := s.problem.XMass
		m[0], m[1] = m[1], m[0]
	})
	add("cells permuted within rows", func(s *sketch) {
		w := s.problem.Cells.Weight
		w[0], w[1] = w[1], w[0]
	})
	add("a cell left out", func(s *sketch) {
		c := s.problem.Cells
		c.X, c.Y, c.Weight = c.X[1:], c.Y[1:], c.Weight[1:]
	})
	add("estimator invented", func(s *sketch) { s.problem.Estimator = "nsb" })
	add("digest changed", func(s *sketch) { s.problem.Source.SHA256 = "0" + s.problem.Source.SHA256[1:] })
	add("digest empty", func(s *sketch) { s.problem.Source.SHA256 = "" })
	add("kind changed", func(s *sketch) { s.problem.Kind = "dmc" })
	add("n changed", func(s *sketch) { s.problem.N++ })
	add("m changed", func(s *sketch) { s.problem.M-- })
	add("constraint of one cluster", func(s *sketch) { s.problem.Constraints.MaxClusters = 1 })
	add("constraint of masses", func(s *sketch) { s.problem.Constraints.MinMass = 0.5 })
	add("link invented", func(s *sketch) { s.problem.Constraints.MustLink = [][2]string{{"x0", "x1"}} })
	add("separation invented", func(s *sketch) { s.problem.Constraints.CannotLink = [][2]string{{"x0", "x1"}} })
}

func searchChanges(add func(string, func(*sketch))) {
	add("status bogus", func(s *sketch) { s.search.Status = "bogus" })
	add("order invented", func(s *sketch) { s.search = frontier.Search{Method: "dp", Status: "complete", Order: "sideways"} })
	add("a union of one run", func(s *sketch) { s.search.Runs = []frontier.Search{s.search} })
	add("a third of the points taken out, said to be complete", func(s *sketch) {
		s.search = frontier.Search{Method: "dp", Status: frontier.StatusComplete}
		k := -1
		s.entries = slices.DeleteFunc(s.entries, func(frontier.Entry) bool { k++; return k%3 == 1 })
	})
}

// pointChanges are changes of point k.
func pointChanges(add func(string, func(*sketch)), at string, k int, g *judge) {
	for _, a := range amounts {
		add(at+" h "+a.name, func(s *sketch) { s.entries[k].H = a.of(s.entries[k].H) })
		add(at+" i "+a.name, func(s *sketch) { s.entries[k].I = a.of(s.entries[k].I) })
	}
	for _, by := range []float64{-9, 9} {
		add(fmt.Sprint(at, " h by a bit towards ", by), func(s *sketch) { s.entries[k].H = math.Nextafter(s.entries[k].H, by) })
		add(fmt.Sprint(at, " i by a bit towards ", by), func(s *sketch) { s.entries[k].I = math.Nextafter(s.entries[k].I, by) })
	}
	add(at+" point removed", func(s *sketch) { s.entries = slices.Delete(s.entries, k, k+1) })
	add(at+" point twice, 9.9e-10 apart", func(s *sketch) {
		e := s.entries[k]
		e.H, e.I = e.H+9.9e-10, e.I+9.9e-10
		s.entries = slices.Insert(s.entries, k+1, e)
	})
	add(at+" clustering exchanged with the next", func(s *sketch) {
		if k+1 < len(s.entries) {
			a, b := &s.entries[k].Assignment, &s.entries[k+1].Assignment
			*a, *b = *b, *a
		}
	})
	n := g.joint.Rows()
	for x := range n {
		add(fmt.Sprint(at, " row ", x, " moved"), func(s *sketch) { s.entries[k].Assignment = relabelled(s.entries[k], n, x, 9) })
		// The point of the neighbour, in the place of the point or as another one.
		for _, keep := range []bool{false, true} {
			add(fmt.Sprint(at, " point replaced by that of row ", x, " moved, kept ", keep), func(s *sketch) {
				a := relabelled(s.entries[k], n, x, 9)
				putInto(s, g, a, k, keep)
			})
		}
	}
	// Dominated points, and points off the table, at its place.
	for by := range 6 {
		add(fmt.Sprint(at, " point replaced by a worse one ", by), func(s *sketch) {
			var worse []partition.Packed
			for a, q := range g.at {
				if q.H > s.entries[k].H && q.I < s.entries[k].I {
					worse = append(worse, a)
				}
			}
			slices.SortFunc(worse, func(a, b partition.Packed) int { // the nearest first
				far := func(p partition.Packed) float64 { return g.at[p].H - s.entries[k].H + s.entries[k].I - g.at[p].I }
				switch {
				case far(a) < far(b):
					return -1
				case far(a) > far(b):
					return 1
				}
				return 0
			})
			if by < len(worse) {
				putInto(s, g, worse[by], k, false)
			}
		})
	}
}

// put puts the point of a clustering in the place of point k, or beside it, and takes
// out the points that are not in order with it.
func putInto(s *sketch, g *judge, a partition.Packed, k int, keep bool) {
	at := g.at[a]
	if !keep {
		s.entries = slices.Delete(s.entries, k, k+1)
	}
	s.entries = slices.DeleteFunc(s.entries, func(e frontier.Entry) bool {
		return !(e.H < at.H && e.I < at.I || e.H > at.H && e.I > at.I)
	})
	place := 0
	for place < len(s.entries) && s.entries[place].H < at.H {
		place++
	}
	s.entries = slices.Insert(s.entries, place, frontier.Entry{H: at.H, I: at.I, Assignment: a})
}

// edgeChanges are changes of edge k.
func edgeChanges(add func(string, func(*sketch)), at string, k int, other *sketch) {
	edge := func(s *sketch) *frontier.Edge { return &s.certificate.Edges[k] }
	at += " edge: "
	for _, a := range amounts {
		add(at+"h_lo "+a.name, func(s *sketch) { edge(s).HLo = a.of(edge(s).HLo) })
		add(at+"h_hi "+a.name, func(s *sketch) { edge(s).HHi = a.of(edge(s).HHi) })
		add(at+"slope "+a.name, func(s *sketch) { edge(s).Slope = a.of(edge(s).Slope) })
		add(at+"slack "+a.name, func(s *sketch) { edge(s).Slack = a.of(edge(s).Slack) })
		add(at+"budget "+a.name, func(s *sketch) { edge(s).Budget = a.of(edge(s).Budget) })
		for _, x := range []int{0, 2, 5} {
			add(fmt.Sprint(at, "dual ", x, " ", a.name), func(s *sketch) { edge(s).Dual[x] = a.of(edge(s).Dual[x]) })
		}
	}
	for _, by := range []int64{-1000, -10, -1, 1, 10, 1000} {
		add(fmt.Sprint(at, "columns by ", by), func(s *sketch) { edge(s).Columns += by })
	}
	add(at+"dual turned about", func(s *sketch) { slices.Reverse(edge(s).Dual) })
	add(at+"dual shortened", func(s *sketch) { edge(s).Dual = edge(s).Dual[1:] })
	add(at+"dual of another table", func(s *sketch) {
		edge(s).Dual = slices.Clone(other.certificate.Edges[k%len(other.certificate.Edges)].Dual)
	})
	add(at+"dual of the edge before", func(s *sketch) {
		if k > 0 {
			edge(s).Dual, edge(s).Slope = s.certificate.Edges[k-1].Dual, s.certificate.Edges[k-1].Slope
		}
	})
	add(at+"certified turned", func(s *sketch) { edge(s).Certified = !edge(s).Certified })
	add(at+"certified taken back, with its numbers", func(s *sketch) {
		e := edge(s)
		e.Certified, e.Budget, e.Columns = false, 0, 0
	})
	add(at+"removed", func(s *sketch) { s.certificate.Edges = slices.Delete(s.certificate.Edges, k, k+1) })
	add(at+"twice", func(s *sketch) { s.certificate.Edges = slices.Insert(s.certificate.Edges, k, s.certificate.Edges[k]) })
	add(at+"merged with the next", func(s *sketch) {
		edges := s.certificate.Edges
		if k+1 < len(edges) {
			end := edges[k].HHi
			edges[k].HHi = edges[k+1].HHi
			s.certificate.Edges = slices.Delete(edges, k+1, k+2)
			s.entries = slices.DeleteFunc(s.entries, func(e frontier.Entry) bool { return e.H == end })
		}
	})
}
