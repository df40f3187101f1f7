package source

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Stdin is the name of standard input, and stdinLabel its name in messages.
const (
	Stdin      = "-"
	stdinLabel = "stdin"
)

// File is one file to read.
type File struct {
	Path  string // Stdin for standard input
	Fixed []Pair // columns from the names of its folders
}

// Pair is a folder called key=value, as Hive, Spark and DuckDB name the folders of a
// partitioned table.
type Pair struct {
	Key, Value string
	Missing    bool
}

// Label returns the name of the file in messages.
func (f File) Label() string { return label(f.Path) }

func label(name string) string {
	if name == Stdin {
		return stdinLabel
	}
	return name
}

// Inputs are the files of a name.
type Inputs struct {
	Name   string // as given
	Files  []File
	Folder bool // the name is the name of a folder
}

// Label returns the name of all files together in messages.
func (in Inputs) Label() string { return label(in.Name) }

// Title returns the title of the data: the last element of the path.
func (in Inputs) Title() string {
	if in.Name == Stdin {
		return stdinLabel
	}
	return filepath.Base(in.Name)
}

// Builtin reports whether a name is the name of a built-in data set, not of a file.
func Builtin(name string) bool { return strings.HasPrefix(name, "@") }

// Find returns the files of a name, sorted by name: a file, the files of a folder and its subfolders, the files
// that a pattern matches, or standard input. Errors are of type [*textfile.Error].
func Find(name string) (Inputs, error) {
	in := Inputs{Name: name}
	if name == Stdin {
		in.Files = []File{{Path: Stdin}}
		return in, nil
	}
	info, err := os.Stat(name)
	switch {
	case err != nil && strings.Contains(name, "://"):
		err = &textfile.Error{File: name, Msg: "is an address, and only files are read: download it first", Err: err}
	case err == nil && info.IsDir():
		in.Folder = true
		err = in.addFolder(name)
		if err == nil && len(in.Files) == 0 {
			err = &textfile.Error{File: name, Msg: `the folder holds no files (names that start with "." or "_" are skipped)`}
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

func (in *Inputs) add(path string) {
	in.Files = append(in.Files, File{Path: path, Fixed: pairsOf(path)})
}

// addFolder adds the files of a folder and its subfolders. Names that start with a dot or an underscore,
// under which programs leave files of their own, are skipped; anything else that is not a file is an error.
func (in *Inputs) addFolder(folder string) error {
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
		info, err := os.Stat(path) // of the target of a link
		switch {
		case err != nil:
			return pathError(path, err)
		case info.IsDir():
			return &textfile.Error{File: path, Msg: "is a link to a folder, and such links are not followed"}
		case !info.Mode().IsRegular():
			return &textfile.Error{File: path, Msg: "is not a regular file"}
		}
		in.add(path)
		return nil
	})
}

// addPattern adds the files that a pattern matches, and the files of folders that it matches. Hidden
// names are skipped unless the pattern starts like a hidden name.
func (in *Inputs) addPattern(pattern string) error {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return &textfile.Error{File: pattern, Msg: "is no valid pattern and no file: a bracket is not closed", Err: err}
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
	if len(in.Files) == 0 {
		return &textfile.Error{File: pattern, Msg: "no file matches the pattern", Err: fs.ErrNotExist}
	}
	return nil
}

// hidden reports whether the last element of a path is a name that programs give to files of their own.
func hidden(path string) bool {
	base := filepath.Base(path)
	return strings.HasPrefix(base, ".") && base != "." && base != ".." || strings.HasPrefix(base, "_")
}

// hiveNull is Hive's name for the folder of missing values.
const hiveNull = "__HIVE_DEFAULT_PARTITION__"

// pairsOf returns the key=value folders on a path, with Hive's escapes undone.
func pairsOf(path string) []Pair {
	var pairs []Pair
	for folder := range strings.SplitSeq(filepath.ToSlash(filepath.Dir(path)), "/") {
		key, value, ok := strings.Cut(folder, "=")
		if !ok || key == "" {
			continue
		}
		p := Pair{Key: unescape(key), Value: unescape(value), Missing: value == hiveNull}
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

// Keys returns the columns from the names of the folders.
func (f File) Keys() []string {
	return lists.Map(f.Fixed, func(p Pair) string { return p.Key })
}

// pathError returns an error of the system with the path.
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
	return &textfile.Error{File: cmp.Or(path, `""`), Msg: msg, Err: err}
}
