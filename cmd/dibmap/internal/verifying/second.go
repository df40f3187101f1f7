package verifying

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/second"
)

// verifySecond compares the table of X and the second variable in a frontier with the records, and repeats its test.
func verifySecond(ctx context.Context, p *input.Problem, fr *frontier.Frontier, v *exact.Verification, workers int) error {
	s := fr.Second
	switch {
	case s == nil:
		return nil
	case p.Second == nil:
		v.Unchecked = append(v.Unchecked, fmt.Sprintf("the table of X and %s, which is in a file of its own", wording.Label(s.Name)))
		return nil
	}
	j := p.Second.Joint
	if !slices.Equal(s.Labels, j.YLabels()) {
		v.Failures = append(v.Failures, fmt.Sprintf("second.labels are %s, and the values of %s are %s", wording.SomeLabels(s.Labels), wording.Label(s.Name), wording.SomeLabels(j.YLabels())))
		return nil
	}
	if err := second.Matches(fr, j); err != nil {
		v.Failures = append(v.Failures, err.Error())
		return nil
	}
	wrong, err := sameEvidence(ctx, j, "second.evidence", s.Evidence, evidence.Options{Workers: workers})
	v.Failures = append(v.Failures, wrong...)
	return err
}

// describeSecond describes the check of what groupings tell about a second variable.
func describeSecond(fr *frontier.Frontier, v *exact.Verification) string {
	s := fr.Second
	if s == nil || s.Cells == nil {
		return ""
	}
	name, text := wording.Label(s.Name), ""
	if s.Limit != nil {
		text = fmt.Sprintf("%s: every point tells %s %s bits about it, computed\n", name, groupview.Side(s), wording.Limit(*s.Limit))
	}
	if v.Second == 0 {
		return text
	}
	found := "; that none is missing is not claimed, and not checked"
	switch {
	case v.SecondSolved:
		found = "; found again, none is missing"
	case s.Exact:
		found = ""
	}
	return fmt.Sprintf("%s: %s computed with H(Z), I(Z;Y) and what they tell, all as the file says, and none dominates another%s\n%s", name, wording.Plural(v.Second, "grouping"), found, text)
}
