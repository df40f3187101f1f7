package recode

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/parquetfile"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// ownSchemas are the keys under which Arrow, Spark and Avro keep schemas of their own. These must list all columns
// of the file: otherwise Arrow refuses the file, and Spark and Avro ignore the columns that are not listed.
var ownSchemas = []string{"ARROW:schema", "org.apache.spark.sql.parquet.row.metadata", "parquet.avro.schema", "avro.schema"}

// parquetOutput writes the rows of Parquet files that become one, with the new columns.
type parquetOutput struct {
	*parquet.Writer
	label    string   // of the first file
	columns  []string // of all files
	schema   parquet.Node
	leaves   int               // columns without the new ones, those of structures apart
	clusters [][]parquet.Value // by coding and code
	rows     []parquet.Row
}

// rowsAtOnce is the number of rows that are copied at once.
const rowsAtOnce = 256

// extended is the schema of a file with more columns at its end.
type extended struct {
	parquet.Node
	file    *records.Parquet
	columns []parquet.Field
}

// Fields implements [parquet.Node].
func (n extended) Fields() []parquet.Field { return append(writable(n.Node, n.file), n.columns...) }

// writableField is a column with an encoding that can be written. For plain values, the library
// may return the encoding of their levels, RLE.
type writableField struct {
	parquet.Field
	file *records.Parquet
}

// Compression implements [parquet.Node]. It returns the compression in the file, which the library
// sees as uncompressed.
func (f writableField) Compression() compress.Codec {
	if c, ok := f.Field.(*parquet.Column); ok && c.Leaf() {
		return written(f.file.Codec(c.Index()))
	}
	return f.Field.Compression()
}

// Encoding implements [parquet.Node].
func (f writableField) Encoding() encoding.Encoding {
	if e := f.Field.Encoding(); e == nil || e.Encoding() != format.RLE {
		return e
	}
	return &parquet.Plain
}

// Fields implements [parquet.Node].
func (f writableField) Fields() []parquet.Field { return writable(f.Field, f.file) }

func writable(n parquet.Node, file *records.Parquet) []parquet.Field {
	fields := slices.Clone(n.Fields())
	for i, f := range fields {
		fields[i] = writableField{f, file}
	}
	return fields
}

func (e *run) newParquetOutput(p *records.Parquet, label string) *parquetOutput {
	o := &parquetOutput{label: label, columns: p.Names(), schema: p.Root(), rows: make([]parquet.Row, rowsAtOnce)}
	var added []parquet.Field
	for _, one := range e.coders.all {
		node := parquet.String()
		if one.written.Integers {
			node = parquet.Leaf(parquet.Int32Type)
		}
		added = append(added, parquet.Group{one.as: parquet.Encoded(node, &parquet.RLEDictionary)}.Fields()[0])
	}
	schema := parquet.NewSchema(p.Schema().Name(), extended{p.Root(), p, added})
	o.Writer = parquet.NewWriter(e.out, schema)
	o.leaves = len(schema.Columns()) - len(added)
	for i, one := range e.coders.all {
		var values []parquet.Value
		for _, text := range one.forEach(func(text string, _ bool) []byte { return []byte(text) }) {
			v := parquet.ByteArrayValue(text)
			if one.written.Integers {
				n, _ := strconv.ParseInt(string(text), 10, 32) // it is an integer, or not used
				v = parquet.Int32Value(int32(n))
			}
			values = append(values, v.Level(0, 0, o.leaves+i))
		}
		o.clusters = append(o.clusters, values)
	}
	for _, pair := range p.Metadata().KeyValueMetadata {
		if !slices.Contains(ownSchemas, pair.Key) {
			o.SetKeyValueMetadata(pair.Key, pair.Value)
		}
	}
	return o
}

// parquetFile encodes the records of a Parquet file.
func (e *run) parquetFile(in *source.Input) (err error) {
	defer records.RecoverParquet(in.Label(), &err)
	if e.opts.Compression != "" {
		return &textfile.Error{File: in.Label(), Msg: packedParquet}
	}
	p, err := records.OpenParquet(in)
	if err != nil {
		return err
	}
	if name := e.coders.added(p.Names()...); name != "" {
		return taken(name, in.Label(), 0, 0)
	}
	index, err := e.find(in, p.Fields())
	if err != nil {
		return err
	}
	if e.parquet == nil {
		e.parquet = e.newParquetOutput(p, in.Label())
	}
	if err := e.parquet.join(p, in.Label()); err != nil {
		return err
	}
	places, err := e.parquetPlaces(in, p, index)
	if err != nil {
		return err
	}
	for i, g := range p.RowGroups() {
		if g.NumRows() == 0 {
			continue // the library finds no pages in it
		}
		for k := range p.Metadata().RowGroups[i].Columns {
			if err := parquetfile.CheckColumn(&p.Metadata().RowGroups[i].Columns[k]); err != nil {
				return records.ParquetError(in.Label(), err)
			}
		}
		if err := e.copyGroup(g, places); err != nil && !errors.Is(err, errWrite) {
			return records.ParquetError(in.Label(), err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// join compares the columns of a file with the columns of the first file.
func (o *parquetOutput) join(p *records.Parquet, label string) error {
	switch {
	case !slices.Equal(p.Names(), o.columns):
		return differentColumns(label, p.Names(), o.label, o.columns)
	case !parquet.EqualNodes(o.schema, p.Root()):
		return &textfile.Error{File: label, Msg: fmt.Sprintf("the types of the columns are not those of %s: files that become one must have the same, so encode them one by one", o.label)}
	}
	return nil
}

// leafColumn is a column that is read.
type leafColumn struct {
	leaf, column int // in the file, and among the columns that are read
	text         func(dst []byte, v parquet.Value) []byte
}

// parquetPlaces returns a function that returns the places of the texts for a row, by coding. Its
// result is valid until the next call.
func (e *run) parquetPlaces(in *source.Input, p *records.Parquet, index []int) (func(parquet.Row) ([]int, error), error) {
	var read []leafColumn
	for i, at := range index {
		if at < 0 {
			continue
		}
		leaf, text, err := p.Single(at)
		if err != nil {
			return nil, err
		}
		read = append(read, leafColumn{leaf, i, text})
	}
	all := e.coders
	places := make([]int, len(all.all))
	n := 0
	return func(row parquet.Row) ([]int, error) {
		n++
		for _, r := range read {
			at := r.leaf // unless a column before it has no value or several
			if at >= len(row) || row[at].Column() != r.leaf {
				at = slices.IndexFunc(row, func(v parquet.Value) bool { return v.Column() == r.leaf })
			}
			read := &all.values[r.column]
			if read.missing = at < 0 || row[at].IsNull(); !read.missing {
				read.text = r.text(read.text[:0], row[at])
			}
		}
		column, err := all.record(places)
		if err != nil {
			err = e.refused(in, column, err, func() error {
				return &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("row %d: %s %v", n, textfile.Shown(all.columns[column]), err), Err: err}
			})
		}
		return places, err
	}, nil
}

// copyGroup writes the rows of a row group as one.
func (e *run) copyGroup(g parquet.RowGroup, placesOf func(parquet.Row) ([]int, error)) error {
	o := e.parquet
	rows := g.Rows()
	defer func() { _ = rows.Close() }() // it is only read
	var copied int64
	for {
		n, err := rows.ReadRows(o.rows)
		for i, row := range o.rows[:n] {
			if err := o.checkRow(row); err != nil {
				return err
			}
			places, err := placesOf(row)
			if err != nil {
				return err
			}
			for c, place := range places {
				row = append(row, o.clusters[c][place])
			}
			o.rows[i] = row
		}
		if _, problem := o.WriteRows(o.rows[:n]); problem != nil {
			return problem
		}
		copied += int64(n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	if copied != g.NumRows() {
		return fmt.Errorf("a row group of %d rows holds %d", g.NumRows(), copied)
	}
	return o.Flush()
}

// checkRow returns an error unless a row has a value in every column: the library does not check it, and
// would write a file whose columns have different lengths.
func (o *parquetOutput) checkRow(row parquet.Row) error {
	columns := lists.Count(row, func(v parquet.Value) bool { return v.RepetitionLevel() == 0 })
	if columns != o.leaves {
		return fmt.Errorf("a row has values in %d of %d columns", columns, o.leaves)
	}
	return nil
}
