package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// content returns what is in a file.
func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func write(t *testing.T, f *File, text string) {
	t.Helper()
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
}

func TestCommitReplacesWhole(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f.json")
	for _, text := range []string{"first", "second, longer", "3"} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Abort() // as callers do
		before, _ := os.ReadFile(path)
		write(t, f, text)
		if now, _ := os.ReadFile(path); string(now) != string(before) {
			t.Errorf("before Commit the file holds %q", now)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		f.Abort()
		if got := content(t, path); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
	if got := names(t, folder); got != "f.json" {
		t.Errorf("the folder holds %s", got)
	}
}

func TestAbortLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, f, "new")
	f.Abort()
	f.Abort()
	if got := content(t, path); got != "old" {
		t.Errorf("the file holds %q", got)
	}
	if got := names(t, folder); got != "f" {
		t.Errorf("the folder holds %s", got)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Commit after Abort: %v", err)
	}
}

func TestCommitTwice(t *testing.T) {
	f, err := Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps no modes")
	}
	path := filepath.Join(t.TempDir(), "f")
	for _, want := range []fs.FileMode{0o644, 0o600, 0o640, 0o400, 0} {
		if want != 0o644 { // the mode of a new file
			if err := os.Chmod(path, want); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("mode %o, want %o", got, want)
		}
	}
}

// TestTemporaryHasNoMoreRights: nobody can read a part of a private file while it is written.
func TestTemporaryHasNoMoreRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps no modes")
	}
	path := filepath.Join(t.TempDir(), "f")
	f, _, err := createTemporary(system{}, path, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, old := range []fs.FileMode{0o644, 0o600} {
		private, err := CreatePrivate(path)
		if err != nil {
			t.Fatal(err)
		}
		defer private.Abort()
		for _, file := range []*os.File{f, private.file} {
			if info, err := file.Stat(); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %o, %v", info.Mode().Perm(), err)
			}
		}
		if err := os.WriteFile(path, nil, old); err != nil { // for the next
			t.Fatal(err)
		}
	}
}

// TestWriteErrors name the path, whichever way the content is written.
func TestWriteErrors(t *testing.T) {
	const path = "/dev/full"
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	for name, write := range map[string]func(f *File) error{
		"Write":       func(f *File) error { _, err := f.Write([]byte("x")); return err },
		"WriteString": func(f *File) error { _, err := io.WriteString(f, "x"); return err },
		"Copy":        func(f *File) error { _, err := io.Copy(f, io.LimitReader(strings.NewReader("x"), 1)); return err },
	} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Abort()
		if err := write(f); err == nil || err.Error() != "cannot write "+path+": no space left on device" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCreateErrors are known before anything is computed, and name the path and
// not the temporary file.
func TestCreateErrors(t *testing.T) {
	folder := t.TempDir()
	_, err := Create(folder)
	if err == nil || err.Error() != "cannot write "+folder+": it is a folder" {
		t.Errorf("got %v", err)
	}
	path := filepath.Join(folder, "missing", "f")
	_, err = Create(path)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "cannot write "+path+": ") || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("got %v", err)
	}
}

// TestCommitErrors has something get in the way between Create and Commit.
func TestCommitErrors(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	err = f.Commit()
	if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+path+": ") || strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("got %v", err)
	}
	if got := names(t, folder); got != "f" {
		t.Errorf("the folder holds %s", got)
	}

	f, err = Create(filepath.Join(folder, "g"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.file.Close(); err != nil { // as if the disk were gone
		t.Fatal(err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if got := names(t, folder); got != "f" {
		t.Errorf("the folder holds %s", got)
	}
}

func TestSymbolicLink(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target"), filepath.Join(folder, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	f, err := Create(link)
	if err != nil {
		t.Fatal(err)
	}
	write(t, f, "new")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, target); got != "new" {
		t.Errorf("the link leads to %q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is no link any more: %v, %v", info, err)
	}
}

// TestDevice: what is no regular file is written to and stays what it is.
func TestDevice(t *testing.T) {
	const device = "/dev/null"
	before, err := os.Stat(device)
	if err != nil {
		t.Skip("no null device here: ", err)
	}
	for _, end := range []func(*File) error{(*File).Commit, func(f *File) error { f.Abort(); return nil }} {
		f, err := Create(device)
		if err != nil {
			t.Fatal(err)
		}
		write(t, f, "gone")
		if err := end(f); err != nil {
			t.Error(err)
		}
		if after, err := os.Stat(device); err != nil || after.Mode() != before.Mode() {
			t.Fatalf("%s is %v now: %v", device, after, err)
		}
	}
}

// TestCommitRestores: a content whose temporary file somebody has removed is not lost.
func TestCommitRestores(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file is not removed")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "f")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, f, "new")
	if err := os.Remove(f.file.Name()); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "new" || names(t, folder) != "f" {
		t.Errorf("the file holds %q, beside %s", got, names(t, folder))
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestCommitRescues: a content that cannot go where it should is kept elsewhere.
func TestCommitRescues(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder with open files is not renamed")
	}
	for name, block := range map[string]func(folder string) error{
		"the folder is renamed": func(folder string) error { return os.Rename(folder, folder+"2") },
		"the folder is removed": os.RemoveAll,
		"a folder is there":     func(folder string) error { return os.MkdirAll(filepath.Join(folder, "f", "in the way"), 0o700) },
	} {
		folder, kept := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "kept")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		f, err := Create(filepath.Join(folder, "f"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, f, "found")
		if err := block(folder); err != nil {
			t.Fatal(err)
		}
		got, err := f.CommitOr(func() (*os.File, error) { return os.Create(kept) })
		var of *WriteError
		if !errors.As(err, &of) || of.Path != filepath.Join(folder, "f") || got != kept || content(t, kept) != "found" {
			t.Errorf("%s: kept %s, %v", name, got, err)
		}
	}
}
