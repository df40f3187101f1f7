package recommend

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
)

// ruleHeldOut is the rule of [ForPrediction].
const ruleHeldOut = "held-out"

// ForPrediction returns the clustering for a model that predicts Y by clusters in place of X. It is often finer than the
// choice of [From], which asks each cluster to be worth the reading, and it is From's choice if nothing was held out. It
// returns false if the frontier has no points.
//
// If X has an order, it is the most informative clustering of the smallest number of clusters that held-out records
// support, [frontier.Validation].Clusters: its held-out information, and so the log loss of its predictions, is within one
// standard error of the best. If X has no order, it is the one with the highest held-out information. Neighbours in an
// order are alike in what they tell together with other variables, too. Values without an order that share a cluster are
// alike in p(y|x) only, so that a model of several variables loses more by a cluster too few than by one too many.
//
// It is one cluster if the choice would tell nothing about held-out records.
func ForPrediction(f *frontier.Frontier) (Choice, bool) {
	c := candidatesOf(f)
	n := len(c.points) - 1
	switch {
	case f.Validation == nil || n < 0:
		return From(f)
	case c.nothing():
		return Choice{Point: c.points[0], Rule: Nothing, Reason: c.whyNothing()}, true
	}
	r := Choice{Point: c.points[n], Rule: ruleHeldOut, Coarser: c.coarser(n)}
	why := "the fewest that predict held-out records within one standard error of the best"
	if f.Order() == nil {
		for p := range f.BestKnown() {
			if p.HeldOut.I > r.HeldOut.I {
				r.Point, r.Coarser = p, &c.points[n]
			}
		}
		why = "the number that predicts held-out records best"
	}
	if reason := c.whyEmpty(r.Point); reason != "" {
		return Choice{Point: c.points[0], Rule: Nothing, Reason: reason}, true
	}
	r.Reason = fmt.Sprintf("%s %s.", groupsAre(r.K), why)
	return r, true
}
