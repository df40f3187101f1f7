package baseline

import (
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// table is a joint distribution with its rows in canonical order. Methods number the rows
// by their position in it.
type table struct {
	n, m  int
	rows  []row
	order []int // the joint's rows in canonical order
	total float64
	phi   *plogp.Phi
	// word is the row with the label of a column, or -1: X and Y may have values in common.
	word []int32
	// logColumn is log2 p(y), and hy H(Y) in bits.
	logColumn []float64
	hy        float64
}

// row is a row of a table. Slices have an entry for each column with mass.
type row struct {
	columns           []int32 // ascending
	masses            []float64
	conditional, term []float64 // p = p(y|x) and p log2 p
	mass, p           float64   // of the row, and p(x)
	negentropy        float64   // -H(Y|x) in bits
}

// newTable returns the rows of a joint in canonical order. O(n log n) row comparisons and
// O(non-zero cells).
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
	row := make(map[string]int32, t.n)
	for r, x := range t.order {
		row[j.XLabels()[x]] = int32(r)
	}
	for y := range t.m {
		word, ok := row[j.YLabels()[y]]
		if !ok {
			word = -1
		}
		t.word = append(t.word, word)
		t.logColumn = append(t.logColumn, plogp.Log2(j.ColMass(y)/t.total))
		t.hy -= t.phi.At(j.ColMass(y))
	}
	return t
}

// point returns H(Z) and I(Z;Y) in bits of the clustering with canonical labels.
// O(m + non-zero cells).
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

// add adds a clustering, given by a label for every row of the table in canonical order,
// unless it was added before. The labels need not be canonical, and are copied. O(n).
func (c *collector) add(labels []int, parameter float64) {
	p := partition.Canonical(labels).Reorder(c.table.order)
	key := partition.Pack(p)
	if !c.seen[key] {
		c.seen[key] = true
		c.clusterings = append(c.clusterings, Clustering{p, parameter})
	}
}

// result returns the clusterings of a method. err is the error of its context, or nil.
func (c *collector) result(err error) Result {
	return Result{Clusterings: c.clusterings, Status: statusOf(err == nil)}
}

func statusOf(finished bool) string {
	if finished {
		return Finished
	}
	return Stopped
}
