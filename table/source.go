package table

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// stdinName is what a user calls standard input, and stdinLabel what messages
// call it.
const (
	stdinName  = "-"
	stdinLabel = "stdin"
)

// source is one file to read.
type source struct {
	path  string // stdinName for standard input
	fixed []pair // columns that the names of its folders give
}

// pair is a folder called key=value, as Hive names the folders of a
// partitioned table.
type pair struct {
	key, value string
	missing    bool
}

// label returns what messages call the source.
func (s source) label() string {
	if s.path == stdinName {
		return stdinLabel
	}
	return s.path
}

// inputs is what a name stands for.
type inputs struct {
	name    string // as given
	sources []source
	folder  bool // the name is that of a folder
}

// label returns what messages call all of the sources together.
func (in inputs) label() string {
	if in.name == stdinName {
		return stdinLabel
	}
	return in.name
}

// findInputs returns the files that a name stands for, sorted by name: a file,
// the files of a folder and its subfolders, what a pattern matches, or standard
// input.
func findInputs(name string) (inputs, error) {
	in := inputs{name: name}
	if name == stdinName {
		in.sources = []source{{path: stdinName}}
		return in, nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		in.folder = true
		err = in.addFolder(name)
		if err == nil && len(in.sources) == 0 {
			err = &Error{File: name, Msg: `the folder holds no files (names that start with "." or "_" are skipped)`}
		}
	case err == nil:
		in.add(name)
	case strings.ContainsAny(name, "*?["):
		err = in.addPattern(name)
	default:
		err = pathError(name, err)
	}
	return in, err
}

func (in *inputs) add(path string) {
	in.sources = append(in.sources, source{path: path, fixed: pairsOf(path)})
}

// addFolder adds the files of a folder and its subfolders. Programs leave
// files of their own there, under names that start with a dot or an
// underscore; anything else that is not a file is an error.
func (in *inputs) addFolder(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return pathError(path, err)
		}
		if path != folder && hidden(path) {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		info, err := os.Stat(path) // of what a link leads to
		switch {
		case err != nil:
			return pathError(path, err)
		case info.IsDir():
			return &Error{File: path, Msg: "is a link to a folder, and such links are not followed"}
		case !info.Mode().IsRegular():
			return &Error{File: path, Msg: "is not a regular file"}
		}
		in.add(path)
		return nil
	})
}

// addPattern adds what a pattern matches; a folder stands for its files. Names
// that a folder would skip have to be asked for.
func (in *inputs) addPattern(pattern string) error {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return &Error{File: pattern, Msg: "is no valid pattern and no file: a bracket is not closed", Err: err}
	}
	slices.Sort(matches)
	asked := hidden(pattern)
	for _, path := range matches {
		info, err := os.Stat(path)
		switch {
		case hidden(path) && !asked:
		case err != nil:
			return pathError(path, err)
		case info.IsDir():
			if err := in.addFolder(path); err != nil {
				return err
			}
		default:
			in.add(path)
		}
	}
	if len(in.sources) == 0 {
		return &Error{File: pattern, Msg: "no file matches the pattern", Err: fs.ErrNotExist}
	}
	return nil
}

// hidden tells whether the last element of a path is one that programs use for
// files of their own.
func hidden(path string) bool {
	base := filepath.Base(path)
	return strings.HasPrefix(base, ".") && base != "." && base != ".." || strings.HasPrefix(base, "_")
}

// hiveNull is what Hive calls the folder of missing values.
const hiveNull = "__HIVE_DEFAULT_PARTITION__"

// pairsOf returns the key=value folders on a path, with Hive's escapes undone.
func pairsOf(path string) []pair {
	var pairs []pair
	for folder := range strings.SplitSeq(filepath.ToSlash(filepath.Dir(path)), "/") {
		key, value, ok := strings.Cut(folder, "=")
		if !ok || key == "" {
			continue
		}
		p := pair{key: unescape(key), value: unescape(value), missing: value == hiveNull}
		pairs = append(pairs, p)
	}
	return pairs
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// pathError says what the system has against a path.
func pathError(path string, err error) error {
	reason := err
	var cause *fs.PathError
	if errors.As(err, &cause) {
		reason = cause.Err
	}
	msg := "cannot be read: " + reason.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		msg = "no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		msg = "no permission to read it"
	}
	return &Error{File: cmp.Or(path, `""`), Msg: msg, Err: err}
}
