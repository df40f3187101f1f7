package records

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// column is the place in a file of the values of one variable.
type column struct {
	name  string
	index int          // in the header; -1 if a folder's name gives the value
	fixed *source.Pair // that folder
}

// Find returns the place of a column in a header, or -1 if the name of a folder gives its value.
func Find(in *source.Input, header []string, name string) (index int, fixed *source.Pair, err error) {
	index = -1
	for i, h := range header {
		if h != name {
			continue
		}
		if index >= 0 {
			return -1, nil, &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("two columns are called %s: rename one of them", textfile.Shown(name))}
		}
		index = i
	}
	if index >= 0 {
		return index, nil, nil
	}
	if fixed = fixedBy(in, name); fixed != nil {
		return -1, fixed, nil
	}
	for _, h := range header {
		if strings.HasPrefix(h, name+".") {
			return -1, nil, &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("%s is no column but what others begin with: name one of these, as in %s", textfile.Shown(name), textfile.Shown(h))}
		}
	}
	msg := textfile.NoColumn(name, slices.Concat(header, in.Keys()))
	if in.Format == source.CSV || in.Format == source.TSV {
		if named := slices.DeleteFunc(slices.Clone(header), func(h string) bool { return h == "" }); len(named) == 1 {
			msg += textfile.TitleHint
		}
	}
	return -1, nil, &textfile.Error{File: in.Label(), Msg: msg}
}

// fixedBy returns the folder whose name gives the value of a column, or nil.
func fixedBy(in *source.Input, name string) *source.Pair {
	for i := range in.Fixed {
		if in.Fixed[i].Key == name {
			return &in.Fixed[i]
		}
	}
	return nil
}

// findAll finds several columns.
func findAll(in *source.Input, header, names []string) ([]column, error) {
	const twice = -1
	place := make(map[string]int, len(header))
	for i, name := range header {
		if _, known := place[name]; known {
			i = twice
		}
		place[name] = i
	}
	columns := make([]column, len(names))
	for i, name := range names {
		if index, known := place[name]; known && index != twice {
			columns[i] = column{name, index, nil}
			continue
		}
		index, fixed, err := Find(in, header, name)
		if err != nil {
			return nil, err
		}
		columns[i] = column{name, index, fixed}
	}
	return columns, nil
}

// wrong returns an error for the value in a row, from 1. err completes a message that starts with the name.
func (c *column) wrong(in *source.Input, row int64, err error) error {
	if c.index < 0 {
		return WrongFolder(in, c.fixed, err)
	}
	return &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("row %d: %s %v", row, textfile.Shown(c.name), err), Err: err}
}

// WrongFolder returns the error for the name of a folder whose value a column cannot have.
func WrongFolder(in *source.Input, fixed *source.Pair, err error) error {
	return &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("%s in the name of a folder %v", textfile.Shown(fixed.Key), err), Err: err}
}

// Columns returns the names of the columns of a file, or of the first record in a file without a header.
func Columns(in *source.Input) ([]string, error) {
	var names []string
	var err error
	switch in.Format {
	case source.CSV, source.TSV:
		names, err = NewCSV(in).Next()
	case source.JSONLines:
		names, _, err = OpenJSON(in, NewKeys()).firstKeys()
	case source.Parquet:
		var p *Parquet
		if p, err = OpenParquet(in); err == nil {
			names = p.Fields()
		}
	case source.Arrow:
		names, err = arrowColumns(in)
	default:
		err = NoRecords(in)
	}
	if err != nil {
		return nil, emptyFile(in, err)
	}
	return slices.Concat(names, in.Keys()), nil
}
