package main

import (
	"encoding/csv"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
)

// table is a file of records in memory. A missing value is empty.
type table struct {
	columns []column
	y       int // the column of the target
	rows    [][]string
}

// column is a column of a table.
type column struct {
	name string
	// number means that all its values are numbers, and more than two.
	number bool
	// values is how many different ones it has, without a missing one.
	values int
}

// newTable returns a table with the columns of the names, in this order, with target y. Records
// without y are left out.
func newTable(header, names []string, y string, rows [][]string) (table, error) {
	t := table{y: slices.Index(names, y)}
	places, err := placesOf(header, names)
	if err != nil {
		return t, err
	}
	for _, name := range names {
		t.columns = append(t.columns, column{name: name})
	}
	for _, row := range rows {
		if missing(row[places[t.y]]) {
			continue
		}
		kept := make([]string, len(names))
		for n, at := range places {
			if !missing(row[at]) {
				kept[n] = row[at]
			}
		}
		t.rows = append(t.rows, kept)
	}
	for n := range t.columns {
		t.columns[n].number, t.columns[n].values = t.kind(n)
		for _, row := range t.rows {
			if row[n] == "" && !t.columns[n].number {
				row[n] = unnamed
			}
		}
	}
	return t, nil
}

// unnamed is the name in place of a missing one, so that it is one more name for all methods.
const unnamed = "unnamed"

// missing reports whether a text is a mark of a missing value.
func missing(text string) bool { return text == "" || text == "NA" }

// kind reports whether a column has numbers, and the number of its values. Two numbers are names
// for all methods, because KBinsDiscretizer would make one bin of them.
func (t table) kind(n int) (number bool, values int) {
	seen := make(map[string]bool)
	number = true
	for _, row := range t.rows {
		if v := row[n]; v != "" && !seen[v] {
			seen[v] = true
			_, err := strconv.ParseFloat(v, 64)
			number = number && err == nil
		}
	}
	return number && len(seen) > 2, len(seen)
}

// inputs returns the places of the columns other than the target.
func (t table) inputs() (places []int) {
	for n := range t.columns {
		if n != t.y {
			places = append(places, n)
		}
	}
	return places
}

// sample returns a table of at most n random records.
func (t table) sample(most int, seed uint64) table {
	if most == 0 || len(t.rows) <= most {
		return t
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	order := rng.Perm(len(t.rows))[:most]
	slices.Sort(order)
	s := t
	s.rows = nil
	for _, n := range order {
		s.rows = append(s.rows, t.rows[n])
	}
	return s
}

// split returns, for each of some random parts of the records, the other records and the part.
func (t table) split(parts int, seed uint64) (training, heldOut []table) {
	rng := rand.New(rand.NewPCG(seed, 0))
	training, heldOut = make([]table, parts), make([]table, parts)
	for p := range parts {
		training[p], heldOut[p] = t, t
		training[p].rows, heldOut[p].rows = nil, nil
	}
	for _, row := range t.rows {
		of := rng.IntN(parts)
		for p := range parts {
			if p == of {
				heldOut[p].rows = append(heldOut[p].rows, row)
			} else {
				training[p].rows = append(training[p].rows, row)
			}
		}
	}
	return training, heldOut
}

// write writes the table as CSV.
func (t table) write(path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	header := make([]string, len(t.columns))
	for n, c := range t.columns {
		header[n] = c.name
	}
	w := csv.NewWriter(file)
	if err := w.Write(header); err != nil {
		return err
	}
	return w.WriteAll(t.rows)
}

// readCSV reads a file of records with a header.
func readCSV(path string) (header []string, rows [][]string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return readRecords(file)
}

// readRecords reads records with a header.
func readRecords(r io.Reader) (header []string, rows [][]string, err error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	if len(lines) == 0 {
		return nil, nil, errors.New("there is no header")
	}
	return lines[0], lines[1:], nil
}
