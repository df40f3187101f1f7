package codec

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/frontier"
)

// csvColumns are the columns of a CSV file. A reader wants the first four, in
// any order; the others follow from them.
func csvColumns() []string {
	return []string{"h", "i", "k", "ties", "hull", "dmc", "prominence", "kink"}
}

// spreadColumns follow where the frontier has them. A reader skips them: what they
// are, and what was called robust, is not known without the header.
func spreadColumns() []string { return []string{"dh", "di", "cov", "robust"} }

// writeCSV writes one row a point. Assignments and the header have no place in
// it.
func writeCSV(w io.Writer, f *frontier.Frontier) error {
	c := csv.NewWriter(w)
	columns := csvColumns()
	if f.Uncertainty != nil {
		columns = append(columns, spreadColumns()...)
	}
	if err := c.Write(columns); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for p := range f.All() {
		row := []string{
			number(p.H), number(p.I), strconv.Itoa(p.K), strconv.Itoa(p.Ties),
			strconv.FormatBool(p.Hull), strconv.FormatBool(p.DMC), number(p.Prominence), number(p.Kink),
		}
		if f.Uncertainty != nil {
			row = append(row, number(p.DH), number(p.DI), number(p.Cov), strconv.FormatBool(p.Robust))
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// readCSV reads points without assignments, of an unknown problem.
func readCSV(r io.Reader) (*frontier.Frontier, error) {
	t := csvTable{csv: csv.NewReader(r)}
	t.csv.ReuseRecord = true
	row, err := t.csv.Read()
	if err != nil {
		return nil, t.error(err)
	}
	for c, name := range csvColumns()[:len(t.at)] {
		t.at[c] = slices.Index(row, name)
		if t.at[c] < 0 {
			return nil, &positionError{1, 1, fmt.Errorf("there is no column %s", name)}
		}
	}
	var entries []frontier.Entry
	for {
		if t.row, err = t.csv.Read(); err != nil {
			break
		}
		e := frontier.Entry{H: t.number(0), I: t.number(1), K: t.whole(2, 1), Ties: t.whole(3, 0)}
		if t.wrong != nil {
			return nil, t.wrong
		}
		entries = append(entries, e)
	}
	if !errors.Is(err, io.EOF) {
		return nil, t.error(err)
	}
	return assemble(header{}, entries, nil)
}

// csvTable reads fields of a CSV file by column.
type csvTable struct {
	csv   *csv.Reader
	at    [4]int // where in a row h, i, k and ties stand
	row   []string
	wrong error // the first field that is not as it should be
}

func (t *csvTable) number(column int) float64 {
	v, err := strconv.ParseFloat(t.row[t.at[column]], 64)
	if err != nil {
		t.refuse(column, "a number")
	}
	return v
}

func (t *csvTable) whole(column, least int) int {
	v, err := strconv.Atoi(t.row[t.at[column]])
	if err != nil || v < least || v > math.MaxInt32 {
		t.refuse(column, "a whole number from "+strconv.Itoa(least))
	}
	return v
}

func (t *csvTable) refuse(column int, want string) {
	if t.wrong != nil {
		return
	}
	line, at := t.csv.FieldPos(t.at[column])
	t.wrong = &positionError{line, at, fmt.Errorf("%s is %.20q where %s should stand", csvColumns()[column], t.row[t.at[column]], want)}
}

// error gives a parse error the form of all others.
func (t *csvTable) error(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return &positionError{parse.Line, parse.Column, parse.Err}
	}
	return err
}
