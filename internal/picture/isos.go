package picture

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/second"
)

// Iso is the frontier of the groupings within a limit on what they tell about a second variable.
type Iso struct {
	Limit  float64 // in bits
	Points []frontier.Point
}

// At most mostIsos frontiers within limits are in a picture, next to the frontier without one. Each loses at least
// leastLost of the area under that to the one before.
const (
	mostIsos  = 4
	leastLost = 0.02
)

// Isos returns frontiers within round limits, the loosest first; none if a frontier has no second variable, or is within
// a limit itself.
func Isos(f *frontier.Frontier) (isos []Iso) {
	if f.Second == nil || f.Second.Limit != nil || f.Len() == 0 {
		return nil
	}
	end := f.At(f.Len() - 1).H
	all := under(f, end)
	last := all
	for _, limit := range limits(f.Second) {
		g, err := second.Within(f, limit)
		if err != nil || g.Len() < 2 || len(isos) == mostIsos {
			break
		}
		if a := under(g, end); a <= last-float64(leastLost*all) {
			isos, last = append(isos, Iso{limit, slices.Collect(g.All())}), a
		}
	}
	return isos
}

// under returns the area under the staircase of a frontier, up to an end.
func under(f *frontier.Frontier, end float64) float64 {
	return pareto.Hypervolume(f.Len(), func(n int) (h, i float64) { return f.At(n).H, f.At(n).I }, end)
}

// limits returns limits between 0 and I(X;S): even ones for groupings that are to tell much, and otherwise each about
// half of the one before, since small differences matter more near 0.
func limits(s *frontier.Second) (list []float64) {
	if !(s.I > 1e-6) {
		return nil
	}
	if s.Aim == frontier.AimAlso {
		for _, t := range draw.Ticks(0, s.I, mostIsos+2) {
			if t.Value > 0 && t.Value < s.I {
				list = append(list, t.Value)
			}
		}
		return list
	}
	for exponent := 2; ; exponent-- {
		for _, m := range []float64{5, 2, 1} {
			switch v := draw.Decimal(m, exponent); {
			case v < 1e-3*s.I:
				return list
			case v < s.I:
				list = append(list, v)
			}
		}
	}
}
