package describe

import (
	"math"
	"strconv"

	"github.com/dibmap/dibmap/frontier"
)

// GroupMean is the mean of the numbers Y in some records, their standard deviation, and the ends of a 95 % interval of the
// mean by Student's t. What is not known, such as a deviation of one record, is NaN.
type GroupMean struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
	Low  float64 `json:"mean_low"`
	High float64 `json:"mean_high"`
}

// unknown is the level of what has no numbers.
var unknown = GroupMean{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// moments adds up the numbers of records.
type moments struct{ weight, mean, scatter float64 }

// join adds records of a weight, a mean and a variance (Chan, Golub and LeVeque 1979, equations 2.1).
func (m *moments) join(weight, mean, variance float64) {
	if weight == 0 {
		return
	}
	apart, before := mean-m.mean, m.weight
	m.weight += weight
	m.mean += float64(apart * (weight / m.weight))
	m.scatter += float64(weight*variance) + float64(float64(apart*apart)*(float64(before*weight)/m.weight))
}

// level returns the level of records. Records is their number, and 0 if it is not known.
func (m *moments) level(records float64) GroupMean {
	if m.weight == 0 {
		return unknown
	}
	l := GroupMean{m.mean, math.NaN(), math.NaN(), math.NaN()}
	variance := m.scatter / m.weight
	switch {
	case records == 0:
		l.SD = math.Sqrt(variance)
	case records >= 2:
		l.SD = math.Sqrt(variance * (records / (records - 1)))
		half := student(records-1) * l.SD / math.Sqrt(records)
		l.Low, l.High = l.Mean-half, l.Mean+half
	}
	return l
}

// level returns the level of a cluster of rows.
func level(p *frontier.Problem, rows []int) GroupMean {
	mass := p.Masses()
	if p.Means == nil || mass == nil {
		return unknown
	}
	var m moments
	for _, x := range rows {
		m.join(mass[x], p.Means.Mean[x], p.Means.Variance[x])
	}
	if p.Samples == nil {
		return m.level(0)
	}
	return m.level(math.Round(m.weight * float64(*p.Samples)))
}

// levelMissing returns the level of the records without X.
func levelMissing(p *frontier.Problem) GroupMean {
	var m moments
	for k, label := range p.Missing.Y {
		v, err := strconv.ParseFloat(label, 64)
		if p.Means == nil || err != nil {
			return unknown
		}
		m.join(p.Missing.Counts[k], v, 0)
	}
	if p.Samples == nil {
		return m.level(0)
	}
	return m.level(m.weight)
}

// few are the 97.5 % quantiles of Student's t for 1, 2, 3, 4 and 5 degrees of freedom.
var few = []float64{12.706204736432095, 4.302652729696142, 3.182446305284263, 2.776445105197793, 2.570581835636314}

// student returns the 97.5 % quantile of Student's t: beyond 5 degrees of freedom, by the expansion of Fisher and
// Cornish (Abramowitz and Stegun 1964, 26.7.5), to four digits.
func student(freedom float64) float64 {
	if n := int(freedom); n <= len(few) {
		return few[n-1]
	}
	const z = 1.959963984540054
	const (
		first  = z * (z*z + 1) / 4
		second = z * (5*z*z*z*z + 16*z*z + 3) / 96
		third  = z * (3*z*z*z*z*z*z + 19*z*z*z*z + 17*z*z - 15) / 384
		fourth = z * (79*z*z*z*z*z*z*z*z + 776*z*z*z*z*z*z + 1482*z*z*z*z - 1920*z*z - 945) / 92160
	)
	n := 1 / freedom
	return z + float64(n*(first+float64(n*(second+float64(n*(third+float64(n*fourth)))))))
}
