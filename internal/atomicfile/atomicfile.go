// Package atomicfile replaces the content of files atomically: a reader sees the old
// content or the new content, never a part of it, even if the program is killed.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// File is a file that is written under a temporary name in the folder of its path, and
// gets its name when it is committed.
type File struct {
	file *os.File // not embedded: errors of its own methods name the temporary file
	path string
	// device says that the path is not a regular file but, for example, /dev/null or a
	// pipe, which is written to directly.
	device bool
	done   bool
}

// WriteError is the error of an output that could not be written.
type WriteError struct {
	Path string
	Err  error
}

// Error implements error. It does not name the temporary file.
func (e *WriteError) Error() string { return fmt.Sprintf("cannot write %s: %v", e.Path, e.Err) }

// Unwrap returns the reason.
func (e *WriteError) Unwrap() error { return e.Err }

// Write implements io.Writer. Its errors are of type [*WriteError].
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		err = &WriteError{f.path, reason(err)}
	}
	return n, err
}

// Create prepares to write path. It fails if the folder cannot be written to or if path is
// a folder, so that a caller learns of a path that cannot be used before a long
// computation. If path is a symbolic link, the file that it points to is replaced.
func Create(path string) (*File, error) { return create(path, 0o777) }

// CreatePrivate is Create for a file that only this user may read and write.
func CreatePrivate(path string) (*File, error) { return create(path, 0o600) }

// create creates a file that has no rights beyond most.
func create(path string, most fs.FileMode) (*File, error) {
	mode, replaced := fs.FileMode(0o666), false // a new file has the mode that the umask allows
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
			return &File{file: f, path: path, device: true}, nil
		}
		mode, replaced = info.Mode().Perm(), true
	}
	mode &= most
	f, err := createTemporary(path, mode)
	if err != nil {
		return nil, &WriteError{path, reason(err)}
	}
	if replaced {
		// Some file systems have no modes; the content matters more.
		_ = f.Chmod(mode)
	}
	return &File{file: f, path: path}, nil
}

// Write makes the given parts, one after the other, the content of a path, whole or not at all.
func Write(path string, parts ...[]byte) error {
	file, err := Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	for _, b := range parts {
		if _, err := file.Write(b); err != nil {
			return err
		}
	}
	return file.Commit()
}

// Commit makes what was written the content of the path. The content is on disk before the
// file gets its name. After an error the path is unchanged.
func (f *File) Commit() error {
	_, err := f.CommitOr(nil)
	return err
}

// CommitOr is Commit for what took long to make: if the path cannot get the content, as its folder was
// renamed, the content goes into the file that rescue returns, whose name is returned with the error.
func (f *File) CommitOr(rescue func() (*os.File, error)) (kept string, err error) {
	if f.done {
		return "", fs.ErrClosed
	}
	f.done = true
	if f.device {
		return "", f.file.Close()
	}
	err = f.file.Sync()
	if err == nil {
		err = f.restore()
	}
	if err == nil {
		// The name comes after Close, as some systems rename no open file. A signal that interrupts Close loses nothing
		// of what is on disk.
		if err = f.file.Close(); err == nil || errors.Is(err, syscall.EINTR) {
			err = os.Rename(f.file.Name(), f.path)
		}
		if err == nil {
			syncFolder(filepath.Dir(f.path))
			return "", nil
		}
	}
	err = &WriteError{f.path, reason(err)}
	if rescue != nil {
		kept = f.rescued(rescue)
	}
	_ = f.file.Close()
	_ = os.Remove(f.file.Name())
	return kept, err
}

// Abort removes the temporary file. After Commit it does nothing, so it can be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	_ = f.file.Close()
	if !f.device {
		_ = os.Remove(f.file.Name())
	}
}

// syncFolder makes the new name reach the disk, on systems that can sync a folder.
func syncFolder(path string) {
	if d, err := os.Open(path); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// reason returns the cause of an error without the name of the temporary file.
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
