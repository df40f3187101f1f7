package input

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// OfColumn returns the problem, of a kind for tables of two variables, of grouping a column of a file, given its table, its values if records are held
// out, and the records that were set aside.
func OfColumn(kind string, j, values *joint.Joint, x, y scale.Scale, missing *scale.Missing, s frontier.Source) (*Problem, error) {
	f := &ProblemFlags{Kind: kind}
	of, err := f.ofTwo(j)
	if err != nil {
		return nil, err
	}
	return &Problem{
		Problem: of, Means: kind == Mean, Name: s.Name, Source: s.Storable(), Joint: j, Values: values, pose: f.ofTwo,
		XScales: scale.Scales{x}, YScales: scale.Scales{y}, Missing: missing,
	}, nil
}
