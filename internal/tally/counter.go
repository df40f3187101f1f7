// Package tally counts records by the values of some of their columns. Counts are exact sums, so
// that they do not depend on the order of the records, and memory grows with the different values
// and their combinations, not with the records.
package tally

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// Counter counts tuples of values. Values have numbers in order of appearance, and two numbers
// are one key.
type Counter struct {
	// Keys are the columns, which may share their labels.
	Keys []*Labels
	// Limit is the number of different tuples that can be counted, and Full is set when there
	// are more.
	Limit int
	Full  bool
	// Records is the number of records, Missing the number of records without a value in at
	// least one column, and MissingIn their number for every column.
	Records   int64
	Missing   int64
	MissingIn []int64

	ignored    uint32    // values of the first column, see Ignore
	ignoredSum []float64 // the sum of their counts

	heads *Labels // of more than two columns: the tuples without the last
	head  []byte  // the tuple of the current record: numbers of four bytes
	place *index  // of a packed head and last column in tuples and sums
	// tuples holds the number of the head and the number of the last column's value. For two
	// columns, the head is the first value; for one column, it is 0.
	tuples []uint64
	sums   []float64
	rest   map[int32][]float64 // the rounding errors of a sum, as grow keeps them
}

// NewCounter returns a counter of tuples with the given columns.
func NewCounter(keys ...*Labels) *Counter {
	c := &Counter{
		Limit: math.MaxInt32, // what package joint can hold
		heads: NewLabels(),
		place: newIndex(),
		rest:  make(map[int32][]float64),
	}
	for _, labels := range keys {
		c.AddKey(labels)
	}
	return c
}

// AddKey adds a column, before anything is counted.
func (c *Counter) AddKey(labels *Labels) {
	c.Keys = append(c.Keys, labels)
	c.MissingIn = append(c.MissingIn, 0)
}

// NewPairs returns a counter of two columns.
func NewPairs() *Counter { return NewCounter(NewLabels(), NewLabels()) }

// Ignore makes the counter keep only the sum of the counts of some values of the first column,
// without their tuples. It is called before anything is counted.
func (c *Counter) Ignore(labels []string, missing string) {
	for _, label := range labels {
		n := c.Keys[0].Number([]byte(label), false)
		if label == missing {
			c.Keys[0].absent = n + 1 // a missing value is the value of this label
		}
	}
	c.ignored = uint32(len(labels))
}

// Record counts a record n times. tuple holds the numbers of its values. O(columns).
func (c *Counter) Record(tuple []uint32, n float64) {
	c.Records++
	for i, number := range tuple { // nearly always to its end, without a call
		if number+1 == c.Keys[i].absent {
			c.noteMissing(tuple, 1)
			break
		}
	}
	if tuple[0] < c.ignored {
		c.ignoredSum = grow(c.ignoredSum, n)
		return
	}
	key := c.key(tuple)
	at, slot, ok := c.place.find(c.tuples, key)
	if !ok {
		if len(c.sums) >= c.Limit {
			c.Full = true
			return
		}
		c.tuples = append(c.tuples, key)
		c.sums = append(c.sums, n)
		c.place.add(c.tuples, slot)
		return
	}
	sum, lost := twoSum(c.sums[at], n)
	c.sums[at] = sum
	if lost != 0 {
		c.rest[at] = grow(c.rest[at], lost)
	}
}

// RecordTimes counts equal records, n times each.
func (c *Counter) RecordTimes(tuple []uint32, n float64, records int64) {
	c.Record(tuple, n*float64(records))
	c.Records += records - 1
	c.noteMissing(tuple, records-1)
}

// Close releases the memory that only counting needs. After it, Record must not be called.
func (c *Counter) Close() { c.place = nil }

func (c *Counter) noteMissing(tuple []uint32, records int64) {
	absent := false
	for i, number := range tuple {
		if number+1 == c.Keys[i].absent {
			c.MissingIn[i] += records
			absent = true
		}
	}
	if absent {
		c.Missing += records
	}
}

// key packs a tuple into one number. Two columns, the common case, need no table of heads.
func (c *Counter) key(tuple []uint32) uint64 {
	last := len(tuple) - 1
	switch last {
	case 0:
		return uint64(tuple[0])
	case 1:
		return uint64(tuple[0])<<32 | uint64(tuple[1])
	}
	c.head = c.head[:0]
	for _, number := range tuple[:last] {
		c.head = binary.LittleEndian.AppendUint32(c.head, number)
	}
	return uint64(c.heads.Number(c.head, false))<<32 | uint64(tuple[last])
}

// Without returns a counter without some tuples and without the values that only these have, and the sum of the counts
// that it lacks. A record of it is a count of 1. O(tuples).
func (c *Counter) Without(drop func(tuple []uint32) bool) (kept *Counter, lost float64) {
	var out, left []int32
	used := make(map[*Labels][]bool) // columns may share their labels
	for _, labels := range c.Keys {
		used[labels] = make([]bool, labels.Len())
	}
	var tuple []uint32
	for at := range c.Len() {
		if tuple = c.Tuple(at, tuple); drop(tuple) {
			out = append(out, int32(at))
			continue
		}
		left = append(left, int32(at))
		for i, number := range tuple {
			used[c.Keys[i]][number] = true
		}
	}
	kept = NewCounter()
	of, numbers := make(map[*Labels]*Labels), make(map[*Labels][]uint32)
	for labels := range used {
		of[labels], numbers[labels] = labels.Of(used[labels])
	}
	for _, labels := range c.Keys {
		kept.AddKey(of[labels])
	}
	missing := make([][]float64, len(c.Keys))
	for n, at := range left {
		tuple = c.Tuple(int(at), tuple)
		for i, number := range tuple {
			if c.Keys[i].Missing(number) {
				missing[i] = append(missing[i], c.Total(at))
			}
			tuple[i] = numbers[c.Keys[i]][number]
		}
		kept.Record(tuple, c.sums[at])
		if rest := c.rest[at]; rest != nil {
			kept.rest[int32(n)] = rest
		}
	}
	kept.Close()
	kept.Records = int64(kept.All())
	for i, sums := range missing {
		kept.MissingIn[i] = int64(Sum(sums))
	}
	return kept, c.Total(out...)
}

// Len returns the number of different tuples, whose places are the numbers below it.
func (c *Counter) Len() int { return len(c.tuples) }

// Tuple returns the numbers of the values at a place, in the memory given.
func (c *Counter) Tuple(at int, tuple []uint32) []uint32 {
	head, last := c.tuples[at]>>32, uint32(c.tuples[at])
	tuple = tuple[:0]
	switch len(c.Keys) {
	case 1:
	case 2:
		tuple = append(tuple, uint32(head))
	default:
		numbers := c.heads.texts[head]
		for ; numbers != ""; numbers = numbers[4:] {
			tuple = append(tuple, binary.LittleEndian.Uint32([]byte(numbers[:4])))
		}
	}
	return append(tuple, last)
}

// Total returns the sum of the counts at some places, correctly rounded.
func (c *Counter) Total(places ...int32) float64 {
	if len(places) == 1 && c.rest[places[0]] == nil {
		return c.sums[places[0]]
	}
	var parts []float64
	for _, at := range places {
		parts = append(append(parts, c.rest[at]...), c.sums[at])
	}
	return Sum(parts)
}

// All returns the sum of all counts, correctly rounded.
func (c *Counter) All() float64 {
	parts := slices.Concat(c.ignoredSum, c.sums)
	for _, rest := range c.rest {
		parts = append(parts, rest...)
	}
	return Sum(parts)
}

// TooMany returns the message for a counter that is full.
func (c *Counter) TooMany() string {
	what := "combinations of values"
	if len(c.Keys) == 2 {
		what = "pairs"
	}
	return fmt.Sprintf("there are more than %d different %s: group the values of one of the columns first", c.Limit, what)
}

// Values returns the values of a column by their numbers, with the exact sums of their counts.
// O(tuples).
func (c *Counter) Values(column int) []scale.Value {
	values := c.Keys[column].Values()
	sums := NewSums(len(values))
	var tuple []uint32
	for at, n := range c.sums {
		tuple = c.Tuple(at, tuple)
		number := int(tuple[column])
		sums.Add(number, n)
		for _, part := range c.rest[int32(at)] {
			sums.Add(number, part)
		}
	}
	for number := range values {
		values[number].Count = sums.Total(number)
	}
	return values
}

// Pairs returns the counts of two columns as package joint takes them. The order of the
// labels does not depend on the order of the records. O(n log n) for n labels and cells.
func (c *Counter) Pairs() (x, y []string, cells []joint.Cell) {
	x, xAt := c.Keys[0].sorted()
	y, yAt := c.Keys[1].sorted()
	cells = make([]joint.Cell, 0, len(c.tuples))
	for i, pair := range c.tuples {
		if v := c.Total(int32(i)); v != 0 {
			cells = append(cells, joint.Cell{X: xAt[pair>>32], Y: yAt[pair&math.MaxUint32], Value: v})
		}
	}
	return x, y, cells
}

// Triples is Pairs for three columns. The first two share their labels.
func (c *Counter) Triples() (x, y []string, cells []joint.TripleCell) {
	x, xAt := c.Keys[0].sorted()
	y, yAt := c.Keys[2].sorted()
	cells = make([]joint.TripleCell, 0, len(c.tuples))
	var tuple []uint32
	for i := range c.tuples {
		if v := c.Total(int32(i)); v != 0 {
			tuple = c.Tuple(i, tuple)
			cells = append(cells, joint.TripleCell{X1: xAt[tuple[0]], X2: xAt[tuple[1]], Y: yAt[tuple[2]], Value: v})
		}
	}
	return x, y, cells
}
