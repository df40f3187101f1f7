package table

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// Open reads a table: records if opts names their columns, a text if it names
// a unit of text, else a matrix or a built-in data set.
//
// The name is that of a file; of a folder or a pattern such as "part-*.csv",
// whose files are read as one table of records or text; "-" for standard input;
// or "@" and the name of a built-in data set. Files may be compressed with gzip
// or zstd.
//
// Memory grows with the distinct labels and pairs of labels, not with the size
// of the files. The error is an [*Error] if the input is at fault, and
// ctx.Err() if the context is done first. O(size of the files), and O(c log c)
// for c non-zero cells.
func Open(ctx context.Context, name string, opts Options) (*Table, error) {
	if err := opts.check(name); err != nil {
		return nil, err
	}
	t, err := openAny(ctx, name, opts)
	if err == nil && opts.MinCount > 0 {
		err = t.groupRare(opts)
	}
	return opened(ctx, t, err)
}

// opened returns what was read, or why it was not: the context's end comes first,
// since what broke off because of it may look like a fault of the input.
func opened[T any](ctx context.Context, t *T, err error) (*T, error) {
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	return t, nil
}

func openAny(ctx context.Context, name string, opts Options) (*Table, error) {
	if isBuiltin(name) {
		return openBuiltin(name)
	}
	in, err := findInputs(name)
	if err != nil {
		return nil, err
	}
	switch {
	case opts.Text != NoText:
		return readTexts(ctx, in, opts)
	case opts.X != "":
		return readPairs(ctx, in, opts)
	}
	return readMatrix(ctx, in, opts)
}

// isBuiltin tells whether a name is that of a built-in data set.
func isBuiltin(name string) bool { return strings.HasPrefix(name, "@") }

// tableName returns what people call the table: the last element of the path.
func (in inputs) tableName() string {
	if in.name == stdinName {
		return stdinLabel
	}
	return filepath.Base(in.name)
}

// readTexts counts the symbols of all sources. Symbols of different files do
// not follow each other.
func readTexts(ctx context.Context, in inputs, opts Options) (*Table, error) {
	c := newPairCounter()
	for _, s := range in.sources {
		if err := readText(ctx, s, opts, c); err != nil {
			return nil, err
		}
	}
	if c.full {
		return nil, in.tooMany(c)
	}
	t := c.pairs()
	t.origin = in.origin(c)
	return t, nil
}

func readText(ctx context.Context, s source, opts Options, c *counter) error {
	f, err := open(ctx, s, opts)
	if err != nil {
		return err
	}
	defer f.close()
	if err := countText(f, f.label(), opts.Text, c); err != nil {
		return f.fault(err)
	}
	return nil
}

// origin returns what there is to tell about all sources together.
func (in inputs) origin(c *counter) origin {
	return origin{name: in.tableName(), file: in.label(), records: c.records, missing: c.missing}
}

// tooMany returns the error for a counter that is full.
func (in inputs) tooMany(c *counter) error {
	what := "combinations of values"
	if len(c.keys) == 2 {
		what = "pairs"
	}
	return &Error{File: in.label(), Msg: fmt.Sprintf("there are more than %d different %s: group the values of one of the columns first", c.limit, what)}
}
