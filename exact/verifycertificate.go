package exact

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/dibmap/dibmap/frontier"
)

// What rounding may take, in bits: a reduced cost that much below zero counts as
// zero, and one that close to a budget, or an entropy that close to a step, may be
// on either side of it.
const (
	feasible = 1e-9
	rounding = 1e-10
)

// claim is what the certificate says of an edge, as the checks read it.
type claim struct {
	name  string
	edge  *frontier.Edge
	dual  []float64 // bits, by row of the table
	at0   float64   // H(Y) + sum of the dual
	ends  [2]frontier.Point
	steps []step
	// columns are the clusters that a better clustering could have, and allowed is
	// what rounding and negative reduced costs may add to its total.
	columns []column
	allowed float64
}

// step is a part of the staircase under an edge: total reduced cost above most puts
// a clustering of entropy h or more, up to the end of the edge, below the staircase.
type step struct{ h, most float64 }

// within returns the total reduced cost that a better clustering can have whose
// entropy is at least h.
func (c *claim) within(h float64) float64 {
	k := sort.Search(len(c.steps), func(k int) bool { return c.steps[k].h >= h })
	if k == len(c.steps) {
		return math.Inf(-1)
	}
	return c.steps[k].most
}

// budget returns the largest total of all.
func (c *claim) budget() float64 { return c.steps[0].most }

// certificate checks all of the certificate that takes no more than its own numbers
// and the points.
func (v *verifier) certificate(context.Context) error {
	f := v.frontier
	c := f.Certificate
	v.says.Certified, v.says.Complete, v.says.CompleteFromH = true, c.Complete, c.CompleteFromH
	if c.Tolerance != ProvedTo {
		v.fail("the certificate claims an accuracy of %g bit, and %g is what can be checked", c.Tolerance, ProvedTo)
	}
	v.ends()
	if !v.hull() {
		return nil
	}
	from := f.At(f.Len() - 1).H
	all := true
	for k := len(c.Edges) - 1; k >= 0; k-- {
		all = all && c.Edges[k].Certified
		if all {
			from = c.Edges[k].HLo
		}
	}
	if c.Complete != all {
		v.fail("the certificate says complete: %t, and its edges say %t", c.Complete, all)
	}
	if !(math.Abs(c.CompleteFromH-from) <= samePoint) {
		v.fail("the certificate is complete from h %.9f on, and its edges from %.9f", c.CompleteFromH, from)
	}
	for _, c := range v.claims {
		v.numbers(c)
	}
	return nil
}

// ends checks that nothing lies beyond the first point and the last.
func (v *verifier) ends() {
	f := v.frontier
	if f.Len() == 0 {
		v.fail("the certificate is about no points at all")
		return
	}
	if first := f.At(0); f.Certificate.Complete && first.H > samePoint {
		v.fail("the certificate says that the frontier is complete, and its first point has h %.9f: one cluster has 0", first.H)
	}
	if last := f.At(f.Len() - 1); last.I < v.joint.IXY()-ProvedTo {
		v.fail("the last point has i %.9f, less than I(X;Y), %.9f: what lies beyond is not covered", last.I, v.joint.IXY())
	}
}

// hull checks that the edges are those of the hull, each with a dual, and makes
// claims of them. It tells whether they are.
func (v *verifier) hull() bool {
	f := v.frontier
	var corners []int
	for k := range f.Len() {
		if f.At(k).Hull {
			corners = append(corners, k)
		}
	}
	edges := f.Certificate.Edges
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
			v.claims = append(v.claims, v.claim(name, e, a, b))
			continue
		}
		return false
	}
	return true
}

// claim returns what an edge from point a to point b says.
func (v *verifier) claim(name string, e *frontier.Edge, a, b int) *claim {
	c := &claim{name: name, edge: e, at0: v.joint.HY(), steps: make([]step, b-a)}
	c.ends = [2]frontier.Point{v.frontier.At(a), v.frontier.At(b)}
	for _, x := range v.place {
		c.dual = append(c.dual, e.Dual[x])
	}
	for _, u := range c.dual {
		c.at0 += u
	}
	most := math.Inf(-1)
	for k := b - 1; k >= a; k-- {
		h := v.frontier.At(k + 1).H
		most = max(most, c.at0+float64(e.Slope*h)-v.frontier.At(k).I)
		c.steps[k-a] = step{h, most}
	}
	return c
}

// numbers checks what a certificate tells of an edge beside its dual.
func (v *verifier) numbers(c *claim) {
	e := c.edge
	slack := math.Inf(-1)
	for _, p := range c.ends {
		slack = max(slack, c.at0+float64(e.Slope*p.H)-p.I)
	}
	if !(math.Abs(slack-e.Slack) <= ProvedTo) {
		v.fail("%s: slack is given as %.9g, and the dual gives %.9g", c.name, e.Slack, slack)
	}
	switch {
	case !e.Certified && (e.Budget != 0 || e.Columns != 0):
		v.fail("%s is not certified, but has budget %g and %d columns", c.name, e.Budget, e.Columns)
	case e.Certified && !(math.Abs(c.budget()-e.Budget) <= ProvedTo):
		v.fail("%s: budget is given as %.9g, and the dual gives %.9g", c.name, e.Budget, c.budget())
	}
}
