package choosing

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/pareto"
)

// besides says in sentences what else is known of a chosen grouping: which is better in some respect, and what soft
// encoders can. It is empty if nothing is known.
func besides(fr *frontier.Frontier, p frontier.Point) string {
	return strings.TrimSpace(standing(fr, p) + " " + besideSoft(fr, p))
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
	return fmt.Sprintf("This grouping keeps %s of what a soft encoder of the same rate can, %s bits%s.", wording.Share(min(p.I, most), most), wording.Bits(most), proved)
}

// standing says in a sentence which grouping is better than a chosen one in some respect: the best for its number of
// groups, or the grouping that the frontier has at its H(Z). It is empty if nothing is known about others.
func standing(fr *frontier.Frontier, p frontier.Point) string {
	if below := groupview.Below(fr, p); below != "" {
		q, _ := fr.Within(p.H)
		return fmt.Sprintf("%s (--budget %s)", strings.TrimSuffix(below, "."), budgetOf(q)) + "."
	}
	_, is := groupview.AsBest(fr, p)
	best, ok := fr.WithClusters(p.K)
	switch {
	case is || fr.BestUpTo() == 0 || p.K > fr.BestUpTo():
		return ""
	case !ok:
		return fmt.Sprintf("Fewer groups than %d are known to keep as much, in more bits.", p.K)
	}
	return fmt.Sprintf("The best for %s keeps %s, in more bits (--clusters %d).", wording.Plural(p.K, "group"), kept(fr, best), p.K)
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

// Warn warns about a choice of groups where nothing shows that there are any, and about facts on it that a file does not have.
func (c *Flags) Warn(s cli.Streams, fr *frontier.Frontier, p frontier.Point) {
	for _, note := range []string{noise(fr, p), c.note(fr, p)} {
		if note != "" {
			s.Note("%s", note)
		}
	}
}

// noise says why the groups of a point may be of noise. It is empty if they are not known to be.
func noise(fr *frontier.Frontier, p frontier.Point) string {
	if v, e := fr.Validation, fr.Evidence; v != nil && v.Clusters > 1 && (e == nil || e.Shown()) {
		return "" // of other groups than the recommended ones, too
	}
	r, ok := recommend.From(fr)
	if !ok || r.Rule != recommend.Nothing || r.K > 1 || p.K < 2 {
		return ""
	}
	_, why, _ := strings.Cut(strings.TrimSuffix(r.Reason, "."), ": ")
	return "these groups may be of noise: " + why
}

// note names facts on the choice that a file does not have. It is empty if there are none.
func (c *Flags) note(fr *frontier.Frontier, p frontier.Point) string {
	groups := wording.Plural(c.clusters, "group")
	switch {
	case c.rule != byClusters && c.rule != byBoth && c.rule != byBothShare || c.onFrontier || groupview.Listed(fr) && c.rule == byClusters:
		return ""
	case fr.Layers() != nil && c.rule != byClusters:
		return ""
	case !groupview.Listed(fr):
		return fmt.Sprintf("the file does not have the best groupings for each number of groups: this is the best of the frontier's into %s, and others may tell more", groups)
	case c.rule == byBothShare:
		return fmt.Sprintf("this is the grouping of fewest bits into %s in the file that keeps %s; one that is not in the file may take fewer: 'dibmap map --per-k' finds it",
			groups, wording.Share(c.keep, 1))
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
