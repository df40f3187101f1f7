package baseline

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// geometric returns the first of left numbers after last that grow by equal factors
// up to n, rounded to the nearest.
func geometric(last, n, left int) int {
	ratio := plogp.Log2(float64(n)/float64(last)) / float64(left)
	return int(math.Round(float64(float64(last) * special.Exp2(ratio))))
}

// table is a joint distribution with its rows in canonical order. Methods number
// rows by their place in it.
type table struct {
	n, m  int
	rows  []row
	order []int // the joint's rows in canonical order
	total float64
	phi   *plogp.Phi
	// logColumn is log2 p(y), and hy H(Y) in bits.
	logColumn []float64
	hy        float64
}

// row is a row of the table: the columns that have mass, ascending, the whole masses
// there, p = p(y|x) there and p log2 p, the mass and the probability p(x) of the row,
// and -H(Y|x) in bits.
type row struct {
	columns           []int32
	masses            []float64
	conditional, term []float64
	mass, p           float64
	negentropy        float64
}

// newTable returns the rows of a joint in canonical order. O(n log n) comparisons of
// rows and O(non-zero cells).
func newTable(j *joint.Joint) *table {
	_, counts := j.Samples()
	t := &table{n: j.Rows(), m: j.Cols(), order: j.CanonicalOrder(), total: j.Total(), phi: plogp.NewPhi(j.Total(), counts)}
	t.rows = make([]row, t.n)
	for r, x := range t.order {
		columns, masses := j.Row(x)
		mass := j.RowMass(x)
		row := row{columns: columns, masses: masses, mass: mass, p: mass / j.Total()}
		for k, v := range masses {
			p := v / mass
			row.conditional = append(row.conditional, p)
			row.term = append(row.term, plogp.PLog2P(p))
			row.negentropy += row.term[k]
		}
		t.rows[r] = row
	}
	for y := range t.m {
		t.logColumn = append(t.logColumn, plogp.Log2(j.ColMass(y)/t.total))
		t.hy -= t.phi.At(j.ColMass(y))
	}
	return t
}

// point returns H(Z) and I(Z;Y) in bits of the clustering by labels in canonical form.
// O(m + non-zero cells), whatever the number of clusters.
func (t *table) point(labels []int) (h, i float64) {
	cells := make([]float64, t.m)
	i = t.hy
	for _, rows := range partition.Partition(labels).Clusters() {
		var mass float64
		var columns []int32
		for _, x := range rows {
			r := &t.rows[x]
			for k, y := range r.columns {
				if cells[y] == 0 {
					columns = append(columns, y)
				}
				cells[y] += r.masses[k]
			}
			mass += r.mass
		}
		for _, y := range columns {
			i += t.phi.At(cells[y])
			cells[y] = 0
		}
		h -= t.phi.At(mass)
		i -= t.phi.At(mass)
	}
	return h, i
}

// collector gathers distinct clusterings of a table.
type collector struct {
	table       *table
	seen        map[partition.Packed]bool
	clusterings []Clustering
}

func newCollector(t *table) *collector {
	return &collector{table: t, seen: make(map[partition.Packed]bool)}
}

// add takes in a clustering, given by a label for every row of the table in
// canonical order, unless it is there. Labels need not be canonical, and are not
// kept. O(n).
func (c *collector) add(labels []int, parameter float64) {
	p := partition.Canonical(labels).Reorder(c.table.order)
	key := partition.Pack(p)
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	c.clusterings = append(c.clusterings, Clustering{p, parameter})
}

// result returns what was gathered.
func (c *collector) result(complete bool) Result {
	r := Result{Clusterings: c.clusterings, Status: Stopped}
	if complete {
		r.Status = Complete
	}
	return r
}
