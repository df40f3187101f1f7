// Package smoothing shrinks the rows of a table of counts towards the distribution of all records, so that the few
// records of a rare value do not place it alone.
//
// A row of n_x records, n_xy of them with the value y, gets the distribution
//
//	p(y|x) = (n_xy + a q(y)) / (n_x + a),    q(y) = n_y / N,
//
// the posterior mean under a Dirichlet prior of mean q and strength a, in records. The mass n_x / N of the row stays.
package smoothing

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
)

// MaxCells is the largest number of cells of a smoothed table, in which every cell is above zero.
const MaxCells = 1 << 24

// ErrProbabilities is returned for a table without counts.
var ErrProbabilities = errors.New("smoothing weighs counts of records against a prior, and the table holds probabilities or weights")

// Table returns the table with smoothed rows. Strength 0 returns the table itself. O(rows x columns).
func Table(j *joint.Joint, strength float64) (*joint.Joint, error) {
	if strength == 0 {
		return j, nil
	}
	n, counts := j.Samples()
	rows, columns := j.Rows(), j.Cols()
	switch {
	case !counts:
		return nil, ErrProbabilities
	case rows*columns > MaxCells:
		return nil, fmt.Errorf("smoothing fills all %d x %d cells of the table, and more than %d are too many", rows, columns, MaxCells)
	}
	total := float64(n)
	cells := make([]joint.Cell, 0, rows*columns)
	for x := range rows {
		mass := j.RowMass(x)
		at, own := j.Row(x)
		for y := range columns {
			v := float64(strength * (j.ColMass(y) / total))
			if len(at) > 0 && int(at[0]) == y {
				v += own[0]
				at, own = at[1:], own[1:]
			}
			cells = append(cells, joint.Cell{X: int32(x), Y: int32(y), Value: mass * (v / (mass + strength)) / total})
		}
	}
	return joint.New(j.XLabels(), j.YLabels(), cells)
}

const (
	// leastPower and mostPower are the logarithms, to base 2, of the first strengths that are tried, and leastStep is
	// the last step by which the best of them is moved.
	leastPower, mostPower = -4, 40
	leastStep             = 0.125
	// tolerance is the difference of logarithms of the likelihood below which the larger strength is preferred.
	tolerance = 0.01
	// scale is above all logarithms of the likelihood of a row, in units of 8.
	scale = 1 << 32
)

// Strength returns the strength under which the counts are most likely: empirical Bayes, by the likelihood of the
// Dirichlet-multinomial distribution of each row with the column masses as its mean. It is within a factor
// of 2^(1/8) of the maximum. It is at most four times the number of records, where rows hardly differ, and this
// is returned where the rows do not differ by more than chance. O(cells log N).
func Strength(j *joint.Joint) (float64, error) {
	n, counts := j.Samples()
	if !counts {
		return 0, ErrProbabilities
	}
	total := float64(n)
	best, most := 0.0, math.Inf(-1)
	try := func(power float64) {
		a := special.Exp2(power)
		if a > 4*total {
			return
		}
		l := likelihood(j, a, total)
		if l > most+tolerance || l >= most-tolerance && power > best {
			best = power
		}
		most = max(most, l)
	}
	for power := leastPower; power <= mostPower; power++ {
		try(float64(power))
	}
	for step := 0.5; step >= leastStep; step /= 2 {
		centre := best
		try(centre - step)
		try(centre + step)
	}
	return special.Exp2(best), nil
}

// likelihood returns the logarithm of the likelihood of the counts, in steps that make the sum independent of the
// order of rows and columns.
func likelihood(j *joint.Joint, a, total float64) (sum float64) {
	for x := range j.Rows() {
		columns, counts := j.Row(x)
		sum -= quantized(rise(a, j.RowMass(x)))
		for k, y := range columns {
			sum += quantized(rise(a*(j.ColMass(int(y))/total), counts[k]))
		}
	}
	return sum
}

// rise returns ln Gamma(x + n) - ln Gamma(x).
func rise(x, n float64) float64 {
	if n <= 16 {
		product := 1.0
		for i := range int(n) {
			product *= x + float64(i)
		}
		return special.Ln(product)
	}
	return special.LnGamma(x+n) - special.LnGamma(x)
}

// quantized rounds a logarithm so that sums are exact.
func quantized(v float64) float64 { return plogp.Quantize(v/scale) * scale }
