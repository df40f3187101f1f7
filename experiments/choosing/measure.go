package main

import "math"

// information returns I(Z;Y) in bits, from the counts as they are.
func (t tally) information() float64 {
	ofY := make([]int64, len(t.y))
	var all, sum float64
	for _, row := range t.counts {
		for y, n := range row {
			ofY[y] += n
			all += float64(n)
		}
	}
	for x, nx := range t.ofX() {
		for y, n := range t.counts[x] {
			if n > 0 {
				sum += float64(n) * math.Log2(float64(n)*all/(float64(nx)*float64(ofY[y])))
			}
		}
	}
	return sum / all
}

// gain is what groups say about held-out records: the sum and the sum of squares over these
// records of log2 q(y|z)/q(y) in bits, for the distribution q of the training records.
type gain struct {
	records      int64
	sum, squares float64
}

// add adds what others say.
func (g *gain) add(o gain) {
	g.records += o.records
	g.sum += o.sum
	g.squares += o.squares
}

// mean returns the gain of a record and its standard error, in bits.
func (g gain) mean() (mean, se float64) {
	n := float64(g.records)
	mean = g.sum / n
	return mean, math.Sqrt(max(0, g.squares/n-mean*mean) / n)
}

// heldOut returns the gain of groups of the values of X. With q(y) = n_y/N, the share of the
// training records, and
//
//	q(y|z) = (n_zy + a q(y)) / (n_z + a)
//
// with the a that makes the training records most likely, each predicted from all others. Records
// whose Y is in no training record count as 0. One group has the gain 0.
func heldOut(training, test tally, groups []int) gain {
	q := newPredictor(training.grouped(groups))
	return gained(test, func(x, y int) float64 { return q.gain(groups[x], y) })
}

// heldOutMore is like heldOut, for how much more some groups tell than others.
func heldOutMore(training, test tally, groups, others []int) gain {
	q, o := newPredictor(training.grouped(groups)), newPredictor(training.grouped(others))
	return gained(test, func(x, y int) float64 { return q.gain(groups[x], y) - o.gain(others[x], y) })
}

// gained adds up the bits of all records.
func gained(test tally, bits func(x, y int) float64) (g gain) {
	for x, row := range test.counts {
		for y, n := range row {
			if n > 0 {
				b := bits(x, y)
				g.records += n
				g.sum += float64(n) * b
				g.squares += float64(n) * b * b
			}
		}
	}
	return g
}

// predictor is a distribution of Y for each group.
type predictor struct {
	training tally
	ofZ      []int64
	prior    []float64
	a        float64
}

func newPredictor(training tally) *predictor {
	q := &predictor{training: training, ofZ: training.ofX(), prior: make([]float64, len(training.y))}
	for _, row := range training.counts {
		for y, n := range row {
			q.prior[y] += float64(n)
		}
	}
	all := float64(training.records())
	for y := range q.prior {
		q.prior[y] /= all
	}
	best := math.Inf(-1)
	var chosen float64
	for _, q.a = range concentrations(all) {
		if l := q.leaveOneOut(); l > best {
			best, chosen = l, q.a
		}
	}
	q.a = chosen
	return q
}

// concentrations returns those to choose from: powers of 2 up to four times the training records,
// above which groups tell next to nothing, and infinity, for which they tell nothing.
func concentrations(records float64) (list []float64) {
	for a := 1.0 / 64; a <= 4*records; a *= 2 {
		list = append(list, a)
	}
	return append(list, math.Inf(1))
}

// gain returns log2 q(y|z)/q(y) in bits.
func (q *predictor) gain(z, y int) float64 {
	if q.prior[y] == 0 {
		return 0
	}
	return math.Log2(q.of(z, y, 0) / q.prior[y])
}

// of returns the probability of y in group z, without some of the records of y there.
func (q *predictor) of(z, y int, left int64) float64 {
	if math.IsInf(q.a, 1) {
		return q.prior[y]
	}
	return (float64(q.training.counts[z][y]-left) + q.a*q.prior[y]) / (float64(q.ofZ[z]-left) + q.a)
}

// leaveOneOut returns the logarithm of the likelihood of all records, each predicted from all
// others.
func (q *predictor) leaveOneOut() (sum float64) {
	for z, row := range q.training.counts {
		for y, n := range row {
			if n > 0 {
				sum += float64(n) * math.Log2(q.of(z, y, 1))
			}
		}
	}
	return sum
}
