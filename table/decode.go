package table

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// blockLength is the size of the buffers between a file and its reader.
const blockLength = 1 << 16

// byteOrderMark may stand at the beginning of a text and is no part of it.
const byteOrderMark = "\ufeff"

// input is a file that is open for reading, decompressed and past its byte
// order mark.
type input struct {
	*bufio.Reader
	source
	format Format
	marked bool // there was a byte order mark
	ctx    context.Context
	// plain is the file itself if it is not compressed, and has a size.
	plain *os.File
	// cut is where the first failure to read is kept, whatever a parser makes
	// of it.
	cut     *watched
	closers []func()
}

// open opens a source. The format is the one asked for or, if that is Auto,
// the one that the name or the content tells.
func open(ctx context.Context, s source, opts Options) (*input, error) {
	in := &input{source: s, ctx: ctx}
	if err := in.open(opts); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

func (in *input) open(opts Options) error {
	raw, err := in.openRaw(opts.Stdin)
	if err != nil {
		return err
	}
	compressed := bufio.NewReaderSize(&cancelled{in.ctx, in.label(), raw}, blockLength)
	in.cut = &watched{label: in.label(), r: compressed}
	decoded, err := in.decompress(compressed)
	if err != nil {
		return err
	}
	in.cut.r = decoded
	in.Reader = bufio.NewReaderSize(in.cut, blockLength)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte(byteOrderMark)) {
		_, _ = in.Discard(len(mark)) // cannot fail: they were peeked
		in.marked = true
	}
	// A short head is a short file; a failure is kept for the first read.
	head, _ := in.Peek(headLength)
	if what := foreign(head); what != "" {
		return &Error{File: in.label(), Msg: what}
	}
	in.format = opts.Format
	if in.format == Auto {
		in.format = FormatOfName(in.path)
	}
	if in.format == Auto {
		in.format = formatOfContent(head)
	}
	return nil
}

func (in *input) openRaw(stdin io.Reader) (io.Reader, error) {
	if in.path == stdinName {
		if stdin == nil {
			return nil, &Error{File: stdinLabel, Msg: "there is no standard input to read"}
		}
		return stdin, nil
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, pathError(in.path, err)
	}
	in.closers = append(in.closers, func() { _ = f.Close() })
	info, err := f.Stat()
	if err != nil {
		return nil, pathError(in.path, err)
	}
	if info.Mode().IsRegular() {
		in.plain = f
	}
	return f, nil
}

// decompress undoes gzip or zstd, which the first bytes tell. A name that
// promises them must keep its promise.
func (in *input) decompress(r *bufio.Reader) (io.Reader, error) {
	head, _ := r.Peek(4)
	switch ext := strings.ToLower(filepath.Ext(in.path)); {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		in.plain = nil
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, streamError(in.label(), err)
		}
		return z, nil
	case zstdFrame(head):
		in.plain = nil
		// One goroutine and the least memory: the parser behind it is slower.
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, streamError(in.label(), err)
		}
		in.closers = append(in.closers, z.Close)
		return z, nil
	case len(head) > 0 && (ext == ".gz" || ext == ".zst"):
		return nil, &Error{File: in.label(), Msg: "is not compressed, or not in the way that the end of its name says"}
	}
	return r, nil
}

// zstdFrame tells whether zstd data begin so: with a frame, or with one to skip
// over, where parallel programs leave notes.
func zstdFrame(head []byte) bool {
	return bytes.Equal(head, []byte("\x28\xb5\x2f\xfd")) ||
		len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte("\x2a\x4d\x18"))
}

func (in *input) close() {
	for _, f := range in.closers {
		f()
	}
}

// fault returns the failure to read that is behind a parser's error, else that
// error.
func (in *input) fault(err error) error {
	if in.cut.err != nil {
		return in.cut.err
	}
	return err
}

// cancelled fails when its context is done, and names the file when the system
// fails to read it.
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
	if err != nil && !errors.Is(err, io.EOF) {
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

// streamError says what went wrong with the compression of a file.
func streamError(label string, err error) error {
	var known *Error
	switch {
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{File: label, Msg: "the data ends too early: the file is cut short", Err: err}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return &Error{File: label, Msg: "the compressed data takes too much memory: compress it without a long window", Err: err}
	}
	return &Error{File: label, Msg: "the data is corrupt: " + err.Error(), Err: err}
}
