package table

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/joint"
)

// Sample returns a table of n records drawn from the distribution of t; see [joint.Joint.Sample]. All
// rows and columns of t are kept, so that all samples of a table have one shape.
//
// The error is an [*Error], as for [Table.Joint], or wraps joint.ErrInput. O(c log c) for c cells.
func (t *Table) Sample(n int64, seed uint64) (*Table, error) {
	j, err := t.Joint()
	if err != nil {
		return nil, err
	}
	counts, err := j.Sample(n, seed)
	if err != nil {
		return nil, err
	}
	s := &Table{Origin: Origin{Name: t.Name, Records: n, file: t.file}, x: t.x, y: t.y}
	rowAt, columnAt := placesOf(j.XLabels(), t.x), placesOf(j.YLabels(), t.y)
	for x := range j.Rows() {
		columns, _ := j.Row(x)
		for i, y := range columns {
			if counts[i] > 0 {
				s.cells = append(s.cells, joint.Cell{X: rowAt[x], Y: columnAt[y], Value: float64(counts[i])})
			}
		}
		counts = counts[len(columns):]
	}
	return s, nil
}

// placesOf returns the places of some labels among all, which are in the same order.
func placesOf(labels, all []string) []int32 {
	places := make([]int32, 0, len(labels))
	for i, l := range all {
		if len(places) < len(labels) && l == labels[len(places)] {
			places = append(places, int32(i))
		}
	}
	return places
}

// Write writes the table as a matrix of all rows and columns, in the format "csv", with a header row
// and a first column of labels, or "npy", an array of float64 without labels. [Open] reads both. One
// row of the matrix is in memory at a time. O(n m), and O(c log c) for c cells.
func (t *Table) Write(w io.Writer, format string) error {
	buffer := bufio.NewWriter(w)
	var err error
	switch format {
	case source.CSV:
		err = t.writeCSV(buffer)
	case source.NPY:
		err = t.writeNPY(buffer)
	default:
		err = &Error{File: t.Name, Msg: fmt.Sprintf("cannot be written as %q: choose csv or npy", format)}
	}
	return cmp.Or(err, buffer.Flush())
}

func (t *Table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := append([]string{""}, t.y...)
	if err := out.Write(record); err != nil {
		return err
	}
	err := t.eachRow(func(x int, values []float64) error {
		record[0] = t.x[x]
		for y, v := range values {
			record[y+1] = shortest(v)
		}
		return out.Write(record)
	})
	out.Flush()
	return cmp.Or(err, out.Error())
}

func (t *Table) writeNPY(w io.Writer) error {
	if err := npy.WriteHeader(w, "<f8", []int{len(t.x), len(t.y)}); err != nil {
		return err
	}
	var row []byte
	return t.eachRow(func(_ int, values []float64) error {
		row = row[:0]
		for _, v := range values {
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(v))
		}
		_, err := w.Write(row)
		return err
	})
}

// eachRow calls visit with all values of every row, which are valid during the call.
func (t *Table) eachRow(visit func(x int, values []float64) error) error {
	cells := slices.Clone(t.cells)
	slices.SortStableFunc(cells, func(a, b joint.Cell) int { return cmp.Compare(a.X, b.X) })
	values := make([]float64, len(t.y))
	for x := range t.x {
		clear(values)
		for len(cells) > 0 && int(cells[0].X) == x {
			values[cells[0].Y] += cells[0].Value
			cells = cells[1:]
		}
		if err := visit(x, values); err != nil {
			return err
		}
	}
	return nil
}

// shortest returns the shortest text that is read as v again, without an exponent if v is a count.
func shortest(v float64) string {
	if v == math.Trunc(v) && v < 1<<53 {
		return strconv.FormatInt(int64(v), 10)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
