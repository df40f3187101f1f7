package codec

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// metadataKey is the key of the header in the metadata of a Parquet file.
const metadataKey = "dibmap"

// maxGroupLabels is the number of values, most of them labels or changes of four bytes each, after which a group of rows
// ends. Writers and many readers hold a whole group in memory.
const maxGroupLabels = 16 << 20

// writeParquet writes plain values compressed with zstd, which took less space than delta or
// dictionary encoding with zstd.
func writeParquet(w io.Writer, f *frontier.Frontier, differences []descent) error {
	return writeRows(w, f, differences, maxGroupLabels)
}

// field is a column of a Parquet file: its tag and type in a struct, and its values in the row of a point.
type field struct {
	tag    string
	of     reflect.Type
	append func(row parquet.Row, p frontier.Point, at int) parquet.Row
}

// field returns the column of a number.
func (c *column) field() field {
	of, value := reflect.TypeFor[int32](), func(v float64) parquet.Value { return parquet.Int32Value(int32(v)) }
	switch c.kind {
	case number:
		of, value = reflect.TypeFor[float64](), parquet.DoubleValue
	case truth:
		of, value = reflect.TypeFor[bool](), func(v float64) parquet.Value { return parquet.BooleanValue(v != 0) }
	case positive, natural:
	}
	return field{c.name, of, func(row parquet.Row, p frontier.Point, at int) parquet.Row {
		return append(row, value(c.get(p)).Level(0, 0, at))
	}}
}

// clusterings returns the columns of the clusterings, with differences or, if they are nil, whole. An assignment is null if
// it is not known.
func clusterings(f *frontier.Frontier, differences []descent) []field {
	labels := make(partition.Partition, f.Problem.N)
	whole := field{"assignment,optional,list", reflect.TypeFor[[]int32](), func(row parquet.Row, p frontier.Point, at int) parquet.Row {
		if !p.Known() {
			return appendList[int](row, nil, 0, at)
		}
		p.Unpack(labels)
		return appendList(row, labels, 1, at)
	}}
	from := field{"from,optional", reflect.TypeFor[*int32](), func(row parquet.Row, p frontier.Point, at int) parquet.Row {
		if origin := differences[p.Index].from; origin != none {
			return append(row, parquet.Int32Value(int32(origin)).Level(0, 1, at))
		}
		return append(row, parquet.NullValue().Level(0, 0, at))
	}}
	changes := field{"changes,list", reflect.TypeFor[[]int32](), func(row parquet.Row, p frontier.Point, at int) parquet.Row {
		return appendList(row, differences[p.Index].list, 0, at)
	}}
	if differences == nil {
		return []field{whole}
	}
	return []field{from, changes}
}

// appendList appends a list to a row, given its level of definition.
func appendList[T int | int32](row parquet.Row, list []T, level, at int) parquet.Row {
	if len(list) == 0 {
		return append(row, parquet.NullValue().Level(0, level, at))
	}
	for k, v := range list {
		row = append(row, parquet.Int32Value(int32(v)).Level(min(k, 1), level+1, at))
	}
	return row
}

// fields returns the columns of a file in their order: the numbers about a second variable, the numbers of all files, the
// clusterings, and the other numbers.
func (h *header) fields(clusterings []field) (list []field) {
	var others []field
	for _, c := range h.columnsWritten() {
		switch c.part {
		case withLeak, withAlso:
			list = slices.Insert(list, 0, c.field())
		case always:
			list = append(list, c.field())
		case withUncertainty, withValidation:
			others = append(others, c.field())
		}
	}
	return slices.Concat(list, clusterings, others)
}

// writeRows writes the points in groups of at least groupSize values.
func writeRows(w io.Writer, f *frontier.Frontier, differences []descent, groupSize int) error {
	h := headerOf(f, differences)
	meta, err := h.marshal()
	if err != nil {
		return err
	}
	fields := h.fields(clusterings(f, differences))
	row := make([]reflect.StructField, len(fields))
	for n, c := range fields {
		row[n] = reflect.StructField{Name: fmt.Sprintf("Column%d", n), Type: c.of, Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", c.tag))}
	}
	rows := parquet.NewWriter(w,
		parquet.SchemaOf(reflect.New(reflect.StructOf(row)).Interface()),
		parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata(metadataKey, string(meta)))
	values := make([]parquet.Row, 1)
	inGroup := 0
	for p := range f.All() {
		values[0] = values[0][:0]
		for at, c := range fields {
			values[0] = c.append(values[0], p, at)
		}
		if _, err := rows.WriteRows(values); err != nil {
			return errors.Join(err, rows.Close())
		}
		if inGroup += len(values[0]); inGroup >= groupSize {
			if err := rows.Flush(); err != nil {
				return errors.Join(err, rows.Close())
			}
			inGroup = 0
		}
	}
	return rows.Close()
}
