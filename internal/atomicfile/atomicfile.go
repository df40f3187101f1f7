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
	path string   // for messages
	// at is the folder with the file temporary, which becomes name.
	at              place
	temporary, name string
	// device is true if the path is not a regular file but, for example, /dev/null or a
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
// a folder, so that a caller learns before a long computation that a path cannot be used.
// If path is a symbolic link, the file that it points to is replaced.
func Create(path string) (*File, error) { return Anywhere.Create(path) }

// CreatePrivate is Create for a file that only this user may read and write.
func CreatePrivate(path string) (*File, error) { return Anywhere.create(path, 0o600) }

// Write makes the given parts, one after the other, the content of a path, whole or not at all.
func Write(path string, parts ...[]byte) error { return Anywhere.Write(path, parts...) }

// create creates a file that has no rights beyond most.
func (f Folder) create(name string, most fs.FileMode) (*File, error) {
	if f == Anywhere {
		if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			if target, err := filepath.EvalSymlinks(name); err == nil {
				name = target
			}
		}
	}
	made := &File{path: f.Path(name), name: name}
	err := ErrOutside
	if f == Anywhere || filepath.IsLocal(name) {
		if made.at, err = f.open(); err == nil {
			if err = made.begin(f == Anywhere, most); err != nil {
				_ = made.at.Close()
			}
		}
	}
	if err != nil {
		return nil, &WriteError{made.path, reason(err)}
	}
	return made, nil
}

// begin opens the file.
func (f *File) begin(devices bool, most fs.FileMode) (err error) {
	mode, replaced := fs.FileMode(0o666), false // a new file has the mode that the umask allows
	if info, err := f.at.Stat(f.name); err == nil {
		switch {
		case info.IsDir():
			return errors.New("it is a folder")
		case !info.Mode().IsRegular() && !devices:
			return errIrregular
		case !info.Mode().IsRegular():
			f.device = true
			f.file, err = f.at.OpenFile(f.name, os.O_WRONLY, 0)
			return err
		}
		mode, replaced = info.Mode().Perm(), true
	}
	mode &= most
	f.file, f.temporary, err = createTemporary(f.at, f.name, mode)
	if err == nil && replaced {
		// Some file systems have no modes; the content matters more.
		_ = f.file.Chmod(mode)
	}
	return err
}

// Commit makes what was written the content of the path. The content is on disk before the
// file gets its name. After an error the path is unchanged.
func (f *File) Commit() error {
	_, err := f.CommitOr(nil)
	return err
}

// CommitOr is Commit for content that took long to compute: if the path cannot get the content, as its folder was
// renamed, the content goes into the file that rescue returns, whose name is returned with the error.
func (f *File) CommitOr(rescue func() (*os.File, error)) (kept string, err error) {
	if f.done {
		return "", fs.ErrClosed
	}
	f.done = true
	defer func() { _ = f.at.Close() }() // nothing was written by it
	if f.device {
		return "", f.file.Close()
	}
	err = f.file.Sync()
	if err == nil {
		err = f.restore()
	}
	if err == nil {
		err = f.rename()
	}
	if err == nil {
		syncFolder(f.at, filepath.Dir(f.name))
		return "", nil
	}
	err = &WriteError{f.path, reason(err)}
	if rescue != nil {
		kept = f.rescued(rescue)
	}
	_ = f.file.Close()
	_ = f.at.Remove(f.temporary)
	return kept, err
}

// rename gives the file, whose content is on disk, its name. Until it has it, it is locked, so that no sweep
// removes it, except on systems that rename no open file.
func (f *File) rename() error {
	err := f.at.Rename(f.temporary, f.name)
	closed := f.file.Close()
	if err != nil && (closed == nil || errors.Is(closed, syscall.EINTR)) {
		err = f.at.Rename(f.temporary, f.name)
	}
	return err
}

// Abort removes the temporary file. After Commit it does nothing, so it can be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	_ = f.file.Close()
	if !f.device {
		_ = f.at.Remove(f.temporary)
	}
	_ = f.at.Close()
}

// syncFolder makes the new name reach the disk, on systems that can sync a folder.
func syncFolder(at place, name string) {
	if d, err := at.OpenFile(name, os.O_RDONLY, 0); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// reason returns the cause of an error without the name of the temporary file, and [ErrOutside] in plain words.
func reason(err error) error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.As(err, &pathError):
		err = pathError.Err
	case errors.As(err, &linkError):
		err = linkError.Err
	}
	if err.Error() == "path escapes from parent" { // os has no name for it
		return ErrOutside
	}
	return err
}
