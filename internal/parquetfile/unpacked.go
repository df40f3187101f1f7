package parquetfile

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// unpacked presents a Parquet file to the library as an uncompressed file. Version 0.32 of the library decompresses
// a page to any length that its data have, returns wrong values for LZ4 (its issue 608: it drops what the codec
// returns in a buffer of its own), and decompresses all chunks of a column with the codec of the first one.
//
// The file is followed by windows, one for each chunk, and a footer that points to them. A window is larger
// than its chunk can become, since the length is known only after all pages were seen. Pages are decompressed
// when they are read, so that memory holds at most one page of each column.
type unpacked struct {
	sync.Mutex
	packed  []byte // the compressed bytes of the current page
	free    []byte // for the next page
	file    io.ReaderAt
	size    int64 // of the file
	windows []window
	footer  []byte
	begin   int64 // of the footer
}

// window is the place of an uncompressed chunk.
type window struct {
	begin, length int64
	from          int64 // in the file
	packed        int64 // the length there
	codec         format.CompressionCodec
	column        *column
}

// windowRatio is the ratio of the length of a window to the length of its chunk. The shortest page of
// [mostPageBytes] has more than 32 bytes, with its header.
const windowRatio = mostPageBytes / 32

// unpack returns the uncompressed view of a file with its length. It changes meta, which is the footer of the file.
func unpack(file io.ReaderAt, size int64, meta *format.FileMetaData) (*unpacked, int64, error) {
	u := &unpacked{file: file, size: size, begin: size}
	columns := make(map[int]*column)
	for g := range meta.RowGroups {
		for i := range meta.RowGroups[g].Columns {
			chunk := &meta.RowGroups[g].Columns[i]
			if columns[i] == nil {
				columns[i] = &column{name: nameOf(chunk)}
			}
			if elsewhere(chunk) {
				continue // nobody reads it
			}
			if err := u.add(chunk, columns[i]); err != nil {
				return nil, 0, err
			}
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
	if err != nil {
		return nil, 0, err
	}
	u.footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	u.footer = append(u.footer, magic...)
	return u, u.begin + int64(len(u.footer)), nil
}

// add makes a window for a chunk, and points to it.
func (u *unpacked) add(chunk *format.ColumnChunk, column *column) error {
	about := &chunk.MetaData
	w := window{begin: u.begin, from: about.DataPageOffset, codec: about.Codec, column: column}
	if about.DictionaryPageOffset != 0 {
		w.from = about.DictionaryPageOffset
		about.DictionaryPageOffset = w.begin
	}
	w.from = min(max(w.from, 0), u.size)
	w.packed = min(max(about.TotalCompressedSize, 0), u.size-w.from)
	if w.packed >= (math.MaxInt64/2-u.begin)/windowRatio {
		return errors.New("the chunks of columns are longer than the file")
	}
	w.length = (w.packed + 1) * windowRatio
	u.begin += w.length
	u.windows = append(u.windows, w)
	// With the dictionary first, reading begins there.
	about.Codec, about.DataPageOffset, about.TotalCompressedSize = format.Uncompressed, w.begin, w.length
	about.BloomFilterOffset, about.BloomFilterLength = 0, 0
	chunk.OffsetIndexOffset, chunk.OffsetIndexLength, chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0, 0, 0
	return nil
}

// ReadAt implements [io.ReaderAt]. No range that the library reads extends beyond a window.
func (u *unpacked) ReadAt(p []byte, at int64) (int, error) {
	switch {
	case at < u.size:
		return u.file.ReadAt(p, at)
	case at >= u.begin:
		n := copy(p, u.footer[min(at-u.begin, int64(len(u.footer))):])
		if n < len(p) {
			return n, io.EOF
		}
		return n, nil
	}
	i, found := slices.BinarySearchFunc(u.windows, at, func(w window, at int64) int { return cmp.Compare(w.begin, at) })
	if !found {
		i--
	}
	u.Lock()
	defer u.Unlock()
	w := &u.windows[i]
	return w.column.read(u, w, p, at-w.begin)
}
