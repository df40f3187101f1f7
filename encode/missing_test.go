package encode

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/scale"
)

// twoGroups is a table of numbers in two groups: of 70 records, those below 5 have mostly y = no.
func twoGroups(t testing.TB) (*Encoder, Counts) {
	t.Helper()
	s := fit(t, "v", "edges:5", scale.Clean{}, "0", "10")
	e := must(t, s.Labels(), []int{0, 1}, []string{"low", "high"}).WithScales(scale.Scales{s})
	return e, Counts{X: s.Labels(), Y: []string{"no", "yes"}, Row: []int{0, 0, 1, 1}, Column: []int{0, 1, 0, 1}, Weight: []float64{30, 5, 5, 30}}
}

// TestWithMissing: 30 of 100 records have no value, all of them with one Y.
func TestWithMissing(t *testing.T) {
	for _, c := range []struct {
		treatment, y string
		k            int
		name         string // of the cluster of a missing value; empty if it is not known
	}{
		{scale.MissingOwn, "yes", 3, scale.MissingLabel},
		{scale.MissingDrop, "yes", 2, ""},
		{scale.MissingNearest, "yes", 2, "high"},
		{scale.MissingNearest, "no", 2, "low"},
		{scale.MissingNearest, "never seen", 2, ""},
	} {
		e, known := twoGroups(t)
		with, err := e.WithMissing(&scale.Missing{Treatment: c.treatment, Share: 0.3, Y: []string{c.y}, Counts: []float64{30}}, known)
		if err != nil {
			t.Fatal(err)
		}
		name := ""
		if k, ok := with.Cluster(scale.MissingLabel); ok {
			name = with.Name(k)
		}
		if name != c.name || with.k() != c.k {
			t.Errorf("%s, %s: a missing value is in %q of %d clusters, want %q of %d", c.treatment, c.y, name, with.k(), c.name, c.k)
		}
		if low, ok := with.Cluster("below 5"); with.Scales() == nil || ok && low != 0 {
			t.Errorf("%s: values are not where they were", c.treatment)
		}
		if _, ok := e.Cluster(scale.MissingLabel); ok || e.k() != 2 {
			t.Errorf("%s changed the encoder", c.treatment)
		}
	}
	e, known := twoGroups(t)
	if with, err := e.WithMissing(nil, known); err != nil || with != e {
		t.Errorf("nothing was set aside, and the encoder is another one (%v)", err)
	}
}

// TestMissingHasANameOfItsOwn: a person may have called a cluster as missing values are.
func TestMissingHasANameOfItsOwn(t *testing.T) {
	e := must(t, []string{"a", "b"}, []int{0, 1}, []string{scale.MissingLabel, scale.MissingLabel + " (2)"})
	with, err := e.WithMissing(&scale.Missing{Treatment: scale.MissingOwn, Share: 0.1, Y: []string{"y"}, Counts: []float64{1}}, Counts{})
	if err != nil || with.Name(2) != scale.MissingLabel+" (3)" {
		t.Errorf("%q, %v", with.Name(2), err)
	}
}

// TestNearestLosesLeastForMissing compares with the sum of what Y tells, on a scale on which all records
// count: a value that is missing joins the group whose merge keeps most.
func TestNearestLosesLeastForMissing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 200 {
		e, known := twoGroups(t)
		for i := range known.Weight {
			known.Weight[i] = float64(1 + rng.IntN(50))
		}
		missing := []float64{float64(1 + rng.IntN(30)), float64(1 + rng.IntN(30))}
		w, m := known.Weight, missing
		kept := []float64{
			information([][]float64{{w[0] + m[0], w[1] + m[1]}, {w[2], w[3]}}),
			information([][]float64{{w[0], w[1]}, {w[2] + m[0], w[3] + m[1]}}),
		}
		if d := kept[0] - kept[1]; d < 1e-9 && d > -1e-9 {
			continue
		}
		share := (m[0] + m[1]) / (m[0] + m[1] + w[0] + w[1] + w[2] + w[3])
		with, err := e.WithMissing(&scale.Missing{Treatment: scale.MissingNearest, Share: share, Y: []string{"no", "yes"}, Counts: missing}, known)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := with.Cluster(scale.MissingLabel)
		if want := slices.Index(kept, slices.Max(kept)); got != want {
			t.Errorf("weights %v and %v: cluster %d, want %d, as the groups keep %v", w, m, got, want, kept)
		}
	}
}

// missingTrials have values that are missing, by each treatment.
func missingTrials(t *testing.T, rng *rand.Rand, n int) (trials []trial) {
	for _, treatment := range []string{scale.MissingOwn, scale.MissingDrop, scale.MissingNearest} {
		e, known := twoGroups(t)
		with, err := e.WithMissing(&scale.Missing{Treatment: treatment, Share: 0.3, Y: []string{"yes"}, Counts: []float64{30}}, known)
		if err != nil {
			t.Fatal(err)
		}
		s := e.Scales()[0]
		trials = append(trials, trial{"missing values, " + treatment, Coding{X: "v", Encoder: with, Style: Style{Unknown: "label"}}, valuesNear(rng, &s, n), nil})
	}
	return trials
}

// TestMissingInExports: each export says where a missing value goes.
func TestMissingInExports(t *testing.T) {
	for _, c := range missingTrials(t, rand.New(rand.NewPCG(1, 1)), 10) {
		for _, form := range []string{"json", "csv"} {
			_, known := c.coding.Encoder.Cluster(scale.MissingLabel)
			if text := exported(t, c.coding.Encoder, form, c.coding); strings.Contains(text, scale.MissingLabel) != known {
				t.Errorf("%s as %s:\n%s", c.name, form, text)
			}
		}
	}
}
