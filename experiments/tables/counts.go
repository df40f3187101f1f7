package main

import (
	"cmp"
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/lists"
)

// counts says how often each pair of values of X and Y occurs.
type counts map[[2]string]float64

// matrix is a table of the most frequent values, those first.
type matrix struct {
	x, y  []string
	cells [][]float64
}

// other is the column of all values of Y that have none of their own.
const other = "(other)"

// cut returns the table of the most frequent values of X, without the rest of them, and the most
// frequent values of Y in these rows, with the rest as one more column.
func (c counts) cut(rows, columns int) matrix {
	ofX := make(map[string]float64)
	for pair, n := range c {
		ofX[pair[0]] += n
	}
	x := frequent(ofX, rows)
	row := lists.Index(x)
	ofY := make(map[string]float64)
	for pair, n := range c {
		if _, ok := row[pair[0]]; ok {
			ofY[pair[1]] += n
		}
	}
	y := frequent(ofY, columns)
	rest := len(y)
	if len(ofY) > rest {
		y = append(y, other)
	}
	column := lists.Index(y)
	m := matrix{x: x, y: y, cells: make([][]float64, len(x))}
	for r := range m.cells {
		m.cells[r] = make([]float64, len(y))
	}
	for pair, n := range c {
		r, ok := row[pair[0]]
		if !ok {
			continue
		}
		k, ok := column[pair[1]]
		if !ok {
			k = rest
		}
		m.cells[r][k] += n
	}
	return m
}

// frequent returns the most frequent values, equally frequent ones by name.
func frequent(of map[string]float64, most int) []string {
	list := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b))
	})
	return list[:min(most, len(list)):min(most, len(list))]
}

// write writes the table as CSV with a header row and a first column of labels.
func (m matrix) write(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(append([]string{""}, m.y...)); err != nil {
		return err
	}
	for r, x := range m.x {
		record := []string{x}
		for _, n := range m.cells[r] {
			record = append(record, strconv.FormatFloat(n, 'f', -1, 64))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// records returns the sum of all cells if they are counts, else a dash.
func (m matrix) records() string {
	var sum float64
	for _, row := range m.cells {
		for _, n := range row {
			if n != float64(int64(n)) {
				return "-"
			}
			sum += n
		}
	}
	return strconv.FormatFloat(sum, 'f', -1, 64)
}
