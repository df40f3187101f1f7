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
