package frontier

import (
	"math"
	"strings"
	"testing"
)

// TestMasses of a table that says less, or more than there are numbers for.
func TestMasses(t *testing.T) {
	for name, change := range map[string]func(p *Problem){
		"":          func(p *Problem) { p.XMass = nil },
		"no cells":  func(p *Problem) { p.Cells = nil },
		"few words": func(p *Problem) { p.XMass = []float64{0.5, 0.25, 0.2500005} },
		"problem.x_mass[1] is NaN, and a probability lies between 0 and 1":    func(p *Problem) { p.XMass[1] = math.NaN() },
		"problem.cells.weight[2] is NaN, want a number above 0":               func(p *Problem) { p.Cells.Weight[2] = math.NaN() },
		"problem.cells are 262145, more than 262144: leave problem.cells out": func(p *Problem) { *p = cellular(MaxCells + 1) },
		"262144 cells": func(p *Problem) { *p = cellular(MaxCells) },
	} {
		f := tiny(t)
		change(&f.Problem)
		err := f.Check()
		if failed := strings.HasPrefix(name, "problem"); failed != (err != nil) || failed && err.Error() != name {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// cellular returns a problem of three rows and many cells.
func cellular(cells int) Problem {
	p := Problem{N: 3, XLabels: []string{"a", "b", "c"}, YLabels: numbered((cells + 2) / 3), Cells: &Cells{}}
	p.M = len(p.YLabels)
	for k := range cells {
		p.Cells.X, p.Cells.Y = append(p.Cells.X, k/p.M), append(p.Cells.Y, k%p.M)
		p.Cells.Weight = append(p.Cells.Weight, 1)
	}
	return p
}
