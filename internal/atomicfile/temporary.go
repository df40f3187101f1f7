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

// createTemporary creates a file with an unused name in the folder of path, and locks it. os.CreateTemp
// would make it private to the user whatever the umask is. Nobody may read it for a moment who may
// not read what it replaces.
func createTemporary(path string, mode fs.FileMode) (*os.File, error) {
	for n := os.Getpid(); ; n++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%s.tmp", filepath.Base(path), n, machine()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			_, _ = filelock.Try(f) // without locks, Sweep waits longer
		}
		return f, err
	}
}

// machine returns some letters that stand for this machine.
var machine = sync.OnceValue(func() string {
	name, err := os.Hostname()
	if err != nil {
		return "0"
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name)) // cannot fail
	return fmt.Sprintf("%08x", hash.Sum32())
})

// A temporary file that nobody has written to for a minute, and that nobody on this machine has locked,
// is that of a process that was killed. Where locks say nothing, as on another machine, it takes an hour.
const (
	unlocked  = time.Minute
	abandoned = time.Hour
)

// Sweep removes the temporary files of path that killed processes have left behind.
func Sweep(path string) {
	sweep(filepath.Dir(path), func(base string) bool { return base == filepath.Base(path) })
}

// SweepFolder removes the temporary files of all paths in a folder that killed processes have left behind.
func SweepFolder(folder string) { sweep(folder, func(string) bool { return true }) }

// sweep removes the temporary files in a folder of the files that are wanted, by their names.
func sweep(folder string, wanted func(base string) bool) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // Create reports the error
	}
	for _, e := range entries {
		base, of, ok := temporaryName(e.Name())
		if !ok || !wanted(base) || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue
		}
		name, age := filepath.Join(folder, e.Name()), time.Since(info.ModTime())
		if age <= unlocked {
			continue
		}
		switch free, err := try(name); {
		case err == nil && !free: // in use
		case age > abandoned, err == nil && of == machine():
			_ = os.Remove(name)
		}
	}
}

// IsTemporary tells whether a file of this name is a temporary one, which holds nothing that counts.
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

// try tries to lock a file, and leaves it as it was.
func try(name string) (locked bool, err error) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }() // nothing was written
	return filelock.Try(file)
}

// restore writes the content into another temporary file if somebody has removed that of f.
func (f *File) restore() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Lstat(f.file.Name()); err == nil && os.SameFile(there, info) {
		return nil
	}
	again, err := createTemporary(f.path, info.Mode().Perm())
	if err != nil {
		return err
	}
	if err := errors.Join(copyTo(again, f.file, info.Size()), again.Sync()); err != nil {
		_ = again.Close()
		_ = os.Remove(again.Name())
		return err
	}
	_ = again.Chmod(info.Mode().Perm())
	_ = f.file.Close()
	f.file = again
	return nil
}

// rescued writes the content into the file that rescue returns, and returns the name of that.
func (f *File) rescued(rescue func() (*os.File, error)) string {
	from := f.file
	info, err := from.Stat()
	if err != nil { // it is closed
		if from, err = os.Open(f.file.Name()); err != nil {
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
