package evidence

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// moments are the mean and the mean square of values of records, as exact sums, which do not
// depend on the order of the values. A value is a difference of two logarithms of at most 2^59.
type moments struct{ sum, squares float64 }

// Values and their squares are divided by these, to stay within the range of exact sums.
const (
	scale       = 16
	squareScale = 2048
)

// add adds the value of a share of the records.
func (m *moments) add(share, value float64) {
	m.sum += plogp.Quantize(float64(share*value) / scale)
	m.squares += plogp.Quantize(float64(share*float64(value*value)) / squareScale)
}

func (m *moments) join(other moments) {
	m.sum += other.sum
	m.squares += other.squares
}

func (m *moments) mean() float64 { return m.sum * scale }

// standardError returns the standard error of the mean of the values of some records, and 0 for one record.
func (m *moments) standardError(records float64) float64 {
	if records < 2 {
		return 0
	}
	mean := m.mean()
	variance := float64(m.squares*squareScale) - float64(mean*mean)
	return math.Sqrt(max(0, variance) / (records - 1))
}
