package frontier

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestMasses of a table that says less, or more than there are numbers for.
func TestMasses(t *testing.T) {
	for name, change := range map[string]func(p *Problem){
		"":          func(p *Problem) { p.XMass = nil },
		"no cells":  func(p *Problem) { p.Cells = nil },
		"few words": func(p *Problem) { p.XMass = []float64{0.5, 0.25, 0.2500005} },
		"problem.x_mass[1] is NaN, and a probability lies between 0 and 1":    func(p *Problem) { p.XMass[1] = math.NaN() },
		"problem.cells.weight[2] is NaN where a number above 0 should stand":  func(p *Problem) { p.Cells.Weight[2] = math.NaN() },
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

// TestWeightsFollowTheirLabels moves rows and columns of a table by hand.
func TestWeightsFollowTheirLabels(t *testing.T) {
	p := tiny(t).reordered([]string{`b "é"`, "<c>", "a"}, []string{"no", "yes"}).Problem
	want := &Cells{X: []int{0, 1, 2, 2}, Y: []int{0, 1, 0, 1}, Weight: []float64{250, 250, 100, 400}}
	if d := gocmp.Diff(want, p.Cells); d != "" || !slices.Equal(p.XMass, []float64{0.25, 0.25, 0.5}) {
		t.Error(p.XMass, d)
	}
}

// TestUnionKeepsWeights: what one frontier knows, the union knows.
func TestUnionKeepsWeights(t *testing.T) {
	all := []*Frontier{tiny(t), tiny(t), tiny(t)}
	all[0].Problem.XMass, all[0].Problem.Cells = nil, nil
	all[1].Problem.Cells = nil
	for first := range all {
		fs := slices.Concat(all[first:], all[:first])
		if d := gocmp.Diff(tiny(t).Problem, united(t, fs...).Problem); d != "" {
			t.Error(d)
		}
	}
	if u := united(t, all[:2]...); u.Problem.Cells != nil || fmt.Sprint(u.Problem.XMass) != "[0.5 0.25 0.25]" {
		t.Errorf("%+v", u.Problem)
	}
}

// weigh gives a problem the masses and cells of the table, or one of them, or none; the
// last bits differ.
func (tab tableOfTests) weigh(t *rapid.T, p *Problem) {
	var c Cells
	for x, row := range p.XLabels {
		for y, column := range p.YLabels {
			weight := 1 + rand.New(rand.NewPCG(tab.seed, uint64(row[0])<<8|uint64(column[0]))).Float64()
			if weight > 1.3 {
				c.X, c.Y, c.Weight = append(c.X, x), append(c.Y, y), append(c.Weight, weight)
			}
		}
	}
	if len(c.X) == 0 {
		return
	}
	known := rapid.IntRange(0, 3).Draw(t, "known")
	if known%2 == 1 {
		p.XMass = c.rowShares(p.N)
		p.XMass[0] *= rapid.SampledFrom([]float64{1, 1 - 0x1p-50}).Draw(t, "last bit of a mass")
	}
	if known >= 2 {
		c.Weight[0] *= rapid.SampledFrom([]float64{1, 1 - 0x1p-50}).Draw(t, "last bit of a weight")
		p.Cells = &c
	}
}
