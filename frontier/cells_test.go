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

func TestWeightErrors(t *testing.T) {
	tests := []struct{ old, replacement, want string }{
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,0.25]`, "problem.x_mass has 2 numbers where one for each of the 3 rows should stand"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": []`, "problem.x_mass has 0 numbers where one for each of the 3 rows should stand"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": null`, "line 4, column 14: problem.x_mass is null where a list should stand"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,null,0.25]`, "line 4, column 14: problem.x_mass[1] is null where a number should stand"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,0.25,"0.25"]`, `line 24, column 25: problem.x_mass[2] is "0.25" where a number should stand`},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [1.5,-0.25,-0.25]`, "problem.x_mass[0] is 1.5, and a probability lies between 0 and 1"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [1,-0.25,0.25]`, "problem.x_mass[1] is -0.25, and a probability lies between 0 and 1"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,0.25,0.250002]`, "problem.x_mass: the probabilities add up to 1.000002 where 1 should stand"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.4,0.35,0.25]`, `problem.cells give row "a" the probability 0.5, and problem.x_mass[0] is 0.4`},
		{`"x": [0,0,1,2]`, `"x": [0,0,1]`, "problem.cells: x, y and weight have 3, 4 and 4 numbers, and should have one for each cell"},
		{`"y": [0,1,1,0]`, `"y": [0,1,1]`, "problem.cells: x, y and weight have 4, 3 and 4 numbers, and should have one for each cell"},
		{`"x": [0,0,1,2]`, `"x": [0,0.5,1,2]`, "line 26, column 15: problem.cells.x[1] is 0.5 where a whole number should stand"},
		{`"x": [0,0,1,2]`, `"x": [0,0,1,3]`, "problem.cells.x[3] is 3, which is none of the 3 rows"},
		{`"x": [0,0,1,2]`, `"x": [-1,0,1,2]`, "problem.cells.x[0] is -1, which is none of the 3 rows"},
		{`"y": [0,1,1,0]`, `"y": [0,1,2,0]`, "problem.cells.y[2] is 2, which is none of the 2 columns"},
		{`"y": [0,1,1,0]`, `"y": [0,-1,1,0]`, "problem.cells.y[1] is -1, which is none of the 2 columns"},
		{`"y": [0,1,1,0]`, `"y": [1,1,1,0]`, "problem.cells: cell 1, in row 0 and column 1, does not come after the one before: sort by row and column, each cell once"},
		{`"x": [0,0,1,2]`, `"x": [0,0,2,1]`, "problem.cells: cell 3, in row 1 and column 0, does not come after the one before: sort by row and column, each cell once"},
		{`[400,100,250,250]`, `[400,0,250,250]`, "problem.cells.weight[1] is 0 where a number above 0 should stand"},
		{`[400,100,250,250]`, `[400,100,250,-250]`, "problem.cells.weight[3] is -250 where a number above 0 should stand"},
		{`[400,100,250,250]`, `[1.5e308,1.5e308,250,250]`, "problem.cells.weight: the numbers add up to more than a number can be: scale them"},
		{`"weight": [400,100,250,250]`, `"w": 0`, "line 4, column 14: problem.cells.weight is missing"},
		{"{\n      \"x\": [0,0,1,2],\n      \"y\": [0,1,1,0],\n      \"weight\": [400,100,250,250]", `{"x": [], "y": [], "weight": []`, "problem.cells are none: leave problem.cells out if they are not known"},
	}
	for _, tt := range tests {
		_, err := Read(strings.NewReader(edited(t, tt.old, tt.replacement)))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s for %s:\n got %v\nwant %s", tt.replacement, tt.old, err, tt.want)
		}
	}
}

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
		err := f.checkWritable()
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

// TestFlattened: lists of numbers, and nothing else, lose their white space.
func TestFlattened(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [` + "\n 1,\n -2e9\n]}":     `{"a": [1,-2e9]}`,
		`[` + "\n [\n 1\n],\n [ ]\n]":      "[\n [1],\n []\n]",
		`["[ 1, 2 ]", "\"[ 1 ]", "\\"]`:    `["[ 1, 2 ]", "\"[ 1 ]", "\\"]`,
		`[{"x": [ 1, 2 ], "y": "]"}, [ ]]`: `[{"x": [1,2], "y": "]"}, []]`,
		`[ 1`:                              `[ 1`,
	} {
		if got := string(flattened([]byte(text))); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestWeightsFollowTheirLabels moves rows and columns of a table by hand.
func TestWeightsFollowTheirLabels(t *testing.T) {
	p := tiny(t).Problem
	got := weights{p.XMass, p.Cells}.reordered([]int{2, 0, 1}, []int{1, 0})
	want := weights{[]float64{0.25, 0.25, 0.5}, &Cells{X: []int{0, 1, 2, 2}, Y: []int{0, 1, 0, 1}, Weight: []float64{250, 250, 100, 400}}}
	if d := gocmp.Diff(want, got, gocmp.AllowUnexported(weights{})); d != "" {
		t.Error(d)
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
