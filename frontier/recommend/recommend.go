// Package recommend chooses the clustering of a frontier to look at first.
package recommend

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
)

// Choice is the clustering that [From] recommends, with alternatives.
type Choice struct {
	frontier.Point
	// Coarser and Finer are clusterings of fewer and of more clusters that are worth a look; nil
	// if there are none.
	Coarser, Finer *frontier.Point
	// Rule is the reason for the choice, for programs: "knee", "half", "shortest", "shown" or [Nothing], and for
	// [ForPrediction] also "held-out".
	//
	//   - "knee": the clusters up to here are worth their price, and further ones are not;
	//   - "half": all clusters tell about equally much, so that no number of clusters stands out.
	//     The choice is the smallest number that keeps half of the information, or the largest
	//     known number;
	//   - "shortest": the clusters that describe Y in the fewest bits. They are fewer than by the rules above, or more if
	//     held-out records are too few to decide between the two;
	//   - "shown": two clusters. The data clearly show that X and Y depend on each other, and held-out records
	//     neither confirm nor contradict any clusters.
	Rule string
	// Reason is an English sentence that says why.
	Reason string
}

// Nothing is the rule of a choice where the data do not show that any clusters tell something about Y.
const Nothing = "none"

const (
	ruleKnee     = "knee"
	ruleHalf     = "half"
	ruleShortest = "shortest"
	ruleShown    = "shown"
)

const (
	// fullClusters is the number of clusters among which I(X;Y) is shared out, if the table has at
	// least that number of rows: the price of a cluster is the mean share of each cluster after the
	// first. People can hardly take in more clusters.
	fullClusters = 20
	// tinyMass is the mass below which a cluster costs twice its price.
	tinyMass = 0.01
	// standsOut is the least distance between the curve and the straight line, as a share of
	// I(X;Y), for its maximum to mean anything.
	standsOut = 0.05
	// half is the share of I(X;Y) to keep if no number of clusters is outstanding.
	half = 0.5
	// certain is the p-value up to which a dependence is beyond doubt. Held-out records contradict clusters if their
	// information is below 0 by more than contradicted standard errors.
	certain      = 0.01
	contradicted = 2
	// steps is how often the price is raised for a coarser alternative, and lowered for a finer
	// one, by the factor.
	steps  = 4
	factor = 1.5
)

// From returns the clustering of a frontier to look at first, if a person has said nothing about the
// budget or the number of clusters, and false if the frontier has no points.
//
// It chooses from [frontier.Frontier.BestKnown]. If each further cluster costs a share b of
// I(X;Y), it takes the clustering of k clusters with the highest
//
//	I(Z;Y) / I(X;Y) - b (k - 1 + t),    b = 1 / (min(n, 20) - 1),
//
// where t is the number of clusters with less than 1 % of the mass, and n the number of rows. For
// n up to 20 this is the knee of the curve of I against k: the place farthest above the line from
// one cluster to n (Satopaa, Albrecht, Irwin and Raghavan 2011, "Finding a 'kneedle' in a
// haystack", doi:10.1109/ICDCSW.2011.20). A longer list changes only an answer at the end of the
// list. If no place is above the line by 5 % of I(X;Y), the answer is the smallest k that keeps
// half of I(X;Y), or the last k.
//
// Where records were counted, the clusters with the shortest description of Y replace these: the bits that name the cluster
// of each row, plus the bits that then encode Y (Rissanen 1978, doi:10.1016/0005-1098(78)90005-5). A larger k is taken only
// up to 20 and with a Validation, and only if the formula's value is smaller by at most the standard error of the difference.
//
// With a [frontier.Validation], information is about held-out records, and k is at most its
// Clusters. The answer is one cluster if Clusters is 1, if the answer would tell nothing about held-out records, if
// [frontier.Evidence.Shown] is false, or if there is no Validation and I(X;Y) is [frontier.Problem.WithinError]. In the
// first two cases, the answer is two clusters instead if the p-value is at most 0.01 and the information of two clusters
// about held-out records is not below 0 by more than two standard errors.
//
// The alternatives are the answers for prices that are higher and lower by a factor of 1.5, 1.5^2,
// 1.5^3 and 1.5^4: the first with at most 3/4 and the first with at least 4/3 of the clusters.
// O(points + k n) for k points of different numbers of clusters.
func From(f *frontier.Frontier) (Choice, bool) {
	c := candidatesOf(f)
	if len(c.points) == 0 {
		return Choice{}, false
	}
	if c.nothing() {
		return c.pairOr(c.whyNothing()), true
	}
	r := Choice{Rule: ruleKnee}
	n := c.knee(c.price)
	if c.net(n, c.price)-c.net(0, c.price) < standsOut {
		r.Rule = ruleHalf
		n = slices.IndexFunc(c.told, func(told float64) bool { return told >= half })
		if n < 0 { // the list ends before
			n = len(c.points) - 1
		}
	}
	before := n
	if n = c.shortest(n); n != before {
		r.Rule = ruleShortest
	}
	if reason := c.whyEmpty(c.points[n]); reason != "" {
		return c.pairOr(reason), true
	}
	r.Point, r.Reason = c.points[n], c.why(r.Rule, n, before)
	r.Coarser, r.Finer = c.coarser(n), c.finer(n)
	return r, true
}

// pairOr returns the choice of two clusters, if these may be chosen, or else of the first clustering for a reason.
func (c *candidates) pairOr(reason string) Choice {
	if c.pair != nil {
		return Choice{Point: *c.pair, Rule: ruleShown, Reason: c.whyPair()}
	}
	return Choice{Point: c.points[0], Rule: Nothing, Reason: reason}
}

// candidates are the clusterings that may be recommended, by increasing K.
type candidates struct {
	f      *frontier.Frontier
	points []frontier.Point
	base   float64         // the i of one cluster, which is 0 except in problems of users' own
	unit   float64         // the information that can be told, above the base
	told   []float64       // shares of it
	mass   []float64       // of the rows
	light  []int           // numbers of clusters of less than tinyMass, for those that were asked for, or -1
	price  float64         // of a cluster, as such a share
	ended  bool            // points of more clusters are left out, as held-out records do not support them
	pair   *frontier.Point // two clusters, if dependence is clear and held-out records are not against them
}

func candidatesOf(f *frontier.Frontier) *candidates {
	c := &candidates{f: f}
	for p := range f.BestKnown() {
		if e := f.Evidence; f.Validation != nil && len(c.points) > 0 && e != nil && e.P() <= certain && p.K == 2 && p.HeldOut.I >= -contradicted*p.HeldOut.SE {
			c.pair = &p
		}
		if f.Validation != nil && p.K > f.Validation.Clusters && len(c.points) > 0 {
			c.ended = true
			break
		}
		c.points = append(c.points, p)
	}
	if len(c.points) == 0 {
		return c
	}
	if c.own() {
		c.base = c.points[0].I
	}
	last := c.points[len(c.points)-1]
	rows := last.K
	c.unit = c.value(last)
	if f.Problem.N > 0 {
		rows = f.Problem.N
		if f.Validation == nil {
			c.unit = f.Problem.IXY - c.base
		}
	}
	if f.Validation != nil || f.Problem.Estimator != "" || c.own() {
		for _, p := range c.points { // few clusters may have more than all
			c.unit = max(c.unit, c.value(p))
		}
	}
	c.price = 1 / float64(max(min(rows, fullClusters)-1, 1))
	c.mass = f.Problem.Masses()
	for _, p := range c.points {
		share := 0.0
		if c.unit > 0 {
			share = max(0, c.value(p)/c.unit)
		}
		c.told, c.light = append(c.told, share), append(c.light, -1)
	}
	return c
}

// tiny returns how many clusters have less than tinyMass. Counting takes O(rows), and few clusterings are
// asked for.
func (c *candidates) tiny(n int) int {
	if c.light[n] < 0 {
		c.light[n] = tinyClusters(c.points[n], c.mass)
	}
	return c.light[n]
}

// tinyClusters returns how many clusters have less than a hundredth of the mass; 0 if that is not known.
func tinyClusters(p frontier.Point, mass []float64) (tiny int) {
	a := p.Assignment()
	if a == nil || mass == nil {
		return 0
	}
	of := make([]float64, p.K)
	for x, c := range a {
		of[c] += mass[x]
	}
	for _, m := range of {
		if m < tinyMass {
			tiny++
		}
	}
	return tiny
}

// value returns what a clustering tells, about held-out records if there are any.
func (c *candidates) value(p frontier.Point) float64 {
	if c.f.Validation != nil {
		return p.HeldOut.I
	}
	return p.I - c.base
}

// own reports whether a user made the problem. Its i may be any number.
func (c *candidates) own() bool {
	_, i := c.f.Problem.Axes()
	return i.Symbol == "i"
}

// nothing reports whether one cluster should be recommended.
func (c *candidates) nothing() bool {
	v, e := c.f.Validation, c.f.Evidence
	return len(c.points) == 1 || v != nil && v.Clusters <= 1 || e != nil && !e.Shown() || v == nil && c.f.Problem.WithinError()
}

// net returns the share of the information that a clustering tells, less the price of its clusters.
func (c *candidates) net(n int, price float64) float64 {
	return c.told[n] - float64(price*float64(c.points[n].K-1+c.tiny(n)))
}

// knee returns the best clustering for a price, the coarsest of equals.
func (c *candidates) knee(price float64) (best int) {
	for n, p := range c.points {
		if c.told[n]-float64(price*float64(p.K-1)) <= c.net(best, price) {
			continue // tiny clusters can only cost more
		}
		if c.net(n, price) > c.net(best, price)+1e-12 {
			best = n
		}
	}
	return best
}

// coarser returns the best clustering for the smallest raised price that gives clearly fewer
// clusters, but at least two, or else the next smaller number of clusters.
func (c *candidates) coarser(from int) *frontier.Point {
	price := c.price
	for range steps {
		price *= factor
		if n := c.knee(price); c.points[n].K > 1 && 4*c.points[n].K <= 3*c.points[from].K {
			return &c.points[n]
		}
	}
	if from > 0 && c.points[from-1].K > 1 {
		return &c.points[from-1]
	}
	return nil
}

// finer returns the best clustering for the largest lowered price that gives clearly more clusters.
func (c *candidates) finer(from int) *frontier.Point {
	price := c.price
	for range steps {
		price /= factor
		if n := c.knee(price); 3*c.points[n].K >= 4*c.points[from].K {
			return &c.points[n]
		}
	}
	return nil
}
