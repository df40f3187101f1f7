package frontier

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/partition"
)

// metadataKey is the key under which the header stands in a Parquet file.
const metadataKey = "dibmap"

// parquetRow is a point in Parquet. Its assignment is null if it is not known.
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

// maxGroupLabels is the number of labels, of four bytes each, after which a
// group of rows ends. A writer holds a group in memory; so do many readers.
const maxGroupLabels = 16 << 20

// writeParquet writes zstd pages of plain values, which came out smaller than
// delta or dictionary encoding under zstd.
func (f *Frontier) writeParquet(w io.Writer) error {
	if f.Uncertainty == nil {
		return writeRows(f, w, maxGroupLabels, func(_ int, row parquetRow) parquetRow { return row })
	}
	return writeRows(f, w, maxGroupLabels, func(i int, row parquetRow) uncertainRow {
		s := f.spreads[i]
		return uncertainRow{row, s.DH, s.DI, s.Cov, f.robust[i]}
	})
}

// writeRows writes the points in groups of at least groupLabels labels; complete
// turns that part of row i that all files have into the whole row.
func writeRows[T any](f *Frontier, w io.Writer, groupLabels int, complete func(i int, row parquetRow) T) error {
	meta, err := f.header().marshal()
	if err != nil {
		return err
	}
	p := parquet.NewGenericWriter[T](w,
		parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata(metadataKey, string(meta)))
	n := f.Problem.N
	labels := make(partition.Partition, n)
	whole := make([]T, 1)
	assignment := make([]int32, n)
	inGroup := 0
	for i, e := range f.entries {
		row := parquetRow{
			H: e.H, I: e.I, K: int32(e.K), Ties: int32(e.Ties), Hull: f.hull[i], DMC: f.dmc[i],
			Prominence: f.prominence(i), Kink: f.kink[i],
		}
		if e.Assignment != "" {
			e.Assignment.Unpack(labels)
			for x, c := range labels {
				assignment[x] = int32(c)
			}
			row.Assignment = assignment
		}
		whole[0] = complete(i, row)
		if _, err := p.Write(whole); err != nil {
			return errors.Join(err, p.Close())
		}
		if inGroup += n + 1; inGroup >= groupLabels {
			if err := p.Flush(); err != nil {
				return errors.Join(err, p.Close())
			}
			inGroup = 0
		}
	}
	return p.Close()
}
