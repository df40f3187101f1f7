package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/dibmap/dibmap/internal/filelock"
)

// createTemporary creates a file with an unused name in the folder of a file, and locks it. os.CreateTemp
// would make it private to the user for any umask. At no moment may a user read it who may not read the
// file that it replaces.
func createTemporary(at place, of string, mode fs.FileMode) (f *os.File, name string, err error) {
	for n := os.Getpid(); ; n++ {
		name := filepath.Join(filepath.Dir(of), fmt.Sprintf(".%s.%d-%s.tmp", filepath.Base(of), n, machine()))
		f, err := at.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, "", err
		}
		if locked, err := filelock.Try(f); err != nil || locked && is(at, name, f) {
			return f, name, nil //nolint:nilerr // without locks, a sweep waits longer
		}
		_ = f.Close() // a sweep has found it before it was locked, and removes it
	}
}

// is reports whether a name leads to an open file.
func is(at place, name string, f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := at.Lstat(name)
	return err == nil && os.SameFile(there, info)
}

// machine returns letters that identify this machine.
var machine = sync.OnceValue(func() string {
	name, err := os.Hostname()
	if err != nil {
		return "0"
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name)) // cannot fail
	return fmt.Sprintf("%08x", hash.Sum32())
})

// A temporary file without a lock was left by a killed process if its name has this machine. Locks of other machines
// may not be seen here; their files were left if they have not changed for an hour.
const abandoned = time.Hour

// Sweep removes the temporary files of path that killed processes have left behind.
func Sweep(path string) { Anywhere.Sweep(path) }

// Sweep removes the temporary files of a file that killed processes have left behind.
func (f Folder) Sweep(name string) {
	f.sweep(filepath.Dir(name), func(base string) bool { return base == filepath.Base(name) })
}

// SweepAll removes the temporary files in the folder that killed processes have left behind.
func (f Folder) SweepAll() { f.sweep(".", func(string) bool { return true }) }

// sweep removes the temporary files in a folder of the files that are wanted, by their names.
func (f Folder) sweep(folder string, wanted func(base string) bool) {
	entries, _ := f.Entries(folder) // Create reports the error
	for _, e := range entries {
		base, of, ok := temporaryName(e.Name())
		if !ok || !wanted(base) || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(folder, e.Name())
		_ = f.do(name, func(at place) error { return removeLeft(at, name, of == machine()) }) // or a later sweep does
	}
}

// removeLeft removes a temporary file if a killed process has left it.
func removeLeft(at place, name string, ours bool) error {
	info, err := at.Lstat(name)
	if err != nil {
		return err
	}
	left := time.Since(info.ModTime()) > abandoned
	file, err := at.OpenFile(name, os.O_RDWR, 0)
	if err == nil {
		defer func() { _ = file.Close() }() // nothing was written
		if free, err := filelock.Try(file); err == nil {
			if !free || !is(at, name, file) { // it is in use, or it was
				return nil
			}
			left = left || ours
		}
	}
	if !left {
		return err
	}
	if at.Remove(name) == nil { // while it is locked, so that the name does not belong to another file
		return nil
	}
	_ = file.Close() // some systems remove no open file
	return at.Remove(name)
}

// IsTemporary reports whether a file of this name is temporary and its content may be ignored.
func IsTemporary(name string) bool {
	_, _, ok := temporaryName(name)
	return ok
}

// temporaryName takes the name of a temporary file apart: the name of the file that it becomes, and the machine.
func temporaryName(name string) (base, machine string, ok bool) {
	middle, hidden := strings.CutPrefix(name, ".")
	middle, is := strings.CutSuffix(middle, ".tmp")
	dot := strings.LastIndexByte(middle, '.')
	if !hidden || !is || dot < 1 {
		return "", "", false
	}
	number, machine, _ := strings.Cut(middle[dot+1:], "-")
	if number == "" || strings.Trim(number, "0123456789") != "" || strings.Trim(machine, "0123456789abcdef") != "" {
		return "", "", false
	}
	return middle[:dot], machine, true
}

// restore writes the content into another temporary file if the temporary file of f was removed.
func (f *File) restore() error {
	if is(f.at, f.temporary, f.file) {
		return nil
	}
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	again, name, err := createTemporary(f.at, f.name, info.Mode().Perm())
	if err != nil {
		return err
	}
	if err := errors.Join(copyTo(again, f.file, info.Size()), again.Sync()); err != nil {
		_ = again.Close()
		_ = f.at.Remove(name)
		return err
	}
	_ = again.Chmod(info.Mode().Perm())
	_ = f.file.Close()
	f.file, f.temporary = again, name
	return nil
}

// rescued writes the content into the file that rescue returns, and returns its name.
func (f *File) rescued(rescue func() (*os.File, error)) string {
	from := f.file
	info, err := from.Stat()
	if err != nil { // it is closed
		if from, err = f.at.OpenFile(f.temporary, os.O_RDONLY, 0); err != nil {
			return ""
		}
		defer func() { _ = from.Close() }() // it was only read
		if info, err = from.Stat(); err != nil {
			return ""
		}
	}
	to, err := rescue()
	if err != nil {
		return ""
	}
	if err := errors.Join(copyTo(to, from, info.Size()), to.Sync(), to.Close()); err != nil {
		_ = os.Remove(to.Name())
		return ""
	}
	return to.Name()
}

// copyTo writes the first bytes of a file into another one.
func copyTo(to io.Writer, from io.ReaderAt, size int64) error {
	_, err := io.Copy(to, io.NewSectionReader(from, 0, size))
	return err
}
