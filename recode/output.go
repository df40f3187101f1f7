package recode

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"github.com/dibmap/dibmap/internal/compressed"
)

// errWrite marks errors of writing, which are not the input's.
var errWrite = errors.New("cannot be written")

// output writes through a buffer and, if asked to, a compression.
type output struct {
	buffer *bufio.Writer
	closer io.Closer // of the compression; nil if there is none
	last   byte      // the last byte written; 0 before any
}

func newOutput(w io.Writer, compression string) (*output, error) {
	o := new(output)
	switch compression {
	case "":
	case "gz":
		z := gzip.NewWriter(w)
		w, o.closer = z, z
	case "zst":
		z, err := compressed.NewZstdWriter(w)
		if err != nil {
			return nil, err
		}
		w, o.closer = z, z
	default:
		return nil, fmt.Errorf("there is no compression %q: choose gz or zst", compression)
	}
	o.buffer = bufio.NewWriterSize(w, 1<<16)
	return o, nil
}

// write writes some parts of the output.
func (o *output) write(parts ...[]byte) error {
	for _, part := range parts {
		if _, err := o.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Write implements [io.Writer].
func (o *output) Write(part []byte) (int, error) {
	if len(part) > 0 {
		o.last = part[len(part)-1]
	}
	n, err := o.buffer.Write(part)
	if err != nil {
		err = fmt.Errorf("%w: %w", errWrite, err)
	}
	return n, err
}

// written reports whether anything was written.
func (o *output) written() bool { return o.last != 0 }

// endLine ends the line of the last record of a file, if it is open.
func (o *output) endLine(end []byte) error {
	if o.written() && o.last != '\n' {
		return o.write(end)
	}
	return nil
}

func (o *output) close() error {
	err := o.buffer.Flush()
	if o.closer != nil {
		if problem := o.closer.Close(); err == nil {
			err = problem
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errWrite, err)
	}
	return nil
}
