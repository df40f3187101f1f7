package binning

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// pointOf returns a frontier with the grouping of a table, counts[x][y], into the clusters of a.
func pointOf(t rapid.TB, counts [][]float64, samples bool, missing *scale.Missing, a ...int) (*frontier.Frontier, frontier.Point) {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: len(counts), M: len(counts[0]), Cells: new(frontier.Cells), Missing: missing}
	total := 0.0
	for x, row := range counts {
		p.XLabels = append(p.XLabels, fmt.Sprintf("x%d", x))
		for y, v := range row {
			if v > 0 {
				p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, y), append(p.Cells.Weight, v)
				total += v
			}
		}
	}
	for y := range counts[0] {
		p.YLabels = append(p.YLabels, fmt.Sprintf("y%d", y))
	}
	if n := int64(total); samples {
		p.Samples = &n
	}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{Assignment: partition.Pack(partition.Canonical(a))}})
	if err != nil {
		t.Fatal(err)
	}
	return f, f.At(0)
}

// tableOf returns the binning table of such a grouping.
func tableOf(t rapid.TB, event string, counts [][]float64, samples bool, a ...int) *Table {
	t.Helper()
	f, p := pointOf(t, counts, samples, nil, a...)
	b, err := Of(f, p, event)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func near(a, b, within float64) bool {
	return math.Abs(a-b) <= within || math.IsNaN(a) && math.IsNaN(b)
}

// TestAsTheTradeHasIt compares with what optbinning 1.0 (Navas-Palencia 2020, arXiv:2001.08025) says of the same
// counts, whose WoE has the opposite sign.
func TestAsTheTradeHasIt(t *testing.T) {
	counts := [][]float64{{21, 155}, {26, 417}, {132, 1074}, {22, 48}, {43, 51}}
	b := tableOf(t, "", counts, true, 0, 1, 2, 3, 4)
	for c, want := range []struct{ rate, woe, iv, js float64 }{
		{0.880682, -0.031561, 0.000087, 0.000011},
		{0.941309, -0.807648, 0.106942, 0.013016},
		{0.890547, -0.129002, 0.009609, 0.001200},
		{0.685714, 1.187183, 0.074385, 0.008788},
		{0.542553, 1.796716, 0.264123, 0.029187},
	} {
		g := b.Groups[c]
		if !near(g.Rate, want.rate, 5e-7) || !near(g.WoE, -want.woe, 5e-7) || !near(g.IV, want.iv, 5e-7) || !near(g.JS, want.js, 5e-7) {
			t.Errorf("group %d: %+v, want %+v", c, g, want)
		}
	}
	if b.Event != 1 || b.Halved != 0 || b.Total.Count != 1989 || !near(b.Total.IV, 0.45514588067219175, 1e-12) || !near(b.Total.JS, 0.052201774634570375, 1e-12) {
		t.Errorf("%+v", b.Total)
	}
}

// TestStandardErrors has two groups, for which IV is a function of two binomial shares p and q.
func TestStandardErrors(t *testing.T) {
	b := tableOf(t, "", [][]float64{{30, 20}, {70, 180}}, true, 0, 1)
	p, q, n, m := 0.1, 0.3, 200.0, 100.0
	logit := func(v float64) float64 { return math.Log(v / (1 - v)) }
	dp := logit(p) - logit(q) + (p-q)/(p*(1-p))
	dq := logit(q) - logit(p) + (q-p)/(q*(1-q))
	if want := math.Sqrt(dp*dp*p*(1-p)/n + dq*dq*q*(1-q)/m); !near(b.Total.IVSE, want, 1e-12) {
		t.Errorf("IV ± %g, want %g", b.Total.IVSE, want)
	}
	if want := math.Sqrt((1-p)/(p*n) + (1-q)/(q*m)); !near(b.Groups[0].WoESE, want, 1e-12) {
		t.Errorf("WoE ± %g, want %g", b.Groups[0].WoESE, want)
	}
	if want := math.Sqrt(0.4 * 0.6 / 50); !near(b.Groups[0].RateSE, want, 1e-12) {
		t.Errorf("rate ± %g, want %g", b.Groups[0].RateSE, want)
	}
}

// TestEmptyCells: they count as half a record, in counts alone.
func TestEmptyCells(t *testing.T) {
	counts := [][]float64{{0, 10}, {5, 10}, {5, 0}}
	b := tableOf(t, "", counts, true, 0, 1, 2)
	if b.Halved != 2 || !near(b.Groups[0].WoE, math.Log(10.0/20)-math.Log(0.5/10), 1e-12) || b.Groups[0].RateSE != 0 || b.Groups[2].Rate != 0 {
		t.Errorf("%+v", b)
	}
	b = tableOf(t, "", counts, false, 0, 1, 2)
	if b.Counts || b.Halved != 0 || !math.IsNaN(b.Groups[0].WoE) || !math.IsNaN(b.Total.IV) || math.IsNaN(b.Total.JS) || !math.IsNaN(b.Groups[1].WoESE) || !math.IsNaN(b.Total.Count) {
		t.Errorf("%+v", b)
	}
}

// TestSums: shares and I add up, WoE has the sign of the difference of rates, the other event turns it, and JS is
// I of the two classes where they are equally frequent.
func TestSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(1, 50), 2, 2), 2, 6).Draw(t, "counts")
		sums := [2]float64{}
		for x := range counts {
			for y := range counts[x] {
				counts[x][y] = math.Floor(counts[x][y])
				sums[y] += counts[x][y]
			}
		}
		a := make([]int, len(counts))
		for x := range a {
			a[x] = x / 2
		}
		f, p := pointOf(t, counts, true, nil, a...)
		b, err := Of(f, p, "")
		if err != nil {
			t.Fatal(err)
		}
		turned, err := Of(f, p, "y0")
		if err != nil {
			t.Fatal(err)
		}
		share := 0.0
		for c, g := range b.Groups {
			share += g.Share
			if !near(g.WoE, -turned.Groups[c].WoE, 1e-12) || !near(g.IV, turned.Groups[c].IV, 1e-12) || (g.WoE > 1e-9) != (g.Rate > b.Total.Rate+1e-12) {
				t.Errorf("%+v, and of the other event %+v", g, turned.Groups[c])
			}
		}
		if !near(share, 1, 1e-12) || b.Total.JS < -1e-12 || b.Total.IV < 4*b.Total.JS-1e-12 {
			t.Errorf("share %g, IV %g, JS %g", share, b.Total.IV, b.Total.JS)
		}
		for x := range counts { // both classes are as frequent
			counts[x][0], counts[x][1] = counts[x][0]/sums[0], counts[x][1]/sums[1]
		}
		f, p = pointOf(t, counts, false, nil, a...)
		if b, err = Of(f, p, ""); err != nil || !near(b.Total.JS, b.Total.I*math.Ln2, 1e-12) {
			t.Errorf("JS %g nats, I %g bits, %v", b.Total.JS, b.Total.I, err)
		}
	})
}

func TestMissingGroup(t *testing.T) {
	missing := &scale.Missing{Treatment: scale.MissingOwn, Share: 0.2, Y: []string{"y1", "other"}, Counts: []float64{3, 2}}
	f, p := pointOf(t, [][]float64{{8, 2}, {4, 6}}, true, missing, 0, 1)
	b, err := Of(f, p, "y1")
	if err != nil {
		t.Fatal(err)
	}
	last := b.Groups[2]
	if len(b.Y) != 3 || !last.Missing || last.Count != 5 || last.Share != 0.2 || last.Rate != 0.6 || b.Total.Count != 25 || b.Total.Rate != 11.0/25 || b.Groups[0].Share != 0.4 {
		t.Errorf("%+v", b)
	}
	if b, err = Of(f, p, ""); err != nil || b.Event != -1 || !math.IsNaN(b.Total.IV) {
		t.Errorf("three values of y have the event %d, %v", b.Event, err)
	}
	missing.Treatment = scale.MissingDrop
	if b, err = Of(f, p, ""); err != nil || len(b.Groups) != 2 || b.Event != 1 {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestRefusals(t *testing.T) {
	f, p := pointOf(t, [][]float64{{8, 2}, {4, 6}}, true, nil, 0, 1)
	if _, err := Of(f, p, "y7"); err == nil || err.Error() != `no value of Y is "y7": the event is one of y0, y1` {
		t.Error(err)
	}
	f.Problem.Cells = nil
	if _, err := Of(f, p, ""); !errors.Is(err, ErrNoTable) {
		t.Error(err)
	}
	f, p = pointOf(t, [][]float64{{8}, {4}}, true, nil, 0, 1)
	if _, err := Of(f, p, "y0"); err == nil {
		t.Error("the single value of y is an event")
	}
}

// TestInterval: the bounds p of Wilson's interval are where the rate is 1.96 standard errors of p away.
func TestInterval(t *testing.T) {
	for _, r := range []Row{{Count: 3, Rate: 1}, {Count: 10, Rate: 0}, {Count: 40, Rate: 0.3}, {Count: 1e6, Rate: 0.5}} {
		low, high := r.Interval()
		for _, p := range []float64{low, high} {
			if p == 0 || p == 1 {
				continue
			}
			if z := math.Abs(r.Rate-p) / math.Sqrt(p*(1-p)/r.Count); math.Abs(z-normal) > 1e-6 {
				t.Errorf("%g of %g: %g is %g standard errors away", r.Rate, r.Count, p, z)
			}
		}
		if !(0 <= low && low <= r.Rate && r.Rate <= high && high <= 1) {
			t.Errorf("%g of %g: %g to %g", r.Rate, r.Count, low, high)
		}
	}
}
