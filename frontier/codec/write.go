package codec

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/fileformat"
)

// WriteFile writes a frontier to a file, in the format that the extension of its name stands
// for, in upper or lower case. The file is replaced as a whole: after an error it is as it
// was before.
func WriteFile(path string, f *frontier.Frontier) error {
	format, err := fileformat.Of(path, "frontier", Formats()...)
	if err != nil {
		return err
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := Write(file, f, format); err != nil {
		var unwritable *atomicfile.WriteError // names the path already
		if errors.As(err, &unwritable) {
			return unwritable
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return file.Commit()
}

// Write writes a frontier to w in one of the [Formats]; the empty format is JSON. It refuses
// what [Read] would refuse, so that what is written can be read. The memory that it takes
// does not grow with the number of points, except in Parquet, where it holds one group of
// rows of some 64 MB. O(points x n).
func Write(w io.Writer, f *frontier.Frontier, format string) error {
	format = cmp.Or(format, "json")
	if err := fileformat.Check(format, Formats()...); err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return err
	}
	write := map[string]func(io.Writer, *frontier.Frontier) error{
		"json": writeJSON, "csv": writeCSV, "parquet": writeParquet, "npz": writeNPZ,
	}[format]
	b := bufio.NewWriterSize(w, 1<<16)
	if err := write(b, f); err != nil {
		return err
	}
	return b.Flush()
}
