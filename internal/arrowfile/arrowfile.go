//go:build !js

// Package arrowfile opens streams and files of Arrow and trusts nothing in them: the library that decodes them
// takes all memory that a message claims to need, and panics where an array is shorter than it says.
package arrowfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// bufferLength is how much of a file is read at once.
const bufferLength = 1 << 16

// File is an open stream or file of Arrow. Both are read from the beginning, so that a file, too, can come
// through a pipe or be compressed.
type File struct {
	file     bool // and not a stream
	in       *source.Input
	messages *messages
	reader   *ipc.Reader
	done     bool
}

// Open opens a stream or file of Arrow. The error is io.EOF for an empty one. Other errors, here and of the
// methods, are about corrupt data, except for a [textfile.Refusal] and what reading returns.
func Open(in *source.Input) (*File, error) {
	f := &File{in: in, messages: &messages{in: in}}
	head, err := in.Peek(len(source.ArrowMagic))
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, io.EOF
	case string(head) == source.ArrowMagic:
		f.file = true
		if _, err := in.Discard(8); err != nil { // it is padded
			return nil, errShort
		}
		if mark, _ := in.Peek(4); len(mark) == 4 && string(mark) != "\xff\xff\xff\xff" {
			return nil, textfile.Refusal("is an Arrow file without a stream in it, as polars writes it, which is not read: write a stream (write_ipc_stream), or Parquet")
		}
	case bytes.HasPrefix(head, []byte("FEA1")):
		return nil, textfile.Refusal("is Feather of version 1, which is not read: write it anew with a current version, or as Parquet")
	case len(head) < 4 || head[3] != 0 && !bytes.HasPrefix(head, []byte("\xff\xff\xff\xff")): // before version 0.15, messages began with their length
		return nil, textfile.Refusal("is not Arrow: it begins neither as a file nor as a stream")
	}
	if f.reader, err = ipc.NewReaderFromMessageReader(f.messages); err != nil {
		return nil, err
	}
	return f, nil
}

// Schema returns the schema.
func (f *File) Schema() *arrow.Schema { return f.reader.Schema() }

// ParseSchema returns the schema that a message holds.
func ParseSchema(message []byte) (*arrow.Schema, error) {
	r, err := ipc.NewReaderFromMessageReader(&messages{in: bytes.NewReader(message)})
	if err != nil {
		return nil, err
	}
	return r.Schema(), nil
}

// Next returns the next record batch, which is valid until the next call, or io.EOF after the last.
func (f *File) Next() (batch arrow.RecordBatch, err error) {
	if f.done { // the library would read on
		return nil, io.EOF
	}
	if f.reader.Next() {
		if batch = f.reader.RecordBatch(); batch.NumRows() > math.MaxInt32 {
			return nil, textfile.Refusal(fmt.Sprintf("has a record batch of %d rows, and more than %d are not read: write smaller ones", batch.NumRows(), math.MaxInt32))
		}
		return batch, nil
	}
	if err := f.reader.Err(); err != nil {
		return nil, err
	}
	f.done = true
	return nil, f.end()
}

// end checks that only the footer of a file follows the last record batch, and returns io.EOF.
func (f *File) end() error {
	var tail []byte
	buffer := make([]byte, bufferLength)
	for {
		n, err := f.in.Read(buffer)
		tail = append(tail, buffer[:n]...)
		tail = tail[max(0, len(tail)-len(source.ArrowMagic)):]
		switch {
		case !f.file && n > 0:
			return textfile.Refusal("holds more after the end of the Arrow stream: give the streams as files of their own")
		case errors.Is(err, io.EOF) && f.file && (!f.messages.ended || string(tail) != source.ArrowMagic):
			return textfile.Refusal("is cut short or corrupt: it does not end as an Arrow file does")
		case err != nil:
			return err
		}
	}
}
