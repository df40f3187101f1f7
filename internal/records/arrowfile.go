//go:build !js

package records

import (
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/dibmap/dibmap/internal/arrowfile"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// arrowFile reads the values of some columns.
type arrowFile struct {
	*arrowInput
	columns []arrowColumn
	at      int   // of the current row in its record batch
	left    int   // rows that follow it there
	row     int64 // number of the current row in the file, from 1
	buffer  []byte
}

// newArrowFile finds the columns. counts is the index of the column of counts, or -1.
func newArrowFile(a *arrowInput, columns []column, counts int) (*arrowFile, error) {
	f := &arrowFile{arrowInput: a}
	for i, at := range columns {
		c := arrowColumn{column: at}
		if at.index >= 0 {
			c.field = a.fields[at.index]
			var err error
			if c.text, err = arrowTextOf(c.field.Field); err == nil && i == counts && !arrowCounts(c.field.Type) {
				err = fmt.Errorf("holds %v, not numbers, and cannot be a count", c.field.Type)
			}
			if err != nil {
				return nil, &textfile.Error{File: a.in.Label(), Msg: fmt.Sprintf("column %s %v", textfile.Shown(at.name), err)}
			}
		}
		f.columns = append(f.columns, c)
	}
	return f, nil
}

// says implements declarer.
func (f *arrowFile) says(index int) declared { return declaredBy(f.fields[index].Field) }

// categories implements declarer: they are the dictionary of the first record batch, which is read.
func (f *arrowFile) categories(index int) (values []string, err error) {
	for i := range f.columns {
		c := &f.columns[i]
		if c.index != index || !c.coded || c.own == nil || c.own.Bytes == nil {
			continue
		}
		for place := range len(c.labels) {
			if !c.own.Missing(place) {
				values = append(values, string(c.appendText(nil, place)))
			}
		}
		return values, nil
	}
	return nil, nil
}

func (f *arrowFile) next() error {
	for f.left == 0 {
		if err := f.nextBatch(); err != nil {
			return err
		}
	}
	f.at++
	f.left--
	f.row++
	return nil
}

// begin reads up to the first record batch that has rows, if there is one.
func (f *arrowFile) begin() error {
	for f.left == 0 {
		err := f.nextBatch()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nextBatch goes to the next record batch.
func (f *arrowFile) nextBatch() error {
	batch, err := f.Next()
	if err != nil {
		return arrowError(f.in, err)
	}
	if err := f.take(batch); err != nil {
		return err
	}
	f.at, f.left = -1, int(batch.NumRows())
	return nil
}

// take takes over the columns of a record batch.
func (f *arrowFile) take(batch arrow.RecordBatch) error {
	for i := range f.columns {
		c := &f.columns[i]
		if c.index < 0 {
			continue
		}
		if err := c.take(batch); err != nil {
			return arrowError(f.in, fmt.Errorf("column %s %w", textfile.Shown(c.name), err))
		}
	}
	return nil
}

// arrowColumn reads one column. It labels each value of a dictionary once, and equal numbers once while a
// small table remembers them.
type arrowColumn struct {
	column
	field arrowField
	text  arrowText

	values     []arrowfile.Values // of the structures that the column is in, and its own at the end
	own        *arrowfile.Values
	coded      bool
	codes      []int32         // of the rows of a record batch in a dictionary; empty if all are missing
	dictionary arrow.ArrayData // of the record batch
	labels     []uint32        // 1 + the label of every value of the dictionary, 0 if it is not known
	recent     tally.Recent
}

func (c *arrowColumn) take(batch arrow.RecordBatch) error {
	rows := int(batch.NumRows())
	data := batch.Column(c.field.path[0]).Data()
	c.values = c.values[:0]
	for _, at := range c.field.path[1:] {
		v, err := arrowfile.StructureOf(data, rows)
		if err != nil {
			return err
		}
		c.values = append(c.values, v)
		data = data.Children()[at]
	}
	if data.DataType().ID() == arrow.DICTIONARY {
		return c.takeCodes(data, rows)
	}
	v, err := arrowfile.ValuesOf(data, rows)
	if err != nil {
		return err
	}
	c.values = append(c.values, v)
	c.own = &c.values[len(c.values)-1]
	return nil
}

// takeCodes takes over the codes of a record batch and, if it has changed, the dictionary.
func (c *arrowColumn) takeCodes(data arrow.ArrayData, rows int) (err error) {
	c.coded = true
	dictionary, ok := data.Dictionary().(*array.Data)
	if !ok || dictionary == nil {
		if rows > 0 {
			return errors.New("has no dictionary")
		}
		return nil
	}
	if dictionary != c.dictionary {
		own, err := arrowfile.ValuesOf(dictionary, dictionary.Len())
		if err != nil {
			return err
		}
		c.dictionary, c.own, c.labels = dictionary, &own, make([]uint32, dictionary.Len())
	}
	if c.codes, err = arrowfile.Codes(data, rows, dictionary.Len(), c.codes); err != nil {
		return err
	}
	return nil
}

// absent reports whether a structure around the column has no value in a row.
func (c *arrowColumn) absent(row int) bool {
	for i := range c.field.path[1:] {
		if c.values[i].Missing(row) {
			return true
		}
	}
	return false
}

// place returns the index of the value of a row in its array or dictionary, or -1 for a missing value.
func (c *arrowColumn) place(row int) int {
	switch {
	case len(c.field.path) > 1 && c.absent(row):
		return -1
	case c.coded && len(c.codes) == 0:
		return -1
	case c.coded:
		row = int(c.codes[row])
	}
	if row < 0 || c.own.Missing(row) {
		return -1
	}
	return row
}

// appendText appends the text of a value.
func (c *arrowColumn) appendText(dst []byte, place int) []byte {
	if c.text.number != nil {
		return c.text.number(dst, c.own.Number(place))
	}
	return c.text.bytes(dst, c.own.Bytes(place))
}

func (f *arrowFile) value(i int) (text []byte, missing bool) {
	c := &f.columns[i]
	if c.index < 0 {
		return []byte(c.fixed.Value), c.fixed.Missing
	}
	place := c.place(f.at)
	if place < 0 {
		return nil, true
	}
	f.buffer = c.appendText(f.buffer[:0], place)
	return f.buffer, false
}

// label looks up every value of a dictionary once, and text without a copy.
func (f *arrowFile) label(i int, labels *tally.Labels) uint32 {
	c := &f.columns[i]
	if c.index < 0 {
		return labels.Number(f.value(i))
	}
	place := c.place(f.at)
	switch {
	case place < 0:
		return labels.Number(nil, true)
	case c.coded:
		if c.labels[place] == 0 {
			c.labels[place] = labels.Number(f.value(i)) + 1
		}
		return c.labels[place] - 1
	case c.text.number == nil:
		return c.recent.OfBytes(c.own.Bytes(place), func() uint32 { return labels.Number(f.value(i)) })
	default:
		return c.recent.OfNumber(c.own.Number(place), func() uint32 { return labels.Number(f.value(i)) })
	}
}

func (f *arrowFile) number(i int) (float64, error) {
	if c := &f.columns[i]; c.index >= 0 {
		place := c.place(f.at)
		if place < 0 {
			return 0, errors.New("is missing where a number must stand")
		}
		if arrow.IsFloating(c.own.Kind.ID()) { // the text of short ones is shorter than the value
			n := arrowFloat(c.own.Kind, c.own.Number(place))
			return n, textfile.CheckCount(n)
		}
	}
	text, _ := f.value(i)
	return textfile.ParseCount(string(text))
}

func (f *arrowFile) wrong(i int, err error) error {
	return f.columns[i].wrong(f.in, f.row, err)
}
