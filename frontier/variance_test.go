package frontier

import (
	"bytes"
	"testing"
)

// TestVarianceIsKept by the formats that keep the problem, and is not there where it is 0.
func TestVarianceIsKept(t *testing.T) {
	f := tiny(t)
	if bytes.Contains(written(t, f, JSON), []byte("variance")) {
		t.Error("a problem without a variance has one")
	}
	f.Problem.Kind, f.Problem.Variance = "quantizer", 0.1
	roundTrips(t, f)
	g, err := Union(f, f)
	if err != nil {
		t.Fatal(err)
	}
	if g.Problem.Variance != 0.1 {
		t.Errorf("united: %g", g.Problem.Variance)
	}
}
