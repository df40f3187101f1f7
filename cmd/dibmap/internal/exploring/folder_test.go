package exploring

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/filelock"
)

// TestFoldersOfKilledCommandsAreRemoved, and no others are.
func TestFoldersOfKilledCommandsAreRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("TMP", os.Getenv("TMPDIR")) // on Windows
	parent := os.TempDir()
	used, remove, err := temporaryFolder()
	if err != nil {
		t.Fatal(err)
	}
	defer remove()
	probe, err := os.OpenFile(filepath.Join(used, lockName), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if free, err := filelock.Try(probe); err != nil {
		t.Skip(err)
	} else if free {
		t.Error("the folder is not locked")
	}
	_ = probe.Close()
	for name, files := range map[string][]string{"killed": {lockName, "frontier.json"}, "begun": {lockName}, "other": {"file"}, "empty": nil} {
		folder := filepath.Join(parent, folderPrefix+name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := os.WriteFile(filepath.Join(folder, file), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	old := time.Now().Add(-2 * fresh)
	for _, path := range []string{used, filepath.Join(parent, folderPrefix+"killed"), filepath.Join(parent, folderPrefix+"other"), filepath.Join(parent, folderPrefix+"empty")} {
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	sweep(parent)
	for folder, there := range map[string]bool{
		used: true, folderPrefix + "killed": false, folderPrefix + "empty": false, folderPrefix + "begun": true, folderPrefix + "other": true,
	} {
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(parent, folder)
		}
		if _, err := os.Stat(folder); (err == nil) != there {
			t.Errorf("%s is there: %v", folder, err == nil)
		}
	}
	remove()
	if _, err := os.Stat(used); err == nil {
		t.Error("the folder stays")
	}
}
