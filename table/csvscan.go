package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// csvScanner finds the records of a CSV file and one field of each, without making
// strings of them: several times as fast as encoding/csv, whose rules it follows to
// the letter. Where a record breaks them, that package is asked to say how.
type csvScanner struct {
	label  string
	text   *textReader
	header []string
	before []byte // empty lines before the header
	comma  []byte
	want   int // the field that is looked for; -1 for none

	buffer    []byte
	next, end int   // of the buffer, what is not yet scanned
	quote     int   // where the next quote is, or end; not known if it is before next
	offset    int64 // in the text, of the beginning of the buffer
	ended     bool  // nothing comes after the buffer
	nextLine  int   // number of the line at next

	// The current record: it starts at start, its line end at body, and next is after
	// it. They are valid until the next.
	start, body int
	line        int
	blank       bool   // there is no record, only an empty line
	field       []byte // the one looked for, without quotes
	unquoted    []byte // holds a field that had some
}

// openScanner reads the header.
func openScanner(in *input) (*csvScanner, error) {
	s := &csvScanner{
		label: in.label(), text: newTextReader(in, in.label(), unclosedHint),
		want: -1, buffer: make([]byte, 2*partLength), nextLine: 1,
	}
	if err := s.fill(); err != nil {
		return nil, err
	}
	s.comma = []byte{'\t'}
	if in.format != TSV {
		s.comma = []byte(string(separatorOf(s.buffer[:min(s.end, headLength)])))
	}
	if err := s.scan(); err != nil {
		return nil, err
	}
	for s.blank {
		s.before = append(s.before, s.buffer[s.start:s.next]...)
		if err := s.scan(); err != nil {
			return nil, err
		}
	}
	_, header, err := s.parse(s.next)
	s.header = header
	return s, err
}

// fill reads more of the text after what is not yet scanned.
func (s *csvScanner) fill() error {
	s.text.taken(s.offset + int64(s.next))
	kept := copy(s.buffer, s.buffer[s.next:s.end])
	s.offset += int64(s.next)
	s.quote = max(s.quote-s.next, -1)
	s.next, s.end = 0, kept
	enough := kept + 1
	if kept > len(s.buffer)/2 {
		// A record that is this long is scanned again after every time, so that there
		// must be few.
		s.buffer = append(s.buffer, make([]byte, len(s.buffer))...)
		enough = len(s.buffer)
	}
	for s.end < enough && !s.ended {
		n, err := s.text.Read(s.buffer[s.end:])
		s.end += n
		switch {
		case errors.Is(err, io.EOF):
			s.ended = true
		case err != nil:
			return err
		}
	}
	if s.quote == kept { // none is in what was kept
		s.quote += indexOrLength(s.buffer[kept:s.end], '"')
	}
	return nil
}

func indexOrLength(b []byte, c byte) int {
	if i := bytes.IndexByte(b, c); i >= 0 {
		return i
	}
	return len(b)
}

// scan goes to the next record or empty line. It returns io.EOF after the last.
func (s *csvScanner) scan() error {
	for {
		rest := s.buffer[s.next:s.end]
		newline := bytes.IndexByte(rest, '\n')
		if newline < 0 && !s.ended {
			if err := s.fill(); err != nil {
				return err
			}
			continue
		}
		if len(rest) == 0 {
			return io.EOF
		}
		end := s.end
		if newline >= 0 {
			end = s.next + newline + 1
		}
		if s.quote < s.next {
			s.quote = s.next + indexOrLength(rest, '"')
		}
		if s.quote >= end {
			return s.plain(end)
		}
		done, err := s.quoted()
		if done || err != nil {
			return err
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
}

// take makes what ends at end the current record.
func (s *csvScanner) take(end, lines int) {
	s.start, s.body = s.next, end
	if s.body > s.start && s.buffer[s.body-1] == '\n' {
		s.body--
	}
	if s.body > s.start && s.buffer[s.body-1] == '\r' {
		s.body--
	}
	s.line = s.nextLine
	s.nextLine += lines
	s.next = end
	s.blank = s.body == s.start
}

// plain takes a line without quotes.
func (s *csvScanner) plain(end int) error {
	s.take(end, 1)
	if s.blank || s.want < 0 && s.header == nil {
		return nil
	}
	rest := s.buffer[s.start:s.body]
	before := 0
	for range s.want {
		comma := bytes.IndexByte(rest, s.comma[0])
		if comma < 0 {
			return s.fault(end)
		}
		rest = rest[comma+1:]
		before++
	}
	s.field = rest[:indexOrLength(rest, s.comma[0])]
	if before+1+bytes.Count(rest[len(s.field):], s.comma) != len(s.header) {
		return s.fault(end)
	}
	return nil
}

// parse has encoding/csv read the current record, which ends at end or before it.
func (s *csvScanner) parse(end int) (*csvFile, []string, error) {
	parser := csv.NewReader(bytes.NewReader(s.buffer[s.start:end]))
	parser.Comma = rune(s.comma[0])
	parser.FieldsPerRecord = len(s.header)
	f := &csvFile{label: s.label, text: s.text, parser: parser, header: s.header, before: s.line - 1}
	record, err := parser.Read()
	if err != nil {
		err = f.error(err, len(record))
	}
	return f, record, err
}

// errScanner is the error of a record that breaks a rule for this scanner alone, which
// cannot be.
var errScanner = errors.New("a record that is sound was refused: this is a fault of the program")

// fault returns what is wrong with the current record.
func (s *csvScanner) fault(end int) error {
	if _, _, err := s.parse(end); err != nil {
		return err
	}
	return &Error{File: s.label, Line: s.line, Msg: errScanner.Error(), Err: errScanner}
}

// fieldPlace returns the line and column of a field of the current record.
func (s *csvScanner) fieldPlace(field int) (line, column int) {
	f, _, err := s.parse(s.next)
	if err != nil {
		return s.line, 0
	}
	line, column = f.parser.FieldPos(field)
	return f.before + line, column
}

// wrong returns an error at the field that was looked for.
func (s *csvScanner) wrong(format string, args ...any) error {
	line, column := s.fieldPlace(max(s.want, 0))
	return &Error{File: s.label, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}
