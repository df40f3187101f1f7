package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

// cacheVariable is the environment variable that names the folder of [CacheFolder].
const cacheVariable = "DIBMAP_CACHE"

// CacheFolder returns the folder for results without an output. It belongs to the user, because the data may be
// private, and may not exist yet.
func CacheFolder() (string, error) {
	if folder := os.Getenv(cacheVariable); folder != "" {
		return folder, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for it (%w): name one in %s", err, cacheVariable)
	}
	return filepath.Join(cache, "dibmap"), nil
}

// commit gives an output its name. If that fails, for example because its folder was removed during a long search,
// commit keeps the output in a file next to the last result.
func commit(file *atomicfile.File, path string) error {
	kept, err := file.CommitOr(func() (*os.File, error) {
		folder, err := CacheFolder()
		if err != nil {
			return nil, err
		}
		folder = filepath.Join(folder, "rescued")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		stem, extension, _ := strings.Cut(filepath.Base(path), ".")
		return os.CreateTemp(folder, stem+"-*."+extension)
	})
	if kept != "" {
		err = fmt.Errorf("%w; the result is kept in %s", err, wording.ShellWord(kept))
	}
	return Failed(err)
}
