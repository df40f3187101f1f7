// Package filelock reports whether another process has a file in use: the user of a file holds a
// lock, which the system releases when the process ends in any way.
package filelock

import (
	"errors"
	"os"
)

// ErrUnsupported is the error where the system, or the file system, has no locks.
var ErrUnsupported = errors.New("no locks here")

// Try locks an open file until it is closed. It does not wait: it returns false if the file is locked, by
// this process or another one. Locks do not keep anyone from reading or writing the file. The error is
// [ErrUnsupported] if the system cannot tell.
func Try(file *os.File) (bool, error) { return try(file) }
