package exact

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// tableOf returns a table with labels x0, x1, ... and y0, y1, ...
func tableOf(tb testing.TB, cells [][]float64) *joint.Joint {
	tb.Helper()
	var x, y []string
	for r := range cells {
		x = append(x, fmt.Sprintf("x%d", r))
	}
	for c := range cells[0] {
		y = append(y, fmt.Sprintf("y%d", c))
	}
	j, err := joint.Dense(x, y, cells)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// sketch is a frontier that can be changed.
type sketch struct {
	problem     frontier.Problem
	entries     []frontier.Entry
	certificate *frontier.Certificate
	search      frontier.Search // dp, complete unless set
}

// sketchOf returns the exact frontier of a table, with a certificate.
func sketchOf(tb testing.TB, j *joint.Joint) *sketch {
	tb.Helper()
	f := enumerated(tb, problem.DIB(j))
	s := &sketch{problem: f.Problem}
	for p := range f.All() {
		s.entries = append(s.entries, frontier.Entry{H: p.H, I: p.I, Ties: p.Ties, Assignment: partition.Pack(p.Assignment())})
	}
	s.certify(tb, j)
	return s
}

// heuristic is the search of a sketch that claims nothing.
var heuristic = frontier.Search{Method: "rounds", Status: frontier.StatusConverged}

func (s *sketch) frontier(tb testing.TB) *frontier.Frontier {
	tb.Helper()
	search := s.search
	if search.Method == "" {
		search = frontier.Search{Method: "dp", Status: frontier.StatusComplete}
	}
	f, err := frontier.New(s.problem, search, slices.Clone(s.entries))
	if err != nil {
		tb.Fatal(err)
	}
	f.Certificate = s.certificate
	return f
}

// certify makes a certificate in the simplest way that there is: duals that are
// feasible because every cluster was looked at, and counts of clusters.
func (s *sketch) certify(tb testing.TB, j *joint.Joint) {
	tb.Helper()
	s.certificate = nil
	f := s.frontier(tb)
	s.certificate = &frontier.Certificate{Complete: true, Tolerance: 1e-8, CompleteFromH: f.At(0).H}
	sets := setsOfTable(j)
	a := 0
	for b := 1; b < f.Len(); b++ {
		if f.At(b).Hull {
			s.certificate.Edges = append(s.certificate.Edges, edgeOf(f, j, sets, a, b))
			a = b
		}
	}
}

// setOfRows is what the test's own arithmetic needs of a cluster.
type setOfRows struct{ phiV, phiW, h float64 }

func xlog(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return p * math.Log2(p)
}

// setsOfTable computes every cluster from nothing.
func setsOfTable(j *joint.Joint) []setOfRows {
	sets := make([]setOfRows, 1<<j.Rows())
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
		s.phiW, s.h = xlog(w), -xlog(w)-xlog(1-w)
	}
	return sets
}

// edgeOf certifies the edge from point a to point b. The dual starts from a mixture
// of the two that hold always, and every number is lowered as far as it goes.
func edgeOf(f *frontier.Frontier, j *joint.Joint, sets []setOfRows, a, b int) frontier.Edge {
	first, last := f.At(a), f.At(b)
	e := frontier.Edge{HLo: first.H, HHi: last.H, Certified: true}
	e.Slope = min((last.I-first.I)/(last.H-first.H), 1)
	e.Dual = mixedDual(j, e.Slope)
	rc := func(set int) float64 { return reducedCost(&e, sets, set) }
	for x := range e.Dual {
		least := math.Inf(1)
		for set := range sets {
			if set>>x&1 == 1 && sets[set].h < last.H+1e-9 {
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
		if rc(set) <= within(sets[set].h) {
			e.Columns++
		}
	}
	return e
}

func reducedCost(e *frontier.Edge, sets []setOfRows, set int) float64 {
	c := sets[set].phiV - (1-e.Slope)*sets[set].phiW
	for x, u := range e.Dual {
		if set>>x&1 == 1 {
			c -= u
		}
	}
	return -c
}

// mixedDual returns a dual that holds for every cluster: it says that I(Z;Y) is at
// most slope H(Z) + (1-slope) I(X;Y).
func mixedDual(j *joint.Joint, slope float64) []float64 {
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

// verified returns the failures of a verification, which must not be an error.
func verified(tb testing.TB, j *joint.Joint, f *frontier.Frontier) *Verification {
	tb.Helper()
	v, err := Verify(context.Background(), j, f, 2)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}
