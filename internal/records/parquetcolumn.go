package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// parquetColumn reads one column page by page. For a page of indices into a dictionary it returns
// the index of every row, so that each entry of the dictionary is converted only once, which makes
// the common case four times as fast. For other pages it returns values.
type parquetColumn struct {
	column
	leaf  *parquet.Column // nil if the name of a folder gives the value
	text  appendValue
	pages parquet.Pages
	page  parquet.Page

	index int32         // of the current value in the dictionary; -1 for a page without one
	plain parquet.Value // the current value, if index is -1

	dictionary parquet.Dictionary
	labels     []uint32 // 1 + the label of every entry, 0 if it is not known
	indices    []int32  // those not yet taken
	levels     []byte   // of the rows not yet taken: below present where the value is missing; nil if all have values
	present    byte
	reader     parquet.ValueReader
	values     []parquet.Value // those not yet taken
	buffer     []parquet.Value
}

// valuesAtOnce is the number of values that are read at once.
const valuesAtOnce = 1024

// next goes to the next value, and returns false at the end of the page.
func (c *parquetColumn) next() bool {
	switch {
	case len(c.levels) > 0:
		level := c.levels[0]
		c.levels = c.levels[1:]
		if level < c.present {
			c.index, c.plain = -1, parquet.NullValue()
			return true
		}
		c.index, c.indices = c.indices[0], c.indices[1:]
		return true
	case len(c.indices) > 0:
		c.index, c.indices = c.indices[0], c.indices[1:]
		return true
	case len(c.values) > 0:
		c.index, c.plain, c.values = -1, c.values[0], c.values[1:]
		return true
	}
	return false
}

// value returns the current value.
func (c *parquetColumn) value() parquet.Value {
	if c.index >= 0 {
		return c.dictionary.Index(c.index)
	}
	return c.plain
}

// readPage reads more values: at most the given number of rows. It returns io.EOF after the last.
func (c *parquetColumn) readPage(rows int64) error {
	if c.reader != nil {
		n, err := c.reader.ReadValues(c.buffer)
		if n > 0 {
			c.values = c.buffer[:n]
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		c.reader = nil
	}
	parquet.Release(c.page)
	var err error
	if c.page, err = c.pages.ReadPage(); err != nil {
		return err
	}
	if c.page.NumValues() > rows {
		return errors.New("has more values than rows")
	}
	if c.page.Dictionary() == nil {
		c.reader = c.page.Values()
		if c.buffer == nil {
			c.buffer = make([]parquet.Value, valuesAtOnce)
		}
		return nil
	}
	return c.readIndices()
}

// readIndices takes over a page of indices into a dictionary.
func (c *parquetColumn) readIndices() error {
	if d := c.page.Dictionary(); d != c.dictionary {
		c.dictionary, c.labels = d, make([]uint32, d.Len())
	}
	data := c.page.Data()
	c.indices, c.levels = data.Int32(), nil
	if c.leaf.MaxDefinitionLevel() > 0 {
		c.levels, c.present = c.page.DefinitionLevels(), byte(c.leaf.MaxDefinitionLevel())
		if there := bytes.Count(c.levels, []byte{c.present}); there != len(c.indices) {
			return fmt.Errorf("has a page of %d values that holds %d", there, len(c.indices))
		}
	}
	for _, i := range c.indices {
		if i < 0 || int(i) >= len(c.labels) {
			return fmt.Errorf("has the index %d into a dictionary of %d", i, len(c.labels))
		}
	}
	return nil
}

// close ends a row group.
func (c *parquetColumn) close() {
	if c.pages != nil {
		parquet.Release(c.page)
		_ = c.pages.Close() // it is only read
	}
	c.page, c.reader, c.indices, c.levels, c.values = nil, nil, nil, nil, nil
}
