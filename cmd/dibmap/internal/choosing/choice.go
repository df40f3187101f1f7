// Package choosing holds the commands that show a frontier and choose a grouping from
// it, show and select, and the flags of all commands that choose one.
package choosing

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/pareto"
)

// Flags are the flags that choose a point of a frontier, by one of several rules.
type Flags struct {
	budget, keep        float64
	clusters, prominent int
	onFrontier, robust  bool
	told                told
	rule                rule
	command             string
}

// rule is the way to choose a point.
type rule string

// The rules. Most have the name of their flag.
const (
	byNothing    rule = ""
	byBudget     rule = "budget"
	byClusters   rule = "clusters"
	byBoth       rule = "clusters within a budget"
	byBothShare  rule = "clusters that keep a share"
	byShare      rule = "keep"
	byProminence rule = "prominent"
)

// Usage names the rules in the usage line of a command.
const Usage = "{--clusters K | --budget H | --keep SHARE | --prominent N}"

// Help explains the rules.
const Help = `--clusters K is the most informative grouping into K groups, whatever its H(Z), and
--clusters K --on-frontier the most informative of the frontier's groupings into K.
--budget H is the most informative grouping with H(Z) of at most H bits, and --keep 0.95 the
one of fewest bits that keeps 95 % of I(X;Y). With --clusters K, both choose among the
groupings into K groups, of which a file of 'map --per-k' has all that matter. --prominent chooses by how far a point stands out from its neighbours on the
frontier: these are the corners of the curve, even if all of it is close to a straight line.
--max-leak B, for files of 'map --leak S', keeps to groupings that tell at most B bits about
S, and --min-also B, for files of 'map --also S2', to those that tell at least B; with any
other choice, or without one.`

// Add adds the flags to a command.
func (c *Flags) Add(cmd *cobra.Command, prominent string) {
	flags := cmd.Flags()
	flags.IntVar(&c.clusters, "clusters", 0, "the number of groups")
	flags.BoolVar(&c.onFrontier, "on-frontier", false, "with --clusters: only groupings of which none tells more in as few bits")
	flags.Float64Var(&c.budget, "budget", 0, "the most bits that H(Z) may have")
	flags.Float64Var(&c.keep, "keep", 0, "the `SHARE` of I(X;Y) to keep, such as 0.95, with as few bits as possible")
	flags.IntVar(&c.prominent, "prominent", 0, prominent)
	c.told.add(flags, "choose among")
	flags.BoolVar(&c.robust, "robust", false, "choose among the points that are apart by resampling")
}

// Check returns an error if flags do not go together, or have no sensible numbers. It accepts
// calls without a rule: [Flags.Point] says how to choose.
func (c *Flags) Check(command string, given func(flag string) bool) error {
	c.command = command
	single, err := cli.AtMostOne(given, "budget", "keep", "prominent")
	if err == nil {
		c.rule = rule(single)
		if single == "budget" && given("clusters") {
			c.rule = byBoth
		} else if single == "keep" && given("clusters") {
			c.rule = byBothShare
		} else if single, err = cli.AtMostOne(given, "clusters", "prominent"); single == "clusters" {
			c.rule = byClusters
		}
	}
	if err == nil {
		if err := c.told.check(given); err != nil {
			return err
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w each choose a grouping: give one of them", err)
	case given("clusters") && c.clusters < 1:
		return fmt.Errorf("--clusters is %d: want 1 or more groups", c.clusters)
	case c.onFrontier && !given("clusters"):
		return errors.New("--on-frontier is for --clusters K: all other choices are on the frontier")
	case c.rule == byNothing && c.robust:
		return errors.New("--robust chooses among robust points: add --clusters K, --budget H, --keep SHARE or --prominent N")
	case (c.rule == byShare || c.rule == byBothShare) && !(c.keep > 0 && c.keep <= 1):
		return fmt.Errorf("--keep is %g: want a share of I(X;Y) above 0 and up to 1, such as 0.95", c.keep)
	case c.rule == byProminence && c.prominent < 1:
		return fmt.Errorf("--prominent is %d: want 1 or more, 1 for the most prominent point", c.prominent)
	}
	return nil
}

// Point returns the chosen point, or an error if there is no such point or its clusters are not
// known. By prominence it is the point of rank --prominent.
func (c *Flags) Point(path string, fr *frontier.Frontier) (frontier.Point, error) {
	if c.rule == byNothing {
		return frontier.Point{}, c.undecided(path, fr)
	}
	if err := c.checkRobust(path, fr); err != nil {
		return frontier.Point{}, err
	}
	fr, err := c.Limited(path, fr)
	if err != nil {
		return frontier.Point{}, err
	}
	p, ok := c.find(fr)
	if !ok {
		return p, c.missing(path, fr)
	}
	if best, is := groupview.AsBest(fr, p); is {
		p = best
	}
	return p, input.CheckAssigned(path, p)
}

// PointOrRecommended returns the chosen point or, without a rule, the recommended one.
func (c *Flags) PointOrRecommended(path string, fr *frontier.Frontier) (frontier.Point, error) {
	if c.rule != byNothing {
		return c.Point(path, fr)
	}
	fr, err := c.Limited(path, fr)
	if err != nil {
		return frontier.Point{}, err
	}
	r, ok := recommend.From(fr)
	if !ok {
		return frontier.Point{}, c.missing(path, fr)
	}
	return r.Point, input.CheckAssigned(path, r.Point)
}

func (c *Flags) checkRobust(path string, fr *frontier.Frontier) error {
	if c.robust && fr.Uncertainty == nil {
		return c.notRobust(path, fr)
	}
	return nil
}

func (c *Flags) find(fr *frontier.Frontier) (p frontier.Point, ok bool) {
	switch c.rule {
	case byProminence:
		if list := fr.MostProminent(c.prominent, c.allows); len(list) == c.prominent {
			return list[c.prominent-1], true
		}
		return p, false
	case byBudget:
		return fr.Within(c.budget, c.allows)
	case byShare:
		return fr.Keeping(c.keep, c.allows)
	case byBoth:
		if p, ok := c.ofClusters(fr, c.allows, c.inBudget); ok {
			return p, true
		}
		for q := range c.layer(fr) {
			if c.inBudget(q) {
				p, ok = q, true
			}
		}
		return p, ok
	case byBothShare:
		all := fr.Problem.IXY
		keeps := func(p frontier.Point) bool {
			return !fr.Problem.WithinError() && p.I >= float64(c.keep*all)-pareto.Tolerance
		}
		for p := range c.layer(fr) {
			if keeps(p) {
				return p, true
			}
		}
		return c.ofClusters(fr, c.allows, keeps)
	default:
		if p, ok = c.ofClusters(fr, c.allows); !ok && limited(fr) != "" { // within the limit, fewer groups may tell as much
			for q := range c.layer(fr) {
				p, ok = q, true
			}
		}
		return p, ok
	}
}

// ofClusters returns the best grouping into --clusters groups that may be chosen. It returns false
// beyond the end of the list of best groupings.
func (c *Flags) ofClusters(fr *frontier.Frontier, where ...func(frontier.Point) bool) (frontier.Point, bool) {
	switch {
	case c.onFrontier:
		return c.bestOnFrontier(fr, where...)
	case fr.BestUpTo() > 0 && c.clusters > fr.BestUpTo():
		return frontier.Point{}, false
	}
	return fr.WithClusters(c.clusters, where...)
}

// layer yields the known groupings into --clusters groups that may be chosen, by increasing H(Z), except for the best.
func (c *Flags) layer(fr *frontier.Frontier) iter.Seq[frontier.Point] {
	return func(yield func(frontier.Point) bool) {
		for p := range fr.Layer(c.clusters) {
			if (p.Index >= 0 || !c.onFrontier) && c.allows(p) && !yield(p) {
				return
			}
		}
	}
}

// bestOnFrontier returns the most informative point of the frontier with --clusters groups.
func (c *Flags) bestOnFrontier(fr *frontier.Frontier, where ...func(frontier.Point) bool) (best frontier.Point, ok bool) {
	for p := range fr.All() {
		forbidden := func(allows func(frontier.Point) bool) bool { return !allows(p) }
		if p.K == c.clusters && !slices.ContainsFunc(where, forbidden) {
			best, ok = p, true
		}
	}
	return best, ok
}

// allows reports whether a point may be chosen.
func (c *Flags) allows(p frontier.Point) bool { return p.Robust || !c.robust }

func (c *Flags) inBudget(p frontier.Point) bool { return p.H <= c.budget+pareto.Tolerance }

// Within returns the best point of a frontier within a budget of bits, or an error if no point is.
func Within(path string, fr *frontier.Frontier, h float64) (frontier.Point, error) {
	c := Flags{rule: byBudget, budget: h}
	p, ok := c.find(fr)
	if !ok {
		return p, c.missing(path, fr)
	}
	return p, nil
}

// notRobust is [NotRobust] for points that may be within a limit.
func (c *Flags) notRobust(path string, fr *frontier.Frontier) error {
	if c.told.flag != "" {
		return fmt.Errorf("--robust: how uncertain points are is not known under --%s: leave one of them out", c.told.flag)
	}
	return NotRobust(path, fr)
}

// NotRobust returns the error of a file without robust points.
func NotRobust(path string, f *frontier.Frontier) error {
	if f.Problem.N == 0 {
		return fmt.Errorf("%s holds points only, and not which of them are apart by what: map with --robust -o frontier.json, .parquet or .npz", path)
	}
	return fmt.Errorf("%s does not say how uncertain its points are: map the table again with --robust", path)
}
