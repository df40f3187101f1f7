package table

import (
	"encoding/binary"
	"math"
	"slices"
)

// counter counts tuples of labels: the values of a record's key columns. Its
// memory grows with the distinct labels and tuples, not with the records: labels
// get numbers in order of appearance, and two numbers are one key.
//
// The counts are exact sums, so that they do not depend on the order of the
// records, even where the counts of records are fractions.
type counter struct {
	// limit is the number of distinct tuples beyond which none is counted and
	// full is set.
	limit int
	full  bool
	// known is the number of labels of the first column that were numbered before any
	// record was counted. Only the sum of their records' counts is kept, exactly, as grow
	// keeps it.
	known    uint32
	knownSum []float64

	keys  []*interner      // the labels of every column; columns may share them
	heads interner         // of more than two columns: the tuples without the last
	head  []byte           // the one of the current record: numbers of four bytes
	place map[uint64]int32 // packed head and last column to its index in tuples and sums
	// tuples holds the number of the head and that of the last column's label.
	// The head of two columns is the first of them, that of one column is 0.
	tuples []uint64
	sums   []float64
	// rest holds what rounding took from the sum of a place, exactly.
	rest map[int32][]float64

	records   int64
	missing   int64   // records without a value in one of the columns
	missingIn []int64 // the same for every column
}

// newCounter returns a counter of tuples with the given labels of each column.
func newCounter(keys ...*interner) *counter {
	c := &counter{
		limit: math.MaxInt32, // what package joint can hold
		heads: *newInterner(),
		place: make(map[uint64]int32),
		rest:  make(map[int32][]float64),
	}
	for _, labels := range keys {
		c.addKey(labels)
	}
	return c
}

// addKey adds a column, before anything is counted.
func (c *counter) addKey(labels *interner) {
	c.keys = append(c.keys, labels)
	c.missingIn = append(c.missingIn, 0)
}

// newPairCounter returns a counter of pairs.
func newPairCounter() *counter { return newCounter(newInterner(), newInterner()) }

// addBytes counts a pair of labels n times. The labels are copied if they are
// new; labels and pairs that were seen before take no memory.
func (c *counter) addBytes(x, y []byte, n float64) {
	c.record([]uint32{c.keys[0].numberOfBytes(x), c.keys[1].numberOfBytes(y)}, n)
}

// recordTimes is record for records that are equal.
func (c *counter) recordTimes(tuple []uint32, n float64, times int64) {
	c.record(tuple, n*float64(times))
	c.records += times - 1
	c.noteMissing(tuple, times-1)
}

// noteMissing notes that some records have the values of a tuple, any of which
// may be missing.
func (c *counter) noteMissing(tuple []uint32, records int64) {
	absent := false
	for i, number := range tuple {
		if number+1 == c.keys[i].absent {
			c.missingIn[i] += records
			absent = true
		}
	}
	if absent {
		c.missing += records
	}
}

// record counts a record n times: its labels' numbers, one for every column.
// O(columns).
func (c *counter) record(tuple []uint32, n float64) {
	c.records++
	for i, number := range tuple {
		if number+1 == c.keys[i].absent {
			c.noteMissing(tuple, 1)
			break
		}
	}
	if tuple[0] < c.known {
		c.knownSum = grow(c.knownSum, n)
		return
	}
	key := c.key(tuple)
	at, ok := c.place[key]
	if !ok {
		if len(c.sums) >= c.limit {
			c.full = true
			return
		}
		at = int32(len(c.sums))
		c.place[key] = at
		c.tuples = append(c.tuples, key)
		c.sums = append(c.sums, n)
		return
	}
	sum, lost := twoSum(c.sums[at], n)
	c.sums[at] = sum
	if lost != 0 {
		c.rest[at] = grow(c.rest[at], lost)
	}
}

// key packs a tuple into one number. Two columns need no table of heads, which
// keeps the common case fast.
func (c *counter) key(tuple []uint32) uint64 {
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
	return uint64(c.heads.numberOfBytes(c.head))<<32 | uint64(tuple[last])
}

// tuple returns the label numbers at a place, in the memory given.
func (c *counter) tuple(at int, tuple []uint32) []uint32 {
	head, last := c.tuples[at]>>32, uint32(c.tuples[at])
	tuple = tuple[:0]
	switch len(c.keys) {
	case 1:
	case 2:
		tuple = append(tuple, uint32(head))
	default:
		numbers := c.heads.labels[head]
		for ; numbers != ""; numbers = numbers[4:] {
			tuple = append(tuple, binary.LittleEndian.Uint32([]byte(numbers[:4])))
		}
	}
	return append(tuple, last)
}

// total returns the sum of some places, correctly rounded.
func (c *counter) total(places ...int32) float64 {
	if len(places) == 1 && c.rest[places[0]] == nil {
		return c.sums[places[0]]
	}
	var parts []float64
	for _, at := range places {
		parts = append(append(parts, c.rest[at]...), c.sums[at])
	}
	return roundedSum(parts)
}

// all returns the sum of all counts, correctly rounded.
func (c *counter) all() float64 {
	parts := slices.Concat(c.knownSum, c.sums)
	for _, rest := range c.rest {
		parts = append(parts, rest...)
	}
	return roundedSum(parts)
}
