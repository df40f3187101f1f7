// Package place replaces the part of a document that an experiment writes, between two comment
// lines.
package place

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dibmap/dibmap/internal/atomicfile"
)

// Place is a document with a place for what an experiment writes.
type Place struct {
	path         string
	begin, end   string
	before, rest string
}

// Open reads a document that has the two lines of an experiment, which is named by its folder.
func Open(path, experiment string) (Place, error) {
	p := Place{
		path:  path,
		begin: "<!-- What follows is written by: go run -C experiments ./" + experiment + " -->\n",
		end:   "<!-- Written by experiments/" + experiment + " up to here. -->\n",
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return p, fmt.Errorf("-o: %w", err)
	}
	var rest string
	var found, ended bool
	p.before, rest, found = strings.Cut(string(text), p.begin)
	_, p.rest, ended = strings.Cut(rest, p.end)
	if !found || !ended {
		return p, fmt.Errorf("-o: %s has no place for the tables: add the lines\n%s%s", path, p.begin, p.end)
	}
	return p, nil
}

// Beside returns the path of a file next to the document that differs in the extension.
func (p Place) Beside(extension string) string {
	return strings.TrimSuffix(p.path, ".md") + extension
}

// With returns the document with a text in the place.
func (p Place) With(text string) string { return p.before + p.begin + text + p.end + p.rest }

// Fill writes the document with a text in the place.
func (p Place) Fill(text string) error {
	return Replace(p.path, func(w io.Writer) error {
		_, err := io.WriteString(w, p.With(text))
		return err
	})
}

// Replace writes a file. If that fails, an old file is unchanged.
func Replace(path string, write func(w io.Writer) error) error {
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := write(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Commit()
}
