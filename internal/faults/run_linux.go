//go:build linux && (amd64 || arm64)

package faults

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Fault is the fate of a call. With the zero value the call is done.
type Fault struct {
	Err   syscall.Errno // the call is not done and returns this error
	Short bool          // the first half is written, if there is more than a byte to write
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

// ErrUnsupported is wrapped by errors of systems that cannot report calls.
var ErrUnsupported = errors.New("system calls cannot be watched here")

// Run runs a program that calls [Enlist], and asks decide for the fate of each call. It returns the error of the
// program like [exec.Cmd.Run], or an error that wraps [ErrUnsupported].
func Run(cmd *exec.Cmd, decide func(Call) Fault) error {
	folder, err := filepath.EvalSymlinks(cmd.Dir)
	if err != nil {
		return err
	}
	ours, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = ours.Close() }() // nothing is written to it
	cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s=%d", pipeVariable, 2+len(cmd.ExtraFiles)))
	err = cmd.Start()
	_ = theirs.Close()
	if err != nil {
		return err
	}
	listener, err := listenerOf(cmd.Process, ours)
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

// LimitMemory limits the growth of the address space of a program that calls [Enlist], in bytes.
func LimitMemory(cmd *exec.Cmd, growth uint64) {
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s=%d", memoryVariable, growth))
}

// listenerOf waits for the file to read the calls of the program from. If the program cannot install it, it sends the
// reason through the pipe.
func listenerOf(program *os.Process, pipe *os.File) (listener int, err error) {
	process, err := unix.PidfdOpen(program.Pid, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = unix.Close(process) }()
	folder := fmt.Sprintf("/proc/%d/fd", program.Pid)
	for text := make([]byte, 256); ; {
		if err := pipe.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
			return 0, err
		}
		n, err := pipe.Read(text)
		switch {
		case n > 0:
			return 0, fmt.Errorf("%w: %s", ErrUnsupported, text[:n])
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return 0, fmt.Errorf("the program does not enlist: %w", err)
		}
		files, err := os.ReadDir(folder)
		if err != nil {
			return 0, fmt.Errorf("the program does not enlist: %w", err)
		}
		for _, file := range files {
			number, _ := strconv.Atoi(file.Name())
			if kind, _ := os.Readlink(filepath.Join(folder, file.Name())); kind == "anon_inode:seccomp notify" {
				return unix.PidfdGetfd(process, number, 0)
			}
		}
	}
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
		case events[0].Revents&unix.POLLIN != 0:
		case events[0].Revents&unix.POLLHUP != 0: // all threads have ended
			return nil
		default: // a signal came before
			continue
		}
		var n notification
		if err := w.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); err != nil {
			if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EINTR) { // a signal came before
				continue
			}
			return fmt.Errorf("a call cannot be received: %w", err)
		}
		r := w.answer(&n)
		for again := true; again; again = errors.Is(err, unix.EINTR) {
			err = w.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r))
		}
		// A program that was killed meanwhile does not wait for an answer.
		if err != nil && !errors.Is(err, unix.ENOENT) {
			return fmt.Errorf("a call cannot be answered: %w", err)
		}
	}
}

// control sends a request about the listener to the kernel.
func (w *watcher) control(request uint, argument unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(w.listener), uintptr(request), uintptr(argument)); errno != 0 {
		return errno
	}
	return nil
}

// answer decides the fate of a call.
func (w *watcher) answer(n *notification) response {
	r := response{id: n.id}
	f := w.decide(n.call(w.folder))
	switch {
	case f.Kill:
		_ = w.program.Kill()
		r.err = -int32(unix.EIO) // the killed program does not see it
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
