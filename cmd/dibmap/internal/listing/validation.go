package listing

import (
	"fmt"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// describeValidation says in a line what held-out records support, and how they were held out. The
// line is empty without a Validation.
func describeValidation(f *frontier.Frontier) string {
	v := f.Validation
	if v == nil {
		return ""
	}
	what := "support no more than one group: what groupings tell here is chance"
	if f.Evidence != nil && f.Evidence.Shown() {
		what = "support no more than one group: no grouping tells anything about them"
	}
	if v.Clusters > 1 {
		groups := "up to " + wording.Plural(v.Clusters, "group")
		if v.Clusters == f.BestUpTo() && v.Clusters < f.Problem.N {
			groups = fmt.Sprintf("at least %s", wording.Plural(v.Clusters, "group"))
		}
		what = fmt.Sprintf("support %s; points of the frontier, up to %s = %s bits", groups, TermsOf(f).H, wording.Bits(v.H))
	}
	var how string
	switch v.Method {
	case "file":
		how = wording.Plural(v.Records, "record") + " of " + wording.Label(v.Name)
	case "column":
		how = fmt.Sprintf("%s, by %s", wording.Plural(v.Folds, "fold"), wording.Label(v.Name))
	default:
		how = wording.Plural(v.Folds, "random fold")
	}
	var fresh []string
	for _, n := range []struct {
		records int64
		of      string
	}{{v.NewX, "X"}, {v.NewY, "Y"}} {
		if n.records > 0 {
			fresh = append(fresh, fmt.Sprintf("%s with a new value of %s", wording.Plural(n.records, "record"), n.of))
		}
	}
	if len(fresh) > 0 {
		how += "; " + strings.Join(fresh, ", ")
	}
	return fmt.Sprintf("held-out records %s (%s)", what, how)
}

// HeldOut writes the share of the whole information that a point keeps for held-out records. It
// may be outside 0 to 100 % if held-out records differ from the others.
func HeldOut(f *frontier.Frontier, p frontier.Point) string {
	whole := f.Problem.IXY
	if f.Problem.WithinError() {
		return "-"
	}
	share := wording.Share(p.HeldOut.I, whole)
	switch {
	case p.HeldOut.I <= 0 && whole > 0:
		return "none"
	case p.HeldOut.I > whole:
		return "all"
	default:
		return share
	}
}
