package choosing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/pareto"
)

// undecided returns the error of a command without a choice that it needs.
func (c *Flags) undecided(path string, fr *frontier.Frontier) error {
	others := "--clusters K, --budget H, --keep SHARE or --prominent N"
	r, ok := recommend.From(fr)
	if !ok || r.Rule == recommend.Nothing {
		return fmt.Errorf("%s needs a grouping to apply: choose it by %s", c.command, others)
	}
	return fmt.Errorf("%s needs a grouping to apply: add --clusters %d, which 'dibmap select %s%s' recommends, or choose by %s",
		c.command, r.K, wording.ShellWord(path), limited(fr), others)
}

// missing returns an error that says why there is no point to choose.
func (c *Flags) missing(path string, fr *frontier.Frontier) error {
	what := "point"
	if c.robust {
		what = "--robust point"
	}
	if fr.Len() == 0 {
		return fmt.Errorf("%s: the frontier has no points", path)
	}
	if c.told.flag != "" && !c.onFrontier {
		return c.beyond(path, fr)
	}
	terms := listing.TermsOf(fr)
	switch c.rule {
	case byBudget:
		return fmt.Errorf("%s: no %s of the frontier has %s of %g bits or less", path, what, terms.H, c.budget)
	case byShare:
		if fr.Problem.WithinError() {
			return fmt.Errorf("%s: %s, and so is a share of it to keep: choose by --clusters or --budget", path, listing.Unsure(&fr.Problem))
		}
		return fmt.Errorf("%s: no %s of the frontier keeps %g %% of the information", path, what, 100*c.keep)
	case byProminence:
		if n := len(fr.MostProminent(fr.Len(), c.allows)); n > 0 {
			return fmt.Errorf("%s: only %s of the frontier stand out: give --prominent %d or less", path, wording.Plural(n, what), n)
		}
		return fmt.Errorf("%s: no %s of the frontier stands out from a straight line: choose by --clusters, --budget or --keep", path, what)
	case byBothShare:
		if fr.Problem.WithinError() {
			return fmt.Errorf("%s: %s, and so is a share of it to keep: choose by --clusters or --budget", path, listing.Unsure(&fr.Problem))
		}
	case byNothing, byClusters, byBoth:
	}
	if why := c.notBest(fr); why != "" {
		return fmt.Errorf("%s: %s", path, why)
	}
	if c.rule == byBoth {
		if least, ok := c.fewestBits(fr); ok {
			return fmt.Errorf("%s: no %s in the file of %s has %s of %g bits or less: the least is %.4f",
				path, what, wording.Plural(c.clusters, "group"), terms.H, c.budget, least)
		}
	}
	if best, ok := c.ofClusters(fr, c.allows); ok && c.rule == byBothShare {
		return fmt.Errorf("%s: no %s in the file of %s keeps %g %% of the information: the best keeps %s",
			path, what, wording.Plural(c.clusters, "group"), 100*c.keep, kept(fr, best))
	}
	return fmt.Errorf("%s: no %s of the frontier%s has %s; there are points of %s",
		path, what, within(fr), wording.Plural(c.clusters, "group"), c.clusterCounts(fr))
}

// notBest says why the list of the best groupings has no grouping into --clusters groups. It
// returns an empty string if the list has one, or if the list was not asked for.
func (c *Flags) notBest(fr *frontier.Frontier) string {
	n, most := fr.Problem.N, fr.Problem.Constraints.MaxClusters
	groups := wording.Plural(c.clusters, "group")
	if c.clusters > n && n > 0 {
		return fmt.Sprintf("%s are more than the %s of X: give --clusters %d or less", groups, wording.Plural(n, "value"), n)
	}
	if c.onFrontier || fr.BestUpTo() == 0 {
		return ""
	}
	if most > 0 && c.clusters > most {
		return fmt.Sprintf("the table was mapped with at most %s: give --clusters %d or less, or map again with a larger --max-clusters", wording.Plural(most, "group"), most)
	}
	if upTo := fr.BestUpTo(); c.clusters > upTo {
		return fmt.Sprintf("the list of best groupings goes up to %s: map again with --best-up-to %d, or choose of the frontier with --on-frontier", wording.Plural(upTo, "group"), c.clusters)
	}
	var fewer frontier.Point
	for p := range fr.Best() {
		switch {
		case p.K == c.clusters:
			return ""
		case p.K < c.clusters:
			fewer = p
		}
	}
	switch {
	case fewer.K == 0:
		return fmt.Sprintf("the constraints leave no grouping into %s: there are some into %s", groups, c.clusterCounts(fr))
	case fewer.I >= fr.Problem.IXY-pareto.Tolerance:
		return fmt.Sprintf("%s tell no more than %d, which keep everything: give --clusters %d", groups, fewer.K, fewer.K)
	}
	return fmt.Sprintf("%s tell no more than %d, as far as the search found: give --clusters %d", groups, fewer.K, fewer.K)
}

// fewestBits returns the smallest H of a grouping in the file into --clusters groups.
func (c *Flags) fewestBits(fr *frontier.Frontier) (h float64, ok bool) {
	for p := range c.layer(fr) {
		h, ok = p.H, true
		break
	}
	if p, is := c.ofClusters(fr, c.allows); is && (!ok || p.H < h) {
		return p.H, true
	}
	return h, ok
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
