package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// pointReader reads points from records or arrays.
type pointReader struct {
	opts    Options
	all     bool     // columns are coordinates because none were named
	names   []string // of the coordinates in records
	counter *tally.Counter
	values  [][]float64 // the coordinate of every label number, by column
	rows    [][]float64 // points of arrays
}

// readPoints reads the points of all files.
func readPoints(ctx context.Context, in source.Inputs, opts Options) (*PointTable, error) {
	r := &pointReader{opts: opts, counter: tally.NewCounter()}
	q := records.Query{Choose: r.takeOthers}
	if len(opts.Columns) > 0 {
		q.Columns = r.setColumns(opts.Columns)
	}
	if opts.X == "" && opts.Count == "" && len(opts.Columns) == 0 {
		q.Array = r.readArray
	}
	notes, _, err := countRecords(ctx, in, opts, q, r.counter)
	if err != nil {
		return nil, err
	}
	if r.counter.Full {
		return nil, &Error{File: in.Label(), Msg: r.counter.TooMany()}
	}
	t, err := tableOf(r.spots(), r.counter)
	if err != nil {
		return nil, &Error{File: in.Label(), Msg: err.Error()}
	}
	t.Origin = originOf(in, r.counter)
	t.names = r.coordinates()
	notes = append(notes, missingNotes(append(slices.Clone(r.names), opts.X), r.counter)...)
	if t.Notes = notes; r.all {
		t.Notes = slices.Concat(noteColumns(t.names), notes)
	}
	return t, nil
}

// setColumns takes the names of the coordinates and returns the columns to read: these, and last
// the column of the label, if there is one.
func (r *pointReader) setColumns(names []string) []string {
	r.names = slices.Clone(names)
	r.values = make([][]float64, len(names))
	for i := range names {
		labels := tally.NewLabels()
		labels.Accept = func(text string, missing bool) error {
			v, err := r.coordinate(text, missing)
			r.values[i] = append(r.values[i], v)
			return err
		}
		r.counter.AddKey(labels)
	}
	if r.opts.X == "" {
		return r.names
	}
	r.counter.AddKey(cleanLabels(&r.opts.Clean))
	return append(slices.Clone(names), r.opts.X)
}

// takeOthers makes all columns coordinates except the label and the count.
func (r *pointReader) takeOthers(columns []string) ([]string, error) {
	var names []string
	for i, c := range columns {
		switch {
		case c == r.opts.Count && c != "", c == r.opts.X && c != "":
		case c == "":
			return nil, fmt.Errorf("column %d has no name: name the columns that hold coordinates", i+1)
		default:
			names = append(names, c)
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no column is left for the coordinates")
	}
	r.all = true
	return r.setColumns(names), nil
}

// coordinates returns the names of the coordinates.
func (r *pointReader) coordinates() []string {
	if len(r.rows) > 0 {
		return numberLabels(len(r.rows[0]))
	}
	return r.names
}

// coordinate parses the text of a coordinate. The error completes a message that starts with the name
// of the column.
func (r *pointReader) coordinate(text string, missing bool) (float64, error) {
	if missing {
		return 0, errors.New("is missing, and a coordinate must be a number: drop such records or fill them in")
	}
	v, err := textfile.ParseNumber(text)
	if mark := r.opts.Clean.Decimal; mark == "," && strings.Contains(text, ",") {
		v, err = textfile.ParseNumber(textfile.WithPoint(text, mark))
	}
	switch {
	case errors.Is(err, textfile.ErrNotNumber) && r.all:
		return 0, fmt.Errorf("%w: name the columns that hold coordinates", err)
	case err != nil:
		return 0, err
	}
	return v + 0, textfile.CheckFinite(v) // -0 becomes 0
}

// spots returns the points that were read.
func (r *pointReader) spots() []spot {
	spots := lists.Map(r.rows, func(row []float64) spot { return spot{at: row, label: coordinateText(row), place: -1} })
	var tuple []uint32
	for place := range r.counter.Len() {
		tuple = r.counter.Tuple(place, tuple)
		s := spot{at: make([]float64, len(r.values)), place: int32(place)}
		for i, values := range r.values {
			s.at[i] = values[tuple[i]]
		}
		if r.opts.X != "" {
			s.label = r.counter.Keys[len(r.values)].Text(tuple[len(r.values)])
		} else {
			s.label = coordinateText(s.at)
		}
		spots = append(spots, s)
	}
	return spots
}

// readArray reads the points of an .npy file of one or two dimensions.
func (r *pointReader) readArray(in *source.Input) (rows int, err error) {
	a, err := npy.Read(in, maxCells)
	if err != nil {
		return 0, &Error{File: in.Label(), Msg: err.Error(), Err: err}
	}
	d := 1
	switch {
	case len(a.Shape) != 1 && len(a.Shape) != 2:
		return 0, &Error{File: in.Label(), Msg: fmt.Sprintf("holds an array of %s, and points take 1 or 2: one row a point, one column a coordinate",
			textfile.Plural(len(a.Shape), "dimension"))}
	case len(a.Shape) == 2:
		d = a.Shape[1]
	}
	if d == 0 {
		return 0, &Error{File: in.Label(), Msg: "holds points without coordinates"}
	}
	if len(r.rows) > 0 && len(r.rows[0]) != d {
		return 0, &Error{File: in.Label(), Msg: fmt.Sprintf("holds points of %s, but the files before it of %d", textfile.Plural(d, "coordinate"), len(r.rows[0]))}
	}
	for i, v := range a.Data {
		if err := textfile.CheckFinite(v); err != nil {
			return 0, &Error{File: in.Label(), Msg: placeOf([]string{"row", "column"}, []int{i / d, i % d}) + " " + err.Error()}
		}
		a.Data[i] = v + 0
	}
	for row := range slices.Chunk(a.Data, d) {
		r.rows = append(r.rows, row)
	}
	r.counter.Records += int64(a.Shape[0])
	return a.Shape[0], nil
}
