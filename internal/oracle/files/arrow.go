package files

import (
	"bytes"
	"io"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Arrow returns a small table as Arrow writes it, in two record batches, as a file or as a stream. Its
// columns are city, a dictionary, product, n, a number, view, decimal, when, list, and s, a structure of a.
func Arrow(t testing.TB, file bool, option ipc.Option) []byte {
	t.Helper()
	dictionary := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String, Ordered: true}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "city", Type: dictionary, Nullable: true},
		{Name: "product", Type: arrow.PrimitiveTypes.Int32},
		{Name: "n", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "view", Type: arrow.BinaryTypes.StringView},
		{Name: "decimal", Type: &arrow.Decimal128Type{Precision: 20, Scale: 2}},
		{Name: "when", Type: &arrow.TimestampType{Unit: arrow.Millisecond, TimeZone: "Europe/Berlin"}},
		{Name: "list", Type: arrow.ListOf(arrow.PrimitiveTypes.Int8), Nullable: true},
		{Name: "s", Type: arrow.StructOf(arrow.Field{Name: "a", Type: arrow.BinaryTypes.LargeString, Nullable: true}), Nullable: true},
	}, nil)
	batch, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, bytes.NewReader([]byte(`[
		{"city": "Paris", "product": 1, "n": 1.5, "view": "a text of more than twelve bytes", "decimal": "-0.05", "when": 1709210000000, "list": [1, 2], "s": {"a": "x"}},
		{"city": null, "product": 2, "n": 2, "view": "b", "decimal": "12.10", "when": 1709210000001, "list": null, "s": null},
		{"city": "Rome", "product": 1, "n": null, "view": "", "decimal": "1", "when": 0, "list": [], "s": {"a": null}}]`)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	var w interface {
		io.Closer
		Write(arrow.RecordBatch) error
	} = ipc.NewWriter(&b, ipc.WithSchema(schema), option)
	if file {
		if w, err = ipc.NewFileWriter(&b, ipc.WithSchema(schema), option); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
