// Package choosing holds the commands that show a frontier and choose a grouping from
// it, show and select, and the flags of all commands that choose one.
package choosing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// Flags are the flags that choose a point of a frontier, by one of several rules.
type Flags struct {
	budget, keep        float64
	clusters, prominent int
	robust              bool
	rule                string // the flag that was given
}

// Usage names the rules in the usage line of a command.
const Usage = "{--budget H | --clusters K | --keep SHARE | --prominent N}"

// Help explains the rules.
const Help = `--budget H is the most informative grouping with H(Z) of at most H bits, --clusters K
that with K clusters, and --keep 0.95 the one of fewest bits that keeps 95 % of I(X;Y).
--prominent chooses by how far a point stands out from its neighbours on the frontier:
these are the corners of the curve, even if the whole curve is close to a straight line.`

// Add adds the flags to a command.
func (c *Flags) Add(cmd *cobra.Command, prominent string) {
	flags := cmd.Flags()
	flags.Float64Var(&c.budget, "budget", 0, "the most bits that H(Z) may have")
	flags.IntVar(&c.clusters, "clusters", 0, "the number of clusters")
	flags.Float64Var(&c.keep, "keep", 0, "the `SHARE` of I(X;Y) to keep, such as 0.95, with as few bits as possible")
	flags.IntVar(&c.prominent, "prominent", 0, prominent)
	flags.BoolVar(&c.robust, "robust", false, "choose among the points that are apart by resampling")
}

// Check returns an error unless one rule is given, with a sensible number.
func (c *Flags) Check(command string, given func(flag string) bool) error {
	var err error
	c.rule, err = cli.AtMostOne(given, "budget", "clusters", "keep", "prominent")
	switch {
	case err != nil:
		return fmt.Errorf("%w each choose a grouping: give one of them", err)
	case c.rule == "":
		return fmt.Errorf("%s needs a rule to choose by: --budget H, --clusters K, --keep SHARE or --prominent N", command)
	case c.rule == "keep" && !(c.keep > 0 && c.keep <= 1):
		return fmt.Errorf("--keep is %g: want a share of I(X;Y) above 0 and up to 1, such as 0.95", c.keep)
	case c.rule == "prominent" && c.prominent < 1:
		return fmt.Errorf("--prominent is %d: want 1 or more, 1 for the most prominent point", c.prominent)
	}
	return nil
}

// Point returns the chosen point, or an error if there is none or its clusters are not known.
// By prominence it is the point of rank --prominent.
func (c *Flags) Point(path string, fr *frontier.Frontier) (frontier.Point, error) {
	if err := c.checkRobust(path, fr); err != nil {
		return frontier.Point{}, err
	}
	p, ok := c.find(fr)
	if !ok {
		return p, c.missing(path, fr)
	}
	return p, CheckAssigned(path, p)
}

func (c *Flags) checkRobust(path string, fr *frontier.Frontier) error {
	if c.robust && fr.Uncertainty == nil {
		return NotRobust(path, fr)
	}
	return nil
}

// CheckAssigned returns an error if the clusters of a point are not known.
func CheckAssigned(path string, p frontier.Point) error {
	if p.Packed() == "" {
		return fmt.Errorf("%s: the file holds no assignments, so the clusters are not known; map with -o frontier.json, .parquet or .npz to keep them", path)
	}
	return nil
}

func (c *Flags) find(fr *frontier.Frontier) (p frontier.Point, ok bool) {
	switch c.rule {
	case "prominent":
		if list := fr.MostProminent(c.prominent, c.allows); len(list) == c.prominent {
			return list[c.prominent-1], true
		}
		return p, false
	case "budget":
		return fr.Within(c.budget, c.allows)
	case "keep":
		return fr.Keeping(c.keep, c.allows)
	default:
		return fr.WithClusters(c.clusters, c.allows)
	}
}

// allows reports whether a point may be chosen.
func (c *Flags) allows(p frontier.Point) bool { return p.Robust || !c.robust }

// missing returns an error that says why there is no point to choose.
func (c *Flags) missing(path string, fr *frontier.Frontier) error {
	what := "point"
	if c.robust {
		what = "--robust point"
	}
	if fr.Len() == 0 {
		return fmt.Errorf("%s: the frontier has no points", path)
	}
	terms := listing.TermsOf(fr)
	switch c.rule {
	case "budget":
		return fmt.Errorf("%s: no %s of the frontier has %s of %g bits or less", path, what, terms.H, c.budget)
	case "keep":
		if fr.Problem.Unsure() {
			return fmt.Errorf("%s: %s, and so is a share of it to keep: choose by --budget or --clusters", path, listing.Unsure(&fr.Problem))
		}
		return fmt.Errorf("%s: no %s of the frontier keeps %g %% of the information", path, what, 100*c.keep)
	case "prominent":
		if n := len(fr.MostProminent(fr.Len(), c.allows)); n > 0 {
			return fmt.Errorf("%s: only %s of the frontier stand out: give --prominent %d or less", path, wording.Plural(n, what), n)
		}
		return fmt.Errorf("%s: no %s of the frontier stands out from a straight line: choose by --budget, --clusters or --keep", path, what)
	default:
		return fmt.Errorf("%s: no %s of the frontier has %s; there are points of %s",
			path, what, wording.Plural(c.clusters, "cluster"), c.clusterCounts(fr))
	}
}

// Within returns the best point of a frontier within a budget of bits, or an error if there
// is none.
func Within(path string, fr *frontier.Frontier, h float64) (frontier.Point, error) {
	c := Flags{rule: "budget", budget: h}
	p, ok := c.find(fr)
	if !ok {
		return p, c.missing(path, fr)
	}
	return p, nil
}

// clusterCounts lists the numbers of clusters of the points that may be chosen, as ranges.
func (c *Flags) clusterCounts(fr *frontier.Frontier) string {
	occurs, most := make(map[int]bool), 0
	for p := range fr.All() {
		occurs[p.K] = occurs[p.K] || c.allows(p)
		most = max(most, p.K)
	}
	var ranges []string
	for k := 1; k <= most; k++ {
		first := k
		for occurs[k] {
			k++
		}
		switch k - first {
		case 0:
		case 1:
			ranges = append(ranges, strconv.Itoa(first))
		default:
			ranges = append(ranges, fmt.Sprintf("%d to %d", first, k-1))
		}
	}
	return strings.Join(ranges, ", ")
}

// NotRobust returns the error of a file that does not tell which points are robust.
func NotRobust(path string, f *frontier.Frontier) error {
	if f.Problem.N == 0 {
		return fmt.Errorf("%s holds points only, and not which of them are apart by what: map with --robust -o frontier.json, .parquet or .npz", path)
	}
	return fmt.Errorf("%s does not say how uncertain its points are: map the table again with --robust", path)
}
