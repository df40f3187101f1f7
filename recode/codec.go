//go:build !js

package recode

import "github.com/parquet-go/parquet-go/compress"

// written returns the compression in which a column is written, given the compression in which it was read.
func written(read compress.Codec) compress.Codec { return read }
