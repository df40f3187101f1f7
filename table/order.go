package table

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/joint"
)

// pairs returns the pairs that were counted as a table, with labels in an order
// that does not depend on that of the records. O(n log n) for labels and cells.
func (c *counter) pairs() *Table {
	t := &Table{}
	var xAt, yAt []int32
	t.x, xAt = c.keys[0].sorted()
	t.y, yAt = c.keys[1].sorted()
	t.cells = make([]joint.Cell, 0, len(c.tuples))
	for i, pair := range c.tuples {
		if v := c.total(int32(i)); v != 0 {
			t.cells = append(t.cells, joint.Cell{X: xAt[pair>>32], Y: yAt[pair&math.MaxUint32], Value: v})
		}
	}
	return t
}

// triples is pairs for three columns, of which the first two share their labels.
func (c *counter) triples() *TripleTable {
	t := &TripleTable{}
	var xAt, yAt []int32
	t.x, xAt = c.keys[0].sorted()
	t.y, yAt = c.keys[2].sorted()
	t.cells = make([]joint.TripleCell, 0, len(c.tuples))
	var tuple []uint32
	for i := range c.tuples {
		if v := c.total(int32(i)); v != 0 {
			tuple = c.tuple(i, tuple)
			t.cells = append(t.cells, joint.TripleCell{X1: xAt[tuple[0]], X2: xAt[tuple[1]], Y: yAt[tuple[2]], Value: v})
		}
	}
	return t
}

// sorted returns the labels in order and the place of every label number: as
// numbers if all of them are, else byte by byte; "no value" comes last. A label
// that reads like "no value" shares its place.
func (l *interner) sorted() (labels []string, place []int32) {
	values := make([]float64, len(l.labels))
	numeric := true
	for n, label := range l.labels {
		if label == missingLabel {
			continue
		}
		v, ok := number(label)
		values[n] = v
		numeric = numeric && ok
	}
	order := make([]int, len(l.labels))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int {
		la, lb := l.labels[a], l.labels[b]
		switch {
		case la == lb:
			return 0
		case la == missingLabel:
			return 1
		case lb == missingLabel:
			return -1
		case numeric && values[a] != values[b]:
			return cmp.Compare(values[a], values[b])
		}
		return cmp.Compare(la, lb)
	})
	place = make([]int32, len(order))
	for _, n := range order {
		if len(labels) == 0 || labels[len(labels)-1] != l.labels[n] {
			labels = append(labels, l.labels[n])
		}
		place[n] = int32(len(labels) - 1)
	}
	return labels, place
}

// number parses a decimal number: nothing hexadecimal, infinite or NaN.
func number(s string) (v float64, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == '+', c == '-', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}
