// Package atomicfile replaces files whole or not at all: a reader sees the old
// content or the new one, never a part, even if the program is killed.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file that takes its name when it is committed. Until then its
// content is in a temporary file beside it.
type File struct {
	*os.File
	path string
	// device tells that the path is no regular file, such as /dev/null or a
	// pipe: it is written to as it is.
	device bool
	done   bool
}

// WriteError tells that an output could not be written, and why.
type WriteError struct {
	Path string
	Err  error
}

// Error implements error. It does not name the temporary file.
func (e *WriteError) Error() string { return fmt.Sprintf("cannot write %s: %v", e.Path, e.Err) }

// Unwrap returns the reason.
func (e *WriteError) Unwrap() error { return e.Err }

// Write writes to the file to be. Its errors are of type [*WriteError].
func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil {
		err = &WriteError{f.path, reason(err)}
	}
	return n, err
}

// Create prepares to write path. It fails if the folder cannot be written to or
// path is a folder, so a caller that creates its output before a long
// computation learns at once of a path that will not do. A link is followed: the
// file it leads to is replaced.
func Create(path string) (*File, error) {
	mode := fs.FileMode(0) // of a new file, what the process's mask leaves
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if target, err := filepath.EvalSymlinks(path); err == nil {
			path = target
		}
	}
	if info, err := os.Stat(path); err == nil {
		switch {
		case info.IsDir():
			return nil, &WriteError{path, errors.New("it is a folder")}
		case !info.Mode().IsRegular():
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return nil, &WriteError{path, reason(err)}
			}
			return &File{File: f, path: path, device: true}, nil
		}
		mode = info.Mode().Perm()
	}
	f, err := createTemporary(path)
	if err != nil {
		return nil, &WriteError{path, reason(err)}
	}
	if mode != 0 {
		// Some file systems have no modes; the content matters more.
		_ = f.Chmod(mode)
	}
	return &File{File: f, path: path}, nil
}

// createTemporary creates a file of a new name beside path. os.CreateTemp would
// make it private to the user, whatever the process's mask says.
func createTemporary(path string) (*os.File, error) {
	for n := os.Getpid(); ; n++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.tmp", filepath.Base(path), n))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// Commit makes what was written the content of the path, on disk before it has
// the name. After an error the path is as it was.
func (f *File) Commit() error {
	if f.done {
		return fs.ErrClosed
	}
	f.done = true
	if f.device {
		return f.Close()
	}
	err := errors.Join(f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return &WriteError{f.path, reason(err)}
	}
	syncFolder(filepath.Dir(f.path))
	return nil
}

// Abort removes the temporary file. It does nothing after Commit, so that it
// can be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	_ = f.Close()
	if !f.device {
		_ = os.Remove(f.Name())
	}
}

// syncFolder asks for the new name to reach the disk. Systems that cannot sync
// a folder lose nothing but that assurance.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// reason returns what went wrong without the temporary file's name.
func reason(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	var linkError *os.LinkError
	if errors.As(err, &linkError) {
		return linkError.Err
	}
	return err
}
