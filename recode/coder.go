package recode

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/textfile"
)

// coder turns values into codes: the number of a cluster or, for a value that the encoder does not know,
// a negative number. It counts the records of each unknown value.
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

// ErrUnknown is wrapped by the error for a value that the encoder does not know, where the style gives
// no cluster or label to such values.
var ErrUnknown = errors.New("the value has no cluster")

// Limits of the unknown values that are told apart, and the code of those beyond.
const (
	maxUnknown      = 1 << 18
	maxUnknownBytes = 1 << 25
	manyUnknown     = math.MinInt32
)

// maxExamples is the number of unknown values that statistics list.
const maxExamples = 10

func newCoder(opts Options) (*coder, error) {
	written, err := opts.Encoder.Written(opts.Style)
	if err != nil {
		return nil, err
	}
	return &coder{encoder: opts.Encoder, written: written, numbered: opts.Numbers, numbers: make(map[string]int32)}, nil
}

// code returns the code of a value. The error completes a message that starts with the name of the
// column.
func (c *coder) code(x []byte, missing bool) (int32, error) {
	if missing {
		x = []byte(encode.MissingLabel)
	}
	if n, ok := c.encoder.ClusterBytes(x); ok {
		return int32(n), nil
	}
	return c.other(x, missing)
}

// other returns the code of an unknown value.
func (c *coder) other(x []byte, missing bool) (int32, error) {
	if n, ok := c.numbers[string(x)]; ok {
		return n, nil
	}
	switch {
	case c.written.HasOther:
	case missing:
		return 0, c.refuse("is missing, which it never was")
	default:
		return 0, c.refuse("is " + textfile.Shown(string(x)) + ", which was not")
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

// unknownError is an [ErrUnknown] with a message of its own.
type unknownError string

func (e unknownError) Error() string        { return string(e) }
func (e unknownError) Is(target error) bool { return target == ErrUnknown }

// refuse returns the error for an unknown value. What was rare when the table was read has a cluster.
func (c *coder) refuse(what string) error {
	rare := ""
	if _, ok := c.encoder.Cluster(encode.RareLabel); ok {
		rare = ", or was rare there: choose whether such values get the cluster of the rare ones, a label,"
	} else {
		rare = ": choose whether such values get a label"
	}
	return unknownError(what + " in the table that was clustered" + rare + " or the cluster that is nearest")
}

// count counts a record with a value of the code, and returns where [coder.forEach] puts what is written
// for it.
func (c *coder) count(code int32) int {
	c.records++
	if code >= 0 {
		return int(code)
	}
	c.unknown++
	if code != manyUnknown {
		c.values[-1-code].Records++
	}
	return len(c.written.Clusters)
}

// stats returns what was counted.
func (c *coder) stats() Stats {
	s := Stats{
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

// forEach returns what a format writes for every cluster, by number, and then for unknown values.
func (c *coder) forEach(format func(text string, number bool) []byte) [][]byte {
	var all [][]byte
	for _, text := range c.written.Clusters {
		all = append(all, format(text, c.numbered))
	}
	return append(all, format(c.written.Other, c.written.Integers))
}
