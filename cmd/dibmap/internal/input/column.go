package input

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// OfColumn returns the problem of grouping a column of a file, given its table, its values if records are held out, and the
// records that were set aside. The kind is for tables of two variables.
func OfColumn(kind string, j, values *joint.Joint, x, y scale.Scale, missing *scale.Missing, s frontier.Source) (*Problem, error) {
	f := &ProblemFlags{Kind: kind}
	p := &Problem{
		Means: kind == Mean, Name: s.Name, Source: s.ForFile(), Joint: j, Values: values, pose: f.ofTwo,
		XScales: scale.Scales{x}, YScales: scale.Scales{y}, Missing: missing,
	}
	var err error
	p.Problem, err = f.ofTwo(j)
	return p, err
}

// WithoutRare returns a table whose values with a count below the number are one row, [scale.RareLabel].
func WithoutRare(j *joint.Joint, minCount float64) (*joint.Joint, error) {
	labels, totals := slices.Clone(j.XLabels()), make([]float64, j.Rows())
	for x := range totals {
		totals[x] = j.RowMass(x)
	}
	for x, rare := range (folding.Rest{MinCount: minCount}).Of(labels, totals) {
		if rare {
			labels[x] = scale.RareLabel
		}
	}
	return relabelled(j, labels, j.YLabels())
}
