package table

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Compression is how a stream is compressed.
type Compression int

// The ways to compress. The zero value does not.
const (
	Uncompressed Compression = iota
	Gzip
	Zstd
)

// CompressionOfName returns the compression that the name of a file promises by its
// end: .gz, .zst or another.
func CompressionOfName(name string) Compression {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return Gzip
	case ".zst":
		return Zstd
	}
	return Uncompressed
}

// errWrite marks errors of writing, which are not the input's.
var errWrite = errors.New("cannot be written")

// output collects what is written in a buffer.
type output struct {
	w      io.Writer
	closer io.Closer // of the compression
	buffer []byte
	last   byte // the last byte written to w; 0 before any
	length int64
}

// outputLength is the size beyond which the buffer is written.
const outputLength = 1 << 16

func newOutput(w io.Writer, c Compression) (*output, error) {
	o := &output{w: w, buffer: make([]byte, 0, 2*outputLength)}
	switch c {
	case Uncompressed:
	case Gzip:
		z := gzip.NewWriter(w)
		o.w, o.closer = z, z
	case Zstd:
		// One goroutine: one core encodes, and the result is the same on every machine.
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		o.w, o.closer = z, z
	default:
		return nil, fmt.Errorf("there is no compression %d", int(c))
	}
	return o, nil
}

// flush writes the buffer.
func (o *output) flush() error {
	if len(o.buffer) == 0 {
		return nil
	}
	o.last = o.buffer[len(o.buffer)-1]
	o.length += int64(len(o.buffer))
	_, err := o.w.Write(o.buffer)
	o.buffer = o.buffer[:0]
	if err != nil {
		return fmt.Errorf("%w: %w", errWrite, err)
	}
	return nil
}

// flushFull writes the buffer if it is full.
func (o *output) flushFull() error {
	if len(o.buffer) < outputLength {
		return nil
	}
	return o.flush()
}

// size returns the number of bytes written so far, before compression.
func (o *output) size() int64 { return o.length + int64(len(o.buffer)) }

// endLine ends a line that the last record of a file has left open.
func (o *output) endLine(end string) error {
	if err := o.flush(); err != nil {
		return err
	}
	if o.last != 0 && o.last != '\n' {
		o.buffer = append(o.buffer, end...)
	}
	return nil
}

func (o *output) close() error {
	err := o.flush()
	if o.closer == nil {
		return err
	}
	if problem := o.closer.Close(); err == nil && problem != nil {
		err = fmt.Errorf("%w: %w", errWrite, problem)
	}
	return err
}
