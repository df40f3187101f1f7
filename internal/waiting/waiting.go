// Package waiting lets calls that may wait for another program end with a context: a named pipe that
// nobody writes to would keep the program from ending.
package waiting

import (
	"context"
	"io"
	"os"
)

// result is what a call returns.
type result[T any] struct {
	value T
	err   error
}

// Do calls f and returns its result. If the context ends first, Do returns the context's error,
// while f continues and its result is dropped.
func Do[T any](ctx context.Context, f func() (T, error)) (value T, err error) {
	if ctx.Done() == nil {
		return f()
	}
	if err := ctx.Err(); err != nil {
		return value, err
	}
	done := make(chan result[T], 1)
	go func() {
		value, err := f()
		done <- result[T]{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// Regular reports whether a path leads to a regular file or a folder, or to nothing. Opening
// anything else may wait for another program.
func Regular(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

// Open is [os.Open].
func Open(ctx context.Context, path string) (*os.File, error) {
	if Regular(path) {
		return os.Open(path)
	}
	return Do(ctx, func() (*os.File, error) { return os.Open(path) })
}

// Reader returns a reader of a file that fails when the context ends, also while it waits.
func Reader(ctx context.Context, file *os.File) io.Reader {
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		return file
	}
	return &reader{ctx: ctx, r: file}
}

type reader struct {
	ctx context.Context
	r   io.Reader
	// buffer is the destination of r. A read that was given up may still write there, but not into
	// the caller's memory.
	buffer []byte
	gone   bool // a read was given up
}

func (r *reader) Read(p []byte) (int, error) {
	if r.gone {
		return 0, r.ctx.Err()
	}
	if len(r.buffer) < len(p) {
		r.buffer = make([]byte, len(p))
	}
	buffer := r.buffer[:len(p)]
	n, err := Do(r.ctx, func() (int, error) { return r.r.Read(buffer) })
	r.gone = r.ctx.Err() != nil
	return copy(p, buffer[:n]), err
}

// Writer returns a writer to w that fails if the context ends while it waits. Writes that begin after
// the context has ended still succeed: they hold what an interrupted search has found.
func Writer(ctx context.Context, w io.Writer) io.Writer {
	return writer{ctx, w}
}

type writer struct {
	ctx context.Context
	w   io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	if w.ctx.Err() != nil {
		return w.w.Write(p)
	}
	own := append([]byte(nil), p...)
	return Do(w.ctx, func() (int, error) { return w.w.Write(own) })
}
