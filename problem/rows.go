package problem

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// rows are the rows of a problem of a table, in the table's canonical order. Rows of the
// table that are always together are one row.
type rows struct {
	place   []int       // for every row of the table, the row of the problem
	linked  [][2]string // pairs of labels that are always together
	rowMass []float64
	total   float64 // of rowMass
}

// newRows returns the rows of a problem, one for each cluster of together, given the labels of the
// rows of the table. order lists these clusters in canonical order, and mass returns the mass of a
// cluster.
func newRows(labels []string, together partition.Partition, order []int, mass func(x int) float64) rows {
	r := rows{place: make([]int, len(together))}
	rank := partition.Ranks(order)
	for x, row := range together {
		r.place[x] = rank[row]
	}
	for _, x := range order {
		r.rowMass = append(r.rowMass, mass(x))
		r.total += mass(x)
	}
	for _, linked := range together.Clusters() {
		for _, x := range linked[1:] {
			r.linked = append(r.linked, [2]string{labels[linked[0]], labels[x]})
		}
	}
	return r
}

// Rows implements [Problem].
func (r *rows) Rows() int { return len(r.rowMass) }

// Place implements [Problem].
func (r *rows) Place() []int { return r.place }

// described completes the description of a problem: with the probabilities of the n rows of
// the table, given their masses and total, with the linked labels, and with the number of
// samples if there is one.
func (r *rows) described(d frontier.Problem, mass func(x int) float64, total float64, samples int64, counts bool) frontier.Problem {
	d.N, d.M = len(d.XLabels), len(d.YLabels)
	d.XMass = lists.Make(d.N, func(x int) float64 { return mass(x) / total })
	d.Constraints.MustLink = r.linked
	if counts {
		d.Samples = &samples
	}
	return d
}

// scale turns sums over clusters into h. If it is nil, h is H(Z), the length of a label of
// variable length: a cluster of probability w adds -w log2 w. Otherwise h is log2 k, the
// length of a label of fixed length: a cluster adds 1, and the scale holds the logarithms.
type scale []float64

// newScale returns the scale for labels of fixed or of variable length, and n rows.
func newScale(fixed bool, n int) scale {
	if !fixed {
		return nil
	}
	logs := make(scale, n+1)
	for k := 1; k <= n; k++ {
		logs[k] = plogp.Log2(float64(k))
	}
	return logs
}

// fixed reports whether h is log2 k.
func (s scale) fixed() bool { return s != nil }

// cluster returns what a cluster adds, given the phi of its probability.
func (s scale) cluster(phi float64) float64 {
	if s.fixed() {
		return 1
	}
	return -phi
}

// of returns h, given the sum over the clusters.
func (s scale) of(sum float64) float64 {
	if !s.fixed() {
		return sum
	}
	if k := int(sum); k < len(s) && float64(k) == sum {
		return s[k]
	}
	return plogp.Log2(sum) // of a bound, for instance, which is no number of clusters
}
