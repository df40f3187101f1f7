package codec

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFullDisk writes to the device that is always full, by way of a link with
// the extension of a frontier: the path and the reason stand in the error once.
func TestFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("no full device here: ", err)
	}
	link := filepath.Join(t.TempDir(), "f.json")
	if err := os.Symlink(full, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	err := WriteFile(link, tiny(t))
	if err == nil || err.Error() != "cannot write /dev/full: no space left on device" {
		t.Errorf("got %v", err)
	}
}
