package verify

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/partition"
)

// change is a kind of tampering.
type change struct {
	name string
	do   func(s *drawn.Sketch)
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
func changes(s, other *drawn.Sketch, g *judge) (list []change) {
	add := func(name string, do func(s *drawn.Sketch)) { list = append(list, change{name, do}) }
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
	some(len(s.Entries), func(name string, k int) { pointChanges(add, name, k, g) })
	if s.Certificate == nil {
		return list
	}
	some(len(s.Certificate.Edges), func(name string, k int) { edgeChanges(add, name, k, other) })
	for _, a := range amounts {
		add("complete_from_h "+a.name, func(s *drawn.Sketch) { s.Certificate.CompleteFromH = a.of(s.Certificate.CompleteFromH) })
		add("tolerance "+a.name, func(s *drawn.Sketch) { s.Certificate.Tolerance = a.of(s.Certificate.Tolerance) })
	}
	add("complete turned", func(s *drawn.Sketch) { s.Certificate.Complete = !s.Certificate.Complete })
	add("all edges certified", func(s *drawn.Sketch) {
		for k := range s.Certificate.Edges {
			s.Certificate.Edges[k].Certified = true
		}
		s.Certificate.Complete, s.Certificate.CompleteFromH = true, 0
	})
	add("no edges", func(s *drawn.Sketch) { s.Certificate.Edges = nil })
	add("certificate of another table", func(s *drawn.Sketch) { s.Certificate = other.Certificate })
	add("points of another table", func(s *drawn.Sketch) { s.Entries = other.Entries })
	add("all duals of another table", func(s *drawn.Sketch) {
		for k := range s.Certificate.Edges {
			s.Certificate.Edges[k].Dual = other.Certificate.Edges[k%len(other.Certificate.Edges)].Dual
		}
	})
	add("all duals 0", func(s *drawn.Sketch) {
		for k := range s.Certificate.Edges {
			s.Certificate.Edges[k].Dual = make([]float64, g.joint.Rows())
		}
	})
	return list
}

func problemChanges(add func(string, func(*drawn.Sketch))) {
	for _, a := range amounts {
		add("H(X) "+a.name, func(s *drawn.Sketch) { s.Problem.HX = a.of(s.Problem.HX) })
		add("H(Y) "+a.name, func(s *drawn.Sketch) { s.Problem.HY = a.of(s.Problem.HY) })
		add("I(X;Y) "+a.name, func(s *drawn.Sketch) { s.Problem.IXY = a.of(s.Problem.IXY) })
		add("x_mass "+a.name, func(s *drawn.Sketch) { s.Problem.XMass[1] = a.of(s.Problem.XMass[1]) })
		add("cell "+a.name, func(s *drawn.Sketch) { s.Problem.Cells.Weight[2] = a.of(s.Problem.Cells.Weight[2]) })
	}
	add("H(X) by a bit", func(s *drawn.Sketch) { s.Problem.HX = math.Nextafter(s.Problem.HX, 9) })
	add("variance invented", func(s *drawn.Sketch) { s.Problem.Variance = 1 })
	add("y label invented", func(s *drawn.Sketch) { s.Problem.YLabels[0] = "invented" })
	add("y labels turned about", func(s *drawn.Sketch) { slices.Reverse(s.Problem.YLabels) })
	add("x labels exchanged", func(s *drawn.Sketch) {
		x := s.Problem.XLabels
		x[0], x[1] = x[1], x[0]
	})
	add("x label invented", func(s *drawn.Sketch) { s.Problem.XLabels[0] = "invented" })
	add("samples one more, or invented", func(s *drawn.Sketch) {
		if s.Problem.Samples == nil {
			s.Problem.Samples = new(int64)
		}
		*s.Problem.Samples++
	})
	add("samples taken out", func(s *drawn.Sketch) { s.Problem.Samples = nil })
	add("zero row invented", func(s *drawn.Sketch) { s.Problem.ZeroRows = []string{"ghost"} })
	add("masses exchanged", func(s *drawn.Sketch) {
		m := s.Problem.XMass
		m[0], m[1] = m[1], m[0]
	})
	add("cells permuted within rows", func(s *drawn.Sketch) {
		w := s.Problem.Cells.Weight
		w[0], w[1] = w[1], w[0]
	})
	add("a cell left out", func(s *drawn.Sketch) {
		c := s.Problem.Cells
		c.X, c.Y, c.Weight = c.X[1:], c.Y[1:], c.Weight[1:]
	})
	add("estimator invented", func(s *drawn.Sketch) { s.Problem.Estimator = "nsb" })
	add("digest changed", func(s *drawn.Sketch) { s.Problem.Source.SHA256 = "0" + s.Problem.Source.SHA256[1:] })
	add("digest empty", func(s *drawn.Sketch) { s.Problem.Source.SHA256 = "" })
	add("kind changed", func(s *drawn.Sketch) { s.Problem.Kind = "dmc" })
	add("n changed", func(s *drawn.Sketch) { s.Problem.N++ })
	add("m changed", func(s *drawn.Sketch) { s.Problem.M-- })
	add("constraint of one cluster", func(s *drawn.Sketch) { s.Problem.Constraints.MaxClusters = 1 })
	add("constraint of masses", func(s *drawn.Sketch) { s.Problem.Constraints.MinMass = 0.5 })
	add("link invented", func(s *drawn.Sketch) { s.Problem.Constraints.MustLink = [][2]string{{"x0", "x1"}} })
	add("separation invented", func(s *drawn.Sketch) { s.Problem.Constraints.CannotLink = [][2]string{{"x0", "x1"}} })
}

func searchChanges(add func(string, func(*drawn.Sketch))) {
	add("status bogus", func(s *drawn.Sketch) { s.Search.Status = "bogus" })
	add("order invented", func(s *drawn.Sketch) { s.Search = frontier.Search{Method: "dp", Status: "complete", Order: "sideways"} })
	add("a union of one run", func(s *drawn.Sketch) { s.Search.Runs = []frontier.Search{s.Search} })
	add("a third of the points taken out, said to be complete", func(s *drawn.Sketch) {
		s.Search = frontier.Search{Method: "dp", Status: frontier.StatusComplete}
		k := -1
		s.Entries = slices.DeleteFunc(s.Entries, func(frontier.Entry) bool { k++; return k%3 == 1 })
	})
}

// pointChanges are changes of point k.
func pointChanges(add func(string, func(*drawn.Sketch)), at string, k int, g *judge) {
	for _, a := range amounts {
		add(at+" h "+a.name, func(s *drawn.Sketch) { s.Entries[k].H = a.of(s.Entries[k].H) })
		add(at+" i "+a.name, func(s *drawn.Sketch) { s.Entries[k].I = a.of(s.Entries[k].I) })
	}
	for _, by := range []float64{-9, 9} {
		add(fmt.Sprint(at, " h by a bit towards ", by), func(s *drawn.Sketch) { s.Entries[k].H = math.Nextafter(s.Entries[k].H, by) })
		add(fmt.Sprint(at, " i by a bit towards ", by), func(s *drawn.Sketch) { s.Entries[k].I = math.Nextafter(s.Entries[k].I, by) })
	}
	add(at+" point removed", func(s *drawn.Sketch) { s.Entries = slices.Delete(s.Entries, k, k+1) })
	add(at+" point twice, 9.9e-10 apart", func(s *drawn.Sketch) {
		e := s.Entries[k]
		e.H, e.I = e.H+9.9e-10, e.I+9.9e-10
		s.Entries = slices.Insert(s.Entries, k+1, e)
	})
	add(at+" clustering exchanged with the next", func(s *drawn.Sketch) {
		if k+1 < len(s.Entries) {
			a, b := &s.Entries[k].Assignment, &s.Entries[k+1].Assignment
			*a, *b = *b, *a
		}
	})
	n := g.joint.Rows()
	for x := range n {
		add(fmt.Sprint(at, " row ", x, " moved"), func(s *drawn.Sketch) { s.Entries[k].Assignment = relabelled(s.Entries[k], n, x, 9) })
		// The point of the neighbour, in the place of the point or as another one.
		for _, keep := range []bool{false, true} {
			add(fmt.Sprint(at, " point replaced by that of row ", x, " moved, kept ", keep), func(s *drawn.Sketch) {
				a := relabelled(s.Entries[k], n, x, 9)
				putInto(s, g, a, k, keep)
			})
		}
	}
	// Dominated points, and points off the table, at its place.
	for by := range 6 {
		add(fmt.Sprint(at, " point replaced by a worse one ", by), func(s *drawn.Sketch) {
			var worse []partition.Packed
			for a, q := range g.at {
				if q.H > s.Entries[k].H && q.I < s.Entries[k].I {
					worse = append(worse, a)
				}
			}
			slices.SortFunc(worse, func(a, b partition.Packed) int { // the nearest first
				far := func(p partition.Packed) float64 { return g.at[p].H - s.Entries[k].H + s.Entries[k].I - g.at[p].I }
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
func putInto(s *drawn.Sketch, g *judge, a partition.Packed, k int, keep bool) {
	at := g.at[a]
	if !keep {
		s.Entries = slices.Delete(s.Entries, k, k+1)
	}
	s.Entries = slices.DeleteFunc(s.Entries, func(e frontier.Entry) bool {
		return !(e.H < at.H && e.I < at.I || e.H > at.H && e.I > at.I)
	})
	place := 0
	for place < len(s.Entries) && s.Entries[place].H < at.H {
		place++
	}
	s.Entries = slices.Insert(s.Entries, place, frontier.Entry{H: at.H, I: at.I, Assignment: a})
}

// edgeChanges are changes of edge k.
func edgeChanges(add func(string, func(*drawn.Sketch)), at string, k int, other *drawn.Sketch) {
	edge := func(s *drawn.Sketch) *frontier.Edge { return &s.Certificate.Edges[k] }
	at += " edge: "
	for _, a := range amounts {
		add(at+"h_lo "+a.name, func(s *drawn.Sketch) { edge(s).HLo = a.of(edge(s).HLo) })
		add(at+"h_hi "+a.name, func(s *drawn.Sketch) { edge(s).HHi = a.of(edge(s).HHi) })
		add(at+"slope "+a.name, func(s *drawn.Sketch) { edge(s).Slope = a.of(edge(s).Slope) })
		add(at+"slack "+a.name, func(s *drawn.Sketch) { edge(s).Slack = a.of(edge(s).Slack) })
		add(at+"budget "+a.name, func(s *drawn.Sketch) { edge(s).Budget = a.of(edge(s).Budget) })
		for _, x := range []int{0, 2, 5} {
			add(fmt.Sprint(at, "dual ", x, " ", a.name), func(s *drawn.Sketch) { edge(s).Dual[x] = a.of(edge(s).Dual[x]) })
		}
	}
	for _, by := range []int64{-1000, -10, -1, 1, 10, 1000} {
		add(fmt.Sprint(at, "columns by ", by), func(s *drawn.Sketch) { edge(s).Columns += by })
	}
	add(at+"dual turned about", func(s *drawn.Sketch) { slices.Reverse(edge(s).Dual) })
	add(at+"dual shortened", func(s *drawn.Sketch) { edge(s).Dual = edge(s).Dual[1:] })
	add(at+"dual of another table", func(s *drawn.Sketch) {
		edge(s).Dual = slices.Clone(other.Certificate.Edges[k%len(other.Certificate.Edges)].Dual)
	})
	add(at+"dual of the edge before", func(s *drawn.Sketch) {
		if k > 0 {
			edge(s).Dual, edge(s).Slope = s.Certificate.Edges[k-1].Dual, s.Certificate.Edges[k-1].Slope
		}
	})
	add(at+"certified turned", func(s *drawn.Sketch) { edge(s).Certified = !edge(s).Certified })
	add(at+"certified taken back, with its numbers", func(s *drawn.Sketch) {
		e := edge(s)
		e.Certified, e.Budget, e.Columns = false, 0, 0
	})
	add(at+"removed", func(s *drawn.Sketch) { s.Certificate.Edges = slices.Delete(s.Certificate.Edges, k, k+1) })
	add(at+"twice", func(s *drawn.Sketch) {
		s.Certificate.Edges = slices.Insert(s.Certificate.Edges, k, s.Certificate.Edges[k])
	})
	add(at+"merged with the next", func(s *drawn.Sketch) {
		edges := s.Certificate.Edges
		if k+1 < len(edges) {
			end := edges[k].HHi
			edges[k].HHi = edges[k+1].HHi
			s.Certificate.Edges = slices.Delete(edges, k+1, k+2)
			s.Entries = slices.DeleteFunc(s.Entries, func(e frontier.Entry) bool { return e.H == end })
		}
	})
}
