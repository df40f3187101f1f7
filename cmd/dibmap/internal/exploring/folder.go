package exploring

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dibmap/dibmap/internal/filelock"
)

// folderPrefix is the beginning of the names of temporary folders. Each folder has a file
// lockName, which is locked while its command runs.
const (
	folderPrefix = "dibmap-explore-"
	lockName     = ".lock"
)

// fresh is the age up to which a folder without a lock may belong to a command that has just
// begun.
const fresh = time.Minute

// temporaryFolder makes the folder for the results of calls, which holds data of the user. It
// removes the folders of commands that were killed.
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

// sweep removes the temporary folders of commands that were killed. It cannot open folders of
// other users.
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
