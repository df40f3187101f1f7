package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *os.File {
		t.Helper()
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		return file
	}
	first, second := open(), open()
	locked, err := Try(first)
	if errors.Is(err, ErrUnsupported) {
		t.Skip(err)
	}
	if !locked || err != nil {
		t.Fatalf("the first: %v, %v", locked, err)
	}
	if locked, err := Try(second); locked || err != nil {
		t.Errorf("the second: %v, %v", locked, err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "text" {
		t.Errorf("a locked file holds %q: %v", content, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if locked, err := Try(second); !locked || err != nil {
		t.Errorf("afterwards: %v, %v", locked, err)
	}
}

// TestTake: one at a time, who is told, and nothing is left. The path may be replaced.
func TestTake(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "state")
	for range 2 {
		release, err := Take(path, "the first")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+".new", nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
		other, err := Take(path, "the second")
		var held *HeldError
		if err == nil {
			other()
			release()
			t.Skip(ErrUnsupported)
		}
		if !errors.As(err, &held) || held.Owner != "the first" {
			t.Errorf("got %v", err)
		}
		release()
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
	// What a killed process leaves keeps nobody out.
	if err := os.WriteFile(filepath.Join(folder, ".state.lock"), []byte("a killed one, which said more\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	release, err := Take(path, "the third")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, err := Take(path, ""); err == nil || err.Error() != "it is in use by the third" {
		t.Errorf("got %v", err)
	}
	// A folder that is not there is the concern of whoever writes.
	if release, err := Take(filepath.Join(folder, "missing", "state"), ""); err != nil {
		t.Error(err)
	} else {
		release()
	}
}

// TestTakeWritesToNoOtherFile: a link in the place of the lock is refused, and what it leads to stays as it is; so does
// a file with another name for it.
func TestTakeWritesToNoOtherFile(t *testing.T) {
	for _, put := range []struct {
		kind    string
		put     func(target, lock string) error
		refused bool
	}{
		{"link", os.Symlink, true},
		{"link to nothing", func(target, lock string) error { return os.Symlink(target+"-missing", lock) }, true},
		{"hard link", os.Link, false},
		{"folder", func(_, lock string) error { return os.Mkdir(lock, 0o700) }, true},
	} {
		folder := t.TempDir()
		target, lock := filepath.Join(t.TempDir(), "settings"), filepath.Join(folder, ".state.lock")
		if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := put.put(target, lock); err != nil {
			t.Skip(err)
		}
		release, err := Take(filepath.Join(folder, "state"), "me")
		if err == nil {
			release()
		}
		if refused := err != nil; refused != put.refused || refused && err.Error() != lock+" is no lock of dibmap: delete it" {
			t.Errorf("%s: the error is %v", put.kind, err)
		}
		if content, err := os.ReadFile(target); err != nil || string(content) != "precious" {
			t.Errorf("%s: the other file holds %q, %v", put.kind, content, err)
		}
		if _, err := os.Lstat(target + "-missing"); err == nil {
			t.Errorf("%s: a file was made", put.kind)
		}
	}
}
