package sweeps

import (
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// TestGridKeepsTheBest offers clusterings by way of two walkers, in two batches, and compares the grid with
// the best of all in each cell.
func TestGridKeepsTheBest(t *testing.T) {
	g := newGrid(0, cells) // a cell for every unit of h
	rapid.Check(t, func(t *rapid.T) {
		for k := range g.cells[:5] {
			g.cells[k].i = -1
		}
		best := make(map[int]found)
		walkers := []*finds{newFinds(g), newFinds(g)}
		for batch := range 2 {
			var own [][]found
			for n, w := range walkers {
				for k := range rapid.IntRange(0, 6).Draw(t, "offers") {
					h, i := rapid.IntRange(0, 4).Draw(t, "h"), rapid.IntRange(0, 9).Draw(t, "i")
					at := position{int32(2*batch + n), int32(k), none}
					w.offer(float64(h)+0.5, float64(i), at)
					if b, ok := best[h]; !ok || float64(i) > b.i {
						best[h] = found{float64(h) + 0.5, float64(i), at}
					}
				}
				own = append(own, w.take())
			}
			for _, o := range own {
				g.put(o)
			}
		}
		for k, c := range g.cells[:5] {
			if b, ok := best[k]; ok && c != b || !ok && c.i != -1 {
				t.Fatalf("cell %d holds %v, want %v", k, c, b)
			}
		}
	})
}
