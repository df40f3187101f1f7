package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"
)

// pageReader reads a column page by page and converts every value: into the
// number of a label, or into a count. Values in a dictionary are converted
// once.
type pageReader[T any] struct {
	label   string // of the file
	column  *parquet.Column
	convert func(parquet.Value) (T, error)

	chunk   chunk
	current []T // what is converted but not yet taken
	buffer  []T
	before  int64 // rows of the file before the current page

	dictionary parquet.Dictionary
	converted  []T
	known      []bool // the entries of the dictionary that are converted

	levels, indices []uint32 // buffers
	decoded         []byte
	offsets         []uint32
	values          [128]parquet.Value
}

// plainDictionary is what old files call the encodings of dictionaries and of
// indices into them.
const plainDictionary format.Encoding = 2

// newPageReader returns a reader of a column that holds one value a row.
func newPageReader[T any](label string, c *parquet.Column, convert func(parquet.Value) (T, error)) *pageReader[T] {
	return &pageReader[T]{label: label, column: c, convert: convert}
}

// start goes to the start of a row group.
func (p *pageReader[T]) start(file io.ReaderAt, size int64, g *format.RowGroup) error {
	at := p.column.Index()
	if at >= len(g.Columns) {
		return p.corrupt(errors.New("is not in every row group"))
	}
	if err := p.chunk.open(file, size, p.column, &g.Columns[at]); err != nil {
		return p.corrupt(err)
	}
	p.dictionary = nil
	p.current = nil
	return nil
}

// have returns how many converted values there are: at least one, and at most
// the rows left in the row group. It reads the next page if need be.
func (p *pageReader[T]) have(rows int64) (int64, error) {
	for len(p.current) == 0 {
		page, err := p.chunk.next()
		if err == nil && !page.dictionary && int64(page.rows) > rows {
			err = errors.New("has more values than rows")
		}
		if err == nil {
			p.buffer = p.buffer[:0]
			err = p.read(page)
		}
		if err != nil {
			return 0, p.corrupt(err)
		}
		p.current = p.buffer
		p.before += int64(len(p.buffer))
	}
	return int64(len(p.current)), nil
}

// take returns the next n values.
func (p *pageReader[T]) take(n int64) []T {
	taken := p.current[:n]
	p.current = p.current[n:]
	return taken
}

// read converts the values of a page, or keeps it if it is a dictionary.
func (p *pageReader[T]) read(page dataPage) (err error) {
	if page.dictionary {
		return p.readDictionary(page)
	}
	p.levels = p.levels[:0]
	there := page.rows
	if p.column.MaxDefinitionLevel() > 0 {
		if p.levels, err = appendHybrid(p.levels, page.levels, 1, page.rows); err != nil {
			return err
		}
		there = 0
		for _, level := range p.levels {
			there += int(level)
		}
	}
	switch {
	case there == 0:
		return p.addAll(page.rows, nil)
	case page.encoding == plainDictionary || page.encoding == format.RLEDictionary:
		return p.readIndexed(page, there)
	}
	values, err := p.decode(page, there)
	if err != nil {
		return err
	}
	return p.addAll(page.rows, (&valueStream{reader: values, buffer: p.values[:0]}).next)
}

// addAll adds a value for every row: the next one where the row has one.
func (p *pageReader[T]) addAll(rows int, next func() (parquet.Value, error)) error {
	for i := range rows {
		v := parquet.NullValue()
		if len(p.levels) == 0 || p.levels[i] == 1 {
			var err error
			if v, err = next(); err != nil {
				return err
			}
		}
		if err := p.add(v); err != nil {
			return err
		}
	}
	return nil
}

// readIndexed converts a page of indices into the dictionary.
func (p *pageReader[T]) readIndexed(page dataPage, there int) (err error) {
	if p.dictionary == nil {
		return errors.New("has a page that needs a dictionary, and there is none")
	}
	if len(page.values) == 0 || page.values[0] > 32 {
		return errHybrid
	}
	if p.indices, err = appendHybrid(p.indices[:0], page.values[1:], int(page.values[0]), there); err != nil {
		return err
	}
	indices := p.indices
	for i := range page.rows {
		if len(p.levels) > 0 && p.levels[i] == 0 {
			err = p.add(parquet.NullValue())
		} else {
			err = p.addIndexed(indices[0])
			indices = indices[1:]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *pageReader[T]) addIndexed(i uint32) error {
	if int64(i) >= int64(len(p.known)) {
		return fmt.Errorf("has the index %d into a dictionary of %d", i, len(p.known))
	}
	if p.known[i] {
		p.buffer = append(p.buffer, p.converted[i])
		return nil
	}
	if err := p.add(p.dictionary.Index(int32(i))); err != nil {
		return err
	}
	p.converted[i], p.known[i] = p.buffer[len(p.buffer)-1], true
	return nil
}

// readDictionary keeps a dictionary. Its values are not converted before they
// are met, since it may hold some that no row has.
func (p *pageReader[T]) readDictionary(page dataPage) error {
	if page.rows == 0 {
		return nil // as in a column of missing values
	}
	page.values = append([]byte(nil), page.values...) // they must outlive the page
	if page.encoding == plainDictionary {
		page.encoding = format.Plain
	}
	values, err := p.decodeInto(page, page.rows, nil, nil)
	if err != nil {
		return err
	}
	p.dictionary = p.column.Type().NewDictionary(p.column.Index(), page.rows, values)
	p.converted = make([]T, page.rows)
	p.known = make([]bool, page.rows)
	return nil
}

// decode returns the n values of a page that are there.
func (p *pageReader[T]) decode(page dataPage, n int) (parquet.ValueReader, error) {
	values, err := p.decodeInto(page, n, p.decoded, p.offsets)
	if err != nil {
		return nil, err
	}
	decoded, offsets := values.Data()
	p.offsets = offsets
	if !parquet.LookupEncoding(page.encoding).CanDecodeInPlace() {
		p.decoded = decoded
	}
	return p.column.Type().NewPage(p.column.Index(), n, values).Values(), nil
}

// decodeInto decodes n values into the buffers, or in place, and checks that
// there are as many: the library would make up the rest.
func (p *pageReader[T]) decodeInto(page dataPage, n int, decoded []byte, offsets []uint32) (encoding.Values, error) {
	t := p.column.Type()
	decoder := parquet.LookupEncoding(page.encoding)
	if decoder.CanDecodeInPlace() {
		decoded = page.values
	} else {
		decoded = sized(decoded, t.EstimateDecodeSize(n, page.values, decoder))
	}
	values, err := t.Decode(t.NewValues(decoded, offsets), page.values, decoder)
	if err == nil && held(t, values) < n {
		err = fmt.Errorf("has a page of %d values that holds %d", n, held(t, values))
	}
	return values, err
}

// held returns how many decoded values there are.
func held(t parquet.Type, values encoding.Values) int {
	data, ends := values.Data()
	switch t.Kind() {
	case parquet.Boolean:
		return 8 * len(data)
	case parquet.Int32, parquet.Float:
		return len(data) / 4
	case parquet.Int64, parquet.Double:
		return len(data) / 8
	case parquet.Int96:
		return len(data) / 12
	case parquet.FixedLenByteArray:
		return len(data) / max(t.Length(), 1)
	case parquet.ByteArray:
	}
	return len(ends) - 1
}

// valueStream gives the values of a page one by one.
type valueStream struct {
	reader parquet.ValueReader
	buffer []parquet.Value
	at     int
}

func (s *valueStream) next() (parquet.Value, error) {
	if s.at == len(s.buffer) {
		n, err := s.reader.ReadValues(s.buffer[:cap(s.buffer)])
		if n == 0 {
			if err == nil || errors.Is(err, io.EOF) {
				err = errHybrid
			}
			return parquet.Value{}, err
		}
		s.buffer, s.at = s.buffer[:n], 0
	}
	s.at++
	return s.buffer[s.at-1], nil
}

// add converts a value.
func (p *pageReader[T]) add(v parquet.Value) error {
	t, err := p.convert(v)
	if err != nil {
		row := p.before + int64(len(p.buffer)) + 1
		return &Error{File: p.label, Msg: fmt.Sprintf("row %d: %s %v", row, shown(p.column.Name()), err)}
	}
	p.buffer = append(p.buffer, t)
	return nil
}

// corrupt returns an error about the file that says so.
func (p *pageReader[T]) corrupt(err error) error {
	var known *Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return parquetError(p.label, fmt.Errorf("column %s %w", shown(p.column.Name()), err))
}
