package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Folder is the path of a folder that others may have written. Its methods take names of files in it. They neither read
// nor write outside of it: a name such as ../f and a link that leads out are refused, and a link in the place of
// a file that is written is replaced. Names are any paths, and all links are followed, if the Folder is [Anywhere].
type Folder string

// Anywhere is the whole file system. No path has this name.
const Anywhere Folder = "\x00"

// ErrOutside is the error of a name or a link that leads out of a [Folder].
var ErrOutside = errors.New("it leads out of the folder: put the file itself there, and no link")

// errIrregular is the error for a path of a [Folder] that is not a regular file, such as a pipe.
var errIrregular = errors.New("it is no regular file: delete it")

// place is a Folder as the operating system opens it.
type place interface {
	OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Rename(from, to string) error
	Remove(name string) error
	MkdirAll(name string, mode fs.FileMode) error
	Close() error
}

// system is the place of [Anywhere].
type system struct{}

func (system) OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, mode)
}
func (system) Stat(name string) (fs.FileInfo, error)        { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error)       { return os.Lstat(name) }
func (system) Rename(from, to string) error                 { return os.Rename(from, to) }
func (system) Remove(name string) error                     { return os.Remove(name) }
func (system) MkdirAll(name string, mode fs.FileMode) error { return os.MkdirAll(name, mode) }
func (system) Close() error                                 { return nil }

// open returns the place, which is to be closed.
func (f Folder) open() (place, error) {
	if f == Anywhere {
		return system{}, nil
	}
	return os.OpenRoot(string(f))
}

// Path returns the path of a file.
func (f Folder) Path(name string) string {
	if f == Anywhere {
		return name
	}
	return filepath.Join(string(f), name)
}

// do calls a function with the place. Its errors name the path of the file.
func (f Folder) do(name string, call func(at place) error) error {
	at, err := f.open()
	if err != nil {
		return err
	}
	defer func() { _ = at.Close() }() // nothing was written by it
	err = call(at)
	var of *fs.PathError
	if f != Anywhere && errors.As(err, &of) {
		err = &fs.PathError{Op: strings.TrimSuffix(of.Op, "at"), Path: f.Path(name), Err: reason(of)}
	}
	return err
}

// Stat returns the information about a file.
func (f Folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.do(name, func(at place) error {
		info, err = at.Stat(name)
		return err
	})
	return info, err
}

// Open opens a file to be read. In a folder, it must be a regular one: nothing is waited for.
func (f Folder) Open(name string) (file *os.File, err error) {
	err = f.do(name, func(at place) error {
		if info, err := at.Stat(name); f != Anywhere && err == nil && !info.Mode().IsRegular() {
			return &fs.PathError{Op: "open", Path: name, Err: errIrregular}
		}
		file, err = at.OpenFile(name, os.O_RDONLY, 0)
		return err
	})
	return file, err
}

// Read returns the content of a file.
func (f Folder) Read(name string) ([]byte, error) {
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	return io.ReadAll(file)
}

// Create is [Create] for a file of the folder.
func (f Folder) Create(name string) (*File, error) { return f.create(name, 0o777) }

// Write makes the given parts, one after the other, the content of a file, whole or not at all.
func (f Folder) Write(name string, parts ...[]byte) error {
	file, err := f.Create(name)
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

// Remove removes a file.
func (f Folder) Remove(name string) error {
	return f.do(name, func(at place) error { return at.Remove(name) })
}

// Make makes a folder in the folder, unless it is there.
func (f Folder) Make(name string) error {
	return f.do(name, func(at place) error { return at.MkdirAll(name, 0o777) })
}

// Entries returns the entries of a folder in the folder.
func (f Folder) Entries(name string) (entries []fs.DirEntry, err error) {
	err = f.do(name, func(at place) error {
		folder, err := at.OpenFile(name, os.O_RDONLY, 0)
		if err != nil {
			return err
		}
		defer func() { _ = folder.Close() }() // it was only read
		entries, err = folder.ReadDir(-1)
		return err
	})
	return entries, err
}
