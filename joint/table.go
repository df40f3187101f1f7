package joint

import (
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// Table is what [Joint] and [Triple] share: labels, their masses, and the cells that
// have mass, sorted by row, second row (of a Triple) and column.
type Table struct {
	x, y               []string
	rowMass, colMass   []float64
	total              float64
	counts             bool
	lost               int // cells
	zeroRows, zeroCols []string
	// The cells of row r are start[r] to start[r+1]; second is nil for a Joint.
	start          []int
	second, column []int32
	mass           []float64
}

// newTable makes a table of cells that are given by their places in x and y.
func newTable(x, y []string, c cells) (t Table, err error) {
	if err := masses.CheckDistinct(ErrInput, "row", x); err != nil {
		return t, err
	}
	if err := masses.CheckDistinct(ErrInput, "column", y); err != nil {
		return t, err
	}
	if c.n > math.MaxInt32 {
		return t, marked.Errorf(ErrInput, "more than 2^31 - 1 cells are above zero; leave out or group rare values")
	}
	for k := range c.n {
		v := c.at(k)
		if masses.IsMass(v.mass) {
			continue
		}
		if c.triple {
			return t, marked.Errorf(ErrInput, "first row %q, second row %q, column %q holds %g: %s", x[v.row], x[v.second], y[v.column], v.mass, badCell)
		}
		return t, marked.Errorf(ErrInput, "row %q, column %q holds %g: %s", x[v.row], y[v.column], v.mass, badCell)
	}
	t.fill(c, len(x), len(y))
	t.counts, t.lost = masses.Round(t.mass)
	rows, columns := make([]float64, len(x)), make([]float64, len(y))
	for r := range x {
		for k := t.start[r]; k < t.start[r+1]; k++ {
			v := t.mass[k]
			rows[r] += v
			if c.triple {
				rows[t.second[k]] += v
			}
			columns[t.column[k]] += v
			t.total += v
		}
	}
	var rowAt, columnAt []int32
	t.x, t.rowMass, rowAt, t.zeroRows = compact(x, rows)
	t.y, t.colMass, columnAt, t.zeroCols = compact(y, columns)
	if t.total == 0 {
		return t, marked.Errorf(ErrTooSmall, "the table has no mass: every cell is zero")
	}
	for k := range t.second {
		t.second[k] = rowAt[t.second[k]]
	}
	for k := range t.column {
		t.column[k] = columnAt[t.column[k]]
	}
	t.unite(rows)
	return t, nil
}

const badCell = "a cell must hold a number that is neither negative nor infinite"

// compact leaves out the labels without mass. It returns the labels and masses that
// are left, the new index of every old one, and the labels left out.
func compact(labels []string, mass []float64) (kept []string, keptMass []float64, at []int32, zero []string) {
	at = make([]int32, len(labels))
	for k, l := range labels {
		at[k] = int32(len(kept))
		if mass[k] > 0 {
			kept = append(kept, l)
			keptMass = append(keptMass, mass[k])
		} else {
			zero = append(zero, l)
		}
	}
	return kept, keptMass, at, zero
}

// coarsen returns the table with the rows of each cluster added up.
func (t *Table) coarsen(f partition.Partition) Table {
	z := Table{y: t.y, colMass: t.colMass, total: t.total, counts: t.counts}
	for _, rows := range f.Clusters() {
		label, mass := t.x[rows[0]], 0.0
		for _, x := range rows {
			label = min(label, t.x[x])
			mass += t.rowMass[x]
		}
		z.x = append(z.x, label)
		z.rowMass = append(z.rowMass, mass)
	}
	z.fill(t.cells(f, t.mass), len(z.x), len(z.y))
	z.unite(z.rowMass)
	return z
}

// Rows returns n, the number of labels of X (of a [Triple], of X1 and X2) that have
// mass.
func (t *Table) Rows() int { return len(t.x) }

// Cols returns m, the number of values of Y that have mass.
func (t *Table) Cols() int { return len(t.y) }

// NonZero returns the number of cells that have mass.
func (t *Table) NonZero() int { return len(t.mass) }

// RowMass returns the mass of row x. For a [Triple] it is the mass of label x as first
// input plus its mass as second input; these add up to twice the total.
func (t *Table) RowMass(x int) float64 { return t.rowMass[x] }

// ColMass returns the mass of column y.
func (t *Table) ColMass(y int) float64 { return t.colMass[y] }

// Total returns the mass of the whole table: the number of samples for counts, about
// 2^52 for other weights. A mass divided by it is a probability.
func (t *Table) Total() float64 { return t.total }

// Samples returns the number N of samples that were counted, and false if the table
// holds probabilities or other weights.
func (t *Table) Samples() (n int64, ok bool) {
	if !t.counts {
		return 0, false
	}
	return int64(t.total), true
}

// Lost returns the number of values above zero that count as zero, because they are at most
// 2^-53 of the total.
func (t *Table) Lost() int { return t.lost }

// XLabels returns the labels of the rows. The slice must not be changed.
func (t *Table) XLabels() []string { return t.x }

// YLabels returns the labels of the columns. The slice must not be changed.
func (t *Table) YLabels() []string { return t.y }

// ZeroRows returns the labels of the rows that were left out because they have no mass
// (in a [Triple], neither as first input nor as second).
func (t *Table) ZeroRows() []string { return t.zeroRows }

// ZeroCols returns the labels of the columns that were left out because they have no
// mass.
func (t *Table) ZeroCols() []string { return t.zeroCols }

// inputs returns the masses of the values of X, or of the pairs of X1 and X2 that occur.
func (t *Table) inputs() []float64 {
	if t.second == nil {
		return t.rowMass
	}
	var pairs []float64
	for x := range t.x {
		for k := t.start[x]; k < t.start[x+1]; k++ {
			if k > t.start[x] && t.second[k] == t.second[k-1] {
				pairs[len(pairs)-1] += t.mass[k]
			} else {
				pairs = append(pairs, t.mass[k])
			}
		}
	}
	return pairs
}

// entropy returns the entropy in bits of masses that add up to the total. It does not
// depend on their order.
func (t *Table) entropy(masses []float64) float64 {
	var h float64
	for _, v := range masses {
		h -= plogp.Quantize(plogp.PLog2P(v / t.total))
	}
	return max(h, 0)
}

// HY returns the plug-in entropy H(Y) in bits. O(m).
func (t *Table) HY() float64 { return t.entropy(t.colMass) }

// IXY returns the plug-in mutual information in bits between Y and X, or Y and the pair
// of X1 and X2. O(non-zero cells).
func (t *Table) IXY() float64 {
	return max(t.entropy(t.inputs())+t.HY()-t.entropy(t.mass), 0)
}

// digest returns a hexadecimal digest of the labels and masses.
func (t *Table) digest() string {
	kind := "dibmap/table/1"
	if t.second != nil {
		kind = "dibmap/triple/1"
	}
	d := masses.NewDigest(kind)
	d.Number(float64(len(t.x)))
	d.Number(float64(len(t.y)))
	d.Number(t.total)
	rows, rowRank := masses.ByLabel(t.x)
	columns, columnRank := masses.ByLabel(t.y)
	for _, y := range columns {
		d.Text(t.y[y])
	}
	for x, cells := range t.eachRow(rows, rowRank, columnRank) {
		d.Text(t.x[x])
		d.Number(float64(len(cells)))
		for _, k := range cells {
			if t.second != nil {
				d.Number(float64(rowRank[t.second[k]]))
			}
			d.Number(float64(columnRank[t.column[k]]))
			d.Number(t.mass[k])
		}
	}
	return d.Hex()
}

// byLabel returns the cells sorted by the labels of their rows, second rows and columns.
func (t *Table) byLabel() []int32 {
	rows, rowRank := masses.ByLabel(t.x)
	_, columnRank := masses.ByLabel(t.y)
	order := make([]int32, 0, len(t.mass))
	for _, cells := range t.eachRow(rows, rowRank, columnRank) {
		order = append(order, cells...)
	}
	return order
}

// eachRow yields rows in the order given, each with its cells, sorted by the ranks of their second rows and
// columns. The cells are valid during the step.
func (t *Table) eachRow(rows, rowRank, columnRank []int) iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		var cells []int32
		for _, x := range rows {
			cells = cells[:0]
			for k := t.start[x]; k < t.start[x+1]; k++ {
				cells = append(cells, int32(k))
			}
			slices.SortFunc(cells, func(a, b int32) int {
				if t.second != nil && t.second[a] != t.second[b] {
					return rowRank[t.second[a]] - rowRank[t.second[b]]
				}
				return columnRank[t.column[a]] - columnRank[t.column[b]]
			})
			if !yield(x, cells) {
				return
			}
		}
	}
}
