package listing

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

func TestDependence(t *testing.T) {
	for _, tt := range []struct {
		evidence    frontier.Evidence
		information float64
		want        string
	}{
		{ // rare values: the corrected one would be far too large
			evidence: frontier.Evidence{Permutations: 999, Corrected: 0.7, Chance: 0.6}, information: 0.8,
			want: "X and Y depend on each other: I(X;Y) = 0.8000 bits, and by chance it is 0.6000 on average; none of 999 permutations shows as much dependence (p = 0.001)",
		},
		{
			evidence: frontier.Evidence{Permutations: 999, Corrected: 0.7901}, information: 0.7942,
			want: "X and Y depend on each other: I(X;Y) = 0.7942 bits, corrected for sample size 0.7901; none of 999 permutations shows as much dependence (p = 0.001)",
		},
		{ // at most the bound
			evidence: frontier.Evidence{Permutations: 999, Corrected: 1.0113}, information: 1,
			want: "X and Y depend on each other: I(X;Y) = 1.0000 bits, corrected for sample size 1.0000; none of 999 permutations shows as much dependence (p = 0.001)",
		},
		{
			evidence: frontier.Evidence{Permutations: 99, AtLeast: 1, Corrected: -0.3}, information: 0.1,
			want: "X and Y depend on each other: I(X;Y) = 0.1000 bits, corrected for sample size 0.0000; 1 of 99 permutations shows as much dependence (p = 0.02)",
		},
		{
			evidence: frontier.Evidence{Permutations: 999, AtLeast: 513, Chance: 0.1408}, information: 0.1405,
			want: "no evidence that X and Y depend on each other: I(X;Y) = 0.1405 bits, and by chance it is 0.1408 on average; 513 of 999 permutations show as much dependence (p = 0.51)",
		},
		{
			evidence: frontier.Evidence{Permutations: 999}, information: -1,
			want: "X and Y depend on each other: none of 999 permutations shows as much dependence (p = 0.001)",
		},
		{
			evidence: frontier.Evidence{Permutations: 999, AtLeast: 999}, information: -1,
			want: "no evidence that X and Y depend on each other: 999 of 999 permutations show as much dependence (p = 1)",
		},
	} {
		records := int64(30)
		if got := Dependence(&tt.evidence, tt.information, 1, &records, 10, 2); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestNoiseIsCalledSo: where a test finds nothing, the groupings are of noise, and those that are
// apart by resampling are no exception; an I(X;Y) that is not above its error has no shares.
func TestNoiseIsCalledSo(t *testing.T) {
	noise, shown := &frontier.Evidence{Permutations: 999, AtLeast: 400}, &frontier.Evidence{Permutations: 999}
	for _, tt := range []struct {
		evidence  *frontier.Evidence
		uncertain bool
		estimator string
		want      []string
	}{
		{nil, true, "", nil},
		{shown, true, "", []string{"X and Y depend on each other: I(X;Y)"}},
		{noise, false, "", []string{"no evidence", "these groupings may be of noise"}},
		{noise, true, "", []string{"no evidence", "these groupings may be of noise", "winner's curse"}},
		{shown, false, "nsb", []string{"depend on each other: none", "is not above its error of 0.0500, so shares of it are left out"}},
	} {
		f, err := frontier.New(frontier.Problem{IXY: 0.04, IXYSD: 0.05, Estimator: tt.estimator}, frontier.Search{}, []frontier.Entry{{K: 1}, {H: 1, I: 0.04, K: 2}})
		if err == nil && tt.uncertain {
			f, err = f.WithUncertainty(frontier.Uncertainty{Method: "bootstrap"}, []frontier.Spread{{}, {DH: 0.1, DI: 0.01}})
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Evidence = tt.evidence
		text := strings.Join([]string{describeEvidence(f), describeShares(f), curse(f)}, "\n")
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
		for _, word := range []string{"noise", "winner's", "shares"} {
			if strings.Contains(text, word) != strings.Contains(strings.Join(tt.want, "\n"), word) {
				t.Errorf("%q says %s", text, word)
			}
		}
		if kept := TermsOf(f).kept; (kept == "") != (tt.estimator != "") {
			t.Errorf("shares are in a column %q", kept)
		}
	}
}
