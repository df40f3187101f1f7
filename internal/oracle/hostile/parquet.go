package hostile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// page is a page of a file.
type page struct {
	kind     format.PageType
	values   int32
	encoding format.Encoding
	// content is compressed if the file is, and size is the claimed size after unpacking.
	content []byte
	size    int32
}

// parquetFile returns a file of text columns with the same pages in every column and row group.
func parquetFile(codec format.CompressionCodec, columns int, rows int64, groups int, pages ...page) []byte {
	names := []string{"x", "y"}
	for k := 2; k < columns; k++ {
		names = append(names, fmt.Sprint("c", k))
	}
	return parquetOf(names, "", codec, rows, groups, pages...)
}

// parquetOf is parquetFile with names of columns, with a point before the field of a structure, and with the header of
// a frontier.
func parquetOf(names []string, frontier string, codec format.CompressionCodec, rows int64, groups int, pages ...page) []byte {
	var compact thrift.CompactProtocol
	b := bytes.NewBufferString("PAR1")
	start := int64(b.Len())
	dictionary, data := int64(0), start
	var unpacked int64
	for _, p := range pages {
		header := format.PageHeader{Type: p.kind, UncompressedPageSize: p.size, CompressedPageSize: int32(len(p.content))}
		if p.kind == format.DictionaryPage {
			dictionary = int64(b.Len())
			header.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: p.values, Encoding: p.encoding})
		} else {
			if data == start {
				data = int64(b.Len())
			}
			header.DataPageHeader = thrift.New(format.DataPageHeader{NumValues: p.values, Encoding: p.encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE})
		}
		text, err := thrift.Marshal(&compact, header)
		must(err)
		b.Write(text)
		b.Write(p.content)
		unpacked += int64(p.size)
	}
	end := int64(b.Len())
	meta := format.FileMetaData{Version: 1, NumRows: rows * int64(groups), CreatedBy: "hostile"}
	meta.Schema = append(meta.Schema, format.SchemaElement{Name: "schema", NumChildren: thrift.New(int32(len(names)))})
	meta.KeyValueMetadata = thrift.Slice[format.KeyValue]{{Key: "dibmap", Value: frontier}}
	var group format.RowGroup
	for _, name := range names {
		path := strings.Split(name, ".")
		for _, outer := range path[:len(path)-1] {
			meta.Schema = append(meta.Schema, format.SchemaElement{Name: outer, NumChildren: thrift.New(int32(1)), RepetitionType: thrift.New(format.Required)})
		}
		meta.Schema = append(meta.Schema, format.SchemaElement{Name: path[len(path)-1], Type: thrift.New(format.ByteArray), RepetitionType: thrift.New(format.Required)})
		group.Columns = append(group.Columns, format.ColumnChunk{FileOffset: start, MetaData: format.ColumnMetaData{
			Type: format.ByteArray, Encoding: thrift.Slice[format.Encoding]{format.Plain, format.RLEDictionary}, PathInSchema: thrift.Slice[string](path), Codec: codec,
			NumValues: rows, TotalUncompressedSize: unpacked, TotalCompressedSize: end - start, DataPageOffset: data, DictionaryPageOffset: dictionary,
		}})
	}
	group.NumRows, group.TotalByteSize = rows, end-start
	for range groups {
		meta.RowGroups = append(meta.RowGroups, group)
	}
	return footed(b.Bytes(), meta)
}

// footed returns a file of Parquet with a footer.
func footed(pages []byte, meta format.FileMetaData) []byte {
	var compact thrift.CompactProtocol
	text, err := thrift.Marshal(&compact, meta)
	must(err)
	b := slices.Concat(pages, text)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	return append(b, "PAR1"...)
}

// texts returns plain values of Parquet.
func texts(values ...string) []byte {
	var b []byte
	for _, v := range values {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(v))), v...)
	}
	return b
}

// run returns indices of a dictionary that repeat the first value.
func run(times uint64) []byte { return append(binary.AppendUvarint([]byte{1}, times<<1), 0) }

func packed(content []byte) []byte {
	w, err := zstd.NewWriter(nil)
	must(err)
	return w.EncodeAll(content, nil)
}

// parquetFiles returns files of Parquet with wrong sizes, or with large correct ones.
func parquetFiles() []Input {
	const most = math.MaxInt32
	plain, byIndex := format.Plain, format.RLEDictionary
	dictionary := func(values int32, content []byte) page {
		return page{format.DictionaryPage, values, plain, content, int32(len(content))}
	}
	data := func(values int32, encoding format.Encoding, content []byte) page {
		return page{format.DataPage, values, encoding, content, int32(len(content))}
	}
	few := dictionary(1, texts("a"))
	large := texts(string(make([]byte, 100<<20)))
	head := string(frontierFile(1, "2", `["a","b"]`, ""))
	head = head[:strings.LastIndex(head, `,"points"`)] + "}"
	chosen := frontierFile(1, "2", `["a","b"]`, `{"h":0,"i":0,"k":1,"assignment":[0,0],"ties":0},{"h":1,"i":1,"k":2,"assignment":[0,1],"ties":0}`)
	input := func(name string, content []byte, read bool) Input {
		calls := reading("f.parquet")[:2]
		if !read { // encode would write as much as it reads
			calls = append(calls, []string{"encode", "g.json", "f.parquet", "--x", "x", "--clusters", "2", "--unknown", "label", "-q", "-o", "out.parquet"})
		}
		return Input{name, map[string][]byte{"f.parquet": content, "g.json": chosen}, calls, read}
	}
	list := []Input{
		input("a run of 2^31 values", parquetFile(format.Uncompressed, 2, most, 1, few, data(most, byIndex, run(most))), false),
		input("a run of 2^62 values", parquetFile(format.Uncompressed, 2, 1<<62, 1, few, data(most, byIndex, run(1<<62))), false),
		input("a run of more values than the page has", parquetFile(format.Uncompressed, 2, 10, 1, few, data(10, byIndex, run(1<<40))), false),
		input("2^31 plain values in no bytes", parquetFile(format.Uncompressed, 2, most, 1, data(most, plain, nil)), false),
		input("a dictionary of 2^31 values", parquetFile(format.Uncompressed, 2, 10, 1, dictionary(most, texts("a")), data(10, byIndex, run(10))), false),
		input("a dictionary of a negative number of values", parquetFile(format.Uncompressed, 2, 10, 1, dictionary(-5, texts("a")), data(10, byIndex, run(10))), false),
		input("a page of 2^31 bytes", parquetFile(format.Zstd, 2, 10, 1, page{format.DataPage, 10, plain, packed(texts("a")), most}), false),
		input("a page of negative size", parquetFile(format.Zstd, 2, 10, 1, page{format.DataPage, 10, plain, packed(texts("a")), -1}), false),
		input("a text of 2^32 bytes", parquetFile(format.Uncompressed, 2, 1, 1, data(1, plain, []byte{255, 255, 255, 255, 'a'})), false),
		input("a page that unpacks to 100 megabytes", parquetFile(format.Zstd, 2, 1, 1, page{format.DataPage, 1, plain, packed(large), int32(len(large))}), false),
		input("a large text a million times", parquetFile(format.Zstd, 2, 1_000_000, 1, page{format.DictionaryPage, 1, plain, packed(texts(string(make([]byte, 1<<20)))), 1<<20 + 4}, page{format.DataPage, 1_000_000, byIndex, packed(run(1_000_000)), int32(len(run(1_000_000)))}), true),
		input("different indices of a large text", parquetFile(format.Uncompressed, 2, 1_000_000, 1, dictionary(2, texts(string(repeated("a", 400_000)), string(repeated("b", 400_000)))), data(1_000_000, byIndex, alternating(1_000_000))), true),
		input("many columns", parquetFile(format.Uncompressed, 9000, 10, 1, few, data(10, byIndex, run(10))), true),
		input("many row groups", parquetFile(format.Uncompressed, 2, 10, 9000, few, data(10, byIndex, run(10))), true),
		input("many row groups of many values", parquetFile(format.Uncompressed, 2, most, 9000, few, data(most, byIndex, run(most))), false),
	}
	for codec, content := range bombs() {
		bomb := page{format.DataPage, 1, plain, content, 20}
		list = append(list, input(fmt.Sprintf("a page of 20 bytes that unpacks to far more in %v", codec), parquetFile(codec, 2, 1, 1, bomb), false))
		bomb.kind = format.DictionaryPage
		list = append(list, input(fmt.Sprintf("a dictionary of 20 bytes that unpacks to far more in %v", codec), parquetFile(codec, 2, 10, 1, bomb, data(10, byIndex, run(10))), false))
		list = append(list, one(fmt.Sprintf("a frontier with a page that unpacks to far more in %v", codec), "f.parquet", parquetOf([]string{"h", "i", "k", "ties", "assignment.element"}, head, codec, 1, 1, page{format.DataPage, 1, plain, content, 20}), false, []string{"show", "f.parquet"}))
	}
	for _, repetition := range []format.FieldRepetitionType{format.Required, format.Optional, format.Repeated} {
		meta := format.FileMetaData{Version: 1, NumRows: 1}
		for range 50_000 {
			meta.Schema = append(meta.Schema, format.SchemaElement{Name: "x", NumChildren: thrift.New(int32(1)), RepetitionType: thrift.New(repetition)})
		}
		meta.Schema = append(meta.Schema, format.SchemaElement{Name: "y", Type: thrift.New(format.ByteArray), RepetitionType: thrift.New(repetition)})
		list = append(list, input(fmt.Sprintf("a deep schema of %v fields", repetition), footed([]byte("PAR1"), meta), false))
	}
	children := format.FileMetaData{Version: 1, NumRows: 1, Schema: thrift.Slice[format.SchemaElement]{{Name: "schema", NumChildren: thrift.New(int32(most))}}}
	list = append(list, input("a schema of 2^31 columns", footed([]byte("PAR1"), children), false))
	length := footed([]byte("PAR1"), children)
	binary.LittleEndian.PutUint32(length[len(length)-8:], math.MaxUint32)
	list = append(list, input("a footer of 4 gigabytes", length, false))
	// A list of thrift that claims 2^31 elements: the schema, field 2 of the footer.
	claims := append([]byte{0x15, 2, 0x19, 0xfc}, binary.AppendUvarint(nil, most)...)
	claims = append(append([]byte("PAR1"), claims...), binary.LittleEndian.AppendUint32(nil, uint32(len(claims)))...)
	list = append(list, input("a footer with a list of 2^31 elements", append(claims, "PAR1"...), false))
	list = append(list, one("a frontier in Parquet of 2^31 points", "g.parquet", parquetFile(format.Uncompressed, 4, most, 1, few, data(most, byIndex, run(most))), false, []string{"show", "g.parquet"}))
	return list
}

// bombs returns a text of at least 300 MB, or data with such a claim, in every compression.
func bombs() map[format.CompressionCodec][]byte {
	const million = 1 << 20
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestSpeed)
	for range 300 {
		_, err := w.Write(make([]byte, million))
		must(err)
	}
	must(w.Close())
	claim := append(binary.AppendUvarint(nil, 1000*million), 0xf0, 0xff, 0xff, 'a')
	return map[format.CompressionCodec][]byte{
		format.Snappy: claim,
		format.Gzip:   gzipped(nil, make([]byte, million), 900),
		format.Brotli: b.Bytes(),
		format.Zstd:   zstandard(nil, make([]byte, million), 1000),
		format.Lz4Raw: append(append([]byte{0x1f, 0, 1, 0}, repeated("\xff", 900_000)...), 0),
	}
}

// alternating returns n alternating indices of a dictionary of two values.
func alternating(n int) []byte {
	b := []byte{1}
	groups := n / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	return append(b, bytes.Repeat([]byte{0xaa}, groups)...)
}
