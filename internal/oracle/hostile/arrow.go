package hostile

import (
	"bytes"
	"encoding/binary"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// arrowStream returns a stream with a record batch of two columns that repeat a text.
func arrowStream(rows int, value string, options ...ipc.Option) []byte {
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: arrow.BinaryTypes.String}, {Name: "y", Type: arrow.BinaryTypes.String}, {Name: "z", Type: arrow.Null}}, nil)
	build := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for range rows {
		build.Field(0).(*array.StringBuilder).Append(value)
		build.Field(1).(*array.StringBuilder).Append(value)
		build.Field(2).AppendNull()
	}
	var b bytes.Buffer
	w := ipc.NewWriter(&b, append(options, ipc.WithSchema(schema))...)
	must(w.Write(build.NewRecordBatch()))
	must(w.Close())
	return b.Bytes()
}

// replaced returns content with every occurrence of a number replaced by another.
func replaced(content []byte, from, to uint64) []byte {
	return bytes.ReplaceAll(content, binary.LittleEndian.AppendUint64(nil, from), binary.LittleEndian.AppendUint64(nil, to))
}

// arrowFiles returns streams of Arrow with wrong lengths, or with large correct ones.
func arrowFiles() []Input {
	input := func(name string, content []byte) Input {
		return one(name, "f.arrows", content, false, reading("f.arrows")[:2]...)
	}
	const rows = 1237 // a number that occurs nowhere else
	stream := arrowStream(rows, "a")
	first := func(length uint32) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte{255, 255, 255, 255}, length), repeated("a", 1000)...)
	}
	var list []Input
	list = append(list,
		input("a message of 2^31 bytes of Arrow", first(1<<31-1)),
		input("a message of 2^32 bytes of Arrow", first(1<<32-1)),
		input("a batch of 2^62 rows", replaced(stream, rows, 1<<62)),
		input("a batch of 2^40 rows", replaced(stream, rows, 1<<40)),
		input("a batch of a negative number of rows", replaced(stream, rows, 1<<63+5)),
	)
	for _, to := range []uint64{1 << 31, 1 << 40, 1<<63 - 8, 1<<64 - 8} {
		list = append(list, input("buffers of other lengths", replaced(stream, (rows+1)*4, to)))
	}
	for name, option := range map[string]ipc.Option{"Zstandard": ipc.WithZstd(), "LZ4": ipc.WithLZ4()} {
		small := arrowStream(rows, "a", option)
		list = append(list, input("buffers that claim 2^40 bytes in "+name, replaced(small, (rows+1)*4, 1<<40)))
	}
	return list
}
