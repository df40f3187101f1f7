package recode

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
)

// written returns the compression in which a column is written, given the compression in which it was read. In
// a browser there is no writer of brotli.
func written(read compress.Codec) compress.Codec {
	if read.CompressionCodec() == format.Brotli {
		return &parquet.Zstd
	}
	return read
}
