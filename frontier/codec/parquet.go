package codec

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// metadataKey is the key of the header in the metadata of a Parquet file.
const metadataKey = "dibmap"

// parquetRow is a point in Parquet. The assignment is null if it is not known.
type parquetRow struct {
	H          float64 `parquet:"h"`
	I          float64 `parquet:"i"`
	K          int32   `parquet:"k"`
	Ties       int32   `parquet:"ties"`
	Hull       bool    `parquet:"hull"`
	DMC        bool    `parquet:"dmc"`
	Prominence float64 `parquet:"prominence"`
	Kink       float64 `parquet:"kink"`
	Assignment []int32 `parquet:"assignment,optional,list"`
}

// uncertainRow is a point of a frontier with uncertainty.
type uncertainRow struct {
	parquetRow
	DH     float64 `parquet:"dh"`
	DI     float64 `parquet:"di"`
	Cov    float64 `parquet:"cov"`
	Robust bool    `parquet:"robust"`
}

// validatedRow is a point of a frontier with held-out information.
type validatedRow struct {
	parquetRow
	HeldOut   float64 `parquet:"held_out"`
	HeldOutSE float64 `parquet:"held_out_se"`
}

// fullRow is a point of a frontier with both.
type fullRow struct {
	uncertainRow
	HeldOut   float64 `parquet:"held_out"`
	HeldOutSE float64 `parquet:"held_out_se"`
}

// maxGroupLabels is the number of labels, of four bytes each, after which a group of rows ends.
// Writers and many readers hold a whole group in memory.
const maxGroupLabels = 16 << 20

// writeParquet writes plain values compressed with zstd, which took less space than delta or
// dictionary encoding with zstd.
func writeParquet(w io.Writer, f *frontier.Frontier) error {
	uncertain := func(p frontier.Point, row parquetRow) uncertainRow {
		return uncertainRow{row, p.DH, p.DI, p.Cov, p.Robust}
	}
	switch {
	case f.Uncertainty == nil && f.Validation == nil:
		return writeRows(w, f, maxGroupLabels, func(_ frontier.Point, row parquetRow) parquetRow { return row })
	case f.Validation == nil:
		return writeRows(w, f, maxGroupLabels, uncertain)
	case f.Uncertainty == nil:
		return writeRows(w, f, maxGroupLabels, func(p frontier.Point, row parquetRow) validatedRow {
			return validatedRow{row, p.HeldOut.I, p.HeldOut.SE}
		})
	default:
		return writeRows(w, f, maxGroupLabels, func(p frontier.Point, row parquetRow) fullRow {
			return fullRow{uncertain(p, row), p.HeldOut.I, p.HeldOut.SE}
		})
	}
}

// writeRows writes the points in groups of at least groupLabels labels; complete returns the whole
// row of a point, given the part that all files have.
func writeRows[T any](w io.Writer, f *frontier.Frontier, groupLabels int, complete func(p frontier.Point, row parquetRow) T) error {
	meta, err := headerOf(f).marshal()
	if err != nil {
		return err
	}
	rows := parquet.NewGenericWriter[T](w,
		parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata(metadataKey, string(meta)))
	n := f.Problem.N
	labels := make(partition.Partition, n)
	whole := make([]T, 1)
	assignment := make([]int32, n)
	inGroup := 0
	for p := range f.All() {
		row := parquetRow{
			H: p.H, I: p.I, K: int32(p.K), Ties: int32(p.Ties), Hull: p.Hull, DMC: p.DMC,
			Prominence: p.Prominence, Kink: p.Kink,
		}
		if p.Packed() != "" {
			p.Packed().Unpack(labels)
			for x, c := range labels {
				assignment[x] = int32(c)
			}
			row.Assignment = assignment
		}
		whole[0] = complete(p, row)
		if _, err := rows.Write(whole); err != nil {
			return errors.Join(err, rows.Close())
		}
		if inGroup += n + 1; inGroup >= groupLabels {
			if err := rows.Flush(); err != nil {
				return errors.Join(err, rows.Close())
			}
			inGroup = 0
		}
	}
	return rows.Close()
}
