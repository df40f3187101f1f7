package exact

import (
	"math/bits"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
)

// MaxProvedRows is the number of rows up to which [Prove] works: those of a set in
// one word.
const MaxProvedRows = 64

// rows is a joint distribution as the solver reads it: rows in canonical order,
// the heaviest first, all masses whole numbers. Sets of rows are bit masks.
//
// With phi(t) = t log2 t, a cluster T of masses v_T by column and w_T in all
// contributes
//
//	c_l(T) = sum_y phi(v_Ty) - (1-l) phi(w_T)
//
// to I(Z;Y) - l H(Z) = H(Y) + sum_T c_l(T).
type rows struct {
	n, m   int
	order  []int       // the joint's row behind each
	mass   [][]float64 // n x m: the columns that more than one row has
	own    []float64   // of every row, the sum of phi of the columns that it alone has
	weight []float64
	total  float64
	phi    *plogp.Phi
	hy     float64 // H(Y) in bits
	phiW   []float64
	// alone is every row's cost at slope 0: what it adds to I(X;Y) - H(Y).
	alone []float64
	// loss holds for every two rows the information that merging them loses.
	loss [][]float64
}

// newRows reads a joint distribution of at most MaxProvedRows rows.
//
// A column that only one row has adds the same to whatever cluster that row is
// in, so it is taken out of the sum over columns.
func newRows(j *joint.Joint) *rows {
	_, counts := j.Samples()
	r := &rows{
		n: j.Rows(), order: j.CanonicalOrder(), total: j.Total(), hy: j.HY(),
		phi: plogp.NewPhi(j.Total(), counts),
	}
	holders := make([]int, j.Cols())
	for x := range r.n {
		columns, _ := j.Row(x)
		for _, y := range columns {
			holders[y]++
		}
	}
	place := make([]int, j.Cols())
	for y, k := range holders {
		if k > 1 {
			place[y] = r.m
			r.m++
		}
	}
	for _, x := range r.order {
		row, own := make([]float64, r.m), 0.0
		columns, mass := j.Row(x)
		for k, y := range columns {
			if holders[y] > 1 {
				row[place[y]] = mass[k]
			} else {
				own += r.phi.At(mass[k])
			}
		}
		w := j.RowMass(x)
		r.mass = append(r.mass, row)
		r.own = append(r.own, own)
		r.weight = append(r.weight, w)
		r.phiW = append(r.phiW, r.phi.At(w))
		r.alone = append(r.alone, own+r.phi.Sum(row)-r.phi.At(w))
	}
	r.losses()
	return r
}

// losses fills in loss. O(n^2 m).
func (r *rows) losses() {
	for x := range r.n {
		r.loss = append(r.loss, make([]float64, r.n))
		for z := range x {
			c := r.cluster(1<<x | 1<<z)
			v := r.alone[x] + r.alone[z] - c.at(0)
			r.loss[x][z], r.loss[z][x] = v, v
		}
	}
}

// cluster is a set of rows and the two parts of its contribution.
type cluster struct {
	set        uint64
	phiV, phiW float64 // sum_y phi(v_y), and phi(w)
}

// at returns c_l of the cluster, for slope l.
func (c *cluster) at(slope float64) float64 { return c.phiV - float64((1-slope)*c.phiW) }

// cluster returns a cluster's parts. O(|set| m).
func (r *rows) cluster(set uint64) cluster {
	sum := make([]float64, r.m)
	var w, own float64
	for s := set; s != 0; s &= s - 1 {
		x := bits.TrailingZeros64(s)
		w += r.weight[x]
		own += r.own[x]
		for y, v := range r.mass[x] {
			sum[y] += v
		}
	}
	return cluster{set, own + r.phi.Sum(sum), r.phi.At(w)}
}

// over returns the sum of values over a set of rows.
func over(values []float64, set uint64) float64 {
	var sum float64
	for ; set != 0; set &= set - 1 {
		sum += values[bits.TrailingZeros64(set)]
	}
	return sum
}
