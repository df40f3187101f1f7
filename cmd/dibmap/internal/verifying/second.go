package verifying

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
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
	if wrong := differentCell(j, fr); wrong != "" {
		v.Failures = append(v.Failures, wrong)
		return nil
	}
	wrong, err := sameEvidence(ctx, j, "second.evidence", s.Evidence, evidence.Options{Workers: workers})
	v.Failures = append(v.Failures, wrong...)
	return err
}

// differentCell names the first cell of the second variable that the table has not, or nothing.
func differentCell(j *joint.Joint, fr *frontier.Frontier) string {
	const rounding = 1e-12 // of probabilities
	cells, row := fr.Second.Cells, make(map[string]int, j.Rows())
	for x, label := range j.XLabels() {
		row[label] = x
	}
	if len(cells.Weight) != j.NonZero() {
		return fmt.Sprintf("second.cells are %d, and the table has %d", len(cells.Weight), j.NonZero())
	}
	total := 0.0
	for _, w := range cells.Weight {
		total += w
	}
	for n, w := range cells.Weight {
		label := fr.Problem.XLabels[cells.X[n]]
		columns, masses := j.Row(row[label])
		at, found := slices.BinarySearch(columns, int32(cells.Y[n]))
		if !found || math.Abs(masses[at]/j.Total()-w/total) > rounding {
			return fmt.Sprintf("second.cells[%d], of %s and %s, is not as in the table", n, wording.Label(label), wording.Label(fr.Second.Labels[cells.Y[n]]))
		}
	}
	return ""
}
