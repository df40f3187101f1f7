package table

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// TripleTable is a table of three variables for the symmetric problem: two inputs with the same labels, and
// an output. It is immutable.
type TripleTable struct {
	Origin
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

// OpenTriple reads a table of three variables: records if opts names their columns X1, X2 and Y; otherwise
// a three-dimensional .npy file whose first two dimensions, the inputs, are equal; or a built-in group.
//
// Both inputs have the labels of both columns. Names and errors are as for [Open].
func OpenTriple(ctx context.Context, name string, opts Options) (*TripleTable, error) {
	if err := opts.checkTriple(name); err != nil {
		return nil, err
	}
	t, err := openTriple(ctx, name, opts)
	if err == nil && opts.hasRest() {
		err = t.groupRest(opts)
	}
	if err == nil {
		noteTotal(&t.Origin, t.cells, func(c joint.TripleCell) float64 { return c.Value })
	}
	return opened(ctx, t, err)
}

func openTriple(ctx context.Context, name string, opts Options) (*TripleTable, error) {
	if source.Builtin(name) {
		x, y, cells, err := dataset.Triples(name)
		return &TripleTable{Origin{Name: name, file: name}, x, y, cells}, err
	}
	in, err := source.Find(name)
	if err != nil {
		return nil, err
	}
	if opts.X1 != "" {
		return readTriples(ctx, in, opts)
	}
	t := new(TripleTable)
	_, err = readOne(ctx, in, opts, "is more than one file: name the columns of the records, X1, X2 and Y", func(f *source.Input) error {
		return t.readArray(f, maxCells)
	})
	t.Name, t.file = in.Title(), in.Label()
	return t, err
}

// readTriples reads records of three variables.
func readTriples(ctx context.Context, in source.Inputs, opts Options) (*TripleTable, error) {
	inputs := cleanLabels(&opts.Clean)
	c := tally.NewCounter(inputs, inputs, cleanLabels(&opts.Clean))
	notes, _, err := countRecords(ctx, in, opts, records.Query{Columns: []string{opts.X1, opts.X2, opts.Y}}, c)
	switch {
	case err != nil:
		return nil, err
	case c.Full:
		return nil, &Error{File: in.Label(), Msg: c.TooMany()}
	}
	t := &TripleTable{Origin: originOf(in, c)}
	t.Notes = notes
	if opts.MissingY == scale.MissingDrop {
		y := c.Keys[2]
		if c, _, err = leftOut(&t.Origin, c, []string{opts.Y}, func(tuple []uint32) bool { return y.Text(tuple[2]) == scale.MissingLabel }); err != nil {
			return nil, &Error{File: in.Label(), Msg: err.Error()}
		}
	}
	t.Notes = append(t.Notes, missingNotes([]string{opts.X1, opts.X2, opts.Y}, c)...)
	t.x, t.y, t.cells = c.Triples()
	return t, nil
}

// wantTriple is a message about the forms of a table of three variables.
const wantTriple = "a symmetric problem takes a table of three variables: records whose columns X1, X2 and Y are named, an n x n x m .npy, or a built-in group such as @group:S3"

// readArray reads an array of at most limit cells.
func (t *TripleTable) readArray(in *source.Input, limit int64) error {
	wrong := func(format string, args ...any) error {
		return &Error{File: in.Label(), Msg: fmt.Sprintf(format, args...)}
	}
	if in.Format != source.NPY {
		columns, err := records.Columns(in)
		if err != nil {
			return err
		}
		return wrong("%s; the columns are %s", wantTriple, textfile.Listed(columns))
	}
	r, err := openArray(in, limit)
	if err != nil {
		return err
	}
	switch shape := r.Shape; {
	case len(shape) == 2:
		return wrong("holds a matrix of two variables, and %s", wantTriple)
	case len(shape) != 3:
		return wrong("holds an array of %s, and %s", textfile.Plural(len(shape), "dimension"), wantTriple)
	case shape[0] != shape[1]:
		return wrong("holds an array of %s: the first two dimensions must be equal, since both inputs have the same labels", shapeText(shape))
	}
	var cells list[joint.TripleCell]
	err = eachCell(in, r, []string{"x1", "x2", "y"}, func(at []int, v float64) {
		cells.add(joint.TripleCell{X1: int32(at[0]), X2: int32(at[1]), Y: int32(at[2]), Value: v})
	})
	if err != nil {
		return err
	}
	t.cells = cells.all()
	t.x, t.y = numberLabels(r.Shape[0]), numberLabels(r.Shape[2])
	return nil
}
