package edge

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// ProvedTo is the accuracy of a certificate in bits. A proof uses floating point, whose
// rounding errors are far below, but no interval arithmetic.
const ProvedTo = 1e-8

// MaxRows is the largest number of rows that [Prove] takes. A set of rows is a word of 64 bits.
const MaxRows = 64

// Table is a joint distribution as the prover uses it: rows in canonical order, the
// heaviest first, and sets of rows as bit masks. All masses are whole numbers.
//
// With phi(t) = t log2 t, a cluster T of mass w_T, with the mass v_Ty in column y, has the cost
//
//	c_l(T) = sum_y phi(v_Ty) - (1-l) phi(w_T),
//
// so that I(Z;Y) - l H(Z) = H(Y) + sum_T c_l(T): docs/proof.md, equation (1).
type Table struct {
	N, m   int
	order  []int       // the joint's row of each
	mass   [][]float64 // n x m, of the columns in which more than one row has mass
	own    []float64   // of every row, the sum of phi over the columns in which it alone has mass
	weight []float64   // mass of every row
	total  float64
	phi    *plogp.Phi
	Hy     float64     // H(Y) in bits
	phiW   []float64   // phi of weight
	alone  []float64   // cost of every row as a cluster, at slope 0
	loss   [][]float64 // for every two rows, the information lost when they are merged
}

// NewTable reads a joint distribution of at most MaxRows rows. A column in which a single row has mass adds the
// same to every cluster with that row, so the sums over columns leave it out.
func NewTable(j *joint.Joint) *Table {
	_, counts := j.Samples()
	r := &Table{
		N: j.Rows(), order: j.CanonicalOrder(), total: j.Total(), Hy: j.HY(),
		phi: plogp.NewPhi(j.Total(), counts),
	}
	shared := r.sharedColumns(j)
	r.m = len(shared)
	place := lists.Index(shared)
	for _, x := range r.order {
		row, own := make([]float64, r.m), 0.0
		columns, mass := j.Row(x)
		for k, y := range columns {
			if at, ok := place[y]; ok {
				row[at] = mass[k]
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
	for x := range r.N { // O(n^2 m)
		r.loss = append(r.loss, make([]float64, r.N))
		for z := range x {
			c := r.cluster(1<<x | 1<<z)
			v := r.alone[x] + r.alone[z] - c.at(0)
			r.loss[x][z], r.loss[z][x] = v, v
		}
	}
	return r
}

// sharedColumns returns the columns in which more than one row has mass, sorted by their masses in the order of the
// rows. So sums over columns are the same bits for every order of columns in the table, and certificates are too.
func (r *Table) sharedColumns(j *joint.Joint) []int32 {
	holders := make([]int, j.Cols())
	for x := range r.N {
		columns, _ := j.Row(x)
		for _, y := range columns {
			holders[y]++
		}
	}
	var shared []int32
	masses := make(map[int32][]float64)
	for y, k := range holders {
		if k > 1 {
			shared = append(shared, int32(y))
			masses[int32(y)] = make([]float64, r.N)
		}
	}
	for k, x := range r.order {
		columns, mass := j.Row(x)
		for i, y := range columns {
			if holders[y] > 1 {
				masses[y][k] = mass[i]
			}
		}
	}
	slices.SortFunc(shared, func(a, b int32) int { return slices.Compare(masses[a], masses[b]) })
	return shared
}

// cluster is a set of rows with the two parts of its cost.
type cluster struct {
	set        uint64
	phiV, phiW float64 // sum_y phi(v_y), and phi(w)
}

// at returns the cost for a slope.
func (c *cluster) at(slope float64) float64 { return c.phiV - float64((1-slope)*c.phiW) }

// cluster returns the cluster of a set of rows. O(|set| m).
func (r *Table) cluster(set uint64) cluster {
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

// twoClusters returns the entropy in bits of two clusters, of mass w and of the remaining rows.
func (r *Table) twoClusters(w float64) float64 { return -r.phi.At(w) - r.phi.At(r.total-w) }

// over returns the sum of values over a set of rows.
func over(values []float64, set uint64) float64 {
	var sum float64
	for ; set != 0; set &= set - 1 {
		sum += values[bits.TrailingZeros64(set)]
	}
	return sum
}

// Digest returns what tells tables apart.
func (r *Table) Digest() []byte {
	h := sha256.New()
	put := func(values ...float64) {
		for _, v := range values {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	put(float64(r.N), float64(r.m), r.total, r.Hy)
	put(r.weight...)
	put(r.own...)
	for _, row := range r.mass {
		put(row...)
	}
	return h.Sum(nil)
}

// setsOf returns the clusters of a clustering as bit masks.
func setsOf(p partition.Partition) []uint64 {
	sets := make([]uint64, p.K())
	for x, c := range p {
		sets[c] |= 1 << x
	}
	return sets
}
