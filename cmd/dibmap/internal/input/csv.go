package input

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

const byteOrderMark = "\ufeff"

// ReadCSV calls add for every record of a small CSV file with the number of its line. All
// records have as many fields as the first. Errors, also those of add, tell the name of the
// file and the line; want says what a line should hold. A byte order mark, as spreadsheets
// write it, is passed over.
func ReadCSV(name string, in io.Reader, want string, add func(line int, record []string) error) error {
	text := bufio.NewReader(in)
	if mark, _ := text.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = text.Discard(len(mark)) // it is in the buffer
	}
	records := csv.NewReader(text)
	for {
		record, err := records.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			return fmt.Errorf("%s:%d:%d: %w: want %s", name, bad.Line, bad.Column, bad.Err, want)
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		line, _ := records.FieldPos(0)
		if err := add(line, record); err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
}
