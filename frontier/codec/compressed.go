package codec

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/dibmap/dibmap/internal/compressed"
)

// compressions are the compressions of JSON, by the end of the format's name.
var compressions = map[string]struct {
	magic string
	write func(io.Writer) (io.WriteCloser, error)
	read  func(io.Reader) (io.Reader, error)
}{
	".zst": {
		"\x28\xb5\x2f\xfd",
		func(w io.Writer) (io.WriteCloser, error) { return compressed.NewZstdWriter(w) },
		func(r io.Reader) (io.Reader, error) { return compressed.NewZstdReader(r) },
	},
	".gz": {
		"\x1f\x8b",
		func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		func(r io.Reader) (io.Reader, error) { return compressed.NewGzipReader(bufio.NewReader(r)) },
	},
}

// decompressed returns a reader of the content of b, and whether it was compressed.
func decompressed(b *bufio.Reader) (*bufio.Reader, bool, error) {
	start, _ := b.Peek(4) // a failure is found again
	for _, c := range compressions {
		if !strings.HasPrefix(string(start), c.magic) {
			continue
		}
		in := &counted{r: b}
		out, err := c.read(in)
		if err != nil {
			return nil, true, cutShort(err)
		}
		return bufio.NewReaderSize(&unpacked{r: out, in: in}, 1<<16), true, nil
	}
	return b, false, nil
}

// counted counts the bytes that are read, and keeps an error of the reader, which a decompressor
// may hide.
type counted struct {
	r    io.Reader
	read int64
	err  error
}

// Read implements [io.Reader].
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// A file may unpack to mostUnpacked bytes and mostRatio times its size. A small file that unpacks
// to more is an attack. Clusterings written whole shrink to a hundredth.
const (
	mostUnpacked = 16 << 20
	mostRatio    = 500
)

// unpacked limits the output of a decompressor and explains its errors.
type unpacked struct {
	r   io.Reader
	in  *counted
	out int64
}

// Read implements [io.Reader].
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.out += int64(n)
	switch {
	case u.in.err != nil:
		return n, u.in.err
	case u.out > mostUnpacked+mostRatio*u.in.read:
		return n, fmt.Errorf("would unpack to more than %d times its size", mostRatio)
	case err != nil && !errors.Is(err, io.EOF):
		return n, cutShort(err)
	}
	return n, err
}

// cutShort returns the error of data that cannot be decompressed.
func cutShort(err error) error {
	switch err = compressed.Trailing(err); {
	case errors.Is(err, compressed.ErrTrailing), errors.Is(err, compressed.ErrWindow):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errors.New("the compressed file ends too early: part of it is missing")
	}
	return fmt.Errorf("cannot be decompressed: %w", err)
}
