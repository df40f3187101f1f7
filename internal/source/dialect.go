package source

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/textfile"
)

// Dialect says how files of text are written: CSV, TSV, JSON Lines and running text. With the zero
// value, each file decides. It does not apply to binary formats, such as Parquet and .npy.
type Dialect struct {
	// Encoding is the character encoding: "utf-8", "utf-16", "utf-16le", "utf-16be", "latin1",
	// "windows-1252", or another name that IANA lists, such as "shift_jis". If it is empty, files
	// with a byte order mark are UTF-16 or UTF-32, and other files are UTF-8.
	Encoding string `json:"encoding,omitzero"`
	// Delimiter is the character between the fields of CSV, or "tab". If it is empty, it is a tab in TSV; in CSV it
	// is a comma, unless the first line has no comma and has tabs, semicolons or bars.
	Delimiter string `json:"delimiter,omitzero"`
	// Comment is the character with which comments start: lines of CSV, TSV and JSON Lines
	// that are skipped. If it is empty, all lines are read.
	Comment string `json:"comment,omitzero"`
	// SkipRagged leaves out records of CSV and TSV that have another number of fields than the header. Otherwise such a
	// record is an error.
	SkipRagged bool `json:"skip_ragged,omitzero"`
}

// CheckDialect returns an error for an impossible dialect. The error is a sentence that starts with
// the wrong value.
func CheckDialect(d Dialect) error {
	if _, err := encodingNamed(d.Encoding); err != nil {
		return err
	}
	delimiter, comment := d.comma(), d.comment()
	switch {
	case d.Delimiter != "" && (delimiter == utf8.RuneError || strings.ContainsRune("\"\r\n", delimiter)):
		return fmt.Errorf("the delimiter is %s: want one character that is no quote, or tab", textfile.Quoted(d.Delimiter))
	case d.Comment != "" && (comment == utf8.RuneError || strings.ContainsRune("\" \t\r\n", comment)):
		return fmt.Errorf("comments start with %s: want one character that is no space or quote, such as #", textfile.Quoted(d.Comment))
	case d.Comment != "" && comment == delimiter:
		return errors.New("comments start with the delimiter: want another character, such as #")
	}
	return nil
}

// comma returns the delimiter, 0 if it is not given, or [utf8.RuneError] if it is not one character.
func (d Dialect) comma() rune {
	if d.Delimiter == "tab" || d.Delimiter == `\t` {
		return '\t'
	}
	return single(d.Delimiter)
}

// comment is comma for the character that starts comments.
func (d Dialect) comment() rune { return single(d.Comment) }

func single(text string) rune {
	if text == "" {
		return 0
	}
	r, size := utf8.DecodeRuneInString(text)
	if size < len(text) {
		return utf8.RuneError
	}
	return r
}

// Options say how a file is opened.
type Options struct {
	// Format is the format of the file. If it is "", the name of the file or else its content decides.
	Format string
	Dialect
	// Text is true for a file with a text, not a table.
	Text bool
	// Stdin is read for the name "-".
	Stdin io.Reader
}

// Delimiter returns the character between the fields of a CSV or TSV file, or 0 if its first line decides.
func (in *Input) Delimiter() rune {
	if d := in.dialect.comma(); d != 0 {
		return d
	}
	if in.Format == TSV {
		return '\t'
	}
	return 0
}

// Comment returns the character that starts lines that are skipped, or 0.
func (in *Input) Comment() rune { return in.dialect.comment() }

// Skipped returns a function to call for a record of another number of fields than the header; nil if it is an error.
func (in *Input) Skipped() func() {
	if !in.dialect.SkipRagged {
		return nil
	}
	return func() { in.skipped++ }
}

// NewNotes returns notes together with new notes about the file.
func (in *Input) NewNotes(notes []string) []string {
	if in.skipped > 0 {
		in.note("%s of %s left out: another number of fields than the header", textfile.Plural(in.skipped, "record"), in.Label())
		in.skipped = 0
	}
	for _, note := range in.notes {
		if !slices.Contains(notes, note) { // of a file before
			notes = append(notes, note)
		}
	}
	return notes
}

// note adds a note about how the file is read.
func (in *Input) note(format string, args ...any) {
	in.notes = append(in.notes, fmt.Sprintf(format, args...))
}

// NoteDelimiter notes a delimiter other than the comma that was not named.
func (in *Input) NoteDelimiter(delimiter rune) {
	if what := textfile.DelimiterName(delimiter); delimiter != ',' {
		in.note("the fields are separated by %s, as the first line shows", what)
	}
}
