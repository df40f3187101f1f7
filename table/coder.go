package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/encode"
)

// coder turns values into codes: the number of a cluster or, for a value that the
// encoder does not know, a negative number. It counts the records of each unknown
// value.
type coder struct {
	encoder *encode.Encoder
	written encode.Written

	records, unknown int64
	numbered         bool // numbers are written for clusters

	numbers map[string]int32 // of unknown values, by label
	values  []UnknownValue   // the value with code -1-i is at i
	bytes   int              // of their texts
	more    bool             // there were too many to keep
}

// Limits of the unknown values that are told apart, and the code of those beyond.
const (
	maxUnknown      = 1 << 18
	maxUnknownBytes = 1 << 25
	manyUnknown     = math.MinInt32
)

// maxExamples is the number of unknown values that statistics list.
const maxExamples = 10

func newCoder(opts EncodeOptions) (*coder, error) {
	written, err := opts.Encoder.Written(opts.Style)
	if err != nil {
		return nil, err
	}
	return &coder{encoder: opts.Encoder, written: written, numbered: opts.Numbers, numbers: make(map[string]int32)}, nil
}

// code returns the code of a value that is there. The error continues a message that
// starts with the column.
func (c *coder) code(x []byte) (int32, error) {
	if n, ok := c.encoder.ClusterBytes(x); ok {
		return int32(n), nil
	}
	return c.other(x, false)
}

// missing is code for no value.
func (c *coder) missing() (int32, error) {
	if n, ok := c.encoder.Cluster(missingLabel); ok {
		return int32(n), nil
	}
	return c.other([]byte(missingLabel), true)
}

// field is code for a value that may be missing.
func (c *coder) field(x []byte, missing bool) (int32, error) {
	if missing {
		return c.missing()
	}
	return c.code(x)
}

// other returns the code of an unknown value.
func (c *coder) other(x []byte, missing bool) (int32, error) {
	if n, ok := c.numbers[string(x)]; ok {
		return n, nil
	}
	switch {
	case c.written.HasOther:
	case missing:
		return 0, errors.New("is missing, which it never was in the table that was clustered" + c.hint())
	default:
		return 0, fmt.Errorf("is %s, which was not in the table that was clustered%s", shown(string(x)), c.hint())
	}
	if len(c.values) >= maxUnknown || c.bytes+len(x) > maxUnknownBytes {
		c.more = true
		return manyUnknown, nil
	}
	value := string(x)
	n := -1 - int32(len(c.values))
	c.numbers[value] = n
	c.values = append(c.values, UnknownValue{Value: value})
	c.bytes += len(value)
	return n, nil
}

// hint ends the message about an unknown value: it may have been a rare one, whose
// cluster is known.
func (c *coder) hint() string {
	rare, choice := "", ""
	if _, ok := c.encoder.Cluster(RareLabel); ok {
		rare, choice = ", or was rare there", "--unknown rare, "
	}
	return rare + ": choose what to do with such values with " + choice + "--unknown label or --unknown nearest"
}

// count counts a record with a value of the code.
func (c *coder) count(code int32) {
	c.records++
	if code < 0 {
		c.countUnknown(code)
	}
}

func (c *coder) countUnknown(code int32) {
	c.unknown++
	if code != manyUnknown {
		c.values[-1-code].Records++
	}
}

// stats returns what was counted.
func (c *coder) stats() EncodeStats {
	s := EncodeStats{
		Records: c.records, Unknown: c.unknown, Rare: c.written.Rare && c.unknown > 0,
		UnknownValues: len(c.values), UnknownMore: c.more,
	}
	if len(c.values) == 0 {
		return s
	}
	values := slices.Clone(c.values)
	slices.SortFunc(values, func(a, b UnknownValue) int {
		return cmp.Or(cmp.Compare(b.Records, a.Records), cmp.Compare(a.Value, b.Value))
	})
	s.Examples = slices.Clone(values[:min(len(values), maxExamples)])
	return s
}

// forEach returns what a format writes for every code: that of the clusters by
// number, then that of unknown values.
func (c *coder) forEach(format func(text string, number bool) []byte) [][]byte {
	var all [][]byte
	for _, text := range c.written.Clusters {
		all = append(all, format(text, c.numbered))
	}
	return append(all, format(c.written.Other, c.written.Integers))
}

// place returns where [coder.forEach] puts what belongs to a code.
func (c *coder) place(code int32) int32 {
	if code < 0 {
		return int32(len(c.written.Clusters))
	}
	return code
}
