package table

import (
	"context"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/joint"
)

// Open reads a table of two variables: records if opts names their columns X and Y, a text if it
// names the unit of text, else a matrix or a built-in data set.
//
// The name is the name of a file; a folder or a pattern such as "part-*.csv", whose files are
// read as one table of records or text; "-" for standard input; or "@" and the name of a built-in
// data set (package dataset). Files may be compressed with gzip or zstd.
//
// Memory grows with the different labels and pairs of labels, not with the size of the files. The
// error is an [*Error] if the input is at fault, and ctx.Err() if the context is done first.
// O(size of the files), and O(c log c) for c non-zero cells.
func Open(ctx context.Context, name string, opts Options) (*Table, error) {
	if err := opts.check(name); err != nil {
		return nil, err
	}
	t, err := openAny(ctx, name, opts)
	if err == nil && opts.hasRest() {
		err = t.groupRest(opts)
	}
	if err == nil {
		noteTotal(&t.Origin, t.cells, func(c joint.Cell) float64 { return c.Value })
	}
	return opened(ctx, t, err)
}

// opened returns a table or the error of reading it. A context that is done has precedence,
// since an interrupted read may look like a fault of the input.
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
	if source.Builtin(name) {
		x, y, cells, err := dataset.Pairs(name)
		return &Table{Origin: Origin{Name: name, file: name}, x: x, y: y, cells: cells}, err
	}
	in, err := source.Find(name)
	if err != nil {
		return nil, err
	}
	switch {
	case opts.Text != "":
		return readTexts(ctx, in, opts)
	case opts.X != "":
		return readPairs(ctx, in, opts)
	}
	return readMatrix(ctx, in, opts)
}

// readTexts counts the symbols of all files. Symbols of different files do not follow each other.
func readTexts(ctx context.Context, in source.Inputs, opts Options) (*Table, error) {
	c := tally.NewPairs()
	var notes []string
	for _, f := range in.Files {
		var err error
		if notes, err = readText(ctx, f, opts, c, notes); err != nil {
			return nil, err
		}
	}
	t, err := pairTable(in, c)
	if err == nil {
		t.Notes = notes
	}
	return t, err
}

// readText counts the symbols of a file, and adds its notes to the given ones.
func readText(ctx context.Context, f source.File, opts Options, c *tally.Counter, notes []string) ([]string, error) {
	about := opts.source()
	about.Text = true
	in, err := source.Open(ctx, f, about)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if err := countText(in, in.Label(), opts.Text, c); err != nil {
		return nil, in.Fault(err)
	}
	return in.NewNotes(notes), nil
}

// pairTable returns the table of pairs that were counted.
func pairTable(in source.Inputs, c *tally.Counter) (*Table, error) {
	if c.Full {
		return nil, &Error{File: in.Label(), Msg: c.TooMany()}
	}
	t := &Table{Origin: originOf(in, c)}
	t.x, t.y, t.cells = c.Pairs()
	return t, nil
}

// originOf returns the origin of the records that were counted.
func originOf(in source.Inputs, c *tally.Counter) Origin {
	return Origin{Name: in.Title(), Records: c.Records, Missing: c.Missing, file: in.Label()}
}
