package exploring

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dibmap/dibmap/internal/filelock"
)

// folderPrefix is how the names of temporary folders begin. In each there is lockName, which is locked as long as the
// command runs whose folder it is.
const (
	folderPrefix = "dibmap-explore-"
	lockName     = ".lock"
)

// fresh is the age up to which a folder without a lock may be that of a command that has just begun.
const fresh = time.Minute

// temporaryFolder makes the folder of what the page asks for, which holds data of the user. It removes those of commands
// that were killed.
func temporaryFolder() (folder string, remove func(), err error) {
	sweep(os.TempDir())
	folder, err = os.MkdirTemp("", folderPrefix)
	if err != nil {
		return "", nil, err
	}
	lock, err := os.OpenFile(filepath.Join(folder, lockName), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		_ = os.RemoveAll(folder)
		return "", nil, err
	}
	_, _ = filelock.Try(lock) // without locks, nobody sweeps
	return folder, func() {
		_ = lock.Close() // some systems remove no open file
		_ = os.RemoveAll(folder)
	}, nil
}

// sweep removes the temporary folders of commands that were killed. Those of other users cannot be opened.
func sweep(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return // which making a folder there reports
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), folderPrefix) || !e.IsDir() {
			continue
		}
		folder := filepath.Join(parent, e.Name())
		if info, err := e.Info(); err != nil || time.Since(info.ModTime()) <= fresh {
			continue
		}
		if lock, err := os.OpenFile(filepath.Join(folder, lockName), os.O_RDWR, 0); err == nil {
			if free, err := filelock.Try(lock); err == nil && free {
				_ = lock.Close()
				_ = os.RemoveAll(folder)
				continue
			}
			_ = lock.Close()
		}
		_ = os.Remove(folder) // which has nothing in it if the command was killed before there was a lock
	}
}
