package frontier

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Source is the origin of a table: a name for people, a digest of its content that does not
// depend on the order of rows or on the file format, and, where they are known, the names of
// its columns and how it was read. A program may set all but the digest as it likes, so files
// hold what their writers said: a reader that opens a Path does so on its user's behalf.
type Source struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	// Path is the name of the file, folder, pattern or data set, as the caller gave it.
	Path string `json:"path,omitzero"`
	// X and Y name what was counted: columns of records, or the variables of a text or a data
	// set. X1 and X2 are the inputs of a table of three variables. For points, X is the column of
	// labels.
	X  string `json:"x,omitzero"`
	Y  string `json:"y,omitzero"`
	X1 string `json:"x1,omitzero"`
	X2 string `json:"x2,omitzero"`
	// Count is the column with the weight of each record.
	Count string `json:"count,omitzero"`
	// Columns are the columns of the coordinates of points, if the caller chose them.
	Columns []string `json:"columns,omitempty"`
	// Text is "letters" or "words" for a text whose symbols were counted.
	Text string `json:"text,omitzero"`
	// Format is the format of the file, if its name does not say it.
	Format string `json:"format,omitzero"`
	// Encoding, Delimiter and Comment describe the text of the file, if the caller gave them.
	Encoding  string `json:"encoding,omitzero"`
	Delimiter string `json:"delimiter,omitzero"`
	Comment   string `json:"comment,omitzero"`
	// SkipRagged means that records of another number of fields than the header were left out.
	SkipRagged bool `json:"skip_ragged,omitzero"`
	// Clean says how text was turned into values, if the caller gave it.
	Clean scale.Clean `json:"clean,omitzero"`
}

// Most bytes of a path, and of a name of a column.
const (
	maxPath   = 4096
	maxColumn = 1024
	// maxColumns is the largest number of columns of points.
	maxColumns = 4096
)

// check returns an error for a name that no file may have.
func (s *Source) check() error {
	for _, named := range []struct {
		key, name string
		most      int
	}{
		{"path", s.Path, maxPath},
		{"x", s.X, maxColumn},
		{"y", s.Y, maxColumn},
		{"x1", s.X1, maxColumn},
		{"x2", s.X2, maxColumn},
		{"count", s.Count, maxColumn},
		{"text", s.Text, maxColumn},
		{"format", s.Format, maxColumn},
		{"encoding", s.Encoding, maxColumn},
		{"delimiter", s.Delimiter, maxColumn},
		{"comment", s.Comment, maxColumn},
	} {
		if !nameable(named.name, named.most) {
			return fmt.Errorf("problem.source.%s has more than %d bytes, or characters that no name has", named.key, named.most)
		}
	}
	if err := (scale.Spec{Clean: s.Clean}).Check(); err != nil {
		return fmt.Errorf("problem.source.clean: %w", err)
	}
	if len(s.Columns) > maxColumns || slices.ContainsFunc(s.Columns, func(c string) bool { return !nameable(c, maxColumn) }) {
		return fmt.Errorf("problem.source.columns are more than %d, or one has more than %d bytes, or characters that no name has", maxColumns, maxColumn)
	}
	return nil
}

// nameable reports whether a file may hold a name.
func nameable(name string, most int) bool {
	return len(name) <= most && utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

// ForFile returns the source as a file can hold it. If a column has a name that is too long or
// has control characters, no column is named, and such a path is left out.
func (s Source) ForFile() Source {
	path := s.Path
	s.Path = ""
	if s.check() != nil {
		s = Source{Name: s.Name, SHA256: s.SHA256}
	}
	if s.Path = path; s.check() != nil {
		s.Path = ""
	}
	return s
}

// shownAll returns the names of the columns of a variable for a formula, as far as there is room,
// or the name of the variable if it has no scales.
func shownAll(scales scale.Scales, variable string) string {
	if len(scales) == 0 {
		return textfile.ShownColumn(variable)
	}
	const most = 3 * textfile.MaxShown
	list, runes := "", 0
	for i, s := range scales {
		name := textfile.ShownColumn(s.Column)
		if runes += utf8.RuneCountInString(name) + 2; i > 0 && runes > most {
			return list + ", …"
		}
		if i > 0 {
			list += ", "
		}
		list += name
	}
	return list
}
