package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"
)

// parquetMagic stands at both ends of a Parquet file.
const parquetMagic = "PAR1"

// parquetTail is the length of what ends a Parquet file: the length of its
// footer and the magic.
const parquetTail = 8

// openParquet opens a Parquet file, which is read from its end; one that
// cannot be, since it is compressed or comes through a pipe, is copied to a
// temporary file first.
func openParquet(in *input) (*parquet.File, error) {
	file := in.plain
	if file == nil {
		var err error
		if file, err = in.spool(); err != nil {
			return nil, err
		}
	}
	info, err := file.Stat()
	if err != nil {
		return nil, pathError(in.label(), err)
	}
	if err := checkParquetEnds(in.label(), file, info.Size()); err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(&cancelledAt{in.ctx, file}, info.Size(),
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(blockLength))
	if err != nil {
		return nil, parquetError(in.label(), err)
	}
	return f, nil
}

// spool copies the input to a temporary file, which is gone when the input is
// closed.
func (in *input) spool() (*os.File, error) {
	file, err := os.CreateTemp("", "dibmap-*.parquet")
	if err != nil {
		return nil, &Error{File: in.label(), Msg: "there is no place for a temporary copy: " + err.Error(), Err: err}
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
		return nil, &Error{File: in.label(), Msg: "cannot write a temporary copy: " + err.Error(), Err: err}
	}
	return file, nil
}

// checkParquetEnds checks what the library would trust: that the file starts
// and ends as it should, and its footer.
func checkParquetEnds(label string, file io.ReaderAt, size int64) error {
	head, tail := make([]byte, len(parquetMagic)), make([]byte, parquetTail)
	if size == 0 {
		return &Error{File: label, Msg: "the file is empty"}
	}
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return pathError(label, err)
	}
	if string(head) == "PARE" {
		return &Error{File: label, Msg: "is encrypted Parquet, which is not read: decrypt it first"}
	}
	if string(head) != parquetMagic {
		return &Error{File: label, Msg: "is not Parquet: it does not start with " + parquetMagic}
	}
	if size < int64(len(parquetMagic)+parquetTail) {
		return &Error{File: label, Msg: "is cut short: it is too small for Parquet"}
	}
	if _, err := file.ReadAt(tail, size-parquetTail); err != nil && !errors.Is(err, io.EOF) {
		return pathError(label, err)
	}
	footer := int64(binary.LittleEndian.Uint32(tail))
	if !bytes.HasSuffix(tail, []byte(parquetMagic)) || footer > size-parquetTail-int64(len(parquetMagic)) {
		return &Error{File: label, Msg: "is cut short or corrupt: it does not end as Parquet does"}
	}
	b := make([]byte, footer)
	if _, err := file.ReadAt(b, size-parquetTail-footer); err != nil {
		return pathError(label, err)
	}
	if err := checkFooter(b); err != nil {
		return parquetError(label, err)
	}
	return nil
}

// maxCause is the length of what the library says beyond which it is cut: it
// may quote a file at length.
const maxCause = 300

// parquetError returns what the library has against a file, in one place so
// that all of it reads alike.
func parquetError(label string, err error) error {
	var known *Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Error{File: label, Msg: "the Parquet data is corrupt or of an unknown kind: " + cut(err.Error(), maxCause), Err: err}
}

// parquetNames returns the names of the columns at the top.
func parquetNames(f *parquet.File) []string {
	var names []string
	for _, c := range f.Root().Columns() {
		names = append(names, c.Name())
	}
	return names
}

// parquetColumns returns the names of the columns of a Parquet file.
func parquetColumns(in *input) (names []string, err error) {
	defer recoverParquet(in.label(), &err)
	f, err := openParquet(in)
	if err != nil {
		return nil, err
	}
	return parquetNames(f), nil
}

// recoverParquet turns a panic into an error. The library checks much of what
// it reads from a file, but not all; some corrupt files make it panic.
func recoverParquet(label string, err *error) {
	if p := recover(); p != nil {
		*err = parquetError(label, fmt.Errorf("%v", p))
	}
}

// cancelledAt fails when its context is done.
type cancelledAt struct {
	ctx context.Context
	r   io.ReaderAt
}

func (c *cancelledAt) ReadAt(p []byte, at int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.ReadAt(p, at)
}
