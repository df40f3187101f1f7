package drawn

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Sketch is a frontier that can be changed.
type Sketch struct {
	Problem     frontier.Problem
	Entries     []frontier.Entry
	Certificate *frontier.Certificate
	Search      frontier.Search // dp, complete unless set
}

// NewSketch returns the exact frontier of a table, with a certificate.
func NewSketch(tb testing.TB, j *joint.Joint) *Sketch {
	tb.Helper()
	f := Enumerated(tb, problem.DIB(j))
	s := &Sketch{Problem: f.Problem}
	for p := range f.All() {
		s.Entries = append(s.Entries, frontier.Entry{H: p.H, I: p.I, Ties: p.Ties, Assignment: partition.Pack(p.Assignment())})
	}
	s.Certify(tb, j)
	return s
}

// Heuristic is the search of a sketch that claims nothing.
var Heuristic = frontier.Search{Method: "rounds", Status: frontier.StatusConverged}

// Frontier returns the frontier of the sketch.
func (s *Sketch) Frontier(tb testing.TB) *frontier.Frontier {
	tb.Helper()
	search := s.Search
	if search.Method == "" {
		search = frontier.Search{Method: "dp", Status: frontier.StatusComplete}
	}
	f, err := frontier.New(s.Problem, search, slices.Clone(s.Entries))
	if err != nil {
		tb.Fatal(err)
	}
	f.Certificate = s.Certificate
	return f
}

// Certify makes a certificate in the simplest way that there is: duals that are
// feasible because every cluster was looked at, and counts of clusters.
func (s *Sketch) Certify(tb testing.TB, j *joint.Joint) {
	tb.Helper()
	s.Certificate = nil
	f := s.Frontier(tb)
	s.Certificate = &frontier.Certificate{Complete: true, Tolerance: 1e-8, CompleteFromH: f.At(0).H}
	sets := Sets(j)
	a := 0
	for b := 1; b < f.Len(); b++ {
		if f.At(b).Hull {
			s.Certificate.Edges = append(s.Certificate.Edges, edgeOf(f, j, sets, a, b))
			a = b
		}
	}
}

// Set is what the test's own arithmetic needs of a cluster.
type Set struct{ phiV, phiW, H float64 }

// Sets computes every cluster from nothing.
func Sets(j *joint.Joint) []Set {
	sets := make([]Set, 1<<j.Rows())
	for set := range sets {
		sums := make([]float64, j.Cols())
		var w float64
		for x := range j.Rows() {
			if set>>x&1 == 1 {
				columns, masses := j.Row(x)
				for k, y := range columns {
					sums[y] += masses[k] / j.Total()
				}
				w += j.RowMass(x) / j.Total()
			}
		}
		s := &sets[set]
		for _, v := range sums {
			s.phiV += xlog(v)
		}
		s.phiW, s.H = xlog(w), -xlog(w)-xlog(1-w)
	}
	return sets
}

// edgeOf certifies the edge from point a to point b. The dual starts from a mixture
// of the two that hold always, and every number is lowered as far as it goes.
func edgeOf(f *frontier.Frontier, j *joint.Joint, sets []Set, a, b int) frontier.Edge {
	first, last := f.At(a), f.At(b)
	e := frontier.Edge{HLo: first.H, HHi: last.H, Certified: true}
	e.Slope = min((last.I-first.I)/(last.H-first.H), 1)
	e.Dual = MixedDual(j, e.Slope)
	rc := func(set int) float64 { return ReducedCost(&e, sets, set) }
	for x := range e.Dual {
		least := math.Inf(1)
		for set := range sets {
			if set>>x&1 == 1 && sets[set].H < last.H+1e-9 {
				least = min(least, rc(set))
			}
		}
		e.Dual[x] -= least
	}
	e.Slack = max(e.Bound(j.HY(), first.H)-first.I, e.Bound(j.HY(), last.H)-last.I)
	e.Budget = math.Inf(-1)
	within := func(h float64) float64 {
		most := math.Inf(-1)
		for k := a; k < b; k++ {
			if f.At(k+1).H >= h-1e-12 {
				most = max(most, e.Bound(j.HY(), f.At(k+1).H)-f.At(k).I)
			}
		}
		return most
	}
	e.Budget = within(0)
	for set := 1; set < len(sets); set++ {
		if rc(set) <= within(sets[set].H) {
			e.Columns++
		}
	}
	return e
}

// ReducedCost returns the distance of a set below the line of an edge, by the dual of the edge.
func ReducedCost(e *frontier.Edge, sets []Set, set int) float64 {
	c := sets[set].phiV - (1-e.Slope)*sets[set].phiW
	for x, u := range e.Dual {
		if set>>x&1 == 1 {
			c -= u
		}
	}
	return -c
}

// MixedDual returns a dual that holds for every cluster: it says that I(Z;Y) is at
// most slope H(Z) + (1-slope) I(X;Y).
func MixedDual(j *joint.Joint, slope float64) []float64 {
	u := make([]float64, j.Rows())
	for x := range u {
		columns, masses := j.Row(x)
		none, one := -xlog(j.RowMass(x)/j.Total()), 0.0
		for k, y := range columns {
			none += xlog(masses[k] / j.Total())
			one += masses[k] / j.Total() * math.Log2(j.ColMass(int(y))/j.Total())
		}
		u[x] = (1-slope)*none + slope*one
	}
	return u
}
