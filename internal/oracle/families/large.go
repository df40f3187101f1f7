package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/points"
)

// Words returns a table of counts in which few columns are frequent, as of words and the next ones.
func Words(t testing.TB, n, m int, seed uint64) *joint.Joint {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	x, y := make([]string, n), make([]string, m)
	for k := range y {
		y[k] = fmt.Sprintf("y%03d", k)
	}
	var cells []joint.Cell
	for row := range x {
		x[row] = fmt.Sprintf("x%03d", row)
		for range 3 + 3000/(row+10) {
			column := (row%7*m/7 + int(float64(m)*r.Float64()*r.Float64())) % m
			cells = append(cells, joint.Cell{X: int32(row), Y: int32(column), Value: float64(1 + r.IntN(20))})
		}
	}
	j, err := joint.New(x, y, merged(cells))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// merged adds up cells of the same row and column.
func merged(all []joint.Cell) (cells []joint.Cell) {
	slices.SortFunc(all, func(a, b joint.Cell) int { return int(a.X-b.X)*1_000_000 + int(a.Y-b.Y) })
	for _, c := range all {
		if last := len(cells) - 1; last >= 0 && cells[last].X == c.X && cells[last].Y == c.Y {
			cells[last].Value += c.Value
		} else {
			cells = append(cells, c)
		}
	}
	return cells
}

// Scaled returns a table with masses that are no counts.
func Scaled(t testing.TB, j *joint.Joint) *joint.Joint {
	t.Helper()
	values := make([][]float64, j.Rows())
	for x := range values {
		values[x] = make([]float64, j.Cols())
		columns, masses := j.Row(x)
		for k, y := range columns {
			values[x][y] = masses[k] / 3.7
		}
	}
	p, err := joint.Dense(j.XLabels(), j.YLabels(), values)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Dots are points in space, some of which are at one place.
type Dots struct {
	Labels  []string
	At      [][]float64
	Weights []float64 // nil if all are equal
}

// Kinds of weights.
const (
	EqualWeights = iota
	Counts
	Fractions
	HeavyTailed
)

// Draw draws points about seven centres.
func Draw(n, d, weights int, seed uint64) (p Dots) {
	r := rand.New(rand.NewPCG(seed, 3))
	centres := make([][]float64, 7)
	for k := range centres {
		for range d {
			centres[k] = append(centres[k], 4*r.NormFloat64())
		}
	}
	for x := range n {
		row := make([]float64, d)
		for y, v := range centres[r.IntN(7)] {
			row[y] = 1e3 + v + r.NormFloat64()
		}
		if x > 0 && r.IntN(20) == 0 {
			row = p.At[r.IntN(x)]
		}
		p.Labels, p.At = append(p.Labels, fmt.Sprintf("p%03d", x)), append(p.At, row)
		switch weights {
		case Counts:
			p.Weights = append(p.Weights, float64(1+r.IntN(30)))
		case Fractions:
			p.Weights = append(p.Weights, r.ExpFloat64())
		case HeavyTailed:
			p.Weights = append(p.Weights, math.Exp(8*r.NormFloat64()))
		}
	}
	return p
}

// Cloud returns the points with names for the coordinates.
func (p Dots) Cloud(t testing.TB) *points.Cloud {
	t.Helper()
	names := lists.Make(len(p.At[0]), func(y int) string { return fmt.Sprintf("c%03d", y) })
	c, err := points.New(names, p.Labels, p.At, p.Weights)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
