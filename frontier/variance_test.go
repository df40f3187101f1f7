package frontier

import (
	"bytes"
	"strings"
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

// TestMinCountIsKept in the same way, also by a union with a file that does not know it.
func TestMinCountIsKept(t *testing.T) {
	plain, f := tiny(t), tiny(t)
	if bytes.Contains(written(t, plain, JSON), []byte("min_count")) {
		t.Error("a problem without a least count has one")
	}
	f.Problem.MinCount = 5
	roundTrips(t, f)
	g, err := Union(plain, f)
	if err != nil {
		t.Fatal(err)
	}
	if g.Problem.MinCount != 5 {
		t.Errorf("united: %g", g.Problem.MinCount)
	}
	text := bytes.Replace(written(t, f, JSON), []byte(`"min_count": 5`), []byte(`"min_count": -5`), 1)
	if _, err := Read(bytes.NewReader(text)); err == nil || !strings.Contains(err.Error(), "problem.min_count is -5") {
		t.Errorf("a negative one is read: %v", err)
	}
}
