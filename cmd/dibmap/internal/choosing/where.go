package choosing

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
)

// standing says in a line how good a chosen grouping is: whether it is the best for its number of
// groups, and whether it is on the frontier, or otherwise which point is there. The line is empty
// if nothing is known about other groupings.
func standing(fr *frontier.Frontier, p frontier.Point) string {
	var parts []string
	if listing.Listed(fr) {
		if best := forGroups(fr, p); best != "" {
			parts = append(parts, best)
		}
	}
	if h, _ := fr.Problem.Axes(); p.Index < 0 {
		parts = append(parts, inItsPlace(fr, p))
	} else if _, is := listing.AsBest(fr, p); !is { // what follows is about another grouping
		parts = append([]string{"on the frontier"}, parts...)
	} else if !h.Clusters { // otherwise both say the same
		parts = append(parts, "on the frontier")
	}
	if soft := besideSoft(fr, p); soft != "" {
		parts = append(parts, soft)
	}
	if len(parts) == 0 {
		return ""
	}
	line := strings.Join(parts, "; ")
	return strings.ToUpper(line[:1]) + line[1:] + "."
}

// besideSoft says how much a grouping keeps of what a soft encoder of the same rate can. It is empty without the curve
// of soft encoders, or if these keep nothing.
func besideSoft(fr *frontier.Frontier, p frontier.Point) string {
	if fr.Soft == nil || !(fr.Soft.At(p.H) > 0) {
		return ""
	}
	most, proved := fr.Soft.At(p.H), ""
	if fr.Soft.Certified {
		proved = ", which is proved"
	}
	return fmt.Sprintf("this grouping keeps %s of what a soft encoder of the same rate can, %s bits%s", wording.Share(min(p.I, most), most), wording.Bits(most), proved)
}

// forGroups says whether a grouping is the best for its number of groups, or names the best one.
func forGroups(fr *frontier.Frontier, p frontier.Point) string {
	groups := wording.Plural(p.K, "group")
	if _, is := listing.AsBest(fr, p); is {
		switch {
		case p.K == 1:
			return ""
		case p.Exact || fr.BestUpTo() == 0 && fr.Search.Status == frontier.StatusComplete:
			return "proved to be the best " + listing.Into(fr, groups)
		}
		return fmt.Sprintf("the best %s, as far as the search found", listing.Into(fr, groups))
	}
	best, ok := fr.WithClusters(p.K)
	switch {
	case fr.BestUpTo() == 0 || p.K > fr.BestUpTo():
		return ""
	case !ok:
		return fmt.Sprintf("fewer groups than %d are known to tell as much, in more bits", p.K)
	}
	return fmt.Sprintf("the best grouping into %s keeps %s (--clusters %d)", groups, kept(fr, best), p.K)
}

// inItsPlace names the point that the frontier has in place of a grouping that is not on it.
func inItsPlace(fr *frontier.Frontier, p frontier.Point) string {
	q, ok := fr.Within(p.H)
	if !ok {
		return "not on the frontier"
	}
	terms := listing.TermsOf(fr)
	if q.I <= p.I+pareto.Tolerance {
		return fmt.Sprintf("not on the frontier, where %s tell as much in %s bits (--budget %s)",
			wording.Plural(q.K, "group"), wording.Bits(q.H), budgetOf(q))
	}
	return fmt.Sprintf("not on the frontier, where %s keep %s at no larger %s (--budget %s)",
		wording.Plural(q.K, "group"), kept(fr, q), terms.H, budgetOf(q))
}

// budgetOf writes the least budget of four decimals that has room for a point.
func budgetOf(p frontier.Point) string {
	return strconv.FormatFloat(math.Ceil((p.H-pareto.Tolerance)*1e4)/1e4, 'f', 4, 64)
}

// kept says how much a grouping keeps, as a share if the problem has shares.
func kept(fr *frontier.Frontier, p frontier.Point) string {
	share, ok := fr.Problem.Share(p.I)
	if _, i := fr.Problem.Axes(); !ok || i.Unit == "" && !i.Share {
		return wording.Bits(p.I)
	}
	return wording.Share(share, 1)
}

// Warn warns about facts on the choice that a file does not have.
func (c *Flags) Warn(s cli.Streams, fr *frontier.Frontier, p frontier.Point) {
	if note := c.note(fr, p); note != "" {
		s.Note("%s", note)
	}
}

// note names facts on the choice that a file does not have. It is empty if there are none.
func (c *Flags) note(fr *frontier.Frontier, p frontier.Point) string {
	groups := wording.Plural(c.clusters, "group")
	switch {
	case c.rule != byClusters && c.rule != byBoth || c.onFrontier || listing.Listed(fr) && c.rule == byClusters:
		return ""
	case !listing.Listed(fr):
		return fmt.Sprintf("the file does not have the best groupings for each number of groups: this is the best of the frontier's into %s, and others may tell more", groups)
	case p.Best:
		return ""
	}
	best, ok := c.ofClusters(fr, c.allows)
	if !ok {
		return ""
	}
	return fmt.Sprintf("this is the best grouping into %s in the file within %g bits; one that is not in the file may tell more, up to the %s of the best into %s, of %s bits",
		groups, c.budget, kept(fr, best), groups, wording.Bits(best.H))
}
