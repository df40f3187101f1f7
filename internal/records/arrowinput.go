//go:build !js

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
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// arrowInput is an open stream or file of Arrow. Both are read from the beginning, so that a file, too, can come
// through a pipe or be compressed.
type arrowInput struct {
	file bool // and not a stream

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

// openArrow opens a stream or file of Arrow. Its error is io.EOF if it is empty.
func openArrow(in *source.Input) (*arrowInput, error) {
	a := &arrowInput{in: in, messages: &arrowMessages{in: in}}
	head, err := in.Peek(len(source.ArrowMagic))
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, io.EOF
	case string(head) == source.ArrowMagic:
		a.file = true
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
func (a *arrowInput) Schema() *arrow.Schema { return a.reader.Schema() }

// Next returns the next record batch, which is valid until the next call, or io.EOF after the last.
func (a *arrowInput) Next() (batch arrow.RecordBatch, err error) {
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
func (a *arrowInput) end() error {
	var tail []byte
	buffer := make([]byte, bufferLength)
	for {
		n, err := a.in.Read(buffer)
		tail = append(tail, buffer[:n]...)
		tail = tail[max(0, len(tail)-len(source.ArrowMagic)):]
		switch {
		case !a.file && n > 0:
			return a.fault(plainError("holds more after the end of the Arrow stream: give the streams as files of their own"))
		case errors.Is(err, io.EOF) && a.file && (!a.messages.ended || string(tail) != source.ArrowMagic):
			return a.fault(plainError("is cut short or corrupt: it does not end as an Arrow file does"))
		case err != nil:
			return err
		}
	}
}

// fault returns an error of the library with the name of the file. Errors with a name of their own stay as
// they are.
func (a *arrowInput) fault(err error) error {
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
func (a *arrowInput) Fields() []string {
	var names []string
	for _, f := range a.fields {
		names = append(names, f.Name)
	}
	return names
}

// lists returns those of Fields that hold several values a row.
func (a *arrowInput) lists() (names []string) {
	for _, f := range a.fields {
		if _, err := arrowTextOf(f.Field); errors.Is(err, errNested) {
			names = append(names, f.Name)
		}
	}
	return names
}

// plainError is the text of an error that is not about corrupt data.
type plainError string

func (e plainError) Error() string { return string(e) }
