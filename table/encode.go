package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/dibmap/dibmap/encode"
)

// EncodeOptions say how a column of clusters is added to records.
type EncodeOptions struct {
	// X names the column whose values are looked up.
	X string
	// Column names the column that is added.
	Column string
	// Encoder knows the cluster of every value.
	Encoder *encode.Encoder
	// Style says what the column holds: names or numbers of clusters, and what for a
	// value that the encoder does not know.
	encode.Style
	// Format is that of the file or files, and of what is written.
	Format Format
	// Compression is that of what is written. Parquet has its own.
	Compression Compression
	// Stdin is what the name "-" reads.
	Stdin io.Reader
}

// EncodeStats are what was met while records were encoded.
type EncodeStats struct {
	// Records is how many there were.
	Records int64
	// Unknown is how many had a value that the encoder does not know.
	Unknown int64
	// Rare tells that those were given the cluster of [RareLabel].
	Rare bool
	// UnknownValues is the number of different such values, or a lower limit for it if
	// UnknownMore is set: they are no longer told apart when there are very many.
	UnknownValues int
	UnknownMore   bool
	// Examples are the most frequent of them, at most ten.
	Examples []UnknownValue
	// Format is that of what was read, and so of what was written.
	Format Format
	// Folders are the columns, sorted, that only names of folders gave (year=2024), and
	// that the output therefore lacks. In JSON Lines some records may have such a key.
	Folders []string
}

// UnknownValue is a value without a cluster and the number of records that have it.
type UnknownValue struct {
	Value   string
	Records int64
}

// Encode writes the records of a file, of the files of a folder or a pattern, or of
// standard input to w, with one more column at the end: the cluster of the value in
// column X. Names are as for [Open], and so is what counts as a value, so that every
// value that was counted is found again.
//
// What is written has the format of what is read. Nothing but the column is added:
// CSV and JSON Lines keep every byte of a record, with quotes, spelling of numbers,
// order of keys, spaces and line ends; Parquet keeps schema, row groups, statistics
// and pages as they are. Several files become one, under the header of the first, and
// must have the same columns. The columns that names of folders give can be looked up,
// but are not written: Folders of [EncodeStats] names those that the output lacks.
//
// The records are streamed: memory does not grow with them, except for what Parquet
// has in its footer and for the values that are unknown, up to a limit. w may hold a
// part of the output after an error, which is an [*Error] if the input is at fault, and
// ctx.Err() if the context is done first. O(size of the files).
func Encode(ctx context.Context, w io.Writer, name string, opts EncodeOptions) (EncodeStats, error) {
	e, err := newEncoding(ctx, w, name, opts)
	if err != nil {
		return EncodeStats{}, err
	}
	in, err := findInputs(name)
	if err == nil {
		err = e.all(in)
	}
	err = cmp.Or(err, e.out.close())
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	stats := e.coder.stats()
	stats.Format, stats.Folders = e.format, e.folders
	return stats, err
}

// check returns an error for options that make no sense.
func (o EncodeOptions) check(name string) error {
	wrong := refuser(name)
	switch {
	case o.Encoder == nil:
		return wrong("there is no clustering to encode with")
	case isBuiltin(name):
		return wrong("a built-in data set has no records to encode (write ./%s for a file of that name)", name)
	case o.X == "":
		return wrong("name the column to encode with --x")
	case o.Column == "":
		return wrong("the column to be added has no name: give it one with --column")
	case !utf8.ValidString(o.Column + o.Label):
		return wrong("--column %q and --unknown-label %q must be UTF-8 text", o.Column, o.Label)
	case o.Compression != Uncompressed && o.Format == Parquet:
		return wrong("Parquet is compressed within: choose a name without .gz or .zst for what is written")
	case o.Format == NPY:
		return wrong("an .npy file holds numbers without names, not records that can be encoded")
	}
	return nil
}

// encodeRun is a run of [Encode].
type encodeRun struct {
	ctx   context.Context
	opts  EncodeOptions
	coder *coder
	out   *output
	// columns finds the column X as it is found to be counted.
	columns recordReader
	first   *csvHeader // of the first file
	parquet *parquetEncoding
	format  Format   // of the files
	begun   bool     // a header or a record was there
	folders []string // what EncodeStats lists
}

func newEncoding(ctx context.Context, w io.Writer, name string, opts EncodeOptions) (*encodeRun, error) {
	if err := opts.check(name); err != nil {
		return nil, err
	}
	c, err := newCoder(opts)
	if err != nil {
		return nil, &Error{File: name, Msg: err.Error(), Err: err}
	}
	e := &encodeRun{ctx: ctx, opts: opts, coder: c}
	if e.out, err = newOutput(w, opts.Compression); err != nil {
		return nil, err
	}
	e.columns = recordReader{opts: e.reading(), flags: "--x and --column", names: []string{opts.X}}
	return e, nil
}

// reading returns the options to open files with.
func (e *encodeRun) reading() Options { return Options{Format: e.opts.Format, Stdin: e.opts.Stdin} }

func (e *encodeRun) all(in inputs) error {
	if err := sameFormat(e.ctx, in, e.reading()); err != nil {
		return err
	}
	for _, s := range in.sources {
		if err := e.source(s, len(in.sources) > 1); err != nil {
			return err
		}
	}
	if e.parquet != nil {
		return e.parquet.finish()
	}
	if !e.begun {
		return e.columns.nothing(in)
	}
	return e.columns.keys.check(in.label(), e.columns.names)
}

// source encodes the records of one file.
func (e *encodeRun) source(s source, oneOfMany bool) error {
	in, err := open(e.ctx, s, e.reading())
	if err != nil {
		return err
	}
	defer in.close()
	if slices.ContainsFunc(in.fixed, func(p pair) bool { return p.key == e.opts.Column }) {
		return e.taken(in.label(), 0, 0)
	}
	e.format = in.format
	switch in.format {
	case JSONLines:
		err = e.jsonLines(in)
	case Parquet:
		err = e.parquetFile(in, oneOfMany)
	case NPY:
		err = e.columns.readArray(in)
	case Auto, CSV, TSV:
		err = e.csv(in)
	}
	if err != nil && !errors.Is(err, errWrite) {
		return in.fault(err)
	}
	return err
}

// find returns where the column X is in a file with the given header, and notes what only
// the folders of the file give.
func (e *encodeRun) find(in *input, header []string) (columns, error) {
	for _, p := range in.fixed {
		if !slices.Contains(header, p.key) {
			e.lost(p.key)
		}
	}
	return e.columns.find(in, header)
}

// lost notes a column that the output lacks.
func (e *encodeRun) lost(name string) {
	if i, noted := slices.BinarySearch(e.folders, name); !noted {
		e.folders = slices.Insert(e.folders, i, name)
	}
}

// taken returns the error for a column that is there already.
func (e *encodeRun) taken(label string, line, column int) error {
	return &Error{File: label, Line: line, Column: column, Msg: fmt.Sprintf(
		"there is a column %s already: choose another name for the one that is added, with --column", shown(e.opts.Column))}
}
