package compressed

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// longestWindow is the largest window, in bytes, of streams that are read. The program zstd makes a larger one only
// with --long=28 or more, and then asks for permission to read it, too.
const longestWindow = 128 << 20

// ErrWindow is the error of reading a stream with a larger window: a few kilobytes may claim gigabytes of memory.
var ErrWindow = errors.New("the compressed data have a window of more than 128 MiB, which takes as much memory: compress them with a smaller window")

// ZstdReader reads a stream of Zstandard. The caller closes it.
type ZstdReader struct{ decoder *zstd.Decoder }

// NewZstdReader returns a reader, which uses one goroutine.
func NewZstdReader(r io.Reader) (*ZstdReader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(longestWindow))
	return &ZstdReader{d}, err
}

// Read implements [io.Reader]. The error may be [ErrWindow].
func (r *ZstdReader) Read(p []byte) (int, error) {
	n, err := r.decoder.Read(p)
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = ErrWindow
	}
	return n, err
}

// Close releases the memory. It does not close the stream below.
func (r *ZstdReader) Close() { r.decoder.Close() }

// NewZstdWriter returns a writer, which the caller closes. With one goroutine, the stream is the same on every machine.
func NewZstdWriter(w io.Writer) (*zstd.Encoder, error) {
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
}
