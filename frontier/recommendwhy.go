package frontier

import (
	"fmt"
	"strings"
)

// whole names what is shared out: I(X;Y) for points of I(Z;Y).
func (c *candidates) whole() string {
	_, i := c.f.Problem.Axes()
	switch {
	case i.Share:
		return "the variance"
	case i.Unit == "":
		return "the largest " + i.Name
	}
	name := strings.ReplaceAll(i.ASCII().Name, "Z", "X")
	if c.f.Validation != nil {
		return "what groups tell about held-out records"
	}
	return name
}

// why says in a sentence why a clustering is recommended.
func (c *candidates) why(rule Rule, n int) string {
	k := c.points[n].K
	if rule == RuleHalf {
		return fmt.Sprintf("Every group more adds about as much as the one before, so no number of groups stands out; %s the first to keep half of %s.", groupsAre(k), c.whole())
	}
	reason := fmt.Sprintf("A group is asked to add %s of %s", percent(c.price), c.whole())
	if n > 0 {
		reason += fmt.Sprintf(": the step from %d to %d groups adds %s", c.points[n-1].K, k, percent(c.told[n]-c.told[n-1]))
	}
	switch {
	case n+1 < len(c.points):
		reason += fmt.Sprintf(", and that to %d would add %s", c.points[n+1].K, percent(c.told[n+1]-c.told[n]))
		if c.tiny[n+1] > c.tiny[n] {
			reason += " with a group of less than 1 % of the records, of which twice as much is asked"
		}
	case c.ended:
		reason += ", and held-out records do not support more groups"
	case c.told[n] > 1-1e-6:
		reason += ", and more cannot add anything"
	default:
		reason += ", and better ones into more are not in the list"
	}
	return reason + "."
}

// whyNothing says in a sentence why there is nothing to group.
func (c *candidates) whyNothing() string {
	v, e := c.f.Validation, c.f.Evidence
	switch {
	case e != nil && !e.Shown():
		return fmt.Sprintf("There is nothing to group: the table does not show that X and Y depend on each other (permutation test, p = %.2g).", e.P())
	case v != nil && v.Clusters <= 1:
		return "There is nothing to group: no grouping tells about held-out records more than their standard error."
	case v == nil && c.f.Problem.Unsure():
		return fmt.Sprintf("There is nothing to group: %s by %s is not above its error.", c.f.Problem.Whole(), c.f.Problem.Estimator)
	case c.points[0].K > 1:
		return "There is no other grouping to choose from."
	}
	return "There is nothing to group: no grouping tells more than a single group."
}

func groups(k int) string {
	if k == 1 {
		return "1 group"
	}
	return fmt.Sprintf("%d groups", k)
}

func groupsAre(k int) string {
	if k == 1 {
		return "1 group is"
	}
	return groups(k) + " are"
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
