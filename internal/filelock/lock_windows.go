package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

func try(file *os.File) (bool, error) {
	// A byte far behind the end: the locks of Windows keep others from reading the locked bytes.
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return false, nil
	case err != nil:
		return false, ErrUnsupported
	}
	return true, nil
}
