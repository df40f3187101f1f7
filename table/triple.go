package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dibmap/dibmap/joint"
)

// TripleTable is a counted table of three variables for the symmetric problem:
// two inputs with the same labels and an output. It is immutable.
type TripleTable struct {
	origin
	x, y  []string
	cells []joint.TripleCell
}

// Triple returns the joint distribution of the table. The error is an [*Error]
// that wraps joint.ErrTooSmall.
// O(c log c) for c cells.
func (t *TripleTable) Triple() (*joint.Triple, error) {
	j, err := joint.NewTriple(t.x, t.y, t.cells)
	if err != nil {
		return nil, t.fault(err)
	}
	return j, nil
}

// OpenTriple reads a table of three variables: records if opts names their
// columns X1, X2 and Y; else a three-dimensional .npy file whose first two
// dimensions, those of the inputs, are equal; or a built-in group.
//
// The inputs share one alphabet: the labels of both columns together. Names and
// errors are as for [Open].
func OpenTriple(ctx context.Context, name string, opts Options) (*TripleTable, error) {
	if err := opts.checkTriple(name); err != nil {
		return nil, err
	}
	t, err := openTriple(ctx, name, opts)
	if err == nil && opts.MinCount > 0 {
		err = t.groupRare(opts)
	}
	return opened(ctx, t, err)
}

func openTriple(ctx context.Context, name string, opts Options) (*TripleTable, error) {
	if isBuiltin(name) {
		return builtinTriple(name)
	}
	in, err := findInputs(name)
	if err != nil {
		return nil, err
	}
	if opts.X1 != "" {
		return readTriples(ctx, in, opts)
	}
	if in.folder || len(in.sources) > 1 {
		return nil, &Error{File: in.label(), Msg: "is more than one file: name the columns of the records with --x1, --x2 and --y"}
	}
	f, err := open(ctx, in.sources[0], opts)
	if err != nil {
		return nil, err
	}
	defer f.close()
	t, err := f.tripleArray(maxCells)
	if err != nil {
		return nil, f.fault(err)
	}
	t.name, t.file = in.tableName(), in.label()
	return t, nil
}

// readTriples reads records of three variables.
func readTriples(ctx context.Context, in inputs, opts Options) (*TripleTable, error) {
	inputs := newInterner()
	r := &recordReader{
		opts: opts, flags: "--x1, --x2 and --y",
		names:   []string{opts.X1, opts.X2, opts.Y},
		counter: newCounter(inputs, inputs, newInterner()),
	}
	if err := r.readAll(ctx, in); err != nil {
		return nil, err
	}
	t := r.counter.triples()
	t.origin = r.origin(in)
	return t, nil
}

// wantTriple says what a table of three variables may be.
const wantTriple = "--symmetric takes a table of three variables: records whose columns are named with --x1, --x2 and --y, an n x n x m .npy, or a built-in group such as @group:S3"

// tripleArray reads an array of at most limit cells.
func (in *input) tripleArray(limit int64) (*TripleTable, error) {
	if in.format != NPY {
		return nil, in.notTriple()
	}
	r, err := in.array(limit)
	if err != nil {
		return nil, err
	}
	switch shape := r.Shape; {
	case len(shape) == 2:
		return nil, &Error{File: in.label(), Msg: "holds a matrix of two variables, and " + wantTriple}
	case len(shape) != 3:
		return nil, &Error{File: in.label(), Msg: fmt.Sprintf("holds an array of %s, and %s", plural(len(shape), "dimension"), wantTriple)}
	case shape[0] != shape[1]:
		return nil, &Error{File: in.label(), Msg: fmt.Sprintf(
			"holds an array of %s: the first two dimensions must be equal, since both inputs have the same labels", shapeText(shape))}
	}
	t := &TripleTable{}
	err = in.eachCell(r, []string{"x1", "x2", "y"}, func(at []int, v float64) {
		t.cells = append(t.cells, joint.TripleCell{X1: int32(at[0]), X2: int32(at[1]), Y: int32(at[2]), Value: v})
	})
	if err != nil {
		return nil, err
	}
	t.x, t.y = numberLabels(r.Shape[0]), numberLabels(r.Shape[2])
	return t, nil
}

// notTriple returns the error for a file that holds something else than an
// array, with the names of its columns.
func (in *input) notTriple() error {
	columns, err := in.columnNames()
	if err != nil {
		return err
	}
	return &Error{File: in.label(), Msg: wantTriple + "; the columns are " + listed(slices.Concat(columns, keysOf(in.fixed)))}
}

// columnNames returns the names of the columns of a file of records: those of
// the first record where there is no header.
func (in *input) columnNames() ([]string, error) {
	switch in.format {
	case JSONLines:
		return firstKeys(in)
	case Parquet:
		return parquetColumns(in)
	case Auto, CSV, TSV, NPY:
	}
	f, err := openCSV(in)
	switch {
	case errors.Is(err, io.EOF):
		return nil, &Error{File: in.label(), Msg: "the file is empty"}
	case err != nil:
		return nil, err
	}
	return f.header, nil
}
