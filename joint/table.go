package joint

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// table is what [Joint] and [Triple] share: labels, their masses, and the cells that
// have mass, sorted by row, second row (of a Triple) and column.
type table struct {
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

// cells are the cells of a table in any order: the row, the second row (nil for a
// Joint), the column and the mass of each.
type cells struct {
	row, second, column []int32
	mass                []float64
}

// newTable makes a table of cells that are given by their places in x and y. It uses
// the slices of the cells for itself.
func newTable(x, y []string, c cells) (t table, err error) {
	if err := masses.CheckDistinct(ErrInput, "row", x); err != nil {
		return t, err
	}
	if err := masses.CheckDistinct(ErrInput, "column", y); err != nil {
		return t, err
	}
	if len(c.mass) > math.MaxInt32 {
		return t, masses.Errorf(ErrInput, "more than 2^31 - 1 cells are above zero; leave out or group rare values")
	}
	for k, v := range c.mass {
		if !masses.IsMass(v) {
			at := x[c.row[k]]
			if c.second != nil {
				return t, masses.Errorf(ErrInput, "first row %q, second row %q, column %q holds %g: %s", at, x[c.second[k]], y[c.column[k]], v, badCell)
			}
			return t, masses.Errorf(ErrInput, "row %q, column %q holds %g: %s", at, y[c.column[k]], v, badCell)
		}
	}
	t.counts, t.lost = masses.Round(c.mass)
	rows, columns := make([]float64, len(x)), make([]float64, len(y))
	for k, v := range c.mass {
		rows[c.row[k]] += v
		if c.second != nil {
			rows[c.second[k]] += v
		}
		columns[c.column[k]] += v
		t.total += v
	}
	var rowAt, columnAt []int32
	t.x, t.rowMass, rowAt, t.zeroRows = compact(x, rows)
	t.y, t.colMass, columnAt, t.zeroCols = compact(y, columns)
	if t.total == 0 {
		return t, masses.Errorf(ErrTooSmall, "the table has no mass: every cell is zero")
	}
	for k := range c.mass {
		c.row[k], c.column[k] = rowAt[c.row[k]], columnAt[c.column[k]]
		if c.second != nil {
			c.second[k] = rowAt[c.second[k]]
		}
	}
	t.fill(c)
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

// fill stores the cells that have mass in order, with those at the same place added
// up.
func (t *table) fill(c cells) {
	order := make([]int32, 0, len(c.mass))
	for k, v := range c.mass {
		if v > 0 {
			order = append(order, int32(k))
		}
	}
	order = arrange(order, c.column, len(t.y))
	if c.second != nil {
		order = arrange(order, c.second, len(t.x))
	}
	order = arrange(order, c.row, len(t.x))
	t.start = make([]int, len(t.x)+1)
	last := int32(-1)
	for _, k := range order {
		if last >= 0 && c.same(k, last) {
			t.mass[len(t.mass)-1] += c.mass[k]
			continue
		}
		last = k
		t.start[c.row[k]+1]++
		if c.second != nil {
			t.second = append(t.second, c.second[k])
		}
		t.column = append(t.column, c.column[k])
		t.mass = append(t.mass, c.mass[k])
	}
	for x := range t.x {
		t.start[x+1] += t.start[x]
	}
}

// same tells whether two cells are at the same place.
func (c *cells) same(a, b int32) bool {
	return c.row[a] == c.row[b] && c.column[a] == c.column[b] && (c.second == nil || c.second[a] == c.second[b])
}

// arrange sorts items by their keys, which are below limit, and keeps the order of
// items with equal keys: a counting sort, as tables have ten million cells.
// O(items + limit).
func arrange(items, key []int32, limit int) []int32 {
	start := make([]int, limit+1)
	for _, item := range items {
		start[key[item]+1]++
	}
	for k := range limit {
		start[k+1] += start[k]
	}
	sorted := make([]int32, len(items))
	for _, item := range items {
		k := key[item]
		sorted[start[k]] = item
		start[k]++
	}
	return sorted
}

// rowsIn returns the cluster of the row of every cell.
func (t *table) rowsIn(f partition.Partition) []int32 {
	rows := make([]int32, 0, len(t.mass))
	for x, cluster := range f {
		for range t.start[x+1] - t.start[x] {
			rows = append(rows, int32(cluster))
		}
	}
	return rows
}

// coarsen returns the table with the rows of each cluster added up.
func (t *table) coarsen(f partition.Partition) table {
	z := table{y: t.y, colMass: t.colMass, total: t.total, counts: t.counts}
	for _, rows := range f.Clusters() {
		label, mass := t.x[rows[0]], 0.0
		for _, x := range rows {
			label = min(label, t.x[x])
			mass += t.rowMass[x]
		}
		z.x = append(z.x, label)
		z.rowMass = append(z.rowMass, mass)
	}
	c := cells{row: t.rowsIn(f), column: t.column, mass: t.mass}
	for _, x := range t.second {
		c.second = append(c.second, int32(f[x]))
	}
	z.fill(c)
	return z
}

// Rows returns n, the number of labels of X (of a [Triple], of X1 and X2) that have
// mass.
func (t *table) Rows() int { return len(t.x) }

// Cols returns m, the number of values of Y that have mass.
func (t *table) Cols() int { return len(t.y) }

// NonZero returns the number of cells that have mass.
func (t *table) NonZero() int { return len(t.mass) }

// RowMass returns the mass of row x. For a [Triple] that is the mass of label x as
// first input plus that as second input; these add up to twice the total.
func (t *table) RowMass(x int) float64 { return t.rowMass[x] }

// ColMass returns the mass of column y.
func (t *table) ColMass(y int) float64 { return t.colMass[y] }

// Total returns the mass of the whole table: the number of samples for counts, about
// 2^52 for other weights. A mass divided by it is a probability.
func (t *table) Total() float64 { return t.total }

// Samples returns the number N of samples that were counted, and false if the table
// holds probabilities or other weights.
func (t *table) Samples() (n int64, ok bool) {
	if !t.counts {
		return 0, false
	}
	return int64(t.total), true
}

// Lost returns the number of values above zero that count as zero, because they are at most
// 2^-53 of the total.
func (t *table) Lost() int { return t.lost }

// XLabels returns the labels of the rows. The slice must not be changed.
func (t *table) XLabels() []string { return t.x }

// YLabels returns the labels of the columns. The slice must not be changed.
func (t *table) YLabels() []string { return t.y }

// ZeroRows returns the labels of the rows that were left out because they have no mass
// (in a [Triple], neither as first input nor as second).
func (t *table) ZeroRows() []string { return t.zeroRows }

// ZeroCols returns the labels of the columns that were left out because they have no
// mass.
func (t *table) ZeroCols() []string { return t.zeroCols }

// inputs returns the masses of the values of X, or of the pairs of X1 and X2 that occur.
func (t *table) inputs() []float64 {
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
func (t *table) entropy(masses []float64) float64 {
	var h float64
	for _, v := range masses {
		h -= plogp.Quantize(plogp.PLog2P(v / t.total))
	}
	return max(h, 0)
}

// HY returns the plug-in entropy H(Y) in bits. O(m).
func (t *table) HY() float64 { return t.entropy(t.colMass) }

// IXY returns the plug-in mutual information in bits between Y and X, or Y and the pair
// of X1 and X2. O(non-zero cells).
func (t *table) IXY() float64 {
	return max(t.entropy(t.inputs())+t.HY()-t.entropy(t.mass), 0)
}

// digest returns a hexadecimal digest of the labels and masses.
func (t *table) digest() string {
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
	sorted := t.byLabel()
	for _, x := range rows {
		d.Text(t.x[x])
		n := t.start[x+1] - t.start[x]
		d.Number(float64(n))
		for _, k := range sorted[:n] {
			if t.second != nil {
				d.Number(float64(rowRank[t.second[k]]))
			}
			d.Number(float64(columnRank[t.column[k]]))
			d.Number(t.mass[k])
		}
		sorted = sorted[n:]
	}
	return d.Hex()
}

// byLabel returns the cells sorted by the labels of their rows, second rows and columns.
func (t *table) byLabel() []int {
	rows, rowRank := masses.ByLabel(t.x)
	_, columnRank := masses.ByLabel(t.y)
	order := make([]int, 0, len(t.mass))
	for _, x := range rows {
		from := len(order)
		for k := t.start[x]; k < t.start[x+1]; k++ {
			order = append(order, k)
		}
		slices.SortFunc(order[from:], func(a, b int) int {
			if t.second != nil && t.second[a] != t.second[b] {
				return rowRank[t.second[a]] - rowRank[t.second[b]]
			}
			return columnRank[t.column[a]] - columnRank[t.column[b]]
		})
	}
	return order
}
