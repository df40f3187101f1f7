package filelock

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// HeldError is the error of a path that another process, or another part of this one, uses.
type HeldError struct {
	Owner string // what the other said of itself
}

// Error implements error.
func (e *HeldError) Error() string { return "it is in use by " + e.Owner }

// Take keeps others from a path, which may be replaced meanwhile, until release is called or the process
// ends: a hidden file beside it is locked, and says whose it is. The error is of type [*HeldError]. Where there are no
// locks, or nothing can be written, nobody is kept from anything.
func Take(path, owner string) (release func(), err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return func() {}, nil //nolint:nilerr // what uses the path finds out why
		}
		locked, err := Try(file)
		switch {
		case err != nil:
			remove(file)
			return func() {}, nil //nolint:nilerr // there are no locks here
		case !locked:
			text, _ := io.ReadAll(io.LimitReader(file, 1000))
			_ = file.Close()
			return nil, &HeldError{strings.TrimSpace(string(text))}
		}
		// Another process may have removed the file between the two steps.
		if here, err := file.Stat(); err == nil {
			if there, err := os.Stat(name); err == nil && os.SameFile(here, there) {
				_ = file.Truncate(0)
				_, _ = fmt.Fprintln(file, owner) // who it is helps, and is not needed
				return func() { remove(file) }, nil
			}
		}
		_ = file.Close()
	}
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
