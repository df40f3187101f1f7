package textfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// CSV reads the records of a CSV or TSV text. It is encoding/csv with checks of the text, one
// wording of errors, line ends within fields as they are, and the bytes of every record. (dibmap info takes 1.3 s for 5 million
// records of six columns with it: no scanner of our own is worth its code.)
//
// The exported fields are set before the first record is read.
type CSV struct {
	// Comma separates fields. If it is 0, the first line tells: it is a tab, semicolon or bar if the
	// line has one of these and no comma, and Guessed, unless it is nil, is called with it. A first line sep=;
	// names it, and is not a record.
	Comma   rune
	Guessed func(delimiter rune)
	// Comment, unless it is 0, starts lines that are skipped.
	Comment rune
	// Ragged allows records of different numbers of fields.
	Ragged bool
	// Skipped, unless it is nil, is called for each record that has another number of fields than the first one. Next
	// skips these records.
	Skipped func()

	file   string
	text   *Reader
	parser *csv.Reader // nil before the first record
	start  int64       // offset of the last record and of what was skipped before it
}

// NewCSV returns a reader of r. Errors call it file.
func NewCSV(r io.Reader, file string) *CSV {
	return &CSV{file: file, text: NewReader(r, file, "is a quote before it not closed?")}
}

// headLength is how much of a text is looked at to tell its separator.
const headLength = 1 << 12

func (c *CSV) begin() error {
	c.text.window = []byte{}
	buffer := bufio.NewReaderSize(c.text, partLength) // which the parser uses as it is
	head, _ := buffer.Peek(headLength)                // the first read returns a failure again
	if bytes.Count(head, []byte("\r")) > 1 && !bytes.Contains(head, []byte("\n")) {
		return &Error{File: c.file, Msg: "lines end with a carriage return alone, as on old Macintosh computers: write the file with usual line ends"}
	}
	named := namedSeparator(head)
	if named != 0 && c.Comma == 0 {
		c.Comma = named
		if c.Guessed != nil {
			c.Guessed(named)
		}
	}
	if c.Comma == 0 {
		var others []rune
		if c.Comma, others = separator(head, c.Comment); len(others) > 0 {
			return &Error{File: c.file, Msg: fmt.Sprintf("the first line holds no commas, but %s and %s, and so does not tell what separates the fields: name the delimiter",
				DelimiterName(c.Comma), DelimiterName(others[0]))}
		}
		if c.Guessed != nil {
			c.Guessed(c.Comma)
		}
	}
	c.text.separator = []byte(string(c.Comma))
	c.parser = csv.NewReader(buffer)
	c.parser.Comma, c.parser.Comment = c.Comma, c.Comment
	c.parser.ReuseRecord = true
	c.parser.FieldsPerRecord = -1
	if named != 0 {
		_, _ = c.parser.Read() // the line that names it
	}
	if !c.Ragged {
		c.parser.FieldsPerRecord = 0
	}
	return nil
}

// separatorLine is a first line that spreadsheets write and read: it names the separator.
var separatorLine = regexp.MustCompile(`(?i)^"?sep=([,;|\t])"?\r?\n`)

// namedSeparator returns the separator that the first line names, or 0.
func namedSeparator(head []byte) rune {
	if m := separatorLine.FindSubmatch(head); m != nil {
		return rune(m[1][0])
	}
	return 0
}

// separator returns the character that separates the fields of the first line: a comma if it has one
// outside quotes, or none of the others. Other candidates that it has are returned too.
func separator(head []byte, comment rune) (rune, []rune) {
	var line []byte
	for more := true; more && (len(bytes.TrimSpace(line)) == 0 || comment != 0 && bytes.HasPrefix(line, []byte(string(comment)))); {
		line, head, more = bytes.Cut(head, []byte("\n"))
	}
	var found []rune
	for _, separator := range ",\t;|" {
		quoted := false
		for _, b := range string(line) {
			quoted = quoted != (b == '"')
			if b == separator && b != comment && !quoted {
				found = append(found, separator)
				break
			}
		}
	}
	if len(found) == 0 || found[0] == ',' {
		return ',', nil
	}
	return found[0], found[1:]
}

// DelimiterName returns what a message calls a delimiter, in the plural.
func DelimiterName(delimiter rune) string {
	switch delimiter {
	case ',':
		return "commas"
	case '\t':
		return "tabs"
	case ';':
		return "semicolons"
	case '|':
		return "bars"
	}
	return string(delimiter)
}

// Next returns the next record, which is valid until the next call, or io.EOF. Other errors are
// of type [*Error].
func (c *CSV) Next() ([]string, error) {
	if c.parser == nil {
		if err := c.begin(); err != nil {
			return nil, err
		}
	}
	c.start = c.parser.InputOffset()
	record, err := c.parser.Read()
	for c.Skipped != nil && errors.Is(err, csv.ErrFieldCount) {
		c.Skipped()
		c.start = c.parser.InputOffset()
		c.text.Taken(c.start)
		record, err = c.parser.Read()
	}
	if err != nil {
		return nil, c.fault(err, len(record))
	}
	if slices.ContainsFunc(record, func(field string) bool { return strings.Contains(field, "\n") }) {
		c.restore(record)
	}
	c.text.Taken(c.parser.InputOffset())
	return record, nil
}

// restore gives the fields of a record their line ends back, which encoding/csv turns into \n: it reads the
// record again with a NUL, which texts do not have, for every \r before a \n in it.
func (c *CSV) restore(record []string) {
	raw := c.Raw()
	for line := raw; len(line) > 0; raw = line { // skip what is before the record
		first, rest, _ := bytes.Cut(line, []byte("\n"))
		if !c.skipped(first) {
			break
		}
		line = rest
	}
	raw = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
	if !bytes.Contains(raw, []byte("\r\n")) {
		return
	}
	again := csv.NewReader(bytes.NewReader(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\x00\n"))))
	again.Comma = c.Comma
	fields, err := again.Read()
	if err != nil || len(fields) != len(record) {
		return // it was read already
	}
	for i := range record {
		record[i] = strings.ReplaceAll(fields[i], "\x00", "\r")
	}
}

// skipped reports whether a line without its end is skipped where a record may begin.
func (c *CSV) skipped(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte("\r"))
	return len(line) == 0 || c.Comment != 0 && bytes.HasPrefix(line, []byte(string(c.Comment)))
}

// Header returns the next record to keep, or an error where there is none.
func (c *CSV) Header() ([]string, error) {
	record, err := c.Next()
	return slices.Clone(record), err
}

// Raw returns the bytes of the last record with its line end, and of what was skipped before it.
// At the end of the text it returns what was skipped after the last record. They are valid
// until the next record is read.
func (c *CSV) Raw() []byte { return c.text.between(c.start, c.parser.InputOffset()) }

// Place returns the line on which a field of the last record starts, and its column in bytes;
// both count from 1.
func (c *CSV) Place(field int) (line, column int) { return c.parser.FieldPos(field) }

// Wrong returns an error at a field of the last record. The format may hold %w.
func (c *CSV) Wrong(field int, format string, args ...any) error {
	line, column := c.parser.FieldPos(field)
	err := fmt.Errorf(format, args...)
	return &Error{File: c.file, Line: line, Column: column, Msg: err.Error(), Err: errors.Unwrap(err)}
}

// TitleHint completes a message about a header of one name, which may be a title above the header.
const TitleHint = " (if the first line is a title, remove what is above the header)"

// fault returns an error of the parser with its place.
func (c *CSV) fault(err error, fields int) error {
	var wrong *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return err
	case c.text.err != nil && !errors.Is(c.text.err, io.EOF):
		return c.text.err
	case !errors.As(err, &wrong):
		return err
	}
	e := &Error{File: c.file, Line: wrong.Line, Column: wrong.Column, Err: wrong.Err}
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		e.Column = 0
		e.Msg = fmt.Sprintf("%s, but the header has %d", Plural(fields, "field"), c.parser.FieldsPerRecord)
		if c.parser.FieldsPerRecord == 1 {
			e.Msg += TitleHint
		}
	case errors.Is(err, csv.ErrQuote):
		e.Msg = `a quoted field goes wrong here: a " in it must be doubled, and one must end it`
	case errors.Is(err, csv.ErrBareQuote):
		e.Msg = `a " stands in a field that is not quoted: quote the field and double the "`
	default:
		e.Msg = wrong.Err.Error()
	}
	if wrong.StartLine < wrong.Line {
		e.Msg += fmt.Sprintf(" (the record starts on line %d)", wrong.StartLine)
	}
	return e
}
