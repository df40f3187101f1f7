package frontier

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// MaxCells is the largest number of cells that a frontier keeps, so that they remain a small
// part of a file.
const MaxCells = 1 << 18

// Cells are the cells of a table that have weight, sorted by row and then column: three lists of
// equal length, at most [MaxCells].
type Cells struct {
	// X and Y are the rows and columns, as indices of XLabels and YLabels.
	X []int `json:"x"`
	Y []int `json:"y"`
	// Weight are counts if the number of samples is known, and otherwise probabilities. All
	// are positive.
	Weight []float64 `json:"weight"`
}

// massTolerance is the largest error of sums of probabilities in a file, since other programs
// may write few digits.
const massTolerance = 1e-6

// checkMasses returns an error if XMass or Cells are not possible.
func (p *Problem) checkMasses() error {
	if p.XMass != nil {
		if err := checkProbabilities(p.XMass, p.N); err != nil {
			return fmt.Errorf("problem.x_mass%w", err)
		}
	}
	if p.Cells == nil {
		return nil
	}
	if err := p.Cells.check(p.N, p.M); err != nil {
		return fmt.Errorf("problem.cells%w", err)
	}
	if p.XMass == nil {
		return nil
	}
	for x, v := range p.Cells.rowShares(p.N) {
		if math.Abs(v-p.XMass[x]) > massTolerance {
			return fmt.Errorf("problem.cells give row %q the probability %g, and problem.x_mass[%d] is %g", p.XLabels[x], v, x, p.XMass[x])
		}
	}
	return nil
}

// checkProbabilities returns an error if masses cannot be the probabilities of n rows. The text
// starts with a blank, a colon or an index: the caller puts the name of the field before it.
func checkProbabilities(masses []float64, n int) error {
	if len(masses) != n {
		return fmt.Errorf(" has %d numbers, want one for each of the %d rows", len(masses), n)
	}
	var sum float64
	for x, v := range masses {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("[%d] is %g, and a probability lies between 0 and 1", x, v)
		}
		sum += v
	}
	if n > 0 && math.Abs(sum-1) > massTolerance {
		return fmt.Errorf(": the probabilities add up to %g, want 1", sum)
	}
	return nil
}

// check returns an error if no table of n rows and m columns has these cells. The text starts with
// a blank, a colon or a dot: the caller puts the name of the field before it.
func (c *Cells) check(n, m int) error {
	switch {
	case len(c.X) != len(c.Weight) || len(c.Y) != len(c.Weight):
		return fmt.Errorf(": x, y and weight have %d, %d and %d numbers, and should have one for each cell", len(c.X), len(c.Y), len(c.Weight))
	case len(c.X) == 0:
		return errors.New(" are none: leave problem.cells out if they are not known")
	case len(c.X) > MaxCells:
		return fmt.Errorf(" are %d, more than %d: leave problem.cells out", len(c.X), MaxCells)
	}
	var sum float64
	for k, v := range c.Weight {
		switch x, y := c.X[k], c.Y[k]; {
		case x < 0 || x >= n:
			return fmt.Errorf(".x[%d] is %d, not one of the %d rows", k, x, n)
		case y < 0 || y >= m:
			return fmt.Errorf(".y[%d] is %d, not one of the %d columns", k, y, m)
		case k > 0 && cmp.Or(cmp.Compare(c.X[k-1], x), cmp.Compare(c.Y[k-1], y)) >= 0:
			return fmt.Errorf(": cell %d, in row %d and column %d, does not come after the one before: sort by row and column, each cell once", k, x, y)
		case !(v > 0):
			return fmt.Errorf(".weight[%d] is %g, want a number above 0", k, v)
		}
		sum += v
	}
	if math.IsInf(sum, 1) {
		return errors.New(".weight: the numbers add up to more than a number can be: scale them")
	}
	return nil
}

// rowShares returns the share of each of n rows in the weight.
func (c *Cells) rowShares(n int) []float64 {
	shares := make([]float64, n)
	var sum float64
	for k, v := range c.Weight {
		shares[c.X[k]] += v
		sum += v
	}
	for x := range shares {
		shares[x] /= sum
	}
	return shares
}
