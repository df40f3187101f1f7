package picture

import (
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// lines returns bounds of which At0 and Slope are given in turn.
func lines(of ...float64) (l []frontier.Line) {
	for pair := range slices.Chunk(of, 2) {
		l = append(l, frontier.Line{At0: pair[0], Slope: pair[1]})
	}
	return l
}

func TestEnvelope(t *testing.T) {
	for name, tt := range map[string]struct {
		lines  []frontier.Line
		lo, hi float64
		want   []Corner
	}{
		"one line":              {lines(1, 0.5), 0, 2, []Corner{{0, 1}, {2, 2}}},
		"two":                   {lines(0, 1, 1, 0.5), 0, 4, []Corner{{0, 0}, {2, 2}, {4, 3}}},
		"three, one too high":   {lines(9, 0, 0, 1, 1, 0.5), 0, 4, []Corner{{0, 0}, {2, 2}, {4, 3}}},
		"one skipped":           {lines(0, 1, 1.5, 0.5, 1, 0), 0, 4, []Corner{{0, 0}, {1, 1}, {4, 1}}},
		"from the middle on":    {lines(0, 1, 1, 0.5), 2, 4, []Corner{{2, 2}, {4, 3}}},
		"crossing at the end":   {lines(0, 1, 1, 0.5), 0, 2, []Corner{{0, 0}, {2, 2}}},
		"three through a point": {lines(0, 1, 1, 0.5, 2, 0), 0, 3, []Corner{{0, 0}, {2, 2}, {3, 2}}},
		"the same twice":        {lines(0, 1, 0, 1), 0, 3, []Corner{{0, 0}, {3, 3}}},
	} {
		if got := Envelope(tt.lines, tt.lo, tt.hi); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", name, got, tt.want)
		}
	}
}
