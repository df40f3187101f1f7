package frontier

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle"
)

// blob is a point with its standard deviations.
type blob struct{ h, i, dh, di float64 }

// robustOf returns which points a filter keeps.
func robustOf(t rapid.TB, f Filter, blobs []blob) []bool {
	t.Helper()
	var entries []Entry
	var spreads []Spread
	for _, b := range blobs {
		entries = append(entries, Entry{H: b.h, I: b.i, K: 1})
		spreads = append(spreads, Spread{DH: b.dh, DI: b.di})
	}
	g, err := New(Problem{}, Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.WithUncertainty(Uncertainty{Method: "test", Filter: f}, spreads); err != nil {
		t.Fatal(err)
	}
	robust := make([]bool, g.Len())
	for n := range robust {
		robust[n] = g.At(n).Robust
	}
	return robust
}

// TestFilterReadings puts a point of deviations 4 as far as its values can be told
// from one of deviations 3, which is kept first, and the next number further.
func TestFilterReadings(t *testing.T) {
	for overlap, reach := range map[string]float64{"intervals": 3 + 4, "value": 3, "difference": 5} {
		for _, sigma := range []float64{1, 2} {
			near, far := sigma*reach, math.Nextafter(sigma*reach, 100)
			for _, tt := range []struct {
				h, i         float64
				both, either bool
			}{
				{near, near, false, false},
				{near, 100, false, true},
				{100, near, false, true},
				{far, near, false, true},
				{near, far, false, true},
				{far, far, true, true},
				{100, 100, true, true},
			} {
				for apart, want := range map[string]bool{"both": tt.both, "either": tt.either} {
					f := Filter{apart, overlap, sigma}
					left := robustOf(t, f, []blob{{0, 0, 3, 3}, {tt.h, tt.i, 4, 4}})
					right := robustOf(t, f, []blob{{-tt.h, -tt.i, 4, 4}, {0, 0, 3, 3}})
					if !slices.Equal(left, []bool{true, want}) || !slices.Equal(right, []bool{want, true}) {
						t.Errorf("%v, %g and %g apart: %v and %v, want %v", f, tt.h, tt.i, left, right, want)
					}
				}
			}
		}
	}
}

// TestFilterOrder has points of which one is kept only if it comes before another.
func TestFilterOrder(t *testing.T) {
	for _, tt := range []struct {
		name  string
		blobs []blob
		want  []bool
	}{
		{"nothing", nil, []bool{}},
		{"the product decides", []blob{{0, 0, 2, 2}, {1, 1, 1, 3}}, []bool{false, true}},
		{"and not the sum", []blob{{0, 0, 2, 2}, {1, 1, 4.5, 1}}, []bool{true, false}},
		{"the sum decides where one is 0", []blob{{0, 0, 0, 2}, {1, 1, 0, 1}}, []bool{false, true}},
		{"h decides where both are equal", []blob{{0, 0, 1, 2}, {1, 1, 2, 1}}, []bool{true, false}},
		{"what was removed removes nothing", []blob{{0, 0, 1, 1}, {2, 2, 1.5, 1.5}, {4, 4, 1.75, 1.75}}, []bool{true, false, true}},
		{"the middle first", []blob{{0, 0, 1.75, 1.75}, {2, 2, 1, 1}, {4, 4, 1.5, 1.5}}, []bool{false, true, false}},
		{"no deviations", []blob{{0, 0, 0, 0}, {1, 1, 0, 0}, {math.Nextafter(1, 2), 2, 0, 0}}, []bool{true, true, true}},
	} {
		if got := robustOf(t, Filter{}, tt.blobs); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// drawBlobs draws points of small whole numbers, so that sums and squares are exact.
func drawBlobs(t *rapid.T) []blob {
	var blobs []blob
	h, i := 0, 0
	deviation := rapid.IntRange(0, 6)
	for range rapid.IntRange(0, 40).Draw(t, "points") {
		h += rapid.IntRange(1, 6).Draw(t, "step of h")
		i += rapid.IntRange(1, 6).Draw(t, "step of i")
		blobs = append(blobs, blob{float64(h), float64(i), float64(deviation.Draw(t, "dh")), float64(deviation.Draw(t, "di"))})
	}
	return blobs
}

// restated is the filter in other words: of the points that are left, the best known
// is robust, and all that overlap with it leave. Overlaps are of ends of intervals,
// or of squares.
func restated(f Filter, blobs []blob) []bool {
	apart := func(x, s, y, t float64) bool { // x of deviation s leaves for y of deviation t
		low, high := y-f.Sigma*t, y+f.Sigma*t
		switch f.Overlap {
		case "intervals":
			return x+f.Sigma*s < low || high < x-f.Sigma*s
		case "value":
			return x < low || high < x
		}
		return (x-y)*(x-y) > f.Sigma*f.Sigma*(s*s+t*t)
	}
	left := make([]int, len(blobs))
	for n := range left {
		left[n] = n
	}
	robust := make([]bool, len(blobs))
	for len(left) > 0 {
		best := slices.MinFunc(left, func(a, b int) int {
			key := func(n int) []float64 {
				return []float64{blobs[n].dh * blobs[n].di, blobs[n].dh + blobs[n].di, blobs[n].h}
			}
			return slices.Compare(key(a), key(b))
		})
		robust[best] = true
		q := blobs[best]
		left = slices.DeleteFunc(left, func(n int) bool {
			p := blobs[n]
			h, i := apart(p.h, p.dh, q.h, q.dh), apart(p.i, p.di, q.i, q.di)
			if f.Apart == "both" {
				return n == best || !h || !i
			}
			return n == best || !h && !i
		})
	}
	return robust
}

func drawWholeFilter(t *rapid.T) Filter {
	f := drawFilter(t)
	f.Sigma = rapid.SampledFrom([]float64{0.25, 1, 2}).Draw(t, "sigma")
	return f
}

func TestFilterAgainstRestatement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, blobs := drawWholeFilter(t), drawBlobs(t)
		if got, want := robustOf(t, f, blobs), restated(f, blobs); !slices.Equal(got, want) {
			t.Fatalf("%v of %v: %v, want %v", f, blobs, got, want)
		}
	})
}

// TestFilterSymmetries: units do not matter, and the two axes are alike.
func TestFilterSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, blobs := drawWholeFilter(t), drawBlobs(t)
		unit := math.Ldexp(1, rapid.IntRange(-100, 100).Draw(t, "unit"))
		var scaled, swapped []blob
		for _, b := range blobs {
			scaled = append(scaled, blob{unit * b.h, unit * b.i, unit * b.dh, unit * b.di})
			swapped = append(swapped, blob{b.i, b.h, b.di, b.dh})
		}
		want := robustOf(t, f, blobs)
		if got := robustOf(t, f, scaled); !slices.Equal(got, want) {
			t.Errorf("in another unit: %v, want %v", got, want)
		}
		if got := robustOf(t, f, swapped); !slices.Equal(got, want) {
			t.Errorf("with axes swapped: %v, want %v", got, want)
		}
	})
}

// TestFilterOfReference takes the points that another program has kept of
// samples: none of them overlap.
func TestFilterOfReference(t *testing.T) {
	b, err := os.ReadFile(oracle.Shared(t, "data", "golden", "robust_counts.json"))
	if err != nil {
		t.Fatal(err)
	}
	type keptPoint struct{ H, I, Dx, Dy float64 }
	var runs map[string]map[string]json.RawMessage
	if err := json.Unmarshal(b, &runs); err != nil {
		t.Fatal(err)
	}
	for name, run := range runs {
		for _, method := range []string{"boot", "delta", "nsb_indep", "dirpost"} {
			value, ok := run["kept_"+method+"_1s_F1_O1"]
			if !ok {
				continue
			}
			var points []keptPoint
			if err := json.Unmarshal(value, &points); err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(points, func(p, q keptPoint) int { return cmp.Compare(p.H, q.H) })
			var blobs []blob
			for _, p := range points {
				blobs = append(blobs, blob{p.H, p.I, p.Dx, p.Dy})
			}
			if got := robustOf(t, Filter{}, blobs); slices.Contains(got, false) {
				t.Errorf("%s, %s: %v", name, method, got)
			}
		}
	}
}

func TestFilterWithDefaults(t *testing.T) {
	if f, err := (Filter{}).WithDefaults(); err != nil || f != (Filter{"both", "intervals", 1}) {
		t.Errorf("%v, %v", f, err)
	}
	if f, err := (Filter{Sigma: 2, Overlap: "value"}).WithDefaults(); err != nil || f != (Filter{"both", "value", 2}) {
		t.Errorf("%v, %v", f, err)
	}
	for want, f := range map[string]Filter{
		`apart is "neither": want both or either`:                 {Apart: "neither"},
		`overlap is "a lot": want intervals, value or difference`: {Overlap: "a lot"},
		"sigma is -1: want a number above 0, such as 1 or 2":      {Sigma: -1},
		"sigma is NaN: want a number above 0, such as 1 or 2":     {Sigma: math.NaN()},
		"sigma is +Inf: want a number above 0, such as 1 or 2":    {Sigma: math.Inf(1)},
	} {
		if _, err := f.WithDefaults(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// points returns as many points in a row as asked for, a step of 1 apart.
func points(n int, deviation func(n int) float64) (entries []Entry, spreads []Spread) {
	for k := range n {
		entries = append(entries, Entry{H: float64(k), I: float64(k), K: 1})
		spreads = append(spreads, Spread{DH: deviation(k), DI: deviation(k)})
	}
	return entries, spreads
}

// TestFilterOfManyPoints keeps all of so many points that to compare each with all
// others would take very long.
func TestFilterOfManyPoints(t *testing.T) {
	for _, f := range []Filter{{}, {Apart: "either"}} {
		entries, spreads := points(400_000, func(int) float64 { return 0 })
		if slices.Contains(f.filled().robust(entries, spreads), false) {
			t.Errorf("%v: not all are kept", f)
		}
	}
}

func BenchmarkFilter(b *testing.B) {
	const n = 100_000
	for name, deviation := range map[string]func(k int) float64{
		"none":  func(int) float64 { return 0 },
		"small": func(k int) float64 { return float64(k%7) / 10 },
		"large": func(k int) float64 { return 100 + float64(k*7919%n)/100 },
	} {
		entries, spreads := points(n, deviation)
		for _, f := range []Filter{{}, {Apart: "either"}} {
			f = f.filled()
			b.Run(fmt.Sprintf("deviations=%s/apart=%s/n=%d", name, f.Apart, n), func(b *testing.B) {
				for b.Loop() {
					f.robust(entries, spreads)
				}
			})
		}
	}
}
