//go:build linux && (amd64 || arm64)

package faults

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pipeVariable is the environment variable with the number of a pipe to the caller of [Run], and memoryVariable the
// variable with the number of bytes by which the address space may grow.
const (
	pipeVariable   = "DIBMAP_TEST_FAULTS_PIPE"
	memoryVariable = "DIBMAP_TEST_FAULTS_MEMORY"
)

// Enlist lets [Run] decide about the system calls of this process, if Run has started it, and limits its memory as
// [LimitMemory] asks. After an error, the process must end.
func Enlist() error {
	if growth, err := strconv.ParseUint(os.Getenv(memoryVariable), 10, 64); err == nil {
		if err := limitMemory(growth); err != nil {
			return err
		}
	}
	pipe, err := strconv.Atoi(os.Getenv(pipeVariable))
	if err != nil {
		return nil //nolint:nilerr // Run did not start it
	}
	// From here on, calls wait until [Run] has found the listener. Run takes it from outside, because sending it might
	// need a lock of the Go runtime that another thread with a waiting call holds.
	listener, err := install()
	if err != nil {
		_, told := unix.Write(pipe, []byte(err.Error()))
		return errors.Join(err, told)
	}
	return errors.Join(unix.Close(listener), unix.Close(pipe))
}

// limitMemory limits the growth of the address space in bytes.
func limitMemory(growth uint64) error {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	var pages uint64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return err
	}
	limit := pages*uint64(os.Getpagesize()) + growth
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit})
}

// install asks the kernel to report the calls in [watched] of all threads, and returns the file to read them from.
func install() (listener int, err error) {
	var filter []unix.SockFilter
	add := func(code uint16, k uint32, skip uint8) { // skip is the number of steps to skip if a comparison fails
		filter = append(filter, unix.SockFilter{Code: code, Jf: skip, K: k})
	}
	add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, 0, 0) // the number of the call
	for _, w := range watched {
		add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, uint32(w.number), 1)
		add(unix.BPF_RET|unix.BPF_K, unix.SECCOMP_RET_USER_NOTIF, 0)
	}
	add(unix.BPF_RET|unix.BPF_K, unix.SECCOMP_RET_ALLOW, 0)
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}

	// Only this thread has given up privileges.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, fmt.Errorf("no_new_privs: %w", err)
	}
	const flags = unix.SECCOMP_FILTER_FLAG_TSYNC | unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH |
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		return 0, fmt.Errorf("seccomp: %w", errno)
	}
	return int(fd), nil
}
