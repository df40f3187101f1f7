package way_test

import (
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/problem"
)

// TestWay: each question has its answer, and the number of rows decides between searches.
func TestWay(t *testing.T) {
	dib, few := problem.DIB(families.Words(t, 401, 5, 1)), problem.DIB(families.Words(t, 400, 5, 1))
	binary, dmc := problem.DMC(families.Words(t, 301, 2, 1)), problem.DMC(families.Words(t, 301, 3, 1))
	one := problem.KMeans(families.Draw(20, 1, families.EqualWeights, 1).Cloud(t))
	apart := problem.Limits{CannotLink: [][2]int{{0, 1}}}
	for name, tt := range map[string]struct {
		of     problem.Problem
		limits problem.Limits
		q      way.Question
		want   way.Way
	}{
		"many rows":              {of: dib, q: way.Question{Open: true}, want: way.Sweeps},
		"many rows, apart":       {of: dib, limits: apart, q: way.Question{Open: true}, want: way.Sweeps},
		"few rows":               {of: few, q: way.Question{Open: true}, want: way.Walk},
		"a method is named":      {of: dib, want: way.Walk},
		"everything":             {of: few, q: way.Question{All: true}, want: way.Enumeration},
		"counted":                {of: dmc, q: way.Question{Open: true}, want: way.Chains},
		"counted, most":          {of: dmc, limits: problem.Limits{MaxClusters: 9}, q: way.Question{Open: true}, want: way.Chains},
		"counted, apart":         {of: dmc, limits: apart, q: way.Question{Open: true}, want: way.Walk},
		"binary":                 {of: binary, q: way.Question{Open: true}, want: way.Line},
		"binary, apart":          {of: binary, limits: apart, q: way.Question{Open: true}, want: way.Walk},
		"binary, named":          {of: binary, want: way.Walk},
		"numbers":                {of: one, q: way.Question{Open: true}, want: way.Line},
		"in the table's order":   {of: dib, q: way.Question{Open: true, Ordered: true}, want: way.Runs},
		"numbers, table's order": {of: one, q: way.Question{Open: true, Ordered: true}, want: way.Runs},
		"sets":                   {of: one, q: way.Question{Open: true, Sets: true}, want: way.Sets},
	} {
		tt.q.Problem, tt.q.Limits = tt.of, tt.limits
		if got := tt.q.Way(); got != tt.want {
			t.Errorf("%s: way %d, want %d", name, got, tt.want)
		}
		if got := tt.q.Way().Program(); got != (tt.want == way.Runs || tt.want == way.Sets || tt.want == way.Line) {
			t.Errorf("%s: a program: %t", name, got)
		}
	}
}
