package records

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/parquetfile"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// parquetFile reads the values of some columns of a Parquet file. Each of these columns holds one
// value a row.
type parquetFile struct {
	*Parquet
	columns []parquetColumn
	group   int   // the next row group
	left    int64 // rows of the current group
	row     int64 // number of the current row in the file, from 1
	buffer  []byte
}

// newParquetFile finds the columns. counts is the index of the column of counts, or -1.
func newParquetFile(p *Parquet, columns []column, counts int) (*parquetFile, error) {
	f := &parquetFile{Parquet: p}
	for i, at := range columns {
		c := parquetColumn{column: at, index: -1}
		if at.index >= 0 {
			var err error
			if c.leaf, c.text, err = singleColumn(p, at.index); err == nil && i == counts && !holdsNumbers(c.leaf.Type()) {
				err = fmt.Errorf("holds %v, not numbers, and cannot be a count", c.leaf.Type())
			}
			if err != nil {
				return nil, p.wrongColumn(at.index, err)
			}
		}
		f.columns = append(f.columns, c)
	}
	return f, nil
}

// Single returns the index of the leaf column at an index of [Parquet.Fields], which must hold one value a row,
// and how its values are written as text.
func (p *Parquet) Single(index int) (leaf int, text func(dst []byte, v parquet.Value) []byte, err error) {
	c, text, err := singleColumn(p, index)
	if err != nil {
		return 0, nil, p.wrongColumn(index, err)
	}
	return c.Index(), text, nil
}

func (p *Parquet) wrongColumn(index int, err error) error {
	return &textfile.Error{File: p.in.Label(), Msg: fmt.Sprintf("column %s %v", textfile.Shown(p.fields()[index].name), err)}
}

// singleColumn returns a column that holds one value a row, and how its values are written.
func singleColumn(p *Parquet, index int) (*parquet.Column, appendValue, error) {
	c := p.fields()[index].column
	if !c.Leaf() || c.MaxRepetitionLevel() > 0 {
		return nil, nil, errNested
	}
	if d := p.saysOf(c); d.duration > 0 && isPlain64(c.Type()) {
		return c, durationText(d.duration), nil
	}
	text, err := valueText(c.Type())
	return c, text, err
}

// isPlain64 reports whether a type has whole numbers of 64 bits without another meaning.
func isPlain64(t parquet.Type) bool {
	if t.Kind() != parquet.Int64 {
		return false
	}
	logical := t.LogicalType()
	if logical == nil {
		return true
	}
	_, whole := logical.Value.(*format.IntType)
	return whole
}

// holdsNumbers reports whether values of a type are numbers, or text that may hold numbers.
func holdsNumbers(t parquet.Type) bool {
	if logical := t.LogicalType(); logical != nil {
		switch logical.Value.(type) {
		case *format.IntType, *format.DecimalType, *format.StringType, *format.NullType, nil:
		default:
			return false
		}
	}
	return t.Kind() != parquet.Boolean && t.Kind() != parquet.Int96
}

func (f *parquetFile) next() error {
	for f.left == 0 {
		if f.group == len(f.RowGroups()) {
			return io.EOF
		}
		if err := f.begin(); err != nil {
			return err
		}
	}
	f.left--
	f.row++
	for i := range f.columns {
		c := &f.columns[i]
		if c.leaf == nil {
			continue
		}
		for !c.next() {
			if err := f.readPage(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin goes to the next row group.
func (f *parquetFile) begin() (err error) {
	defer RecoverParquet(f.in.Label(), &err)
	g, about := f.RowGroups()[f.group], &f.Metadata().RowGroups[f.group]
	f.group++
	f.left = g.NumRows()
	if f.left == 0 {
		return nil // and its columns need not have a place in the file
	}
	for i := range f.columns {
		c := &f.columns[i]
		if c.leaf == nil {
			continue
		}
		c.close()
		at := c.leaf.Index()
		if at >= len(about.Columns) {
			return f.corrupt(c, errors.New("is not in every row group"))
		}
		if err := parquetfile.CheckColumn(&about.Columns[at]); err != nil {
			return ParquetError(f.in.Label(), err)
		}
		c.pages = g.ColumnChunks()[at].Pages()
	}
	return nil
}

// readPage reads the next page of a column.
func (f *parquetFile) readPage(c *parquetColumn) (err error) {
	defer RecoverParquet(f.in.Label(), &err)
	switch err := c.readPage(f.left + 1); {
	case errors.Is(err, io.EOF):
		return f.corrupt(c, errors.New("has fewer values than rows"))
	case err != nil:
		return f.corrupt(c, err)
	}
	return nil
}

func (f *parquetFile) corrupt(c *parquetColumn, err error) error {
	return ParquetError(f.in.Label(), fmt.Errorf("column %s %w", textfile.Shown(c.name), err))
}

func (f *parquetFile) value(i int) (text []byte, missing bool) {
	c := &f.columns[i]
	if c.leaf == nil {
		return []byte(c.fixed.Value), c.fixed.Missing
	}
	v := c.value()
	if v.IsNull() {
		return nil, true
	}
	f.buffer = c.text(f.buffer[:0], v)
	return f.buffer, false
}

// label looks up every entry of a dictionary once.
func (f *parquetFile) label(i int, labels *tally.Labels) uint32 {
	c := &f.columns[i]
	if c.index < 0 {
		return labels.Number(f.value(i))
	}
	if c.labels[c.index] == 0 {
		c.labels[c.index] = labels.Number(f.value(i)) + 1
	}
	return c.labels[c.index] - 1
}

func (f *parquetFile) number(i int) (float64, error) {
	if c := &f.columns[i]; c.leaf != nil {
		switch v := c.value(); {
		case v.IsNull():
			return 0, errors.New("is missing where a number must stand")
		case v.Kind() == parquet.Double:
			return v.Double(), textfile.CheckCount(v.Double())
		case v.Kind() == parquet.Float: // its text is shorter than its value
			return float64(v.Float()), textfile.CheckCount(float64(v.Float()))
		}
	}
	text, _ := f.value(i)
	return textfile.ParseCount(string(text))
}

func (f *parquetFile) wrong(i int, err error) error {
	return f.columns[i].wrong(f.in, f.row, err)
}
