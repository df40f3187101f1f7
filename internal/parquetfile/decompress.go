package parquetfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/dibmap/dibmap/internal/textfile"
)

// maxLZ4 is the largest ratio of LZ4: a byte encodes at most 255 bytes.
const maxLZ4 = 255

// decompress decompresses the values of a page, which have a known length, and takes memory for this length only.
func decompress(codec format.CompressionCodec, values, packed []byte) error {
	n, err := 0, error(nil)
	switch codec {
	case format.Snappy:
		if n, err = snappy.DecodedLen(packed); err == nil && n == len(values) {
			_, err = snappy.Decode(values, packed)
		}
	case format.Zstd:
		var all []byte
		all, err = zstandard().DecodeAll(packed, values[:0:len(values)])
		n = len(all)
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			n, err = readAll(values, r)
		}
	case format.Brotli:
		n, err = readAll(values, brotli.NewReader(bytes.NewReader(packed)))
	case format.Lz4, format.Lz4Raw:
		if n = len(values); !fromLZ4(codec, values, packed) {
			err = errors.New("they are not LZ4 of this length")
		}
	default:
		return textfile.Refusal(fmt.Sprintf("is compressed with %v, which is not read: use zstd, gzip or snappy", codec))
	}
	switch {
	case err != nil:
		return fmt.Errorf("damaged page: %d bytes in %v do not hold %d when they are decompressed: %w", len(packed), codec, len(values), err)
	case n != len(values):
		return fmt.Errorf("damaged page: %d bytes in %v do not hold %d when they are decompressed", len(packed), codec, len(values))
	}
	return nil
}

// zstandard returns a decoder of Zstandard that stops at the capacity of the destination.
var zstandard = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err) // no option is wrong
	}
	return d
})

// readAll fills values and returns the number of values: at most one more than fit.
func readAll(values []byte, r io.Reader) (int, error) {
	n, err := io.ReadFull(r, values)
	if err != nil {
		return n, err
	}
	more, err := io.ReadFull(r, make([]byte, 1))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n + more, err
}

// fromLZ4 decompresses LZ4, and returns false for data of another length. Under the name of LZ4, early programs
// also wrote data without blocks.
func fromLZ4(codec format.CompressionCodec, values, packed []byte) bool {
	if len(values) > maxLZ4*len(packed) {
		return false
	}
	if len(values) == 0 || codec == format.Lz4 && fromBlocks(values, packed) {
		return true
	}
	n, err := lz4.UncompressBlock(packed, values)
	return err == nil && n == len(values)
}

// fromBlocks decompresses Hadoop's blocks. Each begins with its decompressed length, and has one or
// more parts that begin with their compressed length. It returns false for other data.
func fromBlocks(values, packed []byte) bool {
	number := func() (uint32, bool) {
		if len(packed) < 4 {
			return 0, false
		}
		n := binary.BigEndian.Uint32(packed)
		packed = packed[4:]
		return n, true
	}
	for len(packed) > 0 {
		block, ok := number()
		if !ok || uint64(block) > uint64(len(values)) {
			return false
		}
		for left := int(block); left > 0; {
			part, ok := number()
			if !ok || uint64(part) > uint64(len(packed)) {
				return false
			}
			n, err := lz4.UncompressBlock(packed[:part], values[:left])
			if err != nil || n <= 0 {
				return false
			}
			packed, values, left = packed[part:], values[n:], left-n
		}
	}
	return len(values) == 0
}
