package input

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Recall takes over from a frontier how its table is read, where no flag of the call does. As another file than the
// frontier's own may have another format, names of columns are taken over for records only.
func (f *TableFlags) Recall(fr *frontier.Frontier, path string, given func(flag string) bool) {
	s := fr.Problem.Source
	f.numbers = fr.Problem.Kind == Mean
	if !given("min-count") && !given("top-x") {
		f.MinCount, f.TopX = fr.Problem.MinCount, fr.Problem.TopX
	}
	if !given("top-y") {
		f.TopY = fr.Problem.TopY
	}
	if !given("missing") {
		f.missing = ""
		if m := fr.Problem.Missing; m != nil {
			f.missing = m.Treatment
		}
	}
	if !given("missing-y") {
		f.missingY = missingYOf(&fr.Problem)
	}
	if path == s.Path && !given("format") {
		f.Format = s.Format
	}
	f.dialect.Recall(s, path)
	array := source.Unnamed(f.Format) || source.Unnamed(source.FormatOf(path))
	switch {
	case source.Builtin(path), given("text"), source.Builtin(s.Path):
	case s.Text != "":
		f.text = s.Text
	case array:
	default:
		for _, flag := range []struct {
			name  string
			value *string
			known string
		}{
			{"x", &f.x, s.X}, {"y", &f.Y, s.Y}, {"x1", &f.X1, s.X1}, {"x2", &f.X2, s.X2}, {"count", &f.Count, s.Count},
		} {
			if !given(flag.name) {
				*flag.value = flag.known
			}
		}
		if !given("columns") {
			f.columns = s.Columns
		}
		if slices.ContainsFunc(cleanNames, given) {
			break // values are to be read anew
		}
		f.clean.Clean = s.Clean
		if suits(f.x, fr.Problem.XScales, given("x")) && !given("type") && !given("part") && !given("zone") && !given("date-format") && !given("bins-x") && !given("order-file") {
			f.scales.x = fr.Problem.XScales
		}
		if suits(f.Y, fr.Problem.YScales, given("y")) && !given("type") && !given("part") && !given("zone") && !given("date-format") && !given("bins-y") {
			f.scales.y = fr.Problem.YScales
		}
	}
}

// missingYOf returns what became of the records without Y in the table of a frontier.
func missingYOf(p *frontier.Problem) string {
	is := func(label string) bool {
		parts, ok := textfile.SplitLabel(label, len(p.YScales))
		return label == scale.MissingLabel || ok && slices.Contains(parts, scale.MissingLabel)
	}
	if slices.ContainsFunc(p.YLabels, is) || p.Missing != nil && slices.ContainsFunc(p.Missing.Y, is) {
		return scale.MissingOwn
	}
	return scale.MissingDrop
}

// suits reports whether the scales of a frontier are for the columns of a variable, which the call may name
// differently.
func suits(columns string, scales scale.Scales, given bool) bool {
	names, err := textfile.SplitNames(columns)
	return !given || err == nil && len(names) == len(scales)
}

// Recall takes over from the source of a frontier how the text of its file is written, where no flag
// says it and the path is the path of this file.
func (f *DialectFlags) Recall(s frontier.Source, path string) {
	if path != s.Path {
		return
	}
	f.Encoding = cmp.Or(f.Encoding, s.Encoding)
	f.Delimiter = cmp.Or(f.Delimiter, s.Delimiter)
	f.Comment = cmp.Or(f.Comment, s.Comment)
	f.SkipRagged = f.SkipRagged || s.SkipRagged
}

// source returns the description of how a table was read for a frontier file: its path and the
// names of its columns, or of the variables of a text or a built-in data set.
func (f *TableFlags) source(path, name string) frontier.Source {
	s := frontier.Source{
		Name: name, Path: path, X: f.x, Y: f.Y, X1: f.X1, X2: f.X2,
		Count: f.Count, Columns: f.columns, Text: f.text, Format: f.Format,
		Encoding: f.dialect.Encoding, Delimiter: f.dialect.Delimiter, Comment: f.dialect.Comment, SkipRagged: f.dialect.SkipRagged, Clean: f.clean.Clean,
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
	return s.ForFile()
}
