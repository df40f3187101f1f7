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

// numbersRow are the numbers of a point in Parquet that all files have.
type numbersRow struct {
	H          float64 `parquet:"h"`
	I          float64 `parquet:"i"`
	K          int32   `parquet:"k"`
	Ties       int32   `parquet:"ties"`
	Hull       bool    `parquet:"hull"`
	DMC        bool    `parquet:"dmc"`
	Prominence float64 `parquet:"prominence"`
	Kink       float64 `parquet:"kink"`
}

func numbersOfPoint(p frontier.Point) numbersRow {
	return numbersRow{p.H, p.I, int32(p.K), int32(p.Ties), p.Hull, p.DMC, p.Prominence, p.Kink}
}

// spreadPart are the columns of a frontier with uncertainty.
type spreadPart struct {
	DH     float64 `parquet:"dh"`
	DI     float64 `parquet:"di"`
	Cov    float64 `parquet:"cov"`
	Robust bool    `parquet:"robust"`
}

func spreadOf(p frontier.Point) spreadPart { return spreadPart{p.DH, p.DI, p.Cov, p.Robust} }

// heldOutPart are the columns of a frontier with held-out information.
type heldOutPart struct {
	HeldOut   float64 `parquet:"held_out"`
	HeldOutSE float64 `parquet:"held_out_se"`
}

func heldOutOf(p frontier.Point) heldOutPart { return heldOutPart{p.HeldOut.I, p.HeldOut.SE} }

// The rows of version 1. The assignment is null if it is not known.
type (
	parquetRow struct {
		numbersRow
		Assignment []int32 `parquet:"assignment,optional,list"`
	}
	uncertainRow struct {
		parquetRow
		spreadPart
	}
	validatedRow struct {
		parquetRow
		heldOutPart
	}
	fullRow struct {
		parquetRow
		spreadPart
		heldOutPart
	}
)

// The rows of version 2, with a difference in place of the assignment.
type (
	changesRow struct {
		numbersRow
		From    *int32  `parquet:"from,optional"`
		Changes []int32 `parquet:"changes,list"`
	}
	uncertainChangesRow struct {
		changesRow
		spreadPart
	}
	validatedChangesRow struct {
		changesRow
		heldOutPart
	}
	fullChangesRow struct {
		changesRow
		spreadPart
		heldOutPart
	}
)

// maxGroupLabels is the number of labels or changes, of four bytes each, after which a group of rows
// ends. Writers and many readers hold a whole group in memory.
const maxGroupLabels = 16 << 20

// writeParquet writes plain values compressed with zstd, which took less space than delta or
// dictionary encoding with zstd.
func writeParquet(w io.Writer, f *frontier.Frontier, differences []descent) error {
	if differences != nil {
		return writeChanges(w, f, differences)
	}
	if f.Second != nil {
		return writeSecondParquet(w, f)
	}
	row, n := wholeRows(f), f.Problem.N
	switch {
	case f.Uncertainty == nil && f.Validation == nil:
		return writeRows(w, f, nil, maxGroupLabels, func(p frontier.Point) (parquetRow, int) { return row(p), n })
	case f.Validation == nil:
		return writeRows(w, f, nil, maxGroupLabels, func(p frontier.Point) (uncertainRow, int) {
			return uncertainRow{row(p), spreadOf(p)}, n
		})
	case f.Uncertainty == nil:
		return writeRows(w, f, nil, maxGroupLabels, func(p frontier.Point) (validatedRow, int) {
			return validatedRow{row(p), heldOutOf(p)}, n
		})
	default:
		return writeRows(w, f, nil, maxGroupLabels, func(p frontier.Point) (fullRow, int) {
			return fullRow{row(p), spreadOf(p), heldOutOf(p)}, n
		})
	}
}

// wholeRows returns a function that returns the row of a point, which is good until the next call.
func wholeRows(f *frontier.Frontier) func(frontier.Point) parquetRow {
	labels, assignment := make(partition.Partition, f.Problem.N), make([]int32, f.Problem.N)
	return func(p frontier.Point) parquetRow {
		row := parquetRow{numbersRow: numbersOfPoint(p)}
		if p.Known() {
			p.Unpack(labels)
			for x, c := range labels {
				assignment[x] = int32(c)
			}
			row.Assignment = assignment
		}
		return row
	}
}

// writeChanges is writeParquet for differences.
func writeChanges(w io.Writer, f *frontier.Frontier, differences []descent) error {
	row := func(p frontier.Point) (changesRow, int) {
		d := differences[p.Index]
		row := changesRow{numbersOfPoint(p), nil, d.list}
		if from := int32(d.from); from != none {
			row.From = &from
		}
		return row, len(d.list)
	}
	switch {
	case f.Uncertainty == nil && f.Validation == nil:
		return writeRows(w, f, differences, maxGroupLabels, row)
	case f.Validation == nil:
		return writeRows(w, f, differences, maxGroupLabels, func(p frontier.Point) (uncertainChangesRow, int) {
			r, size := row(p)
			return uncertainChangesRow{r, spreadOf(p)}, size
		})
	case f.Uncertainty == nil:
		return writeRows(w, f, differences, maxGroupLabels, func(p frontier.Point) (validatedChangesRow, int) {
			r, size := row(p)
			return validatedChangesRow{r, heldOutOf(p)}, size
		})
	default:
		return writeRows(w, f, differences, maxGroupLabels, func(p frontier.Point) (fullChangesRow, int) {
			r, size := row(p)
			return fullChangesRow{r, spreadOf(p), heldOutOf(p)}, size
		})
	}
}

// writeRows writes the points in groups of at least groupSize numbers in lists; row returns the row
// of a point and the size of its list.
func writeRows[T any](w io.Writer, f *frontier.Frontier, differences []descent, groupSize int, row func(p frontier.Point) (T, int), options ...parquet.WriterOption) error {
	meta, err := headerOf(f, differences).marshal()
	if err != nil {
		return err
	}
	rows := parquet.NewGenericWriter[T](w, append(options,
		parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata(metadataKey, string(meta)))...)
	whole := make([]T, 1)
	inGroup := 0
	for p := range f.All() {
		var size int
		whole[0], size = row(p)
		if _, err := rows.Write(whole); err != nil {
			return errors.Join(err, rows.Close())
		}
		if inGroup += size + 1; inGroup >= groupSize {
			if err := rows.Flush(); err != nil {
				return errors.Join(err, rows.Close())
			}
			inGroup = 0
		}
	}
	return rows.Close()
}
