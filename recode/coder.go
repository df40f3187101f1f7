package recode

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// value is the value of a column in the current record.
type value struct {
	text    []byte
	missing bool
}

// code is the number of a cluster or, for a value that the encoder does not know, a negative number.
type code struct {
	number  int32
	outside bool // a number is outside the range of the table that was clustered
	missing bool // there is no value
}

// coder turns the values of the columns of one coding into codes. It counts the records of each unknown
// value.
type coder struct {
	as      string // the column that is added
	at      []int  // the columns, among those that are read
	others  string // the names of all columns but the first
	encoder *encode.Encoder
	scales  scale.Scales
	written encode.Texts

	unknown, outside int64
	numbered         bool // numbers are written for clusters
	limits           limits
	marks            []records.Mark // by scale

	bins  []code          // of a single column of numbers, by bin
	none  code            // of a missing value, in a single column
	known map[string]code // of values that occurred
	key   []byte
	texts []scale.Value

	numbers map[string]int32 // of unknown values, by label
	values  []UnknownValue   // the value with code -1-i is at i
	bytes   int              // of their texts
	more    bool             // there were too many to keep
}

// ErrUnknown is wrapped by the error for a value that the encoder does not know, where the style gives
// no cluster or label to such values.
var ErrUnknown = errors.New("the value has no cluster")

// limits bound the values that are remembered.
type limits struct {
	unknown, unknownBytes int // the unknown values that are distinguished
	known, knownBytes     int // the values whose code is remembered
}

// The limits of all codings together.
const (
	maxUnknown      = 1 << 18
	maxUnknownBytes = 1 << 25
)

func limitsOf(codings int) limits {
	return limits{maxUnknown / codings, maxUnknownBytes / codings, maxUnknown / codings, maxUnknownBytes / codings}
}

// Codes of unknown values that are not distinguished, and of values that did not occur yet.
const (
	manyUnknown = math.MinInt32
	notMet      = math.MinInt32 + 1
)

// maxExamples is the number of unknown values that statistics list.
const maxExamples = 10

func newCoder(c *encode.Coding, at []int, l limits) (*coder, error) {
	written, err := c.Encoder.Texts(c.Style)
	if err != nil {
		return nil, err
	}
	all := &coder{
		as: cmp.Or(c.As, "cluster"), at: at, encoder: c.Encoder, scales: c.Encoder.Scales(), written: written, numbered: c.Numbers, limits: l,
		none: code{number: notMet}, known: make(map[string]code), texts: make([]scale.Value, len(at)), numbers: make(map[string]int32),
	}
	for i := range all.scales {
		all.marks = append(all.marks, records.MarkOf(&all.scales[i]))
	}
	if len(all.scales) == 1 {
		for range all.scales[0].Labels() {
			all.bins = append(all.bins, code{number: notMet})
		}
	}
	return all, nil
}

// code returns the code of the current record, given the values of all columns that are read. The error
// completes a message that starts with the name of the columns.
func (c *coder) code(values []value) (code, error) {
	for i := range c.marks {
		c.marks[i].See(values[c.at[i]].text)
	}
	if len(c.at) > 1 {
		return c.codeOf(c.combined(values), values)
	}
	v := values[c.at[0]]
	switch {
	case v.missing && c.none.number == notMet:
		var err error
		c.none, err = c.find(values)
		return c.none, err
	case v.missing:
		return c.none, nil
	case c.bins != nil:
		if bin, outside, ok := binOf(&c.scales[0], string(v.text), false); ok {
			return c.inBin(bin, outside, values)
		}
	}
	return c.codeOf(v.text, values)
}

// binOf returns the bin of a value, and whether the value is outside the range of the numbers that were
// fitted. ok is false for a value without a bin.
func binOf(s *scale.Scale, text string, missing bool) (bin int, outside, ok bool) {
	if !s.Binned() {
		return 0, false, false
	}
	v, ok := s.Measure(text, missing)
	if !ok || math.IsNaN(v) {
		return 0, false, false
	}
	return s.Bin(v), v < s.Low[0] || v > s.High[len(s.High)-1], true
}

// inBin returns the code of a number, given its bin.
func (c *coder) inBin(bin int, outside bool, values []value) (code, error) {
	if c.bins[bin].number == notMet {
		found, err := c.find(values)
		if err != nil {
			return found, err
		}
		c.bins[bin] = code{number: found.number}
	}
	return code{number: c.bins[bin].number, outside: outside}, nil
}

// combined returns a key for the values of several columns.
func (c *coder) combined(values []value) []byte {
	c.key = c.key[:0]
	for _, at := range c.at {
		if v := values[at]; v.missing {
			c.key = binary.AppendUvarint(c.key, 0)
		} else {
			c.key = binary.AppendUvarint(c.key, uint64(len(v.text))+1)
			c.key = append(c.key, v.text...)
		}
	}
	return c.key
}

// codeOf returns the code of the current record, and remembers it by a key.
func (c *coder) codeOf(key []byte, values []value) (code, error) {
	if found, ok := c.known[string(key)]; ok {
		return found, nil
	}
	found, err := c.find(values)
	if err == nil && len(c.known) < c.limits.known && len(key) <= c.limits.knownBytes {
		c.limits.knownBytes -= len(key)
		c.known[string(key)] = found
	}
	return found, err
}

// find finds the code of the current record by its label.
func (c *coder) find(values []value) (code, error) {
	var found code
	missing := true
	for i, at := range c.at {
		v := values[at]
		c.texts[i] = scale.Value{Text: string(v.text), Missing: v.missing}
		missing = missing && v.missing
		if i < len(c.scales) {
			_, outside, _ := binOf(&c.scales[i], c.texts[i].Text, v.missing)
			found.outside = found.outside || outside
		}
	}
	label := c.scales.Label(c.texts...)
	found.missing = missing || label == scale.MissingLabel
	var err error
	if n, ok := c.encoder.Cluster(label); ok {
		found.number = int32(n)
	} else {
		found.number, err = c.other(label, found.missing)
	}
	return found, err
}

// other returns the code of an unknown value, given its label.
func (c *coder) other(label string, missing bool) (int32, error) {
	if n, ok := c.numbers[label]; ok {
		return n, nil
	}
	switch {
	case c.written.HasOther:
	case missing:
		return 0, c.refuse(label, "is missing, which it never was")
	default:
		return 0, c.refuse(label, "is "+textfile.Shown(label)+", which was not")
	}
	if len(c.values) >= c.limits.unknown || c.bytes+len(label) > c.limits.unknownBytes {
		c.more = true
		return manyUnknown, nil
	}
	n := -1 - int32(len(c.values))
	c.numbers[label] = n
	c.values = append(c.values, UnknownValue{Value: label})
	c.bytes += len(label)
	return n, nil
}

// unknownError is an [ErrUnknown] with a message of its own.
type unknownError struct{ message, label string }

func (e unknownError) Error() string        { return e.message }
func (e unknownError) Is(target error) bool { return target == ErrUnknown }

// Label returns the unknown value.
func (e unknownError) Label() string { return e.label }

// refuse returns the error for an unknown value. The message names the cluster of values that were rare
// when the table was read, or not among the most frequent, if there is one.
func (c *coder) refuse(label, what string) error {
	choose := ": choose whether such values get a label"
	_, rare := c.encoder.Cluster(scale.RareLabel)
	_, other := c.encoder.Cluster(scale.OtherLabel)
	switch {
	case rare:
		choose = ", or was rare there: choose whether such values get the group of the rare ones, a label,"
	case other:
		choose = ", or was one of the others there: choose whether such values get the group of the others, a label,"
	}
	if c.others != "" {
		what = "with " + c.others + " " + what
	}
	return unknownError{what + " in the table that was grouped" + choose + " or the group that is nearest", label}
}

// count counts a record with a code, and returns the place of its text in [coder.forEach].
func (c *coder) count(found code) int {
	if found.outside {
		c.outside++
	}
	if found.number >= 0 {
		return int(found.number)
	}
	c.unknown++
	if found.number != manyUnknown {
		c.values[-1-found.number].Records++
	}
	return len(c.written.Clusters)
}

// stats returns the counts.
func (c *coder) stats() ColumnStats {
	s := ColumnStats{
		Unknown: c.unknown, Outside: c.outside,
		UnknownValues: len(c.values), UnknownMore: c.more,
	}
	if c.unknown > 0 {
		s.Rest = c.written.Rest
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

// forEach returns the text of a format for every cluster, by number, and then for unknown values.
func (c *coder) forEach(format func(text string, number bool) []byte) [][]byte {
	all := lists.Map(c.written.Clusters, func(text string) []byte { return format(text, c.numbered) })
	return append(all, format(c.written.Other, c.written.Integers))
}
