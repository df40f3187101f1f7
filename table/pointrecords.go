package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/npy"
)

// pointReader reads points from records or arrays.
type pointReader struct {
	recordReader
	all    bool        // columns are coordinates because none were named
	values [][]float64 // the coordinate of every label number, by column
	rows   [][]float64 // points of arrays
}

// readPoints reads the points of all sources.
func readPoints(ctx context.Context, in inputs, opts Options) (*PointTable, error) {
	r := &pointReader{recordReader: recordReader{opts: opts, flags: "--columns, --x and --count", counter: newCounter()}}
	r.choose = r.takeOthers
	if len(opts.Columns) > 0 {
		r.setColumns(opts.Columns)
	}
	if opts.X == "" && opts.Count == "" && len(opts.Columns) == 0 {
		r.array = r.readNumpy
	}
	if err := r.readAll(ctx, in); err != nil {
		return nil, err
	}
	t, err := tableOf(r.spots(), r.counter)
	if err != nil {
		return nil, &Error{File: in.label(), Msg: err.Error()}
	}
	t.origin = r.origin(in)
	t.names = r.coordinates()
	if r.all {
		t.notes = slices.Concat(noteColumns(t.names), t.notes)
	}
	return t, nil
}

// setColumns makes the given columns the coordinates. The label, if there is
// one, is the last key column.
func (r *pointReader) setColumns(names []string) {
	r.names = slices.Clone(names)
	r.values = make([][]float64, len(names))
	for i := range names {
		labels := newInterner()
		labels.accept = func(text string, missing bool) error {
			v, err := r.coordinate(text, missing)
			r.values[i] = append(r.values[i], v)
			return err
		}
		r.counter.addKey(labels)
	}
	if r.opts.X != "" {
		r.names = append(r.names, r.opts.X)
		r.counter.addKey(newInterner())
	}
}

// takeOthers makes all columns coordinates that are nothing else.
func (r *pointReader) takeOthers(columns []string) error {
	var names []string
	for i, c := range columns {
		switch {
		case c == r.opts.Count && c != "", c == r.opts.X && c != "":
		case c == "":
			return fmt.Errorf("column %d has no name: name the columns that hold coordinates with --columns", i+1)
		default:
			names = append(names, c)
		}
	}
	if len(names) == 0 {
		return errors.New("no column is left for the coordinates")
	}
	r.all = true
	r.setColumns(names)
	return nil
}

// coordinates returns the names of the coordinates.
func (r *pointReader) coordinates() []string {
	if len(r.rows) > 0 {
		return numberLabels(len(r.rows[0]))
	}
	return r.names[:len(r.values)]
}

// coordinate parses the text of a coordinate. The error continues a message that
// starts with the column.
func (r *pointReader) coordinate(text string, missing bool) (float64, error) {
	if missing {
		return 0, errors.New("is missing, and a coordinate must be a number: drop such records or fill them in")
	}
	v, err := parseNumber(text)
	switch {
	case errors.Is(err, errNotNumber) && r.all:
		return 0, fmt.Errorf("%w: name the columns that hold coordinates with --columns", err)
	case err != nil:
		return 0, err
	}
	return v + 0, checkFinite(v) // 0 is where -0 is
}

// spots returns the points that were read.
func (r *pointReader) spots() []spot {
	var spots []spot
	for _, row := range r.rows {
		spots = append(spots, spot{at: row, label: coordinateText(row), place: -1})
	}
	var tuple []uint32
	for place := range r.counter.tuples {
		tuple = r.counter.tuple(place, tuple)
		s := spot{at: make([]float64, len(r.values)), place: int32(place)}
		for i, values := range r.values {
			s.at[i] = values[tuple[i]]
		}
		if r.opts.X != "" {
			s.label = r.counter.keys[len(r.values)].labels[tuple[len(r.values)]]
		} else {
			s.label = coordinateText(s.at)
		}
		spots = append(spots, s)
	}
	return spots
}

// readNumpy reads the points of an .npy file of one or two dimensions.
func (r *pointReader) readNumpy(in *input) error {
	a, err := npy.Read(in, maxCells)
	if err != nil {
		return &Error{File: in.label(), Msg: err.Error(), Err: err}
	}
	d := 1
	switch {
	case len(a.Shape) != 1 && len(a.Shape) != 2:
		return &Error{File: in.label(), Msg: fmt.Sprintf("holds an array of %s, and points take 1 or 2: one row a point, one column a coordinate",
			plural(len(a.Shape), "dimension"))}
	case len(a.Shape) == 2:
		d = a.Shape[1]
	}
	if d == 0 {
		return &Error{File: in.label(), Msg: "holds points without coordinates"}
	}
	if len(r.rows) > 0 && len(r.rows[0]) != d {
		return &Error{File: in.label(), Msg: fmt.Sprintf("holds points of %s, but the files before it of %d", plural(d, "coordinate"), len(r.rows[0]))}
	}
	for i, v := range a.Data {
		if err := checkFinite(v); err != nil {
			return &Error{File: in.label(), Msg: placeOf([]string{"row", "column"}, []int{i / d, i % d}) + " " + err.Error()}
		}
		a.Data[i] = v + 0
	}
	for row := range slices.Chunk(a.Data, d) {
		r.rows = append(r.rows, row)
	}
	r.counter.records += int64(a.Shape[0])
	return nil
}
