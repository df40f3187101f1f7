package records

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/parquetfile"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Parquet is an open Parquet file.
type Parquet struct {
	*parquetfile.File
	in       *source.Input
	declared map[string]declared // by the names of columns
}

// OpenParquet opens a Parquet file. The file is read from its end, so that it is copied to a
// temporary file first if it is compressed or comes through a pipe.
func OpenParquet(in *source.Input) (p *Parquet, err error) {
	file, size, err := in.Seekable()
	if err != nil {
		return nil, err
	}
	defer RecoverParquet(in.Label(), &err)
	f, err := parquetfile.Open(file, size)
	if err != nil {
		return nil, ParquetError(in.Label(), err)
	}
	return &Parquet{f, in, declarations(f.Lookup)}, nil
}

// Names returns the names of the top-level columns.
func (p *Parquet) Names() []string {
	return lists.Map(p.Root().Columns(), func(c *parquet.Column) string { return c.Name() })
}

// parquetField is a column, or a value of structures in one.
type parquetField struct {
	name   string // the path, with dots
	column *parquet.Column
}

// fields returns the columns, with the fields of structures that hold one value a row in place of the structures.
func (p *Parquet) fields() []parquetField {
	var all []parquetField
	top := p.Names()
	for _, c := range p.Root().Columns() {
		for _, f := range fieldsOf(c.Name(), c) {
			if f.column == c || !slices.Contains(top, f.name) { // a column of that name has precedence
				all = append(all, f)
			}
		}
	}
	return all
}

// fieldsOf returns the values of a structure, or the column itself if it is not a structure.
func fieldsOf(name string, c *parquet.Column) []parquetField {
	if c.Leaf() || c.MaxRepetitionLevel() > 0 || c.Type().LogicalType() != nil && c.Type().LogicalType().Value != nil {
		return []parquetField{{name, c}}
	}
	var all []parquetField
	for _, child := range c.Columns() {
		all = append(all, fieldsOf(name+"."+child.Name(), child)...)
	}
	return all
}

// lists returns the fields that hold several values a row.
func (p *Parquet) lists() (names []string) {
	for _, f := range p.fields() {
		if !f.column.Leaf() || f.column.MaxRepetitionLevel() > 0 {
			names = append(names, f.name)
		}
	}
	return names
}

// Fields returns the names of the columns and, instead of structures, the paths to their values.
func (p *Parquet) Fields() []string {
	return lists.Map(p.fields(), func(f parquetField) string { return f.name })
}

// errNested completes a message that starts with the name of a column.
var errNested = errors.New("holds a list or a structure, not one value a row: write the values wanted to a column of their own")

// maxCause is the length to which a message of the library, which may quote a file, is cut.
const maxCause = 300

// ParquetError adds the name of a file to an error of the library. Errors that name a file stay as they are.
func ParquetError(label string, err error) error { return libraryError(label, "Parquet", err) }

// libraryError is ParquetError for a format.
func libraryError(label, format string, err error) error {
	var known *textfile.Error
	var refused textfile.Refusal
	switch {
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &refused):
		return &textfile.Error{File: label, Msg: refused.Error()}
	}
	return &textfile.Error{File: label, Msg: "the " + format + " data is corrupt or of an unknown kind: " + textfile.Cut(err.Error(), maxCause), Err: err}
}

// RecoverParquet turns a panic into an error: some corrupt files make the library panic.
func RecoverParquet(label string, err *error) {
	if p := recover(); p != nil {
		*err = ParquetError(label, fmt.Errorf("%v", p))
	}
}
