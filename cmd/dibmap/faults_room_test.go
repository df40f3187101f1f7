//go:build faults && linux && (amd64 || arm64)

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/faults"
)

// takeMemory has requests for memory fail: the n-th one alone, and all from some size of the process on. Go ends the
// program then with exit code 2, and what is there is whole. In the short form, there is one of each.
func (b *bench) takeMemory(t *testing.T) {
	first := 1
	if !thorough() {
		first += b.number % (2 * stride)
	}
	requests := 0
	for n := first; b.withoutRequest(t, n); n++ {
		if requests++; !thorough() {
			break
		}
	}
	sizes := 0
	for growth := uint64(first) << 20; b.within(t, growth); growth += 1 << 20 {
		if sizes++; !thorough() {
			break
		}
	}
	t.Logf("%d requests that failed, and %d limits that were too small", requests, sizes)
}

// withoutRequest has the n-th request for memory fail, and tells whether there is one.
func (b *bench) withoutRequest(t *testing.T, n int) bool {
	t.Helper()
	folder, calls := b.copy(t), 0
	r := b.run(t, folder, func(c faults.Call) faults.Fault {
		if c.Name != faults.Allocate {
			return faults.Fault{}
		}
		if calls++; calls != n {
			return faults.Fault{}
		}
		return faults.Fault{Err: syscall.ENOMEM}
	})
	if calls < n {
		return false
	}
	b.withoutMemory(t, folder, r, fmt.Sprintf("without request %d", n))
	return true
}

// within limits the memory, and tells whether that was too little.
func (b *bench) within(t *testing.T, growth uint64) bool {
	t.Helper()
	folder := b.copy(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd, stderr := command(ctx, folder, b.words()...)
	faults.LimitMemory(cmd, growth)
	r := ended(t, ctx, cmd.Run(), stderr)
	b.withoutMemory(t, folder, r, fmt.Sprintf("within %d MiB more", growth>>20))
	return r.code != 0
}

func (b *bench) withoutMemory(t *testing.T, folder string, r result, what string) {
	t.Helper()
	now := contentOf(t, folder)
	err := b.intact(now, r.code != 0)
	switch {
	case err != nil:
	case r.hangs || r.code < 0 || r.code > cli.ExitUsage:
		err = errors.New("it does not end as Go does")
	case r.code == cli.ExitDone:
		err = b.finished(now)
	default:
		err = b.repeat(t, folder)
	}
	if err != nil {
		t.Errorf("%s: exit code %d, %v\n%.300s", what, r.code, err, r.stderr)
	}
}

// fillDisk runs the call on a small file system with little room on it, and again when there is more. In the short
// form, there is room for one number of pages.
func (b *bench) fillDisk(t *testing.T) {
	disk := t.TempDir()
	if err := unix.Mount("none", disk, "tmpfs", 0, "size=64m"); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	defer func() {
		// Between fork and exec, a program that another test starts holds the files that are open here: the disk is busy.
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	if !thorough() {
		b.onDisk(t, disk, []int{0, 2, 8}[b.number%3])
		return
	}
	full := 0
	for pages := 0; b.onDisk(t, disk, pages); pages++ {
		full++
	}
	t.Logf("%d disks that were full", full)
}

// onDisk runs the call in a folder on a disk that has room for so many pages, and tells whether these were too few.
func (b *bench) onDisk(t *testing.T, disk string, pages int) bool {
	t.Helper()
	folder, filler := filepath.Join(disk, "folder"), filepath.Join(disk, "filler")
	defer func() {
		if err := errors.Join(os.RemoveAll(folder), os.RemoveAll(filler)); err != nil {
			t.Error(err)
		}
	}()
	if err := os.CopyFS(folder, os.DirFS(b.start)); err != nil {
		t.Fatal(err)
	}
	var free unix.Statfs_t
	if err := unix.Statfs(disk, &free); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(unix.Fallocate(int(file.Fd()), 0, 0, (int64(free.Bfree)-int64(pages))*free.Bsize), file.Close())
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(faults.Call) faults.Fault { return faults.Fault{} }
	r := b.run(t, folder, nothing)
	now := contentOf(t, folder)
	j := &injection{hit: &faults.Call{Path: "."}, fault: faults.Fault{Err: syscall.ENOSPC}, lasting: true}
	err = errors.Join(b.ends(r, j), b.intact(now, false))
	if err == nil && r.code == cli.ExitDone {
		err = b.finished(now)
	}
	if err == nil {
		if err = os.Remove(filler); err == nil {
			err = b.repeat(t, folder)
		}
	}
	if err != nil {
		t.Errorf("with room for %d pages: exit code %d, %v\n%s", pages, r.code, err, r.stderr)
	}
	return r.code != cli.ExitDone && err == nil
}
