package listing

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

func countsOf(t *testing.T, table [][]float64) *joint.Joint {
	t.Helper()
	names := func(n int) (list []string) {
		for k := range n {
			list = append(list, string(rune('a'+k)))
		}
		return list
	}
	j, err := joint.Dense(names(len(table)), names(len(table[0])), table)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestSmallSamplesAreCalledSo: where bias matters beside I(X;Y), and large ones are not.
func TestSmallSamplesAreCalledSo(t *testing.T) {
	for _, tt := range []struct {
		name  string
		table [][]float64
		want  string
	}{
		{"seen once", [][]float64{{1, 0, 50}, {0, 1, 50}, {1, 1, 50}}, "too large by about 0.009 bits"},
		{"biased", [][]float64{{10, 4}, {5, 10}}, "I(city; Y) is too large by about 0.025 bits"},
		// Miller's 0.017 bits are more than the 0.0016 there are.
		{"nearly independent", [][]float64{{10, 11}, {11, 10}}, "too large by about 0.002 bits"},
		{"independent", [][]float64{{5, 5}, {5, 5}}, ""},
		{"diagonal", [][]float64{{1, 0}, {0, 1}}, ""}, // his estimate is negative
		{"large, nearly independent", [][]float64{{1001, 1000}, {1000, 1001}}, ""},
		{"large, a rare pair seen once", [][]float64{{50, 1, 0}, {1, 50, 1}, {0, 1, 50}}, ""},
		{"large", [][]float64{{1000, 10}, {10, 1000}}, ""},
		{"probabilities", [][]float64{{0.25, 0.25}, {0.5, 0}}, ""},
	} {
		if got := SmallSample(countsOf(t, tt.table), scale.Scales{{Column: "city"}}, nil, nil); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestSmallSamplesHaveTheBiasOfTheTest: the mean of the permutations is the bias without dependence, and its bound
// with one; and no estimator is named where most values are rare.
func TestSmallSamplesHaveTheBiasOfTheTest(t *testing.T) {
	biased, rare := [][]float64{{10, 4}, {5, 10}}, [][]float64{{1, 0}, {0, 1}, {1, 0}, {0, 1}}
	for _, tt := range []struct {
		table    [][]float64
		evidence frontier.Evidence
		want     []string
	}{
		{biased, frontier.Evidence{Permutations: 999, Chance: 0.03}, []string{"too large by up to about 0.030 bits", "nsb"}},
		{biased, frontier.Evidence{Permutations: 999, AtLeast: 500, Chance: 0.03}, []string{"too large by about 0.030 bits", "nsb"}},
		{biased, frontier.Evidence{Permutations: 999, AtLeast: 500, Chance: 3}, []string{"too large by about 0.107 bits", "nsb"}},
		{rare, frontier.Evidence{Permutations: 999, AtLeast: 999, Chance: 1}, []string{"too large by about 1.000 bits", "--validate"}},
	} {
		got := SmallSample(countsOf(t, tt.table), nil, nil, &tt.evidence)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v, %+v: %q, want %q", tt.table, tt.evidence, got, want)
			}
		}
		if strings.Contains(got, "nsb") == strings.Contains(got, "--validate") {
			t.Errorf("%v, %+v: %q", tt.table, tt.evidence, got)
		}
	}
}
