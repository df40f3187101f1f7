package terminal

import (
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

// The mark of the upper bound is one dot for each character. Marks of the frontier have two.
const asciiCeiling = '.'

var ceilingLegend = "⠂⠄ " + vocabulary.English.Legend.Bound

// hasCeiling reports whether a drawing shows the upper bound on all clusterings. It does not if a
// certificate has narrower bounds, or if marks of held-out values need the room of its legend.
func hasCeiling(f *frontier.Frontier) bool {
	return f.Ceiling != nil && f.Certificate == nil && f.Validation == nil && f.Len() > 0
}

// plotCeiling sets a dot in every character on the way of the upper bound, as far as the frontier goes.
func (g *grid) plotCeiling(f *frontier.Frontier) {
	if !hasCeiling(f) {
		return
	}
	g.ceiling = make([]byte, len(g.dots))
	end := f.At(f.Len() - 1).H
	for column := range g.width {
		h := g.x.Lo + float64(2*column)/g.x.To*(g.x.Hi-g.x.Lo)
		if h < 0 || h > end {
			continue
		}
		if y := g.row(f.Ceiling.At(h)); y >= 0 && y < 4*g.height {
			g.ceiling[y/4*g.width+column] = brailleBits[y%4][0]
		}
	}
}

// inCharacters returns dots of the upper bound as the drawing has them, in ASCII or not.
func inCharacters(dots string, ascii bool) string {
	if !ascii {
		return dots
	}
	return strings.Map(func(r rune) rune {
		if r > braille {
			return asciiCeiling
		}
		return r
	}, dots)
}
