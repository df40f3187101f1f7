package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
)

// Last stands in place of a frontier file for the last result that was not written with -o, even if there is a
// file of this name, so that a call means the same in every folder.
const Last = "last"

// LastHelp explains the argument FRONTIER.
const LastHelp = `FRONTIER is a file that map wrote with -o; last, for its last result without -o;
or - for standard input. (A file that is called last is ./last.)`

// LastPath returns the path of the last result, which may not exist.
func LastPath() (string, error) {
	folder, err := cli.CacheFolder()
	if err != nil {
		return "", err
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
	if info, statErr := os.Stat(path); errors.Is(err, fs.ErrNotExist) || statErr == nil && info.Size() == 0 {
		return nil, errors.New("there is no last result: 'dibmap map TABLE' without -o keeps one")
	}
	return f, err
}

// File returns the path of a frontier by its name, for checks that an output does not overwrite an input.
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
