//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"os"
	"syscall"
)

func try(file *os.File) (locked bool, err error) {
	connection, err := file.SyscallConn()
	if err != nil {
		return false, ErrUnsupported
	}
	control := connection.Control(func(fd uintptr) {
		for {
			if err = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EINTR) {
				return
			}
		}
	})
	switch {
	case control != nil:
		return false, ErrUnsupported
	case errors.Is(err, syscall.EWOULDBLOCK):
		return false, nil
	case err != nil:
		return false, ErrUnsupported
	}
	return true, nil
}
