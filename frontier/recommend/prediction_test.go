package recommend

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// TestForPrediction: as many clusters as held-out records support, where a reader is recommended fewer.
func TestForPrediction(t *testing.T) {
	f := curve(t, even(12), 0, 0.8, 0.84, 0.87, 0.88, 0.89)
	if r, ok := ForPrediction(f); !ok || r.K != 2 || r.Rule != ruleKnee {
		t.Errorf("without held-out records: %d by %s", r.K, r.Rule)
	}
	heldOut := []frontier.HeldOut{{}}
	for _, i := range []float64{0, 0.7, 0.74, 0.78, 0.78, 0.77} {
		heldOut = append(heldOut, frontier.HeldOut{I: i, SE: 0.01})
	}
	for supported, want := range map[int]string{1: Nothing, 4: ruleHeldOut} {
		v, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: supported}, heldOut)
		if err != nil {
			t.Fatal(err)
		}
		r, ok := ForPrediction(v)
		if !ok || r.K != supported || r.Rule != want || r.Reason == "" {
			t.Errorf("%d supported: %d by %s", supported, r.K, r.Rule)
		}
		if want == ruleHeldOut && !strings.Contains(r.Reason, "within one standard error") {
			t.Error(r.Reason)
		}
	}
}
