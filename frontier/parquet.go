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
	Assignment []int32 `parquet:"assignment,optional,list"`
}

// maxGroupLabels is the number of labels, of four bytes each, after which a
// group of rows ends. A writer holds a group in memory; so do many readers.
const maxGroupLabels = 16 << 20

// writeParquet writes zstd pages of plain values, which came out smaller than
// delta or dictionary encoding under zstd.
func (f *Frontier) writeParquet(w io.Writer) error {
	meta, err := f.header().marshal()
	if err != nil {
		return err
	}
	p := parquet.NewGenericWriter[parquetRow](w,
		parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata(metadataKey, string(meta)))
	err = f.writeRows(p, maxGroupLabels)
	return errors.Join(err, p.Close())
}

// writeRows writes the points in groups of at least groupLabels labels.
func (f *Frontier) writeRows(p *parquet.GenericWriter[parquetRow], groupLabels int) error {
	n := f.Problem.N
	labels := make(partition.Partition, n)
	row := make([]parquetRow, 1)
	assignment := make([]int32, n)
	inGroup := 0
	for i, e := range f.entries {
		row[0] = parquetRow{
			H: e.H, I: e.I, K: int32(e.K), Ties: int32(e.Ties), Hull: f.hull[i], DMC: f.dmc[i],
		}
		if e.Assignment != "" {
			e.Assignment.Unpack(labels)
			for x, c := range labels {
				assignment[x] = int32(c)
			}
			row[0].Assignment = assignment
		}
		if _, err := p.Write(row); err != nil {
			return err
		}
		if inGroup += n + 1; inGroup >= groupLabels {
			if err := p.Flush(); err != nil {
				return err
			}
			inGroup = 0
		}
	}
	return nil
}
