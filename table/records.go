package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// recordReader counts the records of files of one format by the values of some
// columns, the key columns.
type recordReader struct {
	opts    Options
	flags   string   // those that name the key columns, for messages
	names   []string // of the key columns
	counter *counter // of as many columns
	// choose, where names is nil, makes the columns of the first file the key
	// columns: it sets names and adds them to the counter.
	choose func(columns []string) error
	// array, if there is one, takes the place of records where a file holds an
	// array of numbers.
	array func(in *input) error

	keys    keySet   // of JSON Lines
	tuple   []uint32 // memory for the current record
	headers int      // files that had at least a header
	empty   int      // files without records
}

// readAll counts the records of all sources.
func (r *recordReader) readAll(ctx context.Context, in inputs) error {
	if err := sameFormat(ctx, in, r.opts); err != nil {
		return err
	}
	for _, s := range in.sources {
		before := r.counter.records
		if err := r.read(ctx, s); err != nil {
			return err
		}
		if r.counter.records == before {
			r.empty++
		}
	}
	return r.checkAll(in)
}

// origin returns what there is to tell about the records that were counted.
func (r *recordReader) origin(in inputs) origin {
	o := in.origin(r.counter)
	o.notes = r.notes(len(in.sources))
	return o
}

// readPairs reads a table of records.
func readPairs(ctx context.Context, in inputs, opts Options) (*Table, error) {
	r := &recordReader{opts: opts, flags: "--x and --y", names: []string{opts.X, opts.Y}, counter: newPairCounter()}
	if err := r.readAll(ctx, in); err != nil {
		return nil, err
	}
	t := r.counter.pairs()
	t.origin = r.origin(in)
	return t, nil
}

// sameFormat returns an error if the sources are of different formats, before
// any of them is read.
func sameFormat(ctx context.Context, in inputs, opts Options) error {
	if len(in.sources) == 1 {
		return nil // it may be one that can be opened only once
	}
	var first *input
	for _, s := range in.sources {
		f, err := open(ctx, s, opts)
		if err != nil {
			return err
		}
		_, err = f.Peek(1)
		f.close()
		switch {
		case err != nil && FormatOfName(s.path) == Auto:
			// Nothing tells the format of an empty file, and it does not matter.
		case first == nil:
			first = f
		case f.format != first.format:
			return &Error{File: s.path, Msg: fmt.Sprintf("holds %v, but %s holds %v: files that are read together must be of one format",
				f.format, first.path, first.format)}
		}
	}
	return nil
}

func (r *recordReader) read(ctx context.Context, s source) error {
	in, err := open(ctx, s, r.opts)
	if err != nil {
		return err
	}
	defer in.close()
	switch in.format {
	case JSONLines:
		err = r.readJSONLines(in)
	case Parquet:
		err = r.readParquet(in)
	case NPY:
		err = r.readArray(in)
	case Auto, CSV, TSV:
		err = r.readCSV(in)
	}
	if err != nil {
		return in.fault(err)
	}
	return nil
}

func (r *recordReader) readArray(in *input) error {
	if r.array == nil {
		return &Error{File: in.label(), Msg: fmt.Sprintf("an .npy file holds numbers without names, not records, so %s do not apply", r.flags)}
	}
	return r.array(in)
}

// wanted returns the names of the columns that are read.
func (r *recordReader) wanted() []string {
	if r.opts.Count == "" {
		return r.names
	}
	return append(slices.Clip(r.names), r.opts.Count)
}

// checkAll returns an error for what only shows when all files are read.
func (r *recordReader) checkAll(in inputs) error {
	switch {
	case r.counter.full:
		return in.tooMany(r.counter)
	case r.counter.records > 0:
		return r.keys.check(in.label(), r.wanted())
	}
	return r.nothing(in)
}

// nothing returns the error for files without records.
func (r *recordReader) nothing(in inputs) error {
	msg := "the file is empty"
	switch {
	case len(in.sources) > 1:
		msg = "the files hold no records"
	case r.headers > 0:
		msg = "there are no records, only a header"
	}
	return &Error{File: in.label(), Msg: msg}
}

// notes returns what a person should know about the records.
func (r *recordReader) notes(files int) []string {
	var notes []string
	note := func(format string, args ...any) {
		if n := fmt.Sprintf(format, args...); !slices.Contains(notes, n) { // columns may share labels
			notes = append(notes, n)
		}
	}
	c := r.counter
	for i, missing := range c.missingIn {
		if missing == 0 {
			continue
		}
		note("%d of %d records have no %s; they count as the value %q", missing, c.records, shown(r.names[i]), missingLabel)
		if _, ok := c.keys[i].numbers[missingLabel]; ok {
			note("some records hold the text %q as their %s and count as missing too", missingLabel, r.sharing(c.keys[i]))
		}
	}
	if r.empty > 0 {
		note("%d of %d files hold no records", r.empty, files)
	}
	return notes
}

// sharing returns the names of the columns with the given labels.
func (r *recordReader) sharing(labels *interner) string {
	var names []string
	for i, name := range r.names {
		if r.counter.keys[i] == labels {
			names = append(names, shown(name))
		}
	}
	return strings.Join(names, " or ")
}

// column is where a file holds the values of one variable.
type column struct {
	index int // in the header; -1 if a folder's name gives the value
	fixed pair
}

// columns are where a file holds what is read of a record.
type columns struct {
	keys    []column
	count   column
	counted bool // there is a count
}

// find returns where the columns asked for are, in a file with the given
// header.
func (r *recordReader) find(in *input, header []string) (c columns, err error) {
	r.headers++
	if r.names == nil {
		if err := r.takeAll(in, header); err != nil {
			return c, err
		}
	}
	one := func(name string) column {
		at, problem := findColumn(in, header, name)
		err = cmp.Or(err, problem)
		return at
	}
	for _, name := range r.names {
		c.keys = append(c.keys, one(name))
	}
	if c.counted = r.opts.Count != ""; c.counted {
		c.count = one(r.opts.Count)
	}
	return c, err
}

// takeAll chooses the key columns among those of the first file.
func (r *recordReader) takeAll(in *input, columns []string) error {
	if err := r.choose(columns); err != nil {
		return &Error{File: in.label(), Msg: err.Error()}
	}
	return nil
}

// findColumn finds a column of that name in the header, else among the folders
// of the path.
func findColumn(in *input, header []string, name string) (column, error) {
	at := column{index: -1}
	for i, h := range header {
		if h != name {
			continue
		}
		if at.index >= 0 {
			return at, &Error{File: in.label(), Msg: fmt.Sprintf("two columns are called %s: rename one of them", shown(name))}
		}
		at.index = i
	}
	if at.index >= 0 {
		return at, nil
	}
	for _, p := range in.fixed {
		if p.key == name {
			at.fixed = p
			return at, nil
		}
	}
	have := slices.Concat(header, keysOf(in.fixed))
	return at, &Error{File: in.label(), Msg: noColumn(name, have)}
}

func keysOf(pairs []pair) []string {
	var keys []string
	for _, p := range pairs {
		keys = append(keys, p.key)
	}
	return keys
}
