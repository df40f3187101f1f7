package recommend

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/scale"
)

// TestForPrediction: of values in an order, as many clusters as held-out records support; of others, as many as tell most
// about these, where a reader is recommended fewer. Groups that tell nothing about them are not recommended.
func TestForPrediction(t *testing.T) {
	f := curve(t, even(12), 0, 0.8, 0.84, 0.87, 0.88, 0.89)
	if r, ok := ForPrediction(f); !ok || r.K != 2 || r.Rule != ruleKnee {
		t.Errorf("without held-out records: %d by %s", r.K, r.Rule)
	}
	heldOut := []frontier.HeldOut{{}}
	for _, i := range []float64{0, 0.7, 0.74, 0.78, 0.78, 0.77} {
		heldOut = append(heldOut, frontier.HeldOut{I: i, SE: 0.01})
	}
	vain := []frontier.HeldOut{{}} // noise, of which two groups are within a standard error of six
	for _, i := range []float64{0, -0.001, -0.02, -0.03, -0.04, 0.01} {
		vain = append(vain, frontier.HeldOut{I: i, SE: 0.02})
	}
	for _, c := range []struct {
		order        scale.Order
		heldOut      []frontier.HeldOut
		supported, k int
		rule         string
	}{
		{scale.Linear, heldOut, 1, 1, Nothing},
		{scale.Linear, heldOut, 3, 3, ruleHeldOut},
		{scale.Circular, heldOut, 3, 3, ruleHeldOut},
		{"", heldOut, 1, 1, Nothing},
		{"", heldOut, 3, 4, ruleHeldOut},
		{"", heldOut, 4, 4, ruleHeldOut},
		{scale.Linear, vain, 2, 1, Nothing},
		{"", vain, 2, 6, ruleHeldOut},
	} {
		v, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: c.supported}, c.heldOut)
		if err != nil {
			t.Fatal(err)
		}
		v.Search.Order = string(c.order)
		r, ok := ForPrediction(v)
		if !ok || r.K != c.k || r.Rule != c.rule || r.Reason == "" {
			t.Errorf("order %q, %d supported: %d by %s", c.order, c.supported, r.K, r.Rule)
		}
		if c.k > c.supported && (r.Coarser == nil || r.Coarser.K != c.supported) {
			t.Errorf("order %q, %d supported: the coarser clustering is %v", c.order, c.supported, r.Coarser)
		}
	}
}
