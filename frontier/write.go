package frontier

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/dibmap/dibmap/internal/atomicfile"
)

// Format is a file format for frontiers.
type Format int

// The formats. All but CSV keep the whole frontier.
const (
	// JSON is the contract with other programs; see docs/formats.md.
	JSON Format = iota
	// CSV has one row a point, without assignments.
	CSV
	// Parquet has the assignment as a list column.
	Parquet
	// NPZ is NumPy's archive of arrays.
	NPZ
)

// String returns the name of the format.
func (f Format) String() string {
	switch f {
	case JSON:
		return "JSON"
	case CSV:
		return "CSV"
	case Parquet:
		return "Parquet"
	case NPZ:
		return "npz"
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// FormatOf returns the format that the extension of a path stands for, in
// capitals or not.
func FormatOf(path string) (Format, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json":
		return JSON, nil
	case ".csv":
		return CSV, nil
	case ".parquet":
		return Parquet, nil
	case ".npz":
		return NPZ, nil
	}
	return 0, fmt.Errorf("%s: the extension tells no frontier format: use .json, .csv, .parquet or .npz", path)
}

// WriteFile writes the frontier to path in the format of its extension; see
// [FormatOf]. The file is replaced whole: after an error it is as it was.
func (f *Frontier) WriteFile(path string) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := f.Write(file, format); err != nil {
		var unwritable *atomicfile.WriteError // names the path already
		if errors.As(err, &unwritable) {
			return unwritable
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return file.Commit()
}

// Write writes the frontier to w, which need not be a file. It refuses what
// [Read] would refuse, so that what is written can be read. The memory it takes
// does not grow with the points, except in Parquet, where it holds one group of
// rows of some 64 MB. O(points x n).
func (f *Frontier) Write(w io.Writer, format Format) error {
	if err := f.checkWritable(); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	var err error
	switch format {
	case JSON:
		err = f.writeJSON(b)
	case CSV:
		err = f.writeCSV(b)
	case Parquet:
		err = f.writeParquet(b)
	case NPZ:
		err = f.writeNPZ(b)
	default:
		err = fmt.Errorf("no format has the number %d", int(format))
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

func (f *Frontier) checkWritable() error {
	h := f.header()
	if err := h.check(); err != nil {
		return err
	}
	for i, e := range f.entries {
		if e.K > math.MaxInt32 || e.Ties < 0 || e.Ties > math.MaxInt32 {
			return fmt.Errorf("point %d: k %d and ties %d must fit 31 bits", i, e.K, e.Ties)
		}
	}
	if f.Uncertainty != nil {
		if err := f.checkSpreads(f.spreads); err != nil {
			return fmt.Errorf("uncertainty: %w", err)
		}
	}
	if err := f.checkKept(); err != nil {
		return err
	}
	return f.checkCertificate()
}
