package frontier

import (
	"math"
	"strings"
	"testing"
)

func TestSoftAt(t *testing.T) {
	s := SoftCurve{Steps: 1, Points: []SoftPoint{{}, {Rate: 1, I: 0.5}, {Rate: 2, I: 0.75}}}
	for _, test := range []struct{ rate, want float64 }{{-1, 0}, {0, 0}, {0.5, 0.25}, {1, 0.5}, {1.5, 0.625}, {2, 0.75}, {9, 0.75}} {
		if got := s.At(test.rate); got != test.want {
			t.Errorf("at rate %g it is %g, want %g", test.rate, got, test.want)
		}
	}
}

func TestSoftIsChecked(t *testing.T) {
	f := ceilingTestFrontier(t) // of points (0, 0) and (0.5, 0.5), with one value of Y
	groups := func(g ...float64) []SoftPoint {
		return []SoftPoint{{}, {Rate: 0.5, I: 0.5, Beta: 2, Groups: [][]float64{g}}}
	}
	end := SoftPoint{Rate: 0.5, I: 0.5}
	for _, test := range []struct {
		soft SoftCurve
		want string // "" if it is right
	}{
		{SoftCurve{Steps: 1, Points: []SoftPoint{{}, end}}, ""},
		{SoftCurve{Steps: 1, Certified: true, Points: groups(1, 1)}, ""},
		{SoftCurve{Points: []SoftPoint{{}, end}}, "2 points after 0 steps"},
		{SoftCurve{Steps: 1}, "0 points"},
		{SoftCurve{Steps: 1, Points: make([]SoftPoint, mostSoftPoints+1)}, "want 1 to 4096 points"},
		{SoftCurve{Steps: 1, Gap: -1, Points: []SoftPoint{{}, end}}, "gap of -1"},
		{SoftCurve{Steps: 1, Gap: math.NaN(), Points: []SoftPoint{{}, end}}, "gap of NaN"},
		{SoftCurve{Steps: 1, Points: []SoftPoint{{Rate: 0.1}}}, "from rate 0"},
		{SoftCurve{Steps: 1, Points: []SoftPoint{{I: math.NaN()}}}, "points[0]"},
		{SoftCurve{Steps: 1, Points: []SoftPoint{{Beta: math.Inf(1)}}}, "points[0]"},
		{SoftCurve{Steps: 1, Points: []SoftPoint{{}, {I: 0.5}}}, "points[1]: (rate 0, i 0.5) is not right of (rate 0, i 0)"},
		{SoftCurve{Steps: 1, Points: []SoftPoint{{}, {Rate: 0.5, I: 0.1}, {Rate: 1, I: 1}}}, "points[2]: the curve is not concave at rate 0.5"},
		{SoftCurve{Steps: 1, Points: []SoftPoint{{}, {Rate: 0.5, I: 0.4}}}, "point 1: i is 0.5, above the soft curve, which is 0.4 at rate 0.5"},
		{SoftCurve{Steps: 1, Points: groups(1)}, "groups[0] has 1 numbers, want a weight and 1 probabilities"},
		{SoftCurve{Steps: 1, Points: groups(1, 2)}, "groups[0] has 2, want numbers from 0 to 1"},
	} {
		f.Soft = &test.soft
		if err := f.Check(); test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}
