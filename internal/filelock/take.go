package filelock

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// HeldError is the error of a path that another process, or another part of this process, uses.
type HeldError struct {
	Owner string // the description that the other process left
}

// Error implements error.
func (e *HeldError) Error() string { return "it is in use by " + e.Owner }

// attempts is the number of times that Take tries to get a lock.
const attempts = 100

// Take keeps others from a path, which may be replaced meanwhile, until release is called or the process ends: a
// hidden file in the same folder is locked, and names the owner. The error is of type [*HeldError] if others have it.
// Only a new file is written to, so that a link in its place changes nothing elsewhere. Without locks, or where
// nothing can be written, Take succeeds and has no effect.
func Take(path, owner string) (release func(), err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	for range attempts {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		made := err == nil
		if errors.Is(err, fs.ErrExist) {
			if there, err := os.Lstat(name); err == nil && !there.Mode().IsRegular() {
				return nil, fmt.Errorf("%s is no lock of dibmap: delete it", name)
			}
			if file, err = os.OpenFile(name, os.O_RDWR, 0); errors.Is(err, fs.ErrNotExist) {
				continue
			}
		}
		if err != nil {
			return func() {}, nil //nolint:nilerr // the user of the path will find out why
		}
		locked, err := Try(file)
		here, _ := file.Stat()
		there, _ := os.Lstat(name)
		switch same := os.SameFile(here, there); {
		case err != nil:
			remove(file)
			return func() {}, nil //nolint:nilerr // there are no locks here
		case !locked && !made:
			text, _ := io.ReadAll(io.LimitReader(file, 1000))
			_ = file.Close()
			return nil, &HeldError{strings.TrimSpace(string(text))}
		case !locked, !same: // another process has taken the file for one that was left, or removed it
			_ = file.Close()
		case !made: // a process that was killed has left it
			remove(file)
		default:
			_, _ = fmt.Fprintln(file, owner) // the description is optional
			return func() { remove(file) }, nil
		}
	}
	return func() {}, nil
}

// remove removes a file while it is locked, where a system can.
func remove(file *os.File) {
	if runtime.GOOS != "windows" {
		_ = os.Remove(file.Name())
	}
	_ = file.Close()
	if runtime.GOOS == "windows" {
		_ = os.Remove(file.Name())
	}
}
