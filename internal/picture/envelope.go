package picture

import "github.com/dibmap/dibmap/frontier"

// Corner is a point of a curve, in bits.
type Corner struct{ H, I float64 }

// Envelope returns the corners of the least of all lines from lo to hi.
func Envelope(lines []frontier.Line, lo, hi float64) []Corner {
	least := lines[0]
	for _, l := range lines[1:] {
		if v, w := l.At(lo), least.At(lo); v < w || v == w && l.Slope < least.Slope {
			least = l
		}
	}
	corners := []Corner{{lo, least.At(lo)}}
	for {
		next, cross := least, hi
		for _, l := range lines {
			if l.Slope >= least.Slope {
				continue
			}
			h := (l.At0 - least.At0) / (least.Slope - l.Slope)
			if h < cross || h == cross && h < hi && l.Slope < next.Slope {
				next, cross = l, h
			}
		}
		if next == least {
			return append(corners, Corner{hi, least.At(hi)})
		}
		least = next
		if cross > lo {
			corners = append(corners, Corner{cross, least.At(cross)})
		}
	}
}
