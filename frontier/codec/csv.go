package codec

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/textfile"
)

// writeCSV writes one row for every point, without assignments and header.
func writeCSV(w io.Writer, f *frontier.Frontier, _ []descent) error {
	c := csv.NewWriter(w)
	h := header{Uncertainty: f.Uncertainty, Validation: f.Validation}
	written := h.columnsWritten()
	row := make([]string, len(written))
	for k, column := range written {
		row[k] = column.name
	}
	if err := c.Write(row); err != nil {
		return err
	}
	for p := range f.All() {
		for k, column := range written {
			v := column.get(p)
			switch column.kind {
			case number:
				row[k] = strconv.FormatFloat(v, 'g', -1, 64)
			case positive, natural:
				row[k] = strconv.Itoa(int(v))
			case truth:
				row[k] = strconv.FormatBool(v == 1)
			}
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// readCSV reads points without assignments, of an unknown problem. Columns may be in any order.
// Spreads are not read, since only a header describes them.
func readCSV(r io.Reader) (*frontier.Frontier, error) {
	c := textfile.NewCSV(r, "")
	c.Comma = ','
	row, err := c.Next()
	if err != nil {
		return nil, explainCSV(err)
	}
	wanted := (&header{}).columnsRead()
	at := make([]int, len(wanted))
	for k, column := range wanted {
		if at[k] = slices.Index(row, column.name); at[k] < 0 {
			return nil, &positionError{1, 1, errors.New("there is no column " + column.name)}
		}
	}
	var points []point
	for {
		if row, err = c.Next(); err != nil {
			break
		}
		var p point
		for k, column := range wanted {
			text := row[at[k]]
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				err = fmt.Errorf("is %.20q, want a number", text)
			} else {
				err = column.store(&p, v)
			}
			if err != nil {
				line, start := c.Place(at[k])
				return nil, &positionError{line, start, fmt.Errorf("%s %w", column.name, err)}
			}
		}
		points = append(points, p)
	}
	if !errors.Is(err, io.EOF) {
		return nil, explainCSV(err)
	}
	return assemble(header{}, points)
}

// explainCSV gives a parse error the form of all other errors.
func explainCSV(err error) error {
	var wrong *textfile.Error
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Line == 0: // it cannot be read
		return wrong.Err
	}
	return &positionError{wrong.Line, max(wrong.Column, 1), errors.New(wrong.Msg)}
}
