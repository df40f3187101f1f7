package table

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/joint"
)

// CountUnknown counts the records whose value in column opts.X the encoder does not
// know, by that value and the one in column opts.Y: what [encode.Encoder.Nearest]
// places them by. The counts are empty if all values are known. total is the number of
// all records; a column opts.Count tells how often each counts, as for [Open].
//
// This is a pass of its own before [Encode], so that every record of a value gets the
// same cluster; standard input, which cannot be read twice, is refused. Memory grows
// with the values that are unknown and those of Y, not with the records. Names and
// errors are as for [Open]. O(size of the files).
func CountUnknown(ctx context.Context, name string, e *encode.Encoder, opts Options) (unknown encode.Counts, total float64, err error) {
	if err := opts.checkUnknown(name); err != nil {
		return unknown, 0, err
	}
	in, err := findInputs(name)
	if err != nil {
		return unknown, 0, err
	}
	c := newUnknownCounter(e)
	r := &recordReader{opts: opts, flags: "--x and --y", names: []string{opts.X, opts.Y}, counter: c}
	err = r.readAll(ctx, in)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return unknown, 0, err
	}
	return c.unknown(), c.all(), nil
}

// checkUnknown is check for [CountUnknown].
func (o Options) checkUnknown(name string) error {
	wrong := refuser(name)
	switch {
	case name == stdinName:
		return &Error{File: stdinLabel, Msg: "unknown values are placed by reading the records twice, which cannot be done here: name a file, or choose --unknown label"}
	case isBuiltin(name):
		return wrong("a built-in data set has no records to encode (write ./%s for a file of that name)", name)
	case o.X == "" || o.Y == "":
		return wrong("unknown values are placed by the values of Y that they come with: name the column with --y")
	}
	return nil
}

// newUnknownCounter returns a counter of pairs whose first column has labels that the
// encoder does not know.
func newUnknownCounter(e *encode.Encoder) *counter {
	c := newPairCounter()
	for _, label := range e.Labels() {
		n := c.keys[0].number(label)
		if label == missingLabel {
			c.keys[0].absent = n + 1 // no value is the value of that label
		}
	}
	c.known = uint32(len(e.Labels()))
	return c
}

// unknown returns the pairs that were counted, in an order that does not depend on
// that of the records.
func (c *counter) unknown() encode.Counts {
	t := c.pairs()
	slices.SortFunc(t.cells, func(a, b joint.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var counts encode.Counts
	xAt, yAt := make(map[int32]int), make(map[int32]int)
	for _, cell := range t.cells {
		counts.Row = append(counts.Row, keptPlace(xAt, cell.X, t.x, &counts.X))
		counts.Column = append(counts.Column, keptPlace(yAt, cell.Y, t.y, &counts.Y))
		counts.Weight = append(counts.Weight, cell.Value)
	}
	return counts
}

// keptPlace returns the place of a label among those kept, where it is added if it is new.
func keptPlace(at map[int32]int, n int32, labels []string, kept *[]string) int {
	place, ok := at[n]
	if !ok {
		place = len(*kept)
		at[n] = place
		*kept = append(*kept, labels[n])
	}
	return place
}
