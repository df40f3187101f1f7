package survey

import (
	"hash/maphash"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// maxKnown is the number of different values up to which their texts are kept, so that two bytes are
// enough for each record.
const maxKnown = 1 << 15

// collector takes in the values of a column, record by record. As long as they are few, it numbers
// them. After that it keeps each value as a number or, if a value is not a number, a hash of each
// value, to count the different values.
type collector struct {
	name   string
	spec   scale.Spec
	isY    bool // the column is Y
	labels *tally.Labels
	ids    list[uint16]

	begun   *scale.Scale // how numbers are read; nil while values are numbered, and for texts
	notes   []string     // of how begun was found
	numbers list[float64]
	hashes  list[uint64]
	missing int64  // of hashes and numbers
	texts   int64  // values among numbers that are not numbers
	text    string // the first such value
	many    bool   // too many different values to number them
	mixed   bool   // times have several offsets from UTC, so that their parts are not those of the numbers
	// examples are the first values in the file.
	examples []string
	records  int64 // that were taken in as long as values are numbered
}

func newCollector(name string, spec scale.Spec) *collector {
	c := &collector{name: name, spec: spec, labels: tally.NewLabels()}
	c.labels.Read, c.labels.Records = c.spec.Cleaned, &c.records
	return c
}

// size returns the approximate size of a record in bytes.
func (c *collector) size() int64 {
	if !c.many {
		return 2
	}
	return 8
}

// take adds the value of the current record of a reader in column i.
func (c *collector) take(r *records.Reader, i int) {
	if !c.many {
		n := r.Label(i, c.labels)
		c.records++
		if c.labels.Len() <= maxKnown {
			c.ids.add(uint16(n))
			return
		}
		c.overflow()
	}
	text, missing := r.Value(i)
	c.takeText(string(text), missing)
}

// overflow replaces the numbering of values by the numbers that they are, or by hashes.
func (c *collector) overflow() {
	c.many = true
	values := c.labels.Values()
	begun, notes := scale.Begin(c.name, c.spec, values)
	if c.notes = notes; begun.Type != scale.Category {
		c.begun = &begun
		part := c.spec
		part.Part = "hour"
		byHour, _ := scale.Begin(c.name, part, values)
		c.mixed = byHour.Zone != begun.Zone
	}
	for _, v := range values {
		if !v.Missing && len(c.examples) < examples {
			c.examples = append(c.examples, v.Text)
		}
	}
	for id := range c.ids.all() {
		c.takeText(values[id].Text, values[id].Missing)
	}
	c.ids, c.labels = list[uint16]{}, nil
}

func (c *collector) takeText(text string, missing bool) {
	if c.begun == nil {
		if text, missing = c.spec.Cleaned(text, missing); missing {
			c.missing++
			c.hashes.add(0)
			return
		}
		c.hashes.add(hash(text))
		return
	}
	v, ok := c.begun.Measure(text, missing)
	if !ok && textfile.LooksMissing(text) { // as those that scale.Begin found among the values before
		c.addMissing(text)
		v, ok = math.NaN(), true
	}
	if ok && c.spec.Type == "" && c.begun.Type == scale.Number && !textfile.Exact(text) {
		ok = false // or it would count as a number that it is not
	}
	if !ok {
		if c.texts == 0 {
			c.text = text
		}
		c.texts++
		v = math.NaN()
	} else if math.IsNaN(v) {
		c.missing++
	}
	c.numbers.add(v)
}

// addMissing adds a text to the texts for a missing value. The texts of the spec come first.
func (c *collector) addMissing(text string) {
	text, _ = c.begun.Cleaned(text, false)
	c.begun.NA = append(c.begun.NA, text)
	slices.Sort(c.begun.NA[len(c.spec.NA):])
}

// keep leaves records out.
func (c *collector) keep(without []bool) {
	if without == nil {
		return
	}
	if c.many {
		c.numbers.keep(without, func(v float64) {
			if math.IsNaN(v) && c.texts == 0 {
				c.missing--
			}
		})
		c.hashes.keep(without, func(hash uint64) {
			if hash == 0 {
				c.missing--
			}
		})
		return
	}
	c.ids.keep(without, func(uint16) {})
	used := make([]bool, c.labels.Len())
	for id := range c.ids.all() {
		used[id] = true
	}
	var numbers []uint32
	c.labels, numbers = c.labels.Of(used)
	for _, piece := range c.ids.pieces {
		for n, id := range piece {
			piece[n] = uint16(numbers[id])
		}
	}
}

// seed is the seed of all hashes. The number of different values does not depend on it.
var seed = maphash.MakeSeed()

// hash returns the hash of a text, which is not 0.
func hash(text string) uint64 { return max(maphash.String(seed, text), 1) }

// list is a list of values of the records, in pieces, so that it grows without being copied, except for the
// first piece: there may be many columns of few records.
type list[T any] struct{ pieces [][]T }

const pieceLength = 1 << 16

func (l *list[T]) add(v T) {
	last := len(l.pieces) - 1
	switch {
	case last < 0:
		l.pieces = append(l.pieces, nil)
		last++
	case len(l.pieces[last]) == pieceLength:
		l.pieces = append(l.pieces, make([]T, 0, pieceLength))
		last++
	}
	l.pieces[last] = append(l.pieces[last], v)
}

// keep leaves the values of some records out, which dropped is called with.
func (l *list[T]) keep(without []bool, dropped func(v T)) {
	all := *l
	*l = list[T]{}
	n := 0
	for v := range all.all() {
		if without[n] {
			dropped(v)
		} else {
			l.add(v)
		}
		n++
	}
}

// all yields all values in order.
func (l *list[T]) all() func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for _, piece := range l.pieces {
			for _, v := range piece {
				if !yield(v) {
					return
				}
			}
		}
	}
}
