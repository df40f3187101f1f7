package joint

import (
	"math"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// maxSmoothed is the largest number of cells of a smoothed table, in which every cell is above zero.
const maxSmoothed = 1 << 24

// Smooth returns a table of probabilities in which the row of every x is shrunk towards the distribution of all
// records, so that the few records of a rare value do not place it alone. The row has the mass n_x / N that it had, and
// the distribution
//
//	p(y|x) = (n_xy + a q(y)) / (n_x + a),  q(y) = n_y / N,
//
// which is the posterior mean under a Dirichlet prior of mean q and of the given strength a, in records. Strength 0
// returns j itself.
//
// The error wraps [ErrInput] if j has no counts, if the strength is negative or not finite, or if the table has more
// than 2^24 rows times columns, as all cells of the result have mass. O(rows x columns).
func (j *Joint) Smooth(strength float64) (*Joint, error) {
	n, counts := j.Samples()
	rows, columns := j.Rows(), j.Cols()
	switch {
	case strength == 0:
		return j, nil
	case !(strength > 0) || math.IsInf(strength, 1):
		return nil, marked.Errorf(ErrInput, "the strength of smoothing is %g: want a number of records, such as 10", strength)
	case !counts:
		return nil, marked.Errorf(ErrInput, "%s", noCounts)
	case rows*columns > maxSmoothed:
		return nil, marked.Errorf(ErrInput, "smoothing fills all %d x %d cells of the table, and more than %d are too many: put rare values together", rows, columns, maxSmoothed)
	}
	total := float64(n)
	cells := make([]Cell, 0, rows*columns)
	for x := range rows {
		mass := j.RowMass(x)
		at, own := j.Row(x)
		for y := range columns {
			v := float64(strength * (j.ColMass(y) / total))
			if len(at) > 0 && int(at[0]) == y {
				v += own[0]
				at, own = at[1:], own[1:]
			}
			cells = append(cells, Cell{X: int32(x), Y: int32(y), Value: mass * (v / (mass + strength)) / total})
		}
	}
	return New(j.XLabels(), j.YLabels(), cells)
}

const noCounts = "smoothing weighs counts of records against a prior, and the table holds probabilities or weights"

const (
	// leastPower and mostPower are the logarithms, to base 2, of the first strengths that are tried, and leastStep is
	// the last step by which the best of them is moved.
	leastPower, mostPower = -4, 40
	leastStep             = 0.125
	// tolerance is the difference of logarithms of the likelihood below which the larger strength is preferred.
	tolerance = 0.01
	// likelihoodScale is above all logarithms of the likelihood of a row, in units of 8.
	likelihoodScale = 1 << 32
)

// SmoothingStrength returns the strength for [Joint.Smooth] under which the counts are most likely (empirical Bayes):
// each row is taken to have a Dirichlet-multinomial distribution whose mean is the distribution of all records (Minka
// 2000, "Estimating a Dirichlet distribution"). It is within a factor of 2^(1/8) of the maximum, and at most four times
// the number of records, and then rows hardly differ: this is the answer, too, if no strength raises the natural logarithm
// of the likelihood by least above it. Of strengths that are about equally likely, it is the largest. The error wraps
// [ErrInput] if j has no counts. O(cells log N).
func (j *Joint) SmoothingStrength(least float64) (float64, error) {
	n, counts := j.Samples()
	if !counts {
		return 0, marked.Errorf(ErrInput, "%s", noCounts)
	}
	total := float64(n)
	best, most := 0.0, math.Inf(-1)
	largest, alike := 0.0, 0.0 // rows hardly differ
	try := func(power float64) {
		a := special.Exp2(power)
		if a > 4*total {
			return
		}
		l := j.likelihood(a, total)
		if power > largest {
			largest, alike = power, l
		}
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
	if most < alike+least {
		best = largest
	}
	return special.Exp2(best), nil
}

// likelihood returns the logarithm of the likelihood of the counts, in steps that make the sum independent of the
// order of rows and columns.
func (j *Joint) likelihood(a, total float64) (sum float64) {
	for x := range j.Rows() {
		columns, counts := j.Row(x)
		sum -= quantized(rise(a, j.RowMass(x)))
		for k, y := range columns {
			sum += quantized(rise(float64(a*(j.ColMass(int(y))/total)), counts[k]))
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
func quantized(v float64) float64 {
	return float64(plogp.Quantize(v/likelihoodScale) * likelihoodScale)
}
