package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// abandoned is the time without writes after which a temporary file is taken to be that of a
// process that was killed.
const abandoned = time.Hour

// Sweep removes the temporary files of path that killed processes have left behind. It keeps
// those that were written to in the last hour, which another process may still commit.
func Sweep(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return // Create reports the error
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
