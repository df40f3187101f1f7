package frontier

import (
	"fmt"
	"math"
)

// Means are the means of the numbers Y in the records of each row, and the variances about these means.
type Means struct {
	Mean     []float64 `json:"mean"`
	Variance []float64 `json:"variance"`
}

// check returns an error if no table of n rows has these means. The text starts with a colon or a dot: the caller puts
// the name of the field before it.
func (m *Means) check(n int) error {
	if m == nil {
		return nil
	}
	if len(m.Mean) != n || len(m.Variance) != n {
		return fmt.Errorf(": mean and variance have %d and %d numbers, want one for each of the %d rows", len(m.Mean), len(m.Variance), n)
	}
	for x, v := range m.Variance {
		if math.IsNaN(m.Mean[x]) || math.IsInf(m.Mean[x], 0) || !(v >= 0) || math.IsInf(v, 1) {
			return fmt.Errorf(": row %d has the mean %g and the variance %g", x, m.Mean[x], v)
		}
	}
	return nil
}
