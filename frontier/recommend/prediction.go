package recommend

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
)

// ruleHeldOut is the rule of [ForPrediction].
const ruleHeldOut = "held-out"

// ForPrediction returns the clustering for a model that predicts Y by clusters in place of X: of those with the
// smallest number of clusters that held-out records support, [frontier.Validation].Clusters, the most informative
// one. Its held-out information, and so the log loss of its predictions, is within one standard error of the best.
// It is often finer than the choice of [From], which asks each cluster to be worth the reading. It is From's choice
// if nothing was held out, and it returns false if the frontier has no points.
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
	r.Reason = fmt.Sprintf("%s the fewest that predict held-out records within one standard error of the best.", groupsAre(r.K))
	return r, true
}
