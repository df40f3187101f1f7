package exact

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
)

// Allowances for rounding in bits: a reduced cost above -feasible counts as zero, and a
// reduced cost within rounding of a budget, or an entropy within rounding of a step of the
// staircase, may be on either side of it.
const (
	feasible = 1e-9
	rounding = 1e-10
)

// claim is what a certificate says of an edge.
type claim struct {
	budget // of clusterings that are better than the staircase under the edge
	name   string
	edge   *frontier.Edge
	dual   []float64 // bits, by row of the table
	at0    float64   // H(Y) + sum of the dual
	keep   float64   // clusters are kept that exceed their budget by no more than this
	limit  float64   // clusters with a reduced cost above this do not matter
	// columns are the clusters that a better clustering could contain, the cheapest
	// first, and allowed is what rounding and negative reduced costs may add to the
	// budget.
	columns []column
	allowed float64
}

// bound returns what I cannot exceed at an entropy, if the claim is right.
func (c *claim) bound(h float64) float64 { return c.at0 + float64(c.edge.Slope*h) }

// certificate checks the certificate's numbers against each other and the points.
func (v *verifier) certificate(context.Context) error {
	f, c := v.frontier, v.frontier.Certificate
	v.says.Certified, v.says.Complete, v.says.CompleteFromH = true, c.Complete, c.CompleteFromH
	if c.Tolerance != ProvedTo {
		v.fail("the certificate claims an accuracy of %g bit, and %g is what can be checked", c.Tolerance, ProvedTo)
	}
	if f.Len() == 0 {
		v.fail("the certificate is about no points at all")
		return nil
	}
	if first := f.At(0); c.Complete && first.H > samePoint {
		v.fail("the certificate says that the frontier is complete, and its first point has h %.9f: one cluster has 0", first.H)
	}
	last := f.At(f.Len() - 1)
	if last.I < v.joint.IXY()-ProvedTo {
		v.fail("the last point has i %.9f, less than I(X;Y), %.9f: what lies beyond is not covered", last.I, v.joint.IXY())
	}
	if !v.edges() {
		return nil
	}
	from, all := last.H, true
	for k := len(c.Edges) - 1; k >= 0; k-- {
		if all = all && c.Edges[k].Certified; all {
			from = c.Edges[k].HLo
		}
	}
	if c.Complete != all {
		v.fail("the certificate says complete: %t, and its edges say %t", c.Complete, all)
	}
	if !(math.Abs(c.CompleteFromH-from) <= samePoint) {
		v.fail("the certificate is complete from h %.9f on, and its edges from %.9f", c.CompleteFromH, from)
	}
	return nil
}

// edges checks that the certificate's edges are those of the hull of the points, each
// with a dual, and sets claims. It tells whether they are.
func (v *verifier) edges() bool {
	f, edges := v.frontier, v.frontier.Certificate.Edges
	var corners []int
	for k := range f.Len() {
		if f.At(k).Hull {
			corners = append(corners, k)
		}
	}
	if len(edges) != max(len(corners)-1, 0) {
		v.fail("the certificate has %d edges, and the hull of the points has %d", len(edges), max(len(corners)-1, 0))
		return false
	}
	for k := range edges {
		e := &edges[k]
		a, b := corners[k], corners[k+1]
		name := fmt.Sprintf("edge %d (h %.6g to %.6g)", k, e.HLo, e.HHi)
		switch {
		case !(math.Abs(e.HLo-f.At(a).H) <= samePoint && math.Abs(e.HHi-f.At(b).H) <= samePoint):
			v.fail("%s: the hull's edge goes from %.9f to %.9f", name, f.At(a).H, f.At(b).H)
		case len(e.Dual) != len(v.place):
			v.fail("%s: the dual has %d numbers for %d rows", name, len(e.Dual), len(v.place))
		case !(e.Slope >= 0 && e.Slope <= 1):
			v.fail("%s: the slope is %g, and not from 0 to 1", name, e.Slope)
		default:
			c := v.claim(name, e, a, b)
			v.numbers(c, f.At(a), f.At(b))
			v.claims = append(v.claims, c)
			continue
		}
		return false
	}
	return true
}

// claim returns what an edge from point a to point b says.
func (v *verifier) claim(name string, e *frontier.Edge, a, b int) *claim {
	c := &claim{name: name, edge: e, at0: v.joint.HY()}
	for _, x := range v.place {
		c.dual = append(c.dual, e.Dual[x])
	}
	c.at0 += sum(c.dual)
	most := math.Inf(-1)
	for k := b; k > a; k-- { // a better clustering has an h below that of point k, and an i above that of the one before
		h := v.frontier.At(k).H
		most = max(most, c.bound(h)-v.frontier.At(k-1).I)
		c.h, c.most = append(c.h, h), append(c.most, most)
	}
	c.keep, c.limit = rounding+float64(float64(len(c.dual))*feasible), -feasible
	if e.Certified {
		c.limit = max(-feasible, c.largest()+c.keep)
	}
	return c
}

// numbers checks what the certificate says of an edge from one point to another, apart
// from its dual.
func (v *verifier) numbers(c *claim, first, last frontier.Point) {
	e := c.edge
	slack := max(c.bound(first.H)-first.I, c.bound(last.H)-last.I)
	if !(math.Abs(slack-e.Slack) <= ProvedTo) {
		v.fail("%s: slack is given as %.9g, and the dual gives %.9g", c.name, e.Slack, slack)
	}
	switch {
	case !e.Certified && (e.Budget != 0 || e.Columns != 0):
		v.fail("%s is not certified, but has budget %g and %d columns", c.name, e.Budget, e.Columns)
	case e.Certified && !(math.Abs(c.largest()-e.Budget) <= ProvedTo):
		v.fail("%s: budget is given as %.9g, and the dual gives %.9g", c.name, e.Budget, c.largest())
	}
}
