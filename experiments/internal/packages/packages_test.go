package packages

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDownload: a file with another digest is refused, and so is more than one file.
func TestDownload(t *testing.T) {
	write := func(names ...string) func(string) error {
		return func(dir string) error {
			for _, name := range names {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("abc"), 0o600); err != nil {
					return err
				}
			}
			return nil
		}
	}
	const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of "abc", FIPS 180-2
	if _, data, err := download(t.TempDir(), digest, write("a")); err != nil || string(data) != "abc" {
		t.Errorf("%q, %v", data, err)
	}
	for name, tt := range map[string]struct {
		digest string
		fetch  func(string) error
		want   string
	}{
		"another digest": {strings.Repeat("0", 64), write("a"), "a has SHA-256 ba7816bf"},
		"two files":      {digest, write("a", "b"), "2 files were downloaded, not one"},
		"no file":        {digest, write(), "0 files were downloaded, not one"},
		"failure":        {digest, func(string) error { return errors.New("no network") }, "no network"},
	} {
		if _, _, err := download(t.TempDir(), tt.digest, tt.fetch); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
