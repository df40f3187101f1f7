package binning

import (
	"context"
	"math"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
)

func compare(t *testing.T, then, now []float64, whole float64) *Drift {
	t.Helper()
	names := []string{"a", "b", "c", "d"}[:len(then)]
	d, err := Compare(context.Background(), names, then, now, whole)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPSIByHand(t *testing.T) {
	d := compare(t, []float64{0.5, 0.3, 0.2, 0}, []float64{40, 40, 20, 0}, 1000)
	want := []float64{-0.1 * math.Log(0.4/0.5), 0.1 * math.Log(0.4/0.3), 0}
	if len(d.Groups) != 3 || d.Now != 100 || !near(d.PSI, want[0]+want[1], 1e-12) || !near(d.Chance, 2*(1/1000.0+1/100.0), 1e-12) {
		t.Fatalf("%+v", d)
	}
	for c, g := range d.Groups {
		if !near(g.PSI, want[c], 1e-12) || g.Halved {
			t.Errorf("group %d: %+v, want %g", c, g, want[c])
		}
	}
	// The chi-squared statistic is 3.97 of 2 degrees of freedom.
	if d.Least || d.P < 0.05 || d.P > 0.25 {
		t.Errorf("p = %g", d.P)
	}
}

func TestEmptyGroups(t *testing.T) {
	d := compare(t, []float64{0.5, 0.5, 0}, []float64{10, 0, 10}, 100)
	want := []float64{0, (0.5/20 - 0.5) * math.Log(0.5/20/0.5), (0.5 - 0.5/100) * math.Log(0.5/(0.5/100))}
	for c, g := range d.Groups {
		if !near(g.PSI, want[c], 1e-12) || g.Halved != (c > 0) {
			t.Errorf("group %d: %+v, want %g", c, g, want[c])
		}
	}
	d = compare(t, []float64{1, 0}, []float64{19, 1}, math.NaN())
	if !math.IsNaN(d.P) || !math.IsNaN(d.Chance) || !near(d.PSI, (0.95-1)*math.Log(0.95)+(0.05-0.025)*math.Log(0.05/0.025), 1e-12) {
		t.Errorf("%+v", d)
	}
	d = compare(t, []float64{0.5, 0.5}, []float64{1.5, 1}, 100)
	if !math.IsNaN(d.P) || math.IsNaN(d.PSI) {
		t.Errorf("weights are tested: %+v", d)
	}
}

// TestDrawnAlike: where shares are the same, PSI is about what it is by chance, p is at most 0.1 in about a tenth of
// the samples, and a planted shift is found.
func TestDrawnAlike(t *testing.T) {
	r := random.New(3)
	draw := func(n int, shares []float64) []float64 {
		counts := make([]float64, len(shares))
		for range n {
			u, c := r.Uniform(), 0
			for u -= shares[0]; u > 0 && c < len(shares)-1; u -= shares[c] {
				c++
			}
			counts[c]++
		}
		return counts
	}
	shares := []float64{0.4, 0.3, 0.2, 0.1}
	const trials = 100
	psi, low, chance := 0.0, 0, 0.0
	for range trials {
		d := compare(t, draw(400, shares), draw(200, shares), 400)
		psi, chance = psi+d.PSI/trials, d.Chance
		if d.P <= 0.1 {
			low++
		}
	}
	if math.Abs(psi/chance-1) > 0.25 || low < 2 || low > 20 {
		t.Errorf("PSI is %g on average, and %g by chance; p <= 0.1 in %d of %d", psi, chance, low, trials)
	}
	if d := compare(t, draw(400, shares), draw(200, []float64{0.2, 0.3, 0.3, 0.2}), 400); !d.Least || d.PSI < 3*d.Chance {
		t.Errorf("a shift has PSI %g, p %g", d.PSI, d.P)
	}
}

// TestSmallGroups: a shift of small groups is found next to large ones. Its chi-squared statistic is 58 of 3 degrees of
// freedom.
func TestSmallGroups(t *testing.T) {
	if d := compare(t, []float64{1080.0 / 1760, 500.0 / 1760, 180.0 / 1760, 0}, []float64{340, 130, 100, 9}, 1760); !d.Least {
		t.Errorf("p = %g", d.P)
	}
}
