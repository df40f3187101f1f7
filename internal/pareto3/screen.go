package pareto3

import "math"

// screenCells is the number of cells of a [Screen] in h and in i.
const screenCells = 64

// Screen is a quick test for points that a set dominates. It does not change with the set.
type Screen struct {
	h, i   float64 // cells a unit
	atH    float64 // where cells begin
	atI    float64
	margin float64
	// best has, for a cell, the largest s of the points that are at least as good as all of the cell in h and i.
	best []float64
}

// Screen returns a test by the points of now. O(points).
func (s *Set[P]) Screen() Screen {
	if s.len == 0 {
		return Screen{}
	}
	low, high := s.bounds()
	width := s.grid.Width()
	c := Screen{screenCells / max(high.H-low.H, width.H), screenCells / max(high.I-low.I, width.I), low.H, low.I, width.S, make([]float64, screenCells*screenCells)}
	for k := range c.best {
		c.best[k] = math.Inf(-1)
	}
	// A point counts for cells that are right of it in h by a whole cell, and below it in i.
	for m := range s.All() {
		a, b := c.cell(m.Vector)
		if a+1 < screenCells && b > 0 {
			k := (a+1)*screenCells + b - 1
			c.best[k] = max(c.best[k], m.S)
		}
	}
	for a := range screenCells {
		for b := screenCells - 1; b >= 0; b-- {
			k := a*screenCells + b
			if a > 0 {
				c.best[k] = max(c.best[k], c.best[k-screenCells])
			}
			if b+1 < screenCells {
				c.best[k] = max(c.best[k], c.best[k+1])
			}
		}
	}
	return c
}

// cell returns the cell of a point; the last cells have all points beyond.
func (c *Screen) cell(v Vector) (a, b int) {
	a = int(min(max(float64((v.H-c.atH)*c.h), 0), screenCells-1))
	b = int(min(max(float64((v.I-c.atI)*c.i), 0), screenCells-1))
	return a, b
}

// Dominates reports whether the screen shows that the set dominated a point. Otherwise the set may have dominated it, too.
func (c *Screen) Dominates(v Vector) bool {
	if c.best == nil || v.H < c.atH {
		return false
	}
	a, b := c.cell(v)
	// Points beyond the largest i are in the last cell, which no point counts for.
	return c.best[a*screenCells+b] > v.S+c.margin
}
