//go:build !js

package recode

import "github.com/parquet-go/parquet-go/compress"

// written returns the compression for writing a column that was read with a given one.
func written(read compress.Codec) compress.Codec { return read }
