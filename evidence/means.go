package evidence

import (
	"math"

	"github.com/dibmap/dibmap/internal/masses"
)

// means is the kind of problem in which groups tell the mean of numbers.
const means = "mean"

// measure sets the levels of columns, given their labels and the standard deviation of the whole table.
func (s *sample) measure(columns []string, deviation float64) error {
	at, err := masses.Numbers(errOther, columns)
	if err != nil {
		return err
	}
	middle, mean := at[0], 0.0
	for y, rate := range s.rate {
		if rate > 0 { // records of training have the number
			mean += float64((at[y] - middle) / rate)
		}
	}
	for y := range at {
		at[y] = (at[y] - middle - mean) / deviation
	}
	s.level = at
	return nil
}

// told returns what a cluster tells about a held-out record of a column, with nzy training records of the column, nz in
// all, of which spread are like all records, and a sum of levels: for means, by how much the squared error falls.
func (s *sample) told(nzy, nz, spread, sum float64, y int32, a float64) float64 {
	if s.level == nil {
		return s.gain(nzy, nz, spread, y, a)
	}
	if nz == s.records || math.IsInf(a, 1) {
		return 0
	}
	m := sum / (nz + a)
	return float64(m * (float64(2*s.level[y]) - m))
}

// toldLeft is told for a training record of the cluster, without this record.
func (s *sample) toldLeft(nzy, nz, sum float64, y int32, a float64) float64 {
	if s.level == nil {
		return s.gainLeft(nzy, nz, y, a)
	}
	if nz == s.records || math.IsInf(a, 1) || s.records < 2 {
		return 0
	}
	z := s.level[y]
	all := -z / (s.records - 1) // the mean of the other records
	m := (sum - z + float64(a*all)) / (nz - 1 + a)
	return float64((m - all) * (float64(2*z) - m - all))
}
