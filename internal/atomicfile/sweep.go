package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// abandoned is the age at which a temporary file that nobody writes to belongs to
// a process that was killed.
const abandoned = time.Hour

// Sweep removes the temporary files that writers of path left behind because
// they were killed. It leaves those alone that were written to in the last hour:
// somebody may be about to commit them.
func Sweep(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return // Create will tell
	}
	for _, e := range entries {
		middle, ok := strings.CutPrefix(e.Name(), "."+filepath.Base(path)+".")
		middle, is := strings.CutSuffix(middle, ".tmp")
		if !ok || !is || middle == "" || strings.Trim(middle, "0123456789") != "" {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}
