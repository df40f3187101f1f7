// Package zstream reads and writes streams of Zstandard with one goroutine and little memory.
package zstream

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// longestWindow is the largest window, in bytes, of streams that are read. The program zstd makes none that is larger
// unless --long=28 or more tells it to, and then asks for permission to read it, too.
const longestWindow = 128 << 20

// ErrWindow is the error of reading a stream with a larger window: a few kilobytes may claim gigabytes of memory.
var ErrWindow = errors.New("the compressed data have a window of more than 128 MiB, which takes as much memory: compress them with a smaller window")

// Reader reads a stream. It is to be closed.
type Reader struct{ decoder *zstd.Decoder }

// NewReader returns a reader.
func NewReader(r io.Reader) (*Reader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(longestWindow))
	return &Reader{d}, err
}

// Read implements [io.Reader]. The error may be [ErrWindow].
func (r *Reader) Read(p []byte) (int, error) {
	n, err := r.decoder.Read(p)
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = ErrWindow
	}
	return n, err
}

// Close releases the memory. It does not close what is read.
func (r *Reader) Close() { r.decoder.Close() }

// NewWriter returns a writer, which is to be closed. With one goroutine, the stream is the same on every machine.
func NewWriter(w io.Writer) (*zstd.Encoder, error) {
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
}
