package frontier

import (
	"math"
	"testing"
)

// certified returns a frontier of two rows and five points, two of them between
// hull points, with a certificate of the upper edge.
//
// Its bounds are lines above the hull: 0.1 + h/2 below h = 1, and 0.35 + h/4 below
// h = 2. H(Y) is 1, so the duals add up to that less 1.
func certified(t testing.TB) *Frontier {
	t.Helper()
	f, err := New(Problem{
		Kind: "dib", N: 2, M: 2, XLabels: []string{"a", "b"}, YLabels: []string{"yes", "no"},
		HX: 2, HY: 1, IXY: 0.82, Source: Source{SHA256: "00ff"},
	}, Search{Method: "rounds", Status: "complete"}, []Entry{
		{H: 0, I: 0, K: 1}, {H: 0.75, I: 0.25, K: 2}, {H: 1, I: 0.5, K: 2}, {H: 1.5, I: 0.55, K: 2}, {H: 2, I: 0.8, K: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Certificate = &Certificate{
		Tolerance: 1e-8, CompleteFromH: 1,
		Edges: []Edge{
			{HLo: 0, HHi: 1, Slope: 0.5, Dual: []float64{-0.5, -0.4}, Slack: 0.1},
			{HLo: 1, HHi: 2, Certified: true, Slope: 0.25, Dual: []float64{-0.25, -0.4}, Slack: 0.1, Budget: 0.35, Columns: 3},
		},
	}
	return f
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestBound(t *testing.T) {
	f := certified(t)
	bare := certified(t)
	bare.Certificate = nil
	points := *bare
	points.Problem = Problem{}
	for _, tt := range []struct {
		f       *Frontier
		h, want float64
	}{
		{f, 0, 0},
		{f, 0.1, 0.1},                  // h itself
		{f, 0.6, 0.4},                  // the lower edge
		{f, 1, 0.6},                    // still the lower edge, not 0.6 of the upper: they meet
		{f, 1.2, 0.65},                 // the upper one
		{f, 2, 0.82},                   // I(X;Y)
		{f, 3, 0.82},                   // beyond all edges
		{bare, 0.6, 0.6},               // no edges
		{bare, 3, 0.82},                //
		{&points, 3, 3},                // no problem either
		{&points, 0.1, 0.1},            //
		{f, math.Nextafter(1, 2), 0.6}, // the line of the upper edge begins
	} {
		if got := tt.f.Bound(tt.h); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("bound %g at h = %g, want %g", got, tt.h, tt.want)
		}
	}
	// The dual of an edge holds for all lower h.
	f.Certificate.Edges[0].Dual = []float64{5, 5}
	if got := f.Bound(0.8); !near(got, 0.55) {
		t.Errorf("bound %g from the edge above, want 0.55", got)
	}
}

func TestMissing(t *testing.T) {
	f := certified(t)
	// Just below h = 0.75 the bound is 0.475, and the staircase at 0.
	if got := f.Gap(); !near(got, 0.475) {
		t.Errorf("missing %g, want 0.475", got)
	}
	f.Certificate.Edges[0].Certified = true
	if got := f.Gap(); got != 0 {
		t.Errorf("missing %g of a proved frontier", got)
	}
	f.Certificate.Edges[1].Certified = false
	if got := f.Gap(); !near(got, 0.82-0.55) {
		t.Errorf("missing %g, want 0.27", got)
	}
	f.Certificate = nil
	if got := f.Gap(); !math.IsInf(got, 1) {
		t.Errorf("missing %g without a certificate", got)
	}
}

func TestCertificateOfNothing(t *testing.T) {
	f := tiny(t)
	f.entries = nil
	if err := f.Check(); err == nil || err.Error() != "certificate: there are no points that it could be about" {
		t.Error(err)
	}
}

// TestEdgesAreJoined refuses edges that leave something out.
func TestEdgesAreJoined(t *testing.T) {
	f := certified(t)
	f.Certificate.Edges[1].HLo = 1.5
	const want = "certificate.edges[1].h_lo is 1.5 where the edge before ends at 1"
	if err := f.Check(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := certified(t).Check(); err != nil {
		t.Error(err)
	}
}
