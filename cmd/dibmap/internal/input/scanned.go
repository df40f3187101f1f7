package input

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

// ScanFile is the file in the folder of a scan that lists its columns, and ScanFormat the value of its
// member "format".
const (
	ScanFile   = "mapping.json"
	ScanFormat = "dibmap-scan"
)

// Scanned is a column of the folder of a scan.
type Scanned struct {
	Column   string `json:"column"`
	Part     string `json:"part"`
	File     string `json:"file"`
	Key      string `json:"key"`
	K        int    `json:"k"` // of the recommended grouping
	Reason   string `json:"reason"`
	Frontier *frontier.Frontier
	Rule     string `json:"-"` // of the recommendation, for [Recommend]
}

// Title is the title of a column, or of a part of the times in it.
func Title(column, part string) string {
	if part != "" {
		return column + " (" + part + ")"
	}
	return column
}

// IsScan reports whether a path leads to the folder of a scan.
func IsScan(path string) bool {
	_, err := os.Stat(filepath.Join(path, ScanFile))
	return err == nil
}

// ScanIn returns the path of a scan in a folder, as 'dibmap scan --y A,B' makes, or nothing.
func ScanIn(folder string) string {
	entries, _ := os.ReadDir(folder) // of no folder, there are none
	for _, e := range entries {
		if path := filepath.Join(folder, e.Name()); e.IsDir() && IsScan(path) {
			return path
		}
	}
	return ""
}

// ReadScan returns the columns that a scan has mapped, with their frontiers.
func ReadScan(folder string) ([]Scanned, error) {
	files := atomicfile.Folder(folder)
	path := files.Path(ScanFile)
	text, err := files.Read(ScanFile)
	if err != nil {
		return nil, err
	}
	var c struct {
		Format  string    `json:"format"`
		Rule    string    `json:"rule"`
		Columns []Scanned `json:"columns"`
	}
	if err := json.Unmarshal(text, &c); err != nil || c.Format != ScanFormat {
		return nil, fmt.Errorf("%s: is no mapping of 'dibmap scan'", path)
	}
	var mapped []Scanned
	for _, s := range c.Columns {
		if s.Key == "" {
			continue
		}
		if s.File == "" || filepath.Base(s.File) != s.File {
			return nil, fmt.Errorf("%s: the file of %s is %q, which is none in the folder", path, s.Column, s.File)
		}
		s.Frontier, err = ReadScanned(files, s.File)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: the frontier of %s is not there: scan again", files.Path(s.File), s.Column)
		}
		if err != nil {
			return nil, err
		}
		s.Rule = c.Rule
		mapped = append(mapped, s)
	}
	if len(mapped) == 0 {
		return nil, fmt.Errorf("%s: no column is mapped", path)
	}
	return mapped, nil
}

// ReadScanned returns the frontier of a column, given the name of its file in the folder of a scan.
func ReadScanned(folder atomicfile.Folder, name string) (*frontier.Frontier, error) {
	path := folder.Path(name)
	file, err := folder.Open(name)
	var system *fs.PathError
	if errors.As(err, &system) {
		err = system.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	return readStream(path, file)
}
