package describe

import (
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/scale"
)

// TestLevels: the mean, deviation and interval of clusters are those of their records.
func TestLevels(t *testing.T) {
	n := int64(6)
	p := frontier.Problem{
		Kind: "mean", N: 3, M: 1, XLabels: []string{"a", "b", "c"}, YLabels: []string{"Y"}, Samples: &n,
		XMass: []float64{2. / 6, 3. / 6, 1. / 6},
		// The records are 1, 3; 5, 6, 7; 20.
		Means: &frontier.Means{Mean: []float64{2, 6, 20}, Variance: []float64{1, 2. / 3, 0}},
	}
	f, at := pointOf(t, p, 0, 0, 1)
	// 1, 3, 5, 6, 7 have the mean 4.4 and the sum of squares 23.2.
	sd := math.Sqrt(23.2 / 4)
	half := 2.776445105197793 * sd / math.Sqrt(5)
	want := []GroupMean{{4.4, sd, 4.4 - half, 4.4 + half}, {20, math.NaN(), math.NaN(), math.NaN()}}
	for c, d := range Clusters(f, at, 3) {
		if !sameLevel(d.GroupMean, want[c]) {
			t.Errorf("cluster %d: %v, want %v", c, d.GroupMean, want[c])
		}
	}
	f.Problem.Missing = &scale.Missing{Treatment: scale.MissingOwn, Share: 0.25, Y: []string{"1", "4"}, Counts: []float64{1, 1}}
	d, _ := MissingGroup(f, 3)
	half = 12.706204736432095 * math.Sqrt(4.5) / math.Sqrt2
	if want := (GroupMean{2.5, math.Sqrt(4.5), 2.5 - half, 2.5 + half}); !sameLevel(d.GroupMean, want) {
		t.Errorf("missing: %v, want %v", d.GroupMean, want)
	}
	f.Problem.Samples = nil // probabilities have a deviation and no interval
	if d := Clusters(f, at, 3)[0].GroupMean; !sameLevel(d, GroupMean{4.4, math.Sqrt(23.2 / 5), math.NaN(), math.NaN()}) {
		t.Errorf("probabilities: %v", d)
	}
	f, at = pointOf(t, fruit(), 0, 1, 0, 1)
	if d := Clusters(f, at, 3)[0].GroupMean; !sameLevel(d, unknown) {
		t.Errorf("without numbers: %v", d)
	}
}

func sameLevel(a, b GroupMean) bool {
	near := func(v, w float64) bool { return math.Abs(v-w) < 1e-9 || math.IsNaN(v) && math.IsNaN(w) }
	return near(a.Mean, b.Mean) && near(a.SD, b.SD) && near(a.Low, b.Low) && near(a.High, b.High)
}

// TestStudent compares quantiles with tables (Abramowitz and Stegun 1964, table 26.10).
func TestStudent(t *testing.T) {
	for freedom, want := range map[float64]float64{1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 6: 2.447, 8: 2.306, 10: 2.228, 30: 2.042, 120: 1.980, 1e9: 1.960} {
		if got := student(freedom); math.Abs(got-want) > 6e-4 {
			t.Errorf("%g degrees of freedom: %g, want %g", freedom, got, want)
		}
	}
}
