package codec

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/fileformat"
)

// WriteFile writes a frontier to a file, in the format that the extension of its name gives, in
// upper or lower case. The file is replaced as a whole: after an error it is unchanged.
func WriteFile(path string, f *frontier.Frontier, options ...Option) error {
	format, err := fileformat.Of(path, "frontier", Formats()...)
	if err != nil {
		return err
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := Write(file, f, format, options...); err != nil {
		var unwritable *atomicfile.WriteError // names the path already
		if errors.As(err, &unwritable) {
			return unwritable
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return file.Commit()
}

// Option changes how [Write] writes.
type Option string

// Whole writes every clustering whole, for programs that read version 1 of files only.
const Whole Option = "whole"

// Write writes a frontier to w in one of the [Formats]; the empty format is JSON. It refuses
// frontiers that [Read] would refuse, so that every file can be read.
//
// If all points together have more than 4,194,304 labels of rows, files hold clusterings as
// changes to each other, unless the options say [Whole]. This takes memory for the changes;
// otherwise memory does not grow with the number of points, except for one group of rows of some
// 64 MB in Parquet. O(points x n), and O(points + changes) if the clusterings are in trees and
// written as changes.
func Write(w io.Writer, f *frontier.Frontier, format string, options ...Option) error {
	format = cmp.Or(format, "json")
	if err := fileformat.Check(format, Formats()...); err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return err
	}
	var differences []descent
	if format != "csv" && f.Second == nil && !slices.Contains(options, Whole) && byDifferences(f) {
		differences = differencesOf(f)
	}
	return write(w, f, format, differences)
}

// write writes a frontier with differences or, if they are nil, with whole clusterings.
func write(w io.Writer, f *frontier.Frontier, format string, differences []descent) error {
	write := map[string]func(io.Writer, *frontier.Frontier, []descent) error{
		"json": writeJSON, "json.zst": writeCompressed(".zst"), "json.gz": writeCompressed(".gz"),
		"csv": writeCSV, "parquet": writeParquet, "npz": writeNPZ,
	}[format]
	b := bufio.NewWriterSize(w, 1<<16)
	if err := write(b, f, differences); err != nil {
		return err
	}
	return b.Flush()
}
