package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// recordReader counts the records of files of one format.
type recordReader struct {
	opts    Options
	counter *counter
	keys    keySet // of JSON Lines
	headers int    // files that had at least a header
	empty   int    // files without records
}

// readRecords counts the records of all sources.
func readRecords(ctx context.Context, in inputs, opts Options) (*Table, error) {
	if err := sameFormat(ctx, in, opts); err != nil {
		return nil, err
	}
	r := &recordReader{opts: opts, counter: newCounter()}
	for _, s := range in.sources {
		before := r.counter.records
		if err := r.read(ctx, s); err != nil {
			return nil, err
		}
		if r.counter.records == before {
			r.empty++
		}
	}
	if err := r.checkAll(in); err != nil {
		return nil, err
	}
	t, err := in.counted(r.counter)
	if err != nil {
		return nil, err
	}
	t.notes = r.notes(len(in.sources))
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
		case err != nil && formatOfName(s.path) == Auto:
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
		err = &Error{File: in.label(), Msg: "an .npy file holds a matrix, not records, so --x and --y do not apply"}
	case Auto, CSV, TSV:
		err = r.readCSV(in)
	}
	if err != nil {
		return in.fault(err)
	}
	return nil
}

// checkAll returns an error for what only shows when all files are read.
func (r *recordReader) checkAll(in inputs) error {
	if r.counter.records > 0 {
		return r.keys.check(in.label(), r.opts)
	}
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
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	c := r.counter
	for _, v := range []struct {
		name    string
		missing int64
		labels  *interner
	}{{r.opts.X, c.missingX, &c.x}, {r.opts.Y, c.missingY, &c.y}} {
		if v.missing == 0 {
			continue
		}
		note("%d of %d records have no %s; they count as the value %q", v.missing, c.records, shown(v.name), missingLabel)
		if _, ok := v.labels.numbers[missingLabel]; ok {
			note("some records hold the text %q as their %s and count as missing too", missingLabel, shown(v.name))
		}
	}
	if r.empty > 0 {
		note("%d of %d files hold no records", r.empty, files)
	}
	return notes
}

// column is where a file holds the values of one variable.
type column struct {
	index int // in the header; -1 if a folder's name gives the value
	fixed pair
}

// columns are the variables of a record.
type columns struct {
	x, y, count column
	counted     bool // there is a count
}

// find returns where the columns asked for are, in a file with the given
// header.
func (r *recordReader) find(in *input, header []string) (c columns, err error) {
	r.headers++
	one := func(name string) column {
		at, problem := findColumn(in, header, name)
		err = cmp.Or(err, problem)
		return at
	}
	c.x, c.y = one(r.opts.X), one(r.opts.Y)
	if c.counted = r.opts.Count != ""; c.counted {
		c.count = one(r.opts.Count)
	}
	return c, err
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
