package input

import (
	"slices"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/source"
)

// source returns what a frontier file keeps of how a table was read: its path and the names of
// its columns, or those of the variables of a text or a built-in data set.
func (f *TableFlags) source(path, name string) frontier.Source {
	s := frontier.Source{
		Name: name, Path: path, X: f.x, Y: f.Y, X1: f.X1, X2: f.X2,
		Count: f.Count, Columns: f.columns, Text: f.text, Format: f.Format,
	}
	switch {
	case f.text == "letters":
		s.X, s.Y = "letter", "next letter"
	case f.text == "words":
		s.X, s.Y = "word", "next word"
	case source.Builtin(path):
		named := func(b dataset.Builtin) bool { return b.Name == path }
		if all := dataset.Builtins(); slices.ContainsFunc(all, named) {
			b := all[slices.IndexFunc(all, named)]
			s.X, s.Y = b.X, b.Y
		}
	case path == "-":
		s.Path = "" // it cannot be read again
	}
	return s.Storable()
}
