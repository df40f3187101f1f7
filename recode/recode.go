// Package recode writes the clusters of chosen clusterings into records: [Encode] adds columns that
// hold the clusters of the values in other columns.
//
// Values are read as in package table, so that every value that was clustered is found again.
package recode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/table"
)

// Options say how columns of clusters are added to records. Codings must be set.
type Options struct {
	// Codings are the columns that are added, in this order, and the columns that each is made of.
	Codings []encode.Coding
	// Format is the format of the files and of the output: "csv", "tsv", "jsonl" or "parquet". If
	// it is empty, the name of a file or else its content determines the format.
	Format string
	// Dialect says how files of text are written. The output is UTF-8, with the delimiter and the
	// comments of the input.
	table.Dialect
	// Compression is the compression of the output: "", "gz" or "zst". Parquet has its own.
	Compression string
	// Stdin is read for the name "-".
	Stdin io.Reader
	// Count is the name of a column with the counts of records, for [Count] alone; empty if each
	// record counts once.
	Count string
}

// Stats are counts and notes on the records that were encoded.
type Stats struct {
	// Records is the number of records.
	Records int64
	// Columns are the counts for each coding.
	Columns []ColumnStats
	// Format is the format of the input and of the output.
	Format string
	// Notes are remarks for people, of one line each, such as that the text was UTF-16.
	Notes []string
	// Folders are the columns, sorted, that only names of folders gave (year=2024), and that the
	// output therefore lacks. In JSON Lines, some records may have such a key.
	Folders []string
}

// ColumnStats are counts for a column of clusters.
type ColumnStats struct {
	// Unknown is the number of records with a value that the encoder does not know.
	Unknown int64
	// Rest is scale.RareLabel or scale.OtherLabel if these records got its cluster, and otherwise empty.
	Rest string
	// UnknownValues is the number of different unknown values, or a lower limit if
	// UnknownMore is set because there are too many to distinguish.
	UnknownValues int
	UnknownMore   bool
	// Examples are the most frequent unknown values, at most ten.
	Examples []UnknownValue
	// Outside is the number of records with a number below or above all numbers of the
	// table that was clustered. Such a number belongs to the first or the last bin.
	Outside int64

	// Weights and Missing are set by [Count]. Weights are the sums of the counts of records: in each cluster, then
	// of unknown values, then of missing values that have no cluster. Missing is the sum for all missing
	// values.
	Weights []float64
	Missing float64
}

// UnknownValue is a value without a cluster and the number of records that have it.
type UnknownValue struct {
	Value   string `json:"value"`
	Records int64  `json:"records"`
}

// Encode writes the records of a file, of the files of a folder or a pattern, or of standard input to
// w, with one more column at the end for every coding: the cluster of the value in its column X, or of
// the values in several. Names are as for table.Open.
//
// The output has the format of the input. Several files become one, under the header of the first, and
// must have the same columns. Columns from names of folders can be looked up, but are not written:
// Folders of [Stats] lists the columns that the output lacks.
//
// CSV and JSON Lines keep every byte of a record, with quotes, spelling of numbers, order of keys,
// spaces and line ends. Parquet is written anew with the values, types, order, encodings and
// compression of its columns, its row groups and its key-value metadata. Bloom filters are lost, and
// so are the schemas that Arrow, Spark and Avro keep in the metadata, which must list every column;
// these programs then see Parquet's own types.
//
// Memory does not grow with the records, except for a row group of Parquet and, up to a limit, for
// values that are unknown. After an error, w may hold a part of the output. The error is a
// *table.Error if the input is at fault, and ctx.Err() if the context is done first. The records are
// read once for any number of codings. O(size of the files).
func Encode(ctx context.Context, w io.Writer, name string, opts Options) (Stats, error) {
	c, err := opts.coders(name)
	if err != nil {
		return Stats{}, err
	}
	e := &run{ctx: ctx, opts: opts, coders: c, keys: records.NewKeys(), fixed: make([]*source.Pair, len(c.columns))}
	if e.out, err = newOutput(w, opts.Compression); err != nil {
		return Stats{}, err
	}
	in, err := source.Find(name)
	if err == nil {
		err = e.all(in)
	}
	err = cmp.Or(err, e.out.close())
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	stats := c.stats()
	stats.Format, stats.Folders, stats.Notes = e.format, e.folders, append(e.notes, stats.Notes...)
	return stats, err
}

// coders returns the coders, or an error for options that make no sense.
func (o Options) coders(name string) (*coders, error) {
	if err := o.check(name); err != nil {
		return nil, err
	}
	c, err := newCoders(o.Codings)
	if err != nil {
		return nil, &textfile.Error{File: name, Msg: err.Error(), Err: err}
	}
	return c, nil
}

// check returns an error for options that make no sense.
func (o Options) check(name string) error {
	wrong := ""
	switch {
	case source.Builtin(name):
		wrong = fmt.Sprintf("a built-in data set has no records to encode (write ./%s for a file of that name)", name)
	case o.Compression != "" && o.Format == source.Parquet:
		wrong = packedParquet
	case source.Unnamed(o.Format):
		wrong = source.Nameless(o.Format, "none can be encoded")
	default:
		if err := source.CheckDialect(o.Dialect); err != nil {
			return &textfile.Error{File: name, Msg: err.Error()}
		}
		return source.CheckFormat(o.Format)
	}
	return &textfile.Error{File: name, Msg: wrong}
}

const packedParquet = "Parquet is compressed within: choose a name without .gz or .zst for the output"

// run is a run of [Encode].
type run struct {
	ctx     context.Context
	opts    Options
	coders  *coders
	out     *output
	formats records.Formats
	keys    *records.Keys // of JSON Lines
	first   *csvHeader    // of the first file
	parquet *parquetOutput
	format  string         // of the files
	notes   []string       // the same
	json    int            // files of JSON
	array   bool           // one of them is an array
	begun   bool           // a header or a record was there
	folders []string       // what Stats lists
	fixed   []*source.Pair // the folder that gives a column of the current file
}

func (e *run) all(in source.Inputs) error {
	for _, f := range in.Files {
		if err := e.file(f); err != nil {
			return err
		}
	}
	if e.parquet != nil {
		return e.parquet.Close()
	}
	if !e.begun {
		return records.Nothing(in, false)
	}
	return e.keys.Check(in.Label(), e.coders.columns)
}

// file encodes the records of one file.
func (e *run) file(f source.File) error {
	in, err := source.Open(e.ctx, f, source.Options{Format: e.opts.Format, Dialect: e.opts.Dialect, Stdin: e.opts.Stdin})
	if err != nil {
		return err
	}
	defer in.Close()
	if name := e.coders.added(in.Keys()...); name != "" {
		return taken(name, in.Label(), 0, 0)
	}
	if err := e.formats.Check(in); err != nil {
		return err
	}
	e.format = in.Format
	defer func() { e.notes = in.NewNotes(e.notes) }()
	switch in.Format {
	case source.CSV, source.TSV:
		err = e.csv(in)
	case source.JSONLines:
		err = e.jsonLines(in)
	case source.Parquet:
		err = e.parquetFile(in)
	case source.Arrow:
		err = &textfile.Error{File: in.Label(), Msg: "records in the format arrow are not written: write them as Parquet, or ask for the numbers of the clusters alone, as an .npy file"}
	default:
		err = records.NoRecords(in)
	}
	if err != nil && !errors.Is(err, errWrite) {
		return in.Fault(err)
	}
	return err
}

// find returns the places of the columns in a file with a header, and notes the columns that only
// folders give. The index of such a column is -1, and its value is the folder's value.
func (e *run) find(in *source.Input, header []string) ([]int, error) {
	for _, key := range in.Keys() {
		if !slices.Contains(header, key) {
			e.lost(key)
		}
	}
	index := make([]int, len(e.coders.columns))
	for i, name := range e.coders.columns {
		at, fixed, err := records.Find(in, header, name)
		if err != nil {
			return nil, err
		}
		index[i] = at
		if e.fixed[i] = fixed; fixed != nil {
			e.coders.values[i] = value{[]byte(fixed.Value), fixed.Missing}
		}
	}
	return index, nil
}

// refused returns the error for a value that a column cannot have, at its place, unless the name of a
// folder gives the value.
func (e *run) refused(in *source.Input, column int, err error, place func() error) error {
	if fixed := e.fixed[column]; fixed != nil {
		return records.WrongFolder(in, fixed, err)
	}
	return place()
}

// lost notes a column that the output lacks.
func (e *run) lost(name string) {
	if i, noted := slices.BinarySearch(e.folders, name); !noted {
		e.folders = slices.Insert(e.folders, i, name)
	}
}

// taken returns the error for a column that is there already.
func taken(name, label string, line, column int) error {
	return &textfile.Error{File: label, Line: line, Column: column, Msg: fmt.Sprintf(
		"there is a column %s already: choose another name for the one that is added", textfile.Shown(name))}
}

// differentColumns returns the error for files that cannot become one.
func differentColumns(label string, columns []string, first string, others []string) error {
	return &textfile.Error{File: label, Msg: fmt.Sprintf("the columns are %s, but those of %s are %s: files that become one must have the same, so encode them one by one",
		textfile.Listed(columns), first, textfile.Listed(others))}
}
