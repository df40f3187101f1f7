package draw

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		most   int
		want   string
	}{
		{0, 4.15, 12, "0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0"},
		{0, 4.15, 5, "0 1 2 3 4"},
		{0, 4.15, 3, "0 2 4"},
		{0, 1, 11, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"},
		{0, 1, 10, "0 0.2 0.4 0.6 0.8 1.0"},
		{-0.05, 0.6, 8, "0 0.1 0.2 0.3 0.4 0.5 0.6"},
		{-0.5, 0.5, 3, "-0.5 0 0.5"},
		{0, 3e-5, 4, "0 0.00001 0.00002 0.00003"},
		{0, 1.2e-8, 3, "0 5e-09 1e-08"},
		{0, 120000, 4, "0 50000 100000"},
		{0, math.Nextafter(0.3, 0), 4, "0 0.1 0.2 0.3"},
		{0, 0.3 - 1e-7, 4, "0 0.1 0.2"},
	} {
		var got []string
		for _, k := range Ticks(c.lo, c.hi, c.most) {
			got = append(got, k.Label)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("Ticks(%g, %g, %d) = %s, want %s", c.lo, c.hi, c.most, s, c.want)
		}
	}
}

func TestTicksAreRoundAndFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hi := math.Pow(10, rapid.Float64Range(-9, 6).Draw(t, "magnitude"))
		lo := -hi * rapid.SampledFrom([]float64{0, 0, 0.01, 0.3, 1}).Draw(t, "below")
		most := rapid.IntRange(3, 20).Draw(t, "most")
		got := Ticks(lo, hi, most)
		if len(got) > most || lo == 0 && len(got) < 2 {
			t.Fatalf("%d ticks", len(got))
		}
		slack := 1e-8 * (hi - lo)
		for n, k := range got {
			if k.Value < lo-slack || k.Value > hi+slack {
				t.Fatalf("tick %g outside", k.Value)
			}
			if v, err := strconv.ParseFloat(k.Label, 64); err != nil || v != k.Value {
				t.Fatalf("tick %g is labelled %s", k.Value, k.Label)
			}
			if n > 1 && math.Abs(k.Value-2*got[n-1].Value+got[n-2].Value) > slack {
				t.Fatalf("uneven ticks: %v", got)
			}
		}
	})
}

func TestScaleReachesItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Scale{
			rapid.Float64Range(-10, 0).Draw(t, "lo"), rapid.Float64Range(0.1, 10).Draw(t, "hi"),
			rapid.Float64Range(0, 500).Draw(t, "from"), rapid.Float64Range(0, 500).Draw(t, "to"),
		}
		if s.At(s.Lo) != s.From || s.At(s.Hi) != s.To {
			t.Fatalf("%+v: %g to %g", s, s.At(s.Lo), s.At(s.Hi))
		}
		a, b := rapid.Float64Range(s.Lo, s.Hi).Draw(t, "a"), rapid.Float64Range(s.Lo, s.Hi).Draw(t, "b")
		if a < b && s.From > s.To && s.At(a) < s.At(b) {
			t.Fatalf("%+v is not descending", s)
		}
	})
}

func TestNextRound(t *testing.T) {
	for k, want := range map[int]int{1: 2, 2: 5, 4: 5, 5: 10, 9: 10, 10: 20, 49: 50, 50: 100, 999_999: 1_000_000} {
		if got := NextRound(k); got != want {
			t.Errorf("after %d comes %d, want %d", k, got, want)
		}
	}
}
