package input

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/scale"
)

// OfColumn returns the problem of grouping a column of a file, given its table, its values if records are held
// out, and the records that were set aside.
func OfColumn(j, values *joint.Joint, x, y scale.Scale, missing *scale.Missing, s frontier.Source) *Problem {
	f := &ProblemFlags{Kind: "dib"}
	return &Problem{
		Problem: problem.DIB(j), Name: s.Name, Source: s.Storable(), Joint: j, Values: values, pose: f.ofTwo,
		XScales: scale.Scales{x}, YScales: scale.Scales{y}, Missing: missing,
	}
}
