package plot

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
)

// TestDenseFrontiersAreLines draws frontiers around the limit and far above it: above it only the
// most prominent points are marked, and the legend says so.
func TestDenseFrontiersAreLines(t *testing.T) {
	for _, n := range []int{mostMarked, mostMarked + 1, 60000} {
		f := synthetic(t, n, shapes[0].Curve, 1)
		g := figureOf(t, f, Options{})
		explained := slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == "its most prominent points" })
		if n <= mostMarked {
			if len(g.markers) != len(g.points) || explained {
				t.Errorf("of %d points: %d markers for %d spots, explained as prominent: %v", n, len(g.markers), len(g.points), explained)
			}
			continue
		}
		if !explained || len(g.markers) < mostProminent/2 || len(g.markers) > mostProminent {
			t.Errorf("of %d points: %d markers, explained as prominent: %v", n, len(g.markers), explained)
		}
		if first := f.MostProminent(1)[0]; g.markers[0] != g.Place(first.H, first.I) {
			t.Errorf("of %d points: the most prominent one is not marked", n)
		}
		for a, p := range g.markers {
			for _, q := range g.markers[:a] {
				if away(p, q) < markGap {
					t.Errorf("of %d points: the markers at %v and %v are too near to each other", n, p, q)
				}
			}
			nearest := slices.MinFunc(g.points, func(a, b vg.Point) int { return int(math.Copysign(1, float64(away(a, p)-away(b, p)))) })
			if away(nearest, p) > 2*draw.Spot {
				t.Errorf("of %d points: the marker at %v is off the frontier", n, p)
			}
		}
	}
}

// TestDenseFiguresAreSmall bounds the size of a figure of 60,000 points, each the best for its
// number of clusters.
func TestDenseFiguresAreSmall(t *testing.T) {
	f := climbing(t, 60000)
	if got := len(drawn(t, f, "svg", Options{})); got > 250e3 {
		t.Errorf("an SVG of 60,000 points has %d bytes", got)
	}
}

// TestManyRingsAreApart draws a frontier that has another number of clusters at each point.
func TestManyRingsAreApart(t *testing.T) {
	g := figureOf(t, climbing(t, 3000), Options{})
	if len(g.rings) < 20 || g.rings[0].k != 1 {
		t.Fatalf("%d rings, the first of k = %d", len(g.rings), g.rings[0].k)
	}
	for n, r := range g.rings {
		for _, s := range g.rings[:n] {
			if away(r.at, s.at) < markGap {
				t.Errorf("the rings of k = %d and %d are too near to each other", s.k, r.k)
			}
		}
	}
}

// climbing returns a frontier of n points of 1 to n clusters.
func climbing(t *testing.T, n int) *frontier.Frontier {
	t.Helper()
	var entries []frontier.Entry
	for k := 1; k <= n; k++ {
		h := math.Log2(float64(k))
		entries = append(entries, frontier.Entry{H: h, I: math.Sqrt(h), K: k})
	}
	return frontierOf(t, frontier.Problem{Kind: "dib", Source: frontier.Source{Name: fmt.Sprintf("1 to %d", n)}}, entries)
}
