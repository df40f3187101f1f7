package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/waiting"
)

// A named pipe, or another file that is not regular, may have no process at its other end. The functions of
// this file end when the call is interrupted.

// errWhileReading and errWhileWriting are the errors of interrupted calls.
var (
	errWhileReading = Failed(errors.New("interrupted while it was read"))
	errWhileWriting = Failed(errors.New("interrupted while it was written"))
)

// Context returns the context of the call.
func (s Streams) Context() context.Context {
	if s.ctx == nil {
		return context.Background()
	}
	return s.ctx
}

// Open opens a file that the call reads. Its errors do not name the file.
func (s Streams) Open(path string) (io.ReadCloser, error) {
	file, err := waiting.Open(s.Context(), path)
	var cause *fs.PathError
	switch {
	case err != nil && s.Context().Err() != nil:
		return nil, errWhileReading
	case errors.As(err, &cause):
		return nil, cause.Err
	case err != nil:
		return nil, err
	}
	return inputFile{file, waiting.Reader(s.Context(), file)}, nil
}

// ReadFile returns the content of a file that the call reads. Its errors do not name the file.
func (s Streams) ReadFile(path string) ([]byte, error) {
	file, err := s.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	return io.ReadAll(file)
}

// inputFile is a file that is read until the call is interrupted.
type inputFile struct {
	file *os.File
	r    io.Reader
}

func (f inputFile) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	var cause *fs.PathError
	switch {
	case errors.Is(err, context.Canceled):
		err = errWhileReading
	case errors.As(err, &cause):
		err = cause.Err
	}
	return n, err
}

func (f inputFile) Close() error { return f.file.Close() }

// Stat returns the information that identifies the file.
func (f inputFile) Stat() (fs.FileInfo, error) { return f.file.Stat() }

// create is [atomicfile.Create], after [atomicfile.Sweep].
func (s Streams) create(path string) (*atomicfile.File, error) {
	if waiting.Regular(path) {
		atomicfile.Sweep(path)
		return atomicfile.Create(path)
	}
	file, err := waiting.Do(s.Context(), func() (*atomicfile.File, error) { return atomicfile.Create(path) })
	if err != nil && s.Context().Err() != nil {
		return nil, &atomicfile.WriteError{Path: path, Err: errWhileWriting}
	}
	return file, err
}

// patient returns w with a Write that waits only until the call is interrupted, unless w is a regular file.
func (s Streams) patient(w io.Writer) io.Writer {
	file, ok := w.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return w
	}
	if info, err := file.Stat(); err != nil || info.Mode().IsRegular() {
		return w
	}
	return outputFile{waiting.Writer(s.Context(), w)}
}

// outputFile is a file that is written until the call is interrupted.
type outputFile struct{ io.Writer }

func (f outputFile) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if errors.Is(err, context.Canceled) {
		err = errWhileWriting
	}
	return n, err
}
