package frontier

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/pareto"
)

// Certificate says which part of a frontier is proved to be complete, and has all that is needed
// to check the proof: a bound for every edge of the hull.
//
// Let v_T and w_T be the probabilities of a cluster T, by column and in total, and phi(t) =
// t log2 t. For a slope l, every cluster contributes
//
//	c_l(T) = sum_y phi(v_Ty) - (1-l) phi(w_T)
//
// to I(Z;Y) - l H(Z) = H(Y) + sum_T c_l(T). A dual has one number u_x for every row; the reduced
// cost of a cluster is rc(T) = sum_{x in T} u_x - c_l(T). So
//
//	I(Z;Y) = H(Y) + sum_x u_x + l H(Z) - sum_T rc(T),
//
// and if no cluster has a negative reduced cost, the first three terms are a bound on I. All
// clusters of a clustering of entropy H(Z) have -phi(w) - phi(1-w) <= H(Z), so that for
// clusterings of h < h_hi other clusters do not matter.
type Certificate struct {
	// Complete means that the whole frontier is proved: no clustering is better.
	Complete bool `json:"complete"`
	// Tolerance is the accuracy of the proof in bits: for every clustering there is
	// a point on the frontier whose h is at most this much larger and whose i is at
	// most this much smaller.
	Tolerance float64 `json:"tolerance"`
	// CompleteFromH is an entropy in bits: all edges from there on are certified. If nothing is
	// proved, it is the entropy of the last point.
	CompleteFromH float64 `json:"complete_from_h"`
	// Edges are the edges of the hull, from one hull point to the next, by increasing h.
	Edges []Edge `json:"edges"`
}

// Edge is the part of a certificate that belongs to one edge of the hull, from
// point a of the frontier to point b. See [Certificate] for the terms.
type Edge struct {
	// HLo and HHi are h_a and h_b in bits.
	HLo float64 `json:"h_lo"`
	HHi float64 `json:"h_hi"`
	// Certified means that the frontier is proved from HLo to HHi: no clustering of clusters
	// within the budget is better.
	Certified bool `json:"certified"`
	// Slope is l, from 0 to 1, and Dual is u in bits, in the order of the problem's
	// XLabels. No cluster that matters has a negative reduced cost, even if the edge is not
	// certified.
	Slope float64   `json:"slope"`
	Dual  []float64 `json:"dual"`
	// Slack is how far the bound is above the hull, in bits: the larger of the distances at
	// the two ends of the edge.
	Slack float64 `json:"slack"`
	// Budget is the total reduced cost in bits that no better clustering exceeds:
	// the largest of
	//
	//	d_k = H(Y) + sum_x u_x + l h_{k+1} - i_k, k = a..b-1.
	//
	// A clustering is better if h < h_{k+1} and i > i_k for some k. It is 0 if the
	// edge is not certified.
	Budget float64 `json:"budget"`
	// Columns is the number of clusters that a better clustering could have: those
	// with rc(T) <= d_k for a k whose h_{k+1} is at least -phi(w_T) - phi(1-w_T). It
	// is 0 if the edge is not certified.
	Columns int64 `json:"columns"`
}

// Bound returns the bound of the edge's dual on the I of clusterings of h bits, if h is at most
// HHi: H(Y) + sum_x u_x + l h. hy is H(Y).
func (e *Edge) Bound(hy, h float64) float64 {
	at := hy
	for _, u := range e.Dual {
		at += u
	}
	return at + float64(e.Slope*h)
}

// Line is an upper bound on I(Z;Y) in bits: At0 + Slope h.
type Line struct{ At0, Slope float64 }

// At returns the bound at an entropy of h bits.
func (l Line) At(h float64) float64 { return l.At0 + float64(l.Slope*h) }

// Bounds returns upper bounds on I(Z;Y) for all clusterings of an entropy below h bits: h itself,
// I(X;Y), and the bounds of the certificate, if there is one. They hold for plug-in values only.
// Bounds returns nil for other estimators. O(edges x rows).
func (f *Frontier) Bounds(h float64) []Line {
	if f.Problem.Estimator != "" {
		return nil
	}
	lines := []Line{{0, 1}}
	if f.Problem.N > 0 { // nothing is known of the problem of a CSV file
		lines = append(lines, Line{f.Problem.IXY, 0})
	}
	if f.Certificate == nil {
		return lines
	}
	for k := range f.Certificate.Edges {
		if e := &f.Certificate.Edges[k]; h <= e.HHi {
			lines = append(lines, Line{e.Bound(f.Problem.HY, 0), e.Slope})
		}
	}
	return lines
}

// least returns the smallest of some bounds at an entropy.
func least(lines []Line, h float64) float64 {
	bound := math.Inf(1)
	for _, l := range lines {
		bound = min(bound, l.At(h))
	}
	return bound
}

// Bound returns the smallest of [Frontier.Bounds] at h, and infinity if there is none.
// O(edges x rows).
func (f *Frontier) Bound(h float64) float64 { return least(f.Bounds(h), h) }

// Gap returns an upper bound, in bits, on how much more I(Z;Y) a clustering may have than the
// frontier at the same entropy: the largest distance of [Frontier.Bound] from the staircase on
// edges that are not certified. It is 0 if all are certified, and infinite without a certificate.
// O(edges x (points + edges x rows)).
func (f *Frontier) Gap() float64 {
	if f.Certificate == nil {
		return math.Inf(1)
	}
	most := 0.0
	for _, e := range f.Certificate.Edges {
		if e.Certified {
			continue
		}
		lines := f.Bounds(e.HHi)
		for k := 1; k < len(f.entries); k++ {
			// The bound rises up to the corner just before the next point.
			if h := f.entries[k].H; h > e.HLo && h <= e.HHi {
				most = max(most, least(lines, h)-f.entries[k-1].I)
			}
		}
	}
	return most
}

// checkCertificate returns an error if no table has such a certificate for these points. Package
// exact verifies certificates.
func (f *Frontier) checkCertificate() error {
	c := f.Certificate
	if c == nil {
		return nil
	}
	if len(f.entries) == 0 {
		return errors.New("certificate: there are no points that it could be about")
	}
	if f.Problem.Estimator != "" {
		return fmt.Errorf("certificate: is about plug-in values, and problem.estimator is %q", f.Problem.Estimator)
	}
	// The points of a union may differ from those proved within a cell of the grid.
	first, last := f.entries[0].H-pareto.Tolerance, f.entries[len(f.entries)-1].H+pareto.Tolerance
	switch {
	case !(c.Tolerance > 0) || math.IsInf(c.Tolerance, 1):
		return fmt.Errorf("certificate.tolerance is %g, want a number above 0", c.Tolerance)
	case !(c.CompleteFromH >= first && c.CompleteFromH <= last):
		return fmt.Errorf("certificate.complete_from_h is %g, which is off the frontier", c.CompleteFromH)
	}
	for k := range c.Edges {
		e := &c.Edges[k]
		if err := e.check(len(f.Problem.XLabels)); err != nil {
			return fmt.Errorf("certificate.edges[%d]%w", k, err)
		}
		switch {
		case k > 0 && e.HLo != c.Edges[k-1].HHi:
			return fmt.Errorf("certificate.edges[%d].h_lo is %g where the edge before ends at %g", k, e.HLo, c.Edges[k-1].HHi)
		case !(e.HLo >= first && e.HHi <= last):
			return fmt.Errorf("certificate.edges[%d] goes from %g to %g, which is off the frontier", k, e.HLo, e.HHi)
		}
	}
	return nil
}

// check returns an error if the edge is not possible for n rows. It continues the name of the
// edge.
func (e *Edge) check(n int) error {
	switch {
	case !(e.HLo < e.HHi):
		return fmt.Errorf(": h_lo is %g and h_hi is %g: they must increase", e.HLo, e.HHi)
	case !(e.Slope >= 0 && e.Slope <= 1):
		return fmt.Errorf(".slope is %g, want a number from 0 to 1", e.Slope)
	case len(e.Dual) != n:
		return fmt.Errorf(".dual has %d numbers, want one for each of the %d rows", len(e.Dual), n)
	case e.Columns < 0:
		return fmt.Errorf(".columns is %d, want a number from 0", e.Columns)
	}
	for x, u := range e.Dual {
		if math.IsNaN(u) || math.IsInf(u, 0) {
			return fmt.Errorf(".dual[%d] is %g, and should be a number", x, u)
		}
	}
	return checkFinite([]string{".slack", ".budget"}, e.Slack, e.Budget)
}
