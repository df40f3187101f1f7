//go:build linux && (amd64 || arm64)

package faults

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Call is a system call of a program.
type Call struct {
	Name string // such as "open", "read" and "rename"
	// Path is the file relative to the folder of the program, and for a rename the new name. It is [Stdout] for standard
	// output, and "" if there is no such file.
	Path string
}

// Stdout is the path of standard output.
const Stdout = "standard output"

// String returns the call as text.
func (c Call) String() string { return fmt.Sprintf("%s(%s)", c.Name, c.Path) }

// watched lists the system calls that are reported. If path is 0, the first argument is the descriptor of the file.
// Otherwise path is the number of the argument with its name, after the descriptor of the folder it is relative to.
var watched = []struct {
	number int
	name   string
	path   int
}{
	{unix.SYS_OPENAT, "open", 1},
	{unix.SYS_READ, "read", 0},
	{unix.SYS_PREAD64, "read", 0},
	{unix.SYS_WRITE, "write", 0},
	{unix.SYS_PWRITE64, "write", 0},
	{unix.SYS_CLOSE, "close", 0},
	{unix.SYS_FSYNC, "fsync", 0},
	{unix.SYS_FTRUNCATE, "truncate", 0},
	{unix.SYS_FCHMOD, "chmod", 0},
	{unix.SYS_FLOCK, "lock", 0},
	{unix.SYS_GETDENTS64, "list", 0},
	{unix.SYS_RENAMEAT, "rename", 3},
	{unix.SYS_RENAMEAT2, "rename", 3},
	{unix.SYS_MKDIRAT, "mkdir", 1},
	{unix.SYS_UNLINKAT, "unlink", 1},
	{unix.SYS_MMAP, Allocate, -1},
}

// Allocate is the name of calls that ask for memory.
const Allocate = "allocate"

// notification is struct seccomp_notif: a waiting call.
type notification struct {
	id           uint64
	thread       uint32
	_            uint32
	number       int32
	architecture uint32
	instruction  uint64
	args         [6]uint64
}

// call returns the call of a notification. The path is "" if it is outside the folder.
func (n *notification) call(folder string) Call {
	for _, w := range watched {
		if w.number != int(n.number) {
			continue
		}
		c := Call{Name: w.name}
		switch {
		case w.path < 0:
		case w.path > 0:
			c.Path = within(folder, n.pathAt(w.path))
		case n.args[0] == 1:
			c.Path = Stdout
		default:
			c.Path = within(folder, n.link(fmt.Sprint("fd/", n.args[0])))
		}
		return c
	}
	return Call{}
}

// within returns a path relative to a folder, or "" if it is outside.
func within(folder, path string) string {
	relative, ok := strings.CutPrefix(path, folder)
	if !ok || relative != "" && relative[0] != filepath.Separator {
		return ""
	}
	return filepath.Clean("." + relative)
}

// link returns the target of a link in the folder of the thread in /proc.
func (n *notification) link(name string) string {
	path, err := os.Readlink(fmt.Sprintf("/proc/%d/%s", n.thread, name))
	if err != nil {
		return ""
	}
	return path
}

// pathAt returns the path that is an argument.
func (n *notification) pathAt(k int) string {
	path := n.text(n.args[k])
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	from := "cwd"
	if folder := int32(n.args[k-1]); folder != unix.AT_FDCWD {
		from = fmt.Sprint("fd/", folder)
	}
	return filepath.Join(n.link(from), path)
}

// text returns the zero-terminated text at an address of the program.
func (n *notification) text(address uint64) string {
	var text []byte
	for size := uint64(os.Getpagesize()); len(text) < unix.PathMax; {
		part := n.bytes(address, size-address%size) // the next page may not exist
		before, _, found := bytes.Cut(part, []byte{0})
		text = append(text, before...)
		if found || len(part) == 0 {
			break
		}
		address += uint64(len(part))
	}
	return string(text)
}

// bytes returns the bytes at an address of the program.
func (n *notification) bytes(address, length uint64) []byte {
	part := make([]byte, length)
	local := []unix.Iovec{{Base: &part[0]}}
	local[0].SetLen(len(part))
	got, err := unix.ProcessVMReadv(int(n.thread), local, []unix.RemoteIovec{{Base: uintptr(address), Len: int(length)}}, 0)
	if err != nil {
		return nil
	}
	return part[:got]
}
