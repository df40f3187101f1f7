package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
)

// Last stands for the last result that was not written with -o, in place of a frontier file. It
// does so also where there is a file of that name, so that a call means the same in every folder.
const Last = "last"

// LastHelp explains the argument FRONTIER.
const LastHelp = `FRONTIER is a file that map wrote with -o; last, for its last result without -o;
or - for standard input. (A file that is called last is ./last.)`

// cacheVariable is the environment variable that names the folder of the last result.
const cacheVariable = "DIBMAP_CACHE"

// LastPath returns the file that keeps the last result, which need not be there. It is in the
// user's own folder, as what is mapped may be private.
func LastPath() (string, error) {
	folder := os.Getenv(cacheVariable)
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("there is no folder for it (%w): name one in %s", err, cacheVariable)
		}
		folder = filepath.Join(cache, "dibmap")
	}
	return filepath.Join(folder, "last.json"), nil
}

// readLast reads the last result.
func readLast() (*frontier.Frontier, error) {
	path, err := LastPath()
	if err != nil {
		return nil, fmt.Errorf("the last result: %w", err)
	}
	f, err := codec.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("there is no last result: 'dibmap map TABLE' without -o keeps one")
	}
	return f, err
}

// File returns the file that a frontier's name leads to, for checks that an output is no input.
func File(name string) string {
	if name != Last {
		return name
	}
	path, err := LastPath()
	if err != nil {
		return ""
	}
	return path
}
