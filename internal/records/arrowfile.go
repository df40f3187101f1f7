package records

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// ArrowMagic stands at both ends of a file of Arrow. What is between them begins with a stream.
const ArrowMagic = "ARROW1"

// Arrow is an open stream or file of Arrow. Both are read from the beginning, so that a file, too, can come
// through a pipe or be compressed.
type Arrow struct {
	// File tells that it is a file, and not a stream.
	File bool

	in       *source.Input
	messages *arrowMessages
	reader   *ipc.Reader
	fields   []arrowField
	done     bool
}

// arrowField is a column, or a value of structures in one.
type arrowField struct {
	arrow.Field       // its name is the path, with dots
	path        []int // the column, and the places in its structures
}

// OpenArrow opens a stream or file of Arrow. Its error is io.EOF if it is empty.
func OpenArrow(in *source.Input) (*Arrow, error) {
	a := &Arrow{in: in, messages: &arrowMessages{in: in}}
	head, err := in.Peek(len(ArrowMagic))
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, io.EOF
	case string(head) == ArrowMagic:
		a.File = true
		if _, err := in.Discard(8); err != nil { // it is padded
			return nil, a.fault(errShort)
		}
		if mark, _ := in.Peek(4); len(mark) == 4 && string(mark) != "\xff\xff\xff\xff" {
			return nil, a.fault(plainError("is an Arrow file without a stream in it, as polars writes it, which is not read: write a stream (write_ipc_stream), or Parquet"))
		}
	case bytes.HasPrefix(head, []byte("FEA1")):
		return nil, a.fault(plainError("is Feather of version 1, which is not read: write it anew with a current version, or as Parquet"))
	case len(head) < 4 || head[3] != 0 && !bytes.HasPrefix(head, []byte("\xff\xff\xff\xff")): // before version 0.15, the length of a message came first
		return nil, a.fault(plainError("is not Arrow: it begins neither as a file nor as a stream"))
	}
	if a.reader, err = ipc.NewReaderFromMessageReader(a.messages); err != nil {
		return nil, a.fault(err)
	}
	top := a.Schema().Fields()
	for i, f := range top {
		for _, of := range arrowFieldsOf(f, []int{i}) {
			if len(of.path) == 1 || !slices.ContainsFunc(top, func(t arrow.Field) bool { return t.Name == of.Name }) {
				a.fields = append(a.fields, of) // a column of that name comes first
			}
		}
	}
	return a, nil
}

// arrowFieldsOf returns the values of a structure, or the column itself if it is none.
func arrowFieldsOf(f arrow.Field, path []int) []arrowField {
	t, ok := f.Type.(*arrow.StructType)
	if !ok {
		return []arrowField{{f, path}}
	}
	var all []arrowField
	for i, child := range t.Fields() {
		child.Name = f.Name + "." + child.Name
		all = append(all, arrowFieldsOf(child, append(slices.Clip(path), i))...)
	}
	return all
}

// Schema returns the schema.
func (a *Arrow) Schema() *arrow.Schema { return a.reader.Schema() }

// Next returns the next record batch, which is valid until the next call, or io.EOF after the last.
func (a *Arrow) Next() (batch arrow.RecordBatch, err error) {
	if a.done { // the library would read on
		return nil, io.EOF
	}
	if a.reader.Next() {
		if batch = a.reader.RecordBatch(); batch.NumRows() > math.MaxInt32 {
			return nil, a.fault(plainError(fmt.Sprintf("has a record batch of %d rows, and more than %d are not read: write smaller ones", batch.NumRows(), math.MaxInt32)))
		}
		return batch, nil
	}
	if err := a.reader.Err(); err != nil {
		return nil, a.fault(err)
	}
	a.done = true
	return nil, a.end()
}

// end checks that nothing but the footer of a file follows the last record batch, and returns io.EOF.
func (a *Arrow) end() error {
	var tail []byte
	buffer := make([]byte, bufferLength)
	for {
		n, err := a.in.Read(buffer)
		tail = append(tail, buffer[:n]...)
		tail = tail[max(0, len(tail)-len(ArrowMagic)):]
		switch {
		case !a.File && n > 0:
			return a.fault(plainError("holds more after the end of the Arrow stream: give the streams as files of their own"))
		case errors.Is(err, io.EOF) && a.File && (!a.messages.ended || string(tail) != ArrowMagic):
			return a.fault(plainError("is cut short or corrupt: it does not end as an Arrow file does"))
		case err != nil:
			return err
		}
	}
}

// fault returns an error of the library with the name of the file. Errors with a name of their own stay as
// they are.
func (a *Arrow) fault(err error) error {
	var known *textfile.Error
	var plain plainError
	switch {
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &plain):
		return &textfile.Error{File: a.in.Label(), Msg: plain.Error()}
	}
	return &textfile.Error{File: a.in.Label(), Msg: "the Arrow data is corrupt or of an unknown kind: " + textfile.Cut(err.Error(), maxCause), Err: err}
}

// Fields returns the names of the columns and, instead of structures, the paths to their values.
func (a *Arrow) Fields() []string {
	var names []string
	for _, f := range a.fields {
		names = append(names, f.Name)
	}
	return names
}

// lists returns those of Fields that hold several values a row.
func (a *Arrow) lists() (names []string) {
	for _, f := range a.fields {
		if _, err := arrowTextOf(f.Field); errors.Is(err, errNested) {
			names = append(names, f.Name)
		}
	}
	return names
}

// says implements declarer.
func (f *ArrowFile) says(index int) declared { return declaredBy(f.fields[index].Field) }

// categories implements declarer: they are the dictionary of the first record batch, which is read.
func (f *ArrowFile) categories(index int) (values []string, err error) {
	for i := range f.columns {
		c := &f.columns[i]
		if c.index != index || !c.coded || c.own == nil || c.own.bytes == nil {
			continue
		}
		for place := range len(c.labels) {
			if !c.own.missing(place) {
				values = append(values, string(c.appendText(nil, place)))
			}
		}
		return values, nil
	}
	return nil, nil
}

// ArrowFile reads the values of some columns.
type ArrowFile struct {
	*Arrow
	columns []arrowColumn
	at      int   // of the current row in its record batch
	left    int   // rows that follow it there
	row     int64 // number of the current row in the file, from 1
	buffer  []byte
}

// newArrowFile finds the columns. counts is the index of one that holds counts, or -1.
func newArrowFile(a *Arrow, columns []column, counts int) (*ArrowFile, error) {
	f := &ArrowFile{Arrow: a}
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

func (f *ArrowFile) next() error {
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
func (f *ArrowFile) begin() error {
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
func (f *ArrowFile) nextBatch() error {
	batch, err := f.Next()
	if err != nil {
		return err
	}
	if err := f.take(batch); err != nil {
		return err
	}
	f.at, f.left = -1, int(batch.NumRows())
	return nil
}

// take takes over the columns of a record batch.
func (f *ArrowFile) take(batch arrow.RecordBatch) error {
	for i := range f.columns {
		c := &f.columns[i]
		if c.index < 0 {
			continue
		}
		if err := c.take(batch); err != nil {
			return f.corrupt(c, err)
		}
	}
	return nil
}

func (f *ArrowFile) corrupt(c *arrowColumn, err error) error {
	return f.fault(fmt.Errorf("column %s %w", textfile.Shown(c.name), err))
}

// arrowColumn reads one column. Values of a dictionary are labelled once, and so are equal numbers, as far
// as a small table remembers them.
type arrowColumn struct {
	column
	field arrowField
	text  arrowText

	values     []arrowValues // of the structures that the column is in, and its own at the end
	own        *arrowValues
	coded      bool
	codes      []int32         // of the rows of a record batch in a dictionary; empty if all are missing
	dictionary arrow.ArrayData // of the record batch
	labels     []uint32        // 1 + the label of every value of the dictionary, 0 if it is not known
	recent     recentLabels
}

func (c *arrowColumn) take(batch arrow.RecordBatch) error {
	rows := int(batch.NumRows())
	data := batch.Column(c.field.path[0]).Data()
	c.values = c.values[:0]
	for _, at := range c.field.path[1:] {
		v, err := structureOf(data, rows)
		if err != nil {
			return err
		}
		c.values = append(c.values, v)
		data = data.Children()[at]
	}
	if data.DataType().ID() == arrow.DICTIONARY {
		return c.takeCodes(data, rows)
	}
	v, err := arrowValuesOf(data, rows)
	if err != nil {
		return err
	}
	c.values = append(c.values, v)
	c.own = &c.values[len(c.values)-1]
	return nil
}

// structureOf returns which rows of a structure have a value.
func structureOf(data arrow.ArrayData, rows int) (arrowValues, error) {
	bits := array.NewData(arrow.FixedWidthTypes.Boolean, data.Len(), append(slices.Clip(data.Buffers()[:1]), data.Buffers()[0]), nil, data.NullN(), data.Offset())
	if data.NullN() == 0 || data.Buffers()[0] == nil {
		return arrowValues{}, nil
	}
	return arrowValuesOf(bits, rows)
}

// takeCodes takes over the codes of a record batch and, if it is another one than before, the dictionary.
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
		own, err := arrowValuesOf(dictionary, dictionary.Len())
		if err != nil {
			return err
		}
		c.dictionary, c.own, c.labels = dictionary, &own, make([]uint32, dictionary.Len())
	}
	if c.codes, err = codesOf(data, rows, dictionary.Len(), c.codes); err != nil {
		return err
	}
	return nil
}

// absent tells whether a structure that the column is in has no value in a row.
func (c *arrowColumn) absent(row int) bool {
	for i := range c.field.path[1:] {
		if c.values[i].missing(row) {
			return true
		}
	}
	return false
}

// place returns the place of the value of a row among those of its array or dictionary, or -1 if it is missing.
func (c *arrowColumn) place(row int) int {
	switch {
	case len(c.field.path) > 1 && c.absent(row):
		return -1
	case c.coded && len(c.codes) == 0:
		return -1
	case c.coded:
		row = int(c.codes[row])
	}
	if row < 0 || c.own.missing(row) {
		return -1
	}
	return row
}

// appendText appends the text of a value.
func (c *arrowColumn) appendText(dst []byte, place int) []byte {
	if c.text.number != nil {
		return c.text.number(dst, c.own.numbers(place))
	}
	return c.text.bytes(dst, c.own.bytes(place))
}

func (f *ArrowFile) value(i int) (text []byte, missing bool) {
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
func (f *ArrowFile) label(i int, labels *tally.Labels) uint32 {
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
		return c.recent.ofBytes(c.own.bytes(place), func() uint32 { return labels.Number(f.value(i)) })
	default:
		return c.recent.ofNumber(c.own.numbers(place), func() uint32 { return labels.Number(f.value(i)) })
	}
}

func (f *ArrowFile) number(i int) (float64, error) {
	if c := &f.columns[i]; c.index >= 0 {
		place := c.place(f.at)
		if place < 0 {
			return 0, errors.New("is missing where a number must stand")
		}
		if arrow.IsFloating(c.own.kind.ID()) { // the text of short ones is shorter than the value
			n := arrowFloat(c.own.kind, c.own.numbers(place))
			return n, textfile.CheckCount(n)
		}
	}
	text, _ := f.value(i)
	return textfile.ParseCount(string(text))
}

func (f *ArrowFile) wrong(i int, err error) error {
	c := &f.columns[i]
	if c.index < 0 {
		return WrongFolder(f.in, c.fixed, err)
	}
	return &textfile.Error{File: f.in.Label(), Msg: fmt.Sprintf("row %d: %s %v", f.row, textfile.Shown(c.name), err), Err: err}
}
