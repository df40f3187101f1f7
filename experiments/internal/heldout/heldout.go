// Package heldout measures what groups tell about records that they were not made of, as
// 'dibmap map --validate' does.
package heldout

import "math"

// Information returns I(Z;Y) in bits of counts, a row for each group, as they are.
func Information(counts [][]int64) float64 {
	var all, sum float64
	ofY := make(map[int]float64)
	ofZ := make([]float64, len(counts))
	for z, row := range counts {
		for y, n := range row {
			ofY[y] += float64(n)
			ofZ[z] += float64(n)
			all += float64(n)
		}
	}
	for z, row := range counts {
		for y, n := range row {
			if n > 0 {
				sum += float64(n) * math.Log2(float64(n)*all/(ofZ[z]*ofY[y]))
			}
		}
	}
	return sum / all
}

// Gain is what groups say about held-out records: the sum and the sum of squares over these
// records of log2 q(y|z)/q(y) in bits, for the distribution q of the training records.
type Gain struct {
	Records      int64
	Sum, Squares float64
}

// Add adds n records of some bits each.
func (g *Gain) Add(n int64, bits float64) {
	g.Records += n
	g.Sum += float64(n) * bits
	g.Squares += float64(n) * bits * bits
}

// AddAll adds what others say.
func (g *Gain) AddAll(o Gain) {
	g.Records += o.Records
	g.Sum += o.Sum
	g.Squares += o.Squares
}

// Mean returns the gain of a record and its standard error, in bits.
func (g Gain) Mean() (mean, se float64) {
	n := float64(g.Records)
	mean = g.Sum / n
	return mean, math.Sqrt(max(0, g.Squares/n-mean*mean) / n)
}

// Predictor is a distribution of Y for each group. With q(y) = n_y/N, the share of the training
// records, it is
//
//	q(y|z) = (n_zy + a q(y)) / (n_z + a)
//
// with the a that makes the training records most likely, each predicted from all others.
type Predictor struct {
	// A is the a that was chosen; it may be infinite.
	A      float64
	counts [][]int64
	ofZ    []int64
	prior  []float64
}

// New returns the predictor of the counts of training records, a row for each group.
func New(training [][]int64) *Predictor {
	q := &Predictor{counts: training, ofZ: make([]int64, len(training)), prior: make([]float64, len(training[0]))}
	var all float64
	for z, row := range training {
		for y, n := range row {
			q.ofZ[z] += n
			q.prior[y] += float64(n)
			all += float64(n)
		}
	}
	for y := range q.prior {
		q.prior[y] /= all
	}
	best := math.Inf(-1)
	var chosen float64
	for _, q.A = range concentrations(all) {
		if l := q.leaveOneOut(); l > best {
			best, chosen = l, q.A
		}
	}
	q.A = chosen
	return q
}

// concentrations returns the values to choose from: powers of 2 up to four times the training
// records, above which groups have almost no influence, and infinity, for which they have none.
func concentrations(records float64) (list []float64) {
	for a := 1.0 / 64; a <= 4*records; a *= 2 {
		list = append(list, a)
	}
	return append(list, math.Inf(1))
}

// Bits returns log2 q(y|z)/q(y) in bits: 0 for a y that no training record has, and for a group
// without training records.
func (q *Predictor) Bits(z, y int) float64 {
	if q.prior[y] == 0 {
		return 0
	}
	return math.Log2(q.of(z, y, 0) / q.prior[y])
}

// of returns the probability of y in group z, without some of the records of y there.
func (q *Predictor) of(z, y int, left int64) float64 {
	if math.IsInf(q.A, 1) {
		return q.prior[y]
	}
	return (float64(q.counts[z][y]-left) + q.A*q.prior[y]) / (float64(q.ofZ[z]-left) + q.A)
}

// leaveOneOut returns the logarithm of the likelihood of all records, each predicted from all
// others.
func (q *Predictor) leaveOneOut() (sum float64) {
	for z, row := range q.counts {
		for y, n := range row {
			if n > 0 {
				sum += float64(n) * math.Log2(q.of(z, y, 1))
			}
		}
	}
	return sum
}
