package table

import (
	"math"
	"slices"
	"strings"
)

// missingLabel is the label of the value that stands for "no value".
const missingLabel = "(missing)"

// counter counts pairs of labels. Its memory grows with the distinct labels
// and pairs, not with the records: labels get numbers in order of appearance,
// and a pair of numbers is one key.
//
// The counts are exact sums, so that they do not depend on the order of the
// records, even where the counts of records are fractions.
type counter struct {
	// limit is the number of distinct pairs beyond which none is counted and
	// full is set.
	limit int
	full  bool

	x, y  interner
	place map[uint64]int32 // packed pair to its index in pairs and sums
	pairs []uint64
	sums  []float64
	// rest holds what rounding took from the sum of a place, exactly.
	rest map[int32][]float64

	records            int64
	missing            int64 // records without x or y
	missingX, missingY int64
}

func newCounter() *counter {
	return &counter{
		limit: math.MaxInt32, // what package joint can hold
		x:     newInterner(),
		y:     newInterner(),
		place: make(map[uint64]int32),
		rest:  make(map[int32][]float64),
	}
}

// addBytes counts a record that holds x and y and counts n times. The labels
// are copied if they are new; labels and pairs that were seen before take no
// memory.
func (c *counter) addBytes(x, y []byte, n float64) {
	c.record(c.x.numberOfBytes(x), c.y.numberOfBytes(y), n)
}

// recordTimes is record for records that are equal.
func (c *counter) recordTimes(x, y uint32, n float64, times int64) {
	c.record(x, y, n*float64(times))
	c.records += times - 1
	c.noteMissing(x, y, times-1)
}

// noteMissing notes that some records have the values x and y, of which one or
// both may be missing.
func (c *counter) noteMissing(x, y uint32, records int64) {
	noX, noY := x+1 == c.x.absent, y+1 == c.y.absent
	if noX {
		c.missingX += records
	}
	if noY {
		c.missingY += records
	}
	if noX || noY {
		c.missing += records
	}
}

// record is addBytes for the numbers of two labels.
func (c *counter) record(x, y uint32, n float64) {
	c.records++
	if x+1 == c.x.absent || y+1 == c.y.absent {
		c.noteMissing(x, y, 1)
	}
	pair := uint64(x)<<32 | uint64(y)
	at, ok := c.place[pair]
	if !ok {
		if len(c.sums) >= c.limit {
			c.full = true
			return
		}
		at = int32(len(c.sums))
		c.place[pair] = at
		c.pairs = append(c.pairs, pair)
		c.sums = append(c.sums, n)
		return
	}
	sum, lost := twoSum(c.sums[at], n)
	c.sums[at] = sum
	if lost != 0 {
		c.rest[at] = grow(c.rest[at], lost)
	}
}

// total returns the sum of a place, correctly rounded.
func (c *counter) total(at int32) float64 {
	rest, ok := c.rest[at]
	if !ok {
		return c.sums[at]
	}
	return roundedSum(append(slices.Clone(rest), c.sums[at]))
}

// interner numbers labels in order of appearance.
type interner struct {
	numbers map[string]uint32
	labels  []string
	// absent is 1 + the number of the value that stands for "no value", which
	// is not the number of a label that happens to read the same.
	absent uint32
}

func newInterner() interner { return interner{numbers: make(map[string]uint32)} }

func (l *interner) number(label string) uint32 {
	if n, ok := l.numbers[label]; ok {
		return n
	}
	return l.enter(strings.Clone(label))
}

func (l *interner) numberOfBytes(label []byte) uint32 {
	if n, ok := l.numbers[string(label)]; ok {
		return n
	}
	return l.enter(string(label))
}

func (l *interner) enter(label string) uint32 {
	n := uint32(len(l.labels))
	l.numbers[label] = n
	l.labels = append(l.labels, label)
	return n
}

// missing returns the number of "no value".
func (l *interner) missing() uint32 {
	if l.absent == 0 {
		l.labels = append(l.labels, missingLabel)
		l.absent = uint32(len(l.labels))
	}
	return l.absent - 1
}
