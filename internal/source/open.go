// Package source finds the files of a name, opens and decompresses them, and determines their format.
package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"

	"github.com/dibmap/dibmap/internal/compressed"
	"github.com/dibmap/dibmap/internal/fileformat"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/internal/waiting"
)

// blockLength is the size of the buffers between a file and its reader.
const blockLength = 1 << 16

// Input is a file that is open for reading, decompressed and, if it is text, in UTF-8 and past its byte
// order mark.
type Input struct {
	*bufio.Reader
	File
	Format string
	Marked bool // there was a byte order mark of UTF-8

	ctx     context.Context
	dialect Dialect
	skipped int      // records of another number of fields than the header
	notes   []string // about how the file is read
	// plain is the file itself if it is not compressed, and has a size.
	plain *os.File
	// cut keeps the first failure to read, which a parser may not return unchanged.
	cut     *watched
	closers []func()
}

// Open opens a file. Errors are of type [*textfile.Error], or ctx.Err(). The caller calls Close.
func Open(ctx context.Context, f File, opts Options) (*Input, error) {
	in := &Input{File: f, Format: opts.Format, ctx: ctx, dialect: opts.Dialect}
	if err := in.open(opts); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func (in *Input) open(opts Options) error {
	raw, err := in.openRaw(opts.Stdin)
	if err != nil {
		return err
	}
	compressed := bufio.NewReaderSize(&cancelled{in.ctx, in.Label(), raw}, blockLength)
	in.cut = &watched{label: in.Label(), r: compressed}
	decoded, err := in.decompress(compressed)
	if err != nil {
		return err
	}
	in.cut.r = decoded
	in.Reader = bufio.NewReaderSize(in.cut, blockLength)
	head, _ := in.Peek(headLength) // the first read returns a failure again
	if what := foreign(head, opts.Text); what != "" {
		return &textfile.Error{File: in.Label(), Msg: what}
	}
	if err := in.decode(); err != nil {
		return err
	}
	head, _ = in.Peek(headLength)
	if in.Format = cmp.Or(in.Format, FormatOf(in.Path)); in.Format == "" {
		if in.Format = formatOfContent(head); in.Format == TSV {
			in.NoteDelimiter('\t')
		}
	}
	return nil
}

func (in *Input) openRaw(stdin io.Reader) (io.Reader, error) {
	if in.Path == Stdin {
		if stdin == nil {
			return nil, &textfile.Error{File: stdinLabel, Msg: "there is no standard input to read"}
		}
		return stdin, nil
	}
	f, err := waiting.Open(in.ctx, in.Path)
	if err != nil && in.ctx.Err() != nil {
		return nil, in.ctx.Err()
	}
	if err != nil {
		return nil, pathError(in.Path, err)
	}
	in.closers = append(in.closers, func() { _ = f.Close() })
	info, err := f.Stat()
	if err != nil {
		return nil, pathError(in.Path, err)
	}
	if info.Mode().IsRegular() {
		in.plain = f
	}
	return waiting.Reader(in.ctx, f), nil
}

// decompress undoes gzip or zstd, which it recognises by the first bytes. A file whose name
// ends in .gz or .zst must be compressed.
func (in *Input) decompress(r *bufio.Reader) (io.Reader, error) {
	head, _ := r.Peek(4)
	_, promised := fileformat.Split(in.Path)
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		in.plain = nil
		z, err := compressed.NewGzipReader(r)
		if err != nil {
			return nil, streamError(in.Label(), err)
		}
		return z, nil
	case zstdFrame(head):
		in.plain = nil
		z, err := compressed.NewZstdReader(r) // whose one goroutine is faster than the parser behind it
		if err != nil {
			return nil, streamError(in.Label(), err)
		}
		in.closers = append(in.closers, z.Close)
		return z, nil
	case len(head) > 0 && promised != "":
		return nil, &textfile.Error{File: in.Label(), Msg: "is not compressed, or not in the way that the end of its name says"}
	}
	return r, nil
}

// zstdFrame reports whether head begins zstd data: with a frame, or with a skippable frame,
// in which parallel programs leave notes.
func zstdFrame(head []byte) bool {
	return bytes.Equal(head, []byte("\x28\xb5\x2f\xfd")) ||
		len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte("\x2a\x4d\x18"))
}

// Close closes the file.
func (in *Input) Close() {
	for _, f := range in.closers {
		f()
	}
}

// Fault returns the failure to read that made a parser fail with err, or else err.
func (in *Input) Fault(err error) error {
	if in.cut.err != nil {
		return in.cut.err
	}
	return err
}

// cancelled fails when its context is done, and adds the name of the file when the system fails to read it.
type cancelled struct {
	ctx   context.Context
	label string
	r     io.Reader
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && c.ctx.Err() == nil {
		err = pathError(c.label, err)
	}
	return n, err
}

// watched turns failures to decompress into errors with the file's name, and
// keeps the first of any kind.
type watched struct {
	label string
	r     io.Reader
	err   error
}

func (w *watched) Read(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = streamError(w.label, err)
		err = w.err
	}
	return n, err
}

// streamError returns the error for a fault in the compression of a file.
func streamError(label string, err error) error {
	var known *textfile.Error
	switch err = compressed.Trailing(err); {
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &textfile.Error{File: label, Msg: "the data ends too early: the file is cut short", Err: err}
	case errors.Is(err, compressed.ErrTrailing), errors.Is(err, compressed.ErrWindow):
		return &textfile.Error{File: label, Msg: err.Error(), Err: err}
	}
	return &textfile.Error{File: label, Msg: "the data is corrupt: " + err.Error(), Err: err}
}

// Seekable returns the decompressed file for random access, with its size. An input that is
// compressed or comes through a pipe is copied to a temporary file.
func (in *Input) Seekable() (io.ReaderAt, int64, error) {
	file := in.plain
	if file == nil {
		var err error
		if file, err = in.spool(); err != nil {
			return nil, 0, err
		}
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, pathError(in.Label(), err)
	}
	return &cancelledAt{in.ctx, file, in.Label()}, info.Size(), nil
}

// spool copies the input to a temporary file, which Close removes.
func (in *Input) spool() (*os.File, error) {
	file, err := os.CreateTemp("", "dibmap-*.tmp")
	if err != nil {
		return nil, &textfile.Error{File: in.Label(), Msg: "there is no place for a temporary copy: " + err.Error(), Err: err}
	}
	// Where an open file can be removed, a killed program leaves nothing.
	removed := os.Remove(file.Name()) == nil
	in.closers = append(in.closers, func() {
		_ = file.Close()
		if !removed {
			_ = os.Remove(file.Name())
		}
	})
	if _, err := io.Copy(file, in); err != nil {
		if in.cut.err != nil {
			return nil, in.cut.err
		}
		return nil, &textfile.Error{File: in.Label(), Msg: "cannot write a temporary copy: " + err.Error(), Err: err}
	}
	return file, nil
}

// cancelledAt is cancelled for random access.
type cancelledAt struct {
	ctx   context.Context
	r     io.ReaderAt
	label string
}

func (c *cancelledAt) ReadAt(p []byte, at int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.ReadAt(p, at)
	if err != nil && !errors.Is(err, io.EOF) {
		err = pathError(c.label, err)
	}
	return n, err
}
