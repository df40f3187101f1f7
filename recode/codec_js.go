package recode

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
)

// written returns the compression for writing a column that was read with a given one. In a browser there is no writer
// of brotli.
func written(read compress.Codec) compress.Codec {
	if read.CompressionCodec() == format.Brotli {
		return &parquet.Zstd
	}
	return read
}
