package recommend

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/internal/textfile"
)

// whole names the information that is shared out, in words: I(X;Y), or the information about
// held-out records.
func (c *candidates) whole() string {
	_, i := c.f.Problem.Axes()
	switch {
	case c.f.Validation != nil:
		return "what groups tell about held-out records"
	case c.own():
		return "the range of i"
	case i.Unit != "bits":
		return c.f.Problem.InformationName()
	}
	x, y := c.columns()
	return "what " + x + " says about " + y
}

// columns returns the names of the columns, or X and Y.
func (c *candidates) columns() (x, y string) {
	if x, y, known := c.f.Problem.Columns(); known {
		return x, y
	}
	return "X", "Y"
}

// weak is the share of H(Y) below which a dependence is called weak.
const weak = 0.05

// why says in a sentence why a clustering is recommended, and in a second sentence if what it keeps may be chance, or
// else if it tells little about Y.
//
// before is the clustering that the other rules choose if the rule is ruleShortest.
func (c *candidates) why(rule string, n, before int) string {
	p := &c.f.Problem
	if c.mostlyChance() {
		return fmt.Sprintf("%s With %s records of %s values, most of what groups keep may be chance: only held-out records (--validate) tell.",
			c.reason(rule, n, before), textfile.Thousands(*p.Samples), textfile.Thousands(int64(max(p.N, p.M))))
	}
	if share := c.value(c.points[n]) / p.HY; p.HY > 0 && p.Estimator == "" && share > 0 && share < weak {
		x, y := c.columns()
		return fmt.Sprintf("%s What %s says is little: the groups have %.2g %% of what there is to know about %s.", c.reason(rule, n, before), x, 100*share, y)
	}
	return c.reason(rule, n, before)
}

// mostlyChance reports whether most of the plug-in information may be chance, and no records were held out. Ranges are
// few, so that they fit less of it.
func (c *candidates) mostlyChance() bool {
	p, e := &c.f.Problem, c.f.Evidence
	return e != nil && p.Samples != nil && c.f.Validation == nil && p.Means == nil && p.Estimator == "" && p.Smooth == 0 &&
		c.f.Search.Order == "" && permuted.MostlyChance(e, p.IXY, *p.Samples, p.N, p.M)
}

// reason says in a sentence why a clustering is recommended.
func (c *candidates) reason(rule string, n, before int) string {
	k := c.points[n].K
	if rule == ruleHalf {
		which := "the first to keep half of " + c.whole()
		if c.told[n] < half {
			which = fmt.Sprintf("the most that are known, and keep %s of %s", share(c.told[n]), c.whole())
		}
		if c.f.Validation != nil {
			return fmt.Sprintf("No number of groups stands out on held-out records; %s %s.", groupsAre(k), which)
		}
		return fmt.Sprintf("Every group more adds about as much as the one before, so no number of groups stands out; %s %s.", groupsAre(k), which)
	}
	if rule == ruleShortest && n > before {
		return fmt.Sprintf("%s describe Y in the fewest bits. The step from %d groups adds %s of %s, and is asked to add %s; the difference is within a standard error.",
			groups(k), c.points[before].K, share(c.told[n]-c.told[before]), c.whole(), share(c.price*float64(k-c.points[before].K)))
	}
	if rule == ruleShortest {
		return fmt.Sprintf("The step from %d to %d groups adds %s of %s. For so few records, describing another group takes more bits than the group saves.",
			c.points[n-1].K, k, share(c.told[n]-c.told[n-1]), c.whole())
	}
	asked := "; a group is asked to add " + share(c.price)
	var more string
	switch {
	case n+1 < len(c.points) && c.told[n+1] <= c.told[n]:
		more = fmt.Sprintf("that to %d would add nothing", c.points[n+1].K)
	case n+1 < len(c.points):
		more = fmt.Sprintf("that to %d would add %s", c.points[n+1].K, share(c.told[n+1]-c.told[n]))
		if c.tiny(n+1) > c.tiny(n) {
			asked += ", and twice as much if it has less than 1 % of the records"
		}
	case c.ended:
		more = "held-out records do not support more groups"
	case c.told[n] > 1-1e-6:
		more = "more cannot add anything"
	default:
		more = "better ones into more are not in the list"
	}
	return fmt.Sprintf("The step from %d to %d groups adds %s of %s, and %s%s.",
		c.points[max(n-1, 0)].K, k, share(c.told[n]-c.told[max(n-1, 0)]), c.whole(), more, asked)
}

// whyPair says in a sentence why two groups are recommended that held-out records do not confirm.
func (c *candidates) whyPair() string {
	x, y := c.columns()
	return fmt.Sprintf("%s and %s depend on each other (permutation test, p = %.2g), but held-out records are too few to confirm any groups; 2 groups are the fewest that can tell something.", x, y, c.f.Evidence.P())
}

// whyNothing says in a sentence why there is nothing to group.
func (c *candidates) whyNothing() string {
	v, e := c.f.Validation, c.f.Evidence
	switch {
	case e != nil && !e.Shown():
		x, y := c.columns()
		return fmt.Sprintf("There is nothing to group: the table does not show that %s and %s depend on each other (permutation test, p = %.2g).", x, y, e.P())
	case v == nil && c.f.Problem.WithinError():
		return fmt.Sprintf("There is nothing to group: %s by %s is not above its error.", c.f.Problem.InformationName(), c.f.Problem.Estimator)
	case v != nil && v.Clusters <= 1:
		return "There is nothing to group: no grouping tells about held-out records more than their standard error."
	case c.points[0].K > 1 && c.f.Second != nil && c.f.Second.Limit != nil:
		return fmt.Sprintf("There is no choice: only %s keep the limit on the second variable.", groups(c.points[0].K))
	case c.points[0].K > 1:
		return "There is no other grouping to choose from."
	}
	if s := c.f.Second; s != nil && s.Limit != nil {
		return "There is nothing to group: no grouping within the limit on the second variable tells more than a single group."
	}
	return "There is nothing to group: no grouping tells more than a single group."
}

// whyEmpty says in a sentence why one group is recommended in place of a clustering that tells nothing about held-out
// records; it is empty if the clustering may be recommended.
func (c *candidates) whyEmpty(p frontier.Point) string {
	if c.f.Validation == nil || p.K == 1 || c.points[0].K > 1 || p.HeldOut.I > 0 {
		return ""
	}
	return fmt.Sprintf("There is nothing to group: %s tell nothing about held-out records.", groups(p.K))
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

func share(v float64) string { return textfile.Percent(v, 1) }
