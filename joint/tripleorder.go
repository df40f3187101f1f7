package joint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// CanonicalOrder returns the labels of the inputs from the heaviest to the
// lightest; those of equal mass by the mass as first input, and then by name. It
// does not depend on the order in which a file lists anything. O(n log n).
func (t *Triple) CanonicalOrder() []int {
	first := make([]float64, t.Rows())
	for x := range first {
		_, _, masses := t.Row(x)
		for _, v := range masses {
			first[x] += v
		}
	}
	order := partition.Identity(t.Rows())
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(t.rowMass[b], t.rowMass[a]),
			cmp.Compare(first[b], first[a]),
			cmp.Compare(t.x[a], t.x[b]))
	})
	return order
}

// Coarsen returns the joint distribution of f(X1), f(X2) and Y: the blocks of
// cells of each pair of clusters added up. Label c is cluster c and has the first
// of its labels in alphabetical order. A clustering into one cluster gives a triple of
// one label. O(non-zero cells).
func (t *Triple) Coarsen(f partition.Partition) *Triple {
	z := &Triple{margins: t.coarse()}
	for _, rows := range f.Clusters() {
		var mass float64
		for _, x := range rows {
			mass += t.rowMass[x]
		}
		z.x = append(z.x, t.firstLabel(rows))
		z.rowMass = append(z.rowMass, mass)
	}
	cells := make([]TripleCell, 0, len(t.mass))
	rowAt := make([]int32, len(f))
	for x, c := range f {
		rowAt[x] = int32(c)
		second, columns, _ := t.Row(x)
		for k := range second {
			cells = append(cells, TripleCell{X1: int32(x), X2: second[k], Y: columns[k]})
		}
	}
	colAt := make([]int32, len(t.y))
	for y := range colAt {
		colAt[y] = int32(y)
	}
	z.fill(cells, t.mass, rowAt, colAt)
	return z
}

// SHA256 returns a hexadecimal digest of what the table says: labels and masses.
// It does not depend on the order of labels and columns, on the file format, or on
// labels and columns without mass.
func (t *Triple) SHA256() string {
	d := digest{Hash: sha256.New()}
	d.text("dibmap/triple/1")
	d.number(float64(len(t.x)))
	d.number(float64(len(t.y)))
	d.number(t.total)
	rows, rowPlace := byLabel(t.x)
	columns, place := byLabel(t.y)
	for _, y := range columns {
		d.text(t.y[y])
	}
	var cells []TripleCell
	for _, x := range rows {
		d.text(t.x[x])
		cells = cells[:0]
		second, at, masses := t.Row(x)
		for k, v := range masses {
			cells = append(cells, TripleCell{X2: rowPlace[second[k]], Y: place[at[k]], Value: v})
		}
		slices.SortFunc(cells, func(a, b TripleCell) int {
			return cmp.Or(cmp.Compare(a.X2, b.X2), cmp.Compare(a.Y, b.Y))
		})
		d.number(float64(len(cells)))
		for _, c := range cells {
			d.number(float64(c.X2))
			d.number(float64(c.Y))
			d.number(c.Value)
		}
	}
	return hex.EncodeToString(d.Sum(nil))
}
