package joint

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// CanonicalOrder returns the rows from the heaviest to the lightest; rows of
// equal mass are ordered by their cells, and equal rows by label. A search that
// takes the rows in this order gives the same result for every order in which
// a file may list them. O(n log n) comparisons.
func (j *Joint) CanonicalOrder() []int {
	order := partition.Identity(j.Rows())
	slices.SortStableFunc(order, func(a, b int) int {
		if d := cmp.Compare(j.rowMass[b], j.rowMass[a]); d != 0 {
			return d
		}
		columnsA, massA := j.Row(a)
		columnsB, massB := j.Row(b)
		return cmp.Or(
			slices.Compare(columnsA, columnsB),
			slices.Compare(massA, massB),
			cmp.Compare(j.x[a], j.x[b]))
	})
	return order
}

// Coarsen returns the joint distribution of Z = f(X) and Y: the rows of each
// cluster added up. Row c is cluster c and has the first of its rows' labels in
// alphabetical order. A clustering into one cluster gives a joint of one row.
// O(non-zero cells).
func (j *Joint) Coarsen(f partition.Partition) *Joint {
	z := &Joint{margins: j.coarse(), start: []int{0}}
	sums := make([]float64, j.Cols())
	for _, rows := range f.Clusters() {
		clear(sums)
		var mass float64
		for _, x := range rows {
			columns, masses := j.Row(x)
			for i, y := range columns {
				sums[y] += masses[i]
			}
			mass += j.rowMass[x]
		}
		for y, v := range sums {
			if v > 0 {
				z.column = append(z.column, int32(y))
				z.mass = append(z.mass, v)
			}
		}
		z.x = append(z.x, j.firstLabel(rows))
		z.rowMass = append(z.rowMass, mass)
		z.start = append(z.start, len(z.mass))
	}
	return z
}

// SHA256 returns a hexadecimal digest of what the table says: labels and masses.
// It does not depend on the order of rows and columns, on the file format, or on
// rows and columns without mass.
func (j *Joint) SHA256() string {
	d := digest{Hash: sha256.New()}
	d.text("dibmap/table/1")
	d.number(float64(len(j.x)))
	d.number(float64(len(j.y)))
	d.number(j.total)
	rows, _ := byLabel(j.x)
	columns, place := byLabel(j.y)
	for _, y := range columns {
		d.text(j.y[y])
	}
	var cells []Cell
	for _, x := range rows {
		d.text(j.x[x])
		cells = cells[:0]
		at, masses := j.Row(x)
		for i, y := range at {
			cells = append(cells, Cell{Y: place[y], Value: masses[i]})
		}
		slices.SortFunc(cells, func(a, b Cell) int { return cmp.Compare(a.Y, b.Y) })
		d.number(float64(len(cells)))
		for _, c := range cells {
			d.number(float64(c.Y))
			d.number(c.Value)
		}
	}
	return hex.EncodeToString(d.Sum(nil))
}

// digest takes in labels and numbers, in a form in which no two sequences of them
// are the same bytes.
type digest struct {
	hash.Hash
	buffer []byte
}

func (d *digest) text(s string) {
	d.buffer = binary.AppendUvarint(d.buffer[:0], uint64(len(s)))
	d.buffer = append(d.buffer, s...)
	d.Write(d.buffer)
}

func (d *digest) number(v float64) {
	d.buffer = binary.BigEndian.AppendUint64(d.buffer[:0], math.Float64bits(v))
	d.Write(d.buffer)
}

// byLabel returns the indices of the labels in sorted order, and the place of
// every index in it.
func byLabel(labels []string) (order []int, place []int32) {
	order = partition.Identity(len(labels))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(labels[a], labels[b]) })
	place = make([]int32, len(labels))
	for i, l := range order {
		place[l] = int32(i)
	}
	return order, place
}
