//go:build linux && (amd64 || arm64)

package faults

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Fault is what becomes of a call. The zero value lets it be done.
type Fault struct {
	Err   syscall.Errno // the call is not done and fails so
	Short bool          // a half is written, if there is more than a byte to write
	Kill  bool          // the program is killed before the call
}

// String names a fault.
func (f Fault) String() string {
	switch {
	case f.Kill:
		return "killed"
	case f.Short:
		return "short"
	case f.Err != 0:
		return unix.ErrnoName(f.Err)
	}
	return "none"
}

// ErrUnsupported is wrapped by the error where the system cannot report calls.
var ErrUnsupported = errors.New("system calls cannot be watched here")

// Run runs a program that calls [Enlist], and asks decide what becomes of each call, in turn. Its error is that of the
// program, as that of [exec.Cmd.Run], or wraps [ErrUnsupported].
func Run(cmd *exec.Cmd, decide func(Call) Fault) error {
	folder, err := filepath.EvalSymlinks(cmd.Dir)
	if err != nil {
		return err
	}
	ours, theirs, err := sockets()
	if err != nil {
		return err
	}
	defer func() { _ = ours.Close() }() // nothing is written to it
	cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s=%d", socketVariable, 2+len(cmd.ExtraFiles)))
	err = cmd.Start()
	_ = theirs.Close()
	if err != nil {
		return err
	}
	listener, err := receive(ours)
	if err != nil {
		_ = cmd.Process.Kill()
		return errors.Join(err, cmd.Wait())
	}
	w := watcher{folder: folder, program: cmd.Process, listener: listener, decide: decide}
	watched := make(chan error, 1)
	go func() { watched <- w.watch() }()
	err = cmd.Wait()
	if failed := <-watched; failed != nil {
		return failed
	}
	return err
}

// LimitMemory has a program that calls [Enlist] fail to get memory when its address space has grown by so many bytes.
func LimitMemory(cmd *exec.Cmd, growth uint64) {
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s=%d", memoryVariable, growth))
}

// sockets returns two ends of a connection.
func sockets() (ours *net.UnixConn, theirs *os.File, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	own := os.NewFile(uintptr(ends[0]), "socket")
	defer func() { _ = own.Close() }() // of which the connection has a copy
	theirs = os.NewFile(uintptr(ends[1]), "socket")
	c, err := net.FileConn(own)
	if err != nil {
		_ = theirs.Close()
		return nil, nil, err
	}
	return c.(*net.UnixConn), theirs, nil
}

// receive returns the file from which to read the calls of the program.
func receive(from *net.UnixConn) (listener int, err error) {
	text, rights := make([]byte, 256), make([]byte, unix.CmsgSpace(4))
	n, length, _, _, err := from.ReadMsgUnix(text, rights)
	switch {
	case err != nil || n == 0:
		return 0, fmt.Errorf("the program does not enlist: %w", err)
	case n > 1:
		return 0, fmt.Errorf("%w: %s", ErrUnsupported, text[1:n])
	}
	messages, err := unix.ParseSocketControlMessage(rights[:length])
	if err != nil || len(messages) != 1 {
		return 0, fmt.Errorf("the program sent no file: %w", err)
	}
	files, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return files[0], nil
}

// watcher answers the kernel.
type watcher struct {
	folder   string
	program  *os.Process
	listener int
	decide   func(Call) Fault
}

// response is struct seccomp_notif_resp.
type response struct {
	id    uint64
	value int64
	err   int32
	flags uint32
}

// watch answers until the program has ended.
func (w *watcher) watch() error {
	defer func() { _ = unix.Close(w.listener) }()
	for {
		events := []unix.PollFd{{Fd: int32(w.listener), Events: unix.POLLIN}}
		_, err := unix.Poll(events, -1)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case events[0].Revents&unix.POLLIN == 0: // nobody is left who could call
			return nil
		}
		var n notification
		if err := w.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); err != nil {
			if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EINTR) { // a signal came before
				continue
			}
			return fmt.Errorf("a call cannot be received: %w", err)
		}
		r := w.answer(&n)
		// A program that was killed meanwhile waits for no answer.
		if err := w.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r)); err != nil && !errors.Is(err, unix.ENOENT) {
			return fmt.Errorf("a call cannot be answered: %w", err)
		}
	}
}

// control asks the kernel something about the listener.
func (w *watcher) control(request uint, argument unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(w.listener), uintptr(request), uintptr(argument)); errno != 0 {
		return errno
	}
	return nil
}

// answer decides what becomes of a call.
func (w *watcher) answer(n *notification) response {
	r := response{id: n.id}
	f := w.decide(n.call(w.folder))
	switch {
	case f.Kill:
		_ = w.program.Kill()
		r.err = -int32(unix.EIO) // which nobody sees
	case f.Err != 0:
		r.err = -int32(f.Err)
	case f.Short:
		if written, ok := w.half(n); ok {
			r.value = written
			break
		}
		fallthrough
	default:
		r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
	}
	return r
}

// half does the first half of a write for the program.
func (w *watcher) half(n *notification) (written int64, ok bool) {
	length := n.args[2] / 2
	if length == 0 || n.number != unix.SYS_WRITE && n.number != unix.SYS_PWRITE64 {
		return 0, false
	}
	process, err := unix.PidfdOpen(w.program.Pid, 0)
	if err != nil {
		return 0, false
	}
	defer func() { _ = unix.Close(process) }()
	file, err := unix.PidfdGetfd(process, int(n.args[0]), 0)
	if err != nil {
		return 0, false
	}
	defer func() { _ = unix.Close(file) }()
	data, count := n.bytes(n.args[1], length), 0
	if n.number == unix.SYS_WRITE {
		count, err = unix.Write(file, data)
	} else {
		count, err = unix.Pwrite(file, data, int64(n.args[3]))
	}
	return int64(count), err == nil && count > 0
}
