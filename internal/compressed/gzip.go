// Package compressed reads streams of gzip and reads and writes streams of Zstandard, with little memory. Its errors
// distinguish a truncated stream from a stream that other bytes follow.
package compressed

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// ErrTrailing is the error for bytes that follow a stream and do not begin another one.
var ErrTrailing = errors.New("the compressed data end, and other bytes follow them: something was added to the file, or overwrote a part of it; unpack it and compress it again")

// Trailing returns [ErrTrailing] for an error of a decompressor that means the same, and any other error unchanged.
func Trailing(err error) error {
	if errors.Is(err, zstd.ErrMagicMismatch) {
		return ErrTrailing
	}
	return err
}

const gzipMagic = "\x1f\x8b"

// gzipReader reads members of gzip that follow each other.
type gzipReader struct {
	in *bufio.Reader
	z  *gzip.Reader
}

// NewGzipReader returns a reader of one or more members of gzip. Like the program gzip, it accepts zeros after them,
// since tapes and disks fill their blocks with zeros.
func NewGzipReader(in *bufio.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipReader{in, z}, nil
}

// Read implements [io.Reader].
func (g *gzipReader) Read(p []byte) (int, error) {
	for {
		n, err := g.z.Read(p)
		if !errors.Is(err, io.EOF) {
			return n, err
		}
		if err := g.next(); err != nil {
			return n, err
		}
		if n > 0 {
			return n, nil
		}
	}
}

// next begins the next member. The error is io.EOF after the last.
func (g *gzipReader) next() error {
	head, err := g.in.Peek(len(gzipMagic))
	switch {
	case string(head) == gzipMagic:
		switch err := g.z.Reset(g.in); {
		case errors.Is(err, io.EOF): // in the header, which has begun
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		g.z.Multistream(false)
		return nil
	case len(head) == 0:
		return err
	}
	for {
		zeros, err := g.in.Peek(max(1, g.in.Buffered()))
		switch {
		case len(bytes.Trim(zeros, "\x00")) > 0:
			return ErrTrailing
		case err != nil:
			return err
		}
		_, _ = g.in.Discard(len(zeros)) // what was peeked at can be discarded
	}
}
