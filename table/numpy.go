package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// readArray reads a two-dimensional .npy file of at most limit cells. Its labels are the numbers of
// rows and columns.
func (t *Table) readArray(in *source.Input, limit int64) error {
	r, err := openArray(in, limit)
	if err != nil {
		return err
	}
	switch len(r.Shape) {
	case 2:
	case 3:
		return &Error{File: in.Label(), Msg: "holds " + ErrThreeVariables.Error(), Err: ErrThreeVariables}
	default:
		return &Error{File: in.Label(), Msg: fmt.Sprintf("holds an array of %s, and a matrix has 2", textfile.Plural(len(r.Shape), "dimension"))}
	}
	var cells list[joint.Cell]
	err = eachCell(in, r, []string{"row", "column"}, func(at []int, v float64) {
		cells.add(joint.Cell{X: int32(at[0]), Y: int32(at[1]), Value: v})
	})
	if err != nil {
		return err
	}
	t.cells = cells.all()
	t.x, t.y = numberLabels(r.Shape[0]), numberLabels(r.Shape[1])
	return nil
}

// openArray reads the header of an array of at most limit cells. An array without cells is refused:
// its dimensions, which become labels, are not bounded by the length of the file.
func openArray(in *source.Input, limit int64) (*npy.Reader, error) {
	r, err := npy.NewReader(in, limit)
	if err == nil && slices.Contains(r.Shape, 0) {
		err = fmt.Errorf("has the shape %s, which holds no numbers", shapeText(r.Shape))
	}
	if err != nil {
		return nil, &Error{File: in.Label(), Msg: err.Error(), Err: err}
	}
	return r, nil
}

// shapeText returns a shape as "2 x 3 x 4".
func shapeText(shape []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", " x "), "[]")
}

// eachCell calls visit with every non-zero cell of an array, in stored order. A number that is negative or not
// finite is an error, which calls the dimensions by the names in axes. The place is valid during the call.
func eachCell(in *source.Input, r *npy.Reader, axes []string, visit func(at []int, v float64)) error {
	left := int64(1)
	for _, n := range r.Shape {
		left *= int64(n)
	}
	at := make([]int, len(r.Shape))
	var chunk [1024]float64
	for left > 0 {
		part := chunk[:min(left, int64(len(chunk)))]
		if err := r.Next(part); err != nil {
			return &Error{File: in.Label(), Msg: err.Error(), Err: err}
		}
		for _, v := range part {
			if err := textfile.CheckStored(v, r.Whole); err != nil {
				return &Error{File: in.Label(), Msg: placeOf(axes, at) + " " + err.Error()}
			}
			if v != 0 {
				visit(at, v)
			}
			advance(at, r.Shape, r.Fortran)
		}
		left -= int64(len(part))
	}
	return nil
}

// advance goes to the next stored cell: the last index changes fastest or, in Fortran order, the first.
func advance(at, shape []int, fortran bool) {
	for i := range at {
		if !fortran {
			i = len(at) - 1 - i
		}
		if at[i]++; at[i] < shape[i] {
			return
		}
		at[i] = 0
	}
}

// placeOf returns the name of a cell of an array for messages: "row 1, column 2 (from 0)".
func placeOf(axes []string, at []int) string {
	parts := make([]string, len(at))
	for i, n := range at {
		parts[i] = fmt.Sprintf("%s %d", axes[i], n)
	}
	return strings.Join(parts, ", ") + " (from 0)"
}
