package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/draw"
	_ "github.com/dibmap/dibmap/internal/seeded"
)

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		length vg.Length
		want   string // labels, ^ before exponents, . for minor ticks
	}{
		{2, 4, 60 * mm, "10^2 ........ 10^3 ........ 10^4"},
		{2, 4, 10 * mm, "10^2 10^3 10^4"},
		{-4, -1, 60 * mm, "10^−4 ........ 10^−3 ........ 10^−2 ........ 10^−1"},
		{-0.5, 2.1, 60 * mm, "...... 1 ........ 10 ........ 10^2 "},
		{2, 8, 30 * mm, ". 10^3 .. 10^6 .."},
		{-300, 300, 60 * mm, "10^−200 1 10^200"},
		{0.5, 1.5, 60 * mm, ". 5 .... 10 20 . "},
		{-6.31, -5.2, 60 * mm, "5×10^−7 .... 10^−6 2×10^−6 .. 5×10^−6 . "},
		{3, 4, 20 * mm, "10^3 ........ 10^4"},
		{3, 4, 60 * mm, "1000 2000 .. 5000 .... 10000"},
	} {
		var b strings.Builder
		for _, k := range logTicks(c.lo, c.hi, c.length, 10*mm) {
			switch {
			case k.Minor:
				b.WriteString(".")
			default:
				b.WriteString(" " + strings.NewReplacer("{", "", "}", "").Replace(k.Label) + " ")
			}
		}
		got := strings.Join(strings.Fields(b.String()), " ")
		if want := strings.TrimSpace(c.want); got != want {
			t.Errorf("10^%g to 10^%g on %v:\n%s, want\n%s", c.lo, c.hi, c.length, got, want)
		}
	}
}

// TestLogTicksAreInside checks that there are labels, not too many, in order, and that all
// ticks lie on the axis.
func TestLogTicksAreInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-320, 300).Draw(t, "lo")
		hi := lo + rapid.Float64Range(1, 500).Draw(t, "span")
		length := vg.Length(rapid.Float64Range(10, 1000).Draw(t, "length")) * mm
		pitch := vg.Length(rapid.Float64Range(6, 20).Draw(t, "pitch")) * mm
		last, labelled := math.Inf(-1), 0
		for _, k := range logTicks(lo, hi, length, pitch) {
			if k.Value < lo-1e-8 || k.Value > hi+1e-8 || k.Value <= last {
				t.Fatalf("a tick at %g behind %g, on %g to %g", k.Value, last, lo, hi)
			}
			last = k.Value
			if !k.Minor {
				labelled++
			}
		}
		if most := draw.TickCount(length, pitch); labelled < 1 || labelled > max(most, 3+int(3*(hi-lo))) || labelled > 20 {
			t.Fatalf("%d labels, at most %d have room", labelled, most)
		}
	})
}
