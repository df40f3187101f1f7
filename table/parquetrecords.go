package table

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// parquetRecords counts the records of one Parquet file. A reader is nil where
// the names of the folders give the value.
type parquetRecords struct {
	counter *counter
	label   string
	file    io.ReaderAt
	size    int64
	keys    []parquetKey
	n       *pageReader[float64]
	fixedN  float64
	tuple   []uint32
}

// parquetKey is a column whose labels are counted.
type parquetKey struct {
	pages *pageReader[uint32]
	fixed uint32
	taken []uint32 // label numbers of the records being counted
}

// readParquet counts the records of a Parquet file. Of its columns it reads
// only those asked for.
func (r *recordReader) readParquet(in *input) (err error) {
	defer recoverParquet(in.label(), &err)
	f, err := openParquet(in)
	if err != nil {
		return err
	}
	records, err := r.parquetRecords(in, f)
	if err != nil {
		return err
	}
	groups := f.Metadata().RowGroups
	for i := range groups {
		if r.counter.full {
			break
		}
		if err := records.group(&groups[i]); err != nil {
			return err
		}
	}
	return nil
}

// parquetRecords finds the columns asked for.
func (r *recordReader) parquetRecords(in *input, f *parquet.File) (*parquetRecords, error) {
	at, err := r.find(in, parquetNames(f))
	if err != nil {
		return nil, err
	}
	p := &parquetRecords{counter: r.counter, label: in.label(), file: f, size: f.Size(), fixedN: 1}
	for i := range at.keys {
		key, err := newParquetKey(in, f, &at.keys[i], r.counter.keys[i])
		if err != nil {
			return nil, err
		}
		p.keys = append(p.keys, key)
	}
	p.tuple = make([]uint32, len(p.keys))
	switch {
	case !at.counted:
	case at.count.index < 0:
		if p.fixedN, err = parseCount(at.count.fixed.value); err != nil {
			err = &Error{File: in.label(), Msg: fmt.Sprintf("%s in the name of a folder %v", shown(r.opts.Count), err)}
		}
	default:
		p.n, err = countReader(in, f, &at.count)
	}
	return p, err
}

// newParquetKey returns a reader of labels, or the label that is fixed.
func newParquetKey(in *input, f *parquet.File, at *column, labels *interner) (parquetKey, error) {
	if at.index < 0 {
		k := parquetKey{fixed: labels.numberOfField(at.fixed.value, at.fixed.missing)}
		if labels.refused != nil {
			return k, &Error{File: in.label(), Msg: fmt.Sprintf("%s in the name of a folder %v", shown(at.fixed.key), labels.refused)}
		}
		return k, nil
	}
	c, text, err := labelColumn(in, f, at)
	if err != nil {
		return parquetKey{}, err
	}
	var buffer []byte
	return parquetKey{pages: newPageReader(in.label(), c, func(v parquet.Value) (uint32, error) {
		if v.IsNull() {
			return labels.missing(), labels.refused
		}
		buffer = text(buffer[:0], v)
		return labels.numberOfBytes(buffer), labels.refused
	})}, nil
}

// labelColumn returns a column of labels, and how its values are written as text.
func labelColumn(in *input, f *parquet.File, at *column) (*parquet.Column, appendValue, error) {
	c, err := singleColumn(in, f, at)
	if err != nil {
		return nil, nil, err
	}
	text, err := valueText(c.Type())
	if err != nil {
		return nil, nil, &Error{File: in.label(), Msg: fmt.Sprintf("column %s %v", shown(c.Name()), err)}
	}
	return c, text, nil
}

// countReader returns a reader of counts.
func countReader(in *input, f *parquet.File, at *column) (*pageReader[float64], error) {
	c, err := singleColumn(in, f, at)
	if err != nil {
		return nil, err
	}
	text, err := valueText(c.Type())
	if err == nil && !holdsNumbers(c.Type()) {
		err = fmt.Errorf("holds %v, not numbers, and cannot be a count", c.Type())
	}
	if err != nil {
		return nil, &Error{File: in.label(), Msg: fmt.Sprintf("column %s %v", shown(c.Name()), err)}
	}
	var buffer []byte
	return newPageReader(in.label(), c, func(v parquet.Value) (float64, error) {
		if v.IsNull() {
			return 0, errors.New("is missing where a number must stand")
		}
		switch v.Kind() {
		case parquet.Float:
			return checkedCount(float64(v.Float()))
		case parquet.Double:
			return checkedCount(v.Double())
		default:
		}
		buffer = text(buffer[:0], v)
		return parseCount(string(buffer))
	}), nil
}

// holdsNumbers tells whether values of the type are numbers or text, which may
// hold some.
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

// singleColumn returns a column that holds one value a row.
func singleColumn(in *input, f *parquet.File, at *column) (*parquet.Column, error) {
	c := f.Root().Columns()[at.index]
	if !c.Leaf() || c.MaxRepetitionLevel() > 0 {
		return nil, &Error{File: in.label(), Msg: fmt.Sprintf(
			"column %s holds a list or a structure, not one value a row: write the values wanted to a column of their own", shown(c.Name()))}
	}
	return c, nil
}

// group counts the records of a row group.
func (p *parquetRecords) group(g *format.RowGroup) error {
	if g.NumRows == 0 {
		return nil // and its columns need not have a place in the file
	}
	for i := range p.keys {
		if pages := p.keys[i].pages; pages != nil {
			if err := pages.start(p.file, p.size, g); err != nil {
				return err
			}
		}
	}
	if p.n != nil {
		if err := p.n.start(p.file, p.size, g); err != nil {
			return err
		}
	}
	for rows := g.NumRows; rows > 0; {
		n, err := p.some(rows)
		if err != nil {
			return err
		}
		rows -= n
	}
	return nil
}

// some counts some of the records left in a row group: those up to the end of
// a page of any column. It returns how many.
func (p *parquetRecords) some(left int64) (int64, error) {
	n := left
	allFixed := p.n == nil
	for i := range p.keys {
		p.tuple[i] = p.keys[i].fixed
		if pages := p.keys[i].pages; pages != nil {
			allFixed = false
			have, err := pages.have(left)
			if err != nil {
				return 0, err
			}
			n = min(n, have)
		}
	}
	if p.n != nil {
		have, err := p.n.have(left)
		if err != nil {
			return 0, err
		}
		n = min(n, have)
	}
	if allFixed {
		p.counter.recordTimes(p.tuple, p.fixedN, left)
		return left, nil
	}
	p.count(n)
	return n, nil
}

// count counts n records whose values are all converted. The tuple holds those
// that are fixed.
func (p *parquetRecords) count(n int64) {
	for k := range p.keys {
		if key := &p.keys[k]; key.pages != nil {
			key.taken = key.pages.take(n)
		}
	}
	var counts []float64
	if p.n != nil {
		counts = p.n.take(n)
	}
	times := p.fixedN
	for i := range int(n) {
		for k := range p.keys {
			if taken := p.keys[k].taken; taken != nil {
				p.tuple[k] = taken[i]
			}
		}
		if counts != nil {
			times = counts[i]
		}
		p.counter.record(p.tuple, times)
	}
}
