package recode

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// CountUnknown counts the records whose value in column opts.X the encoder does not know, by that value
// and the one in column opts.Y: the counts by which [encode.Encoder.Nearest] finds a cluster for them.
// They are empty if all values are known. total is the number of all records. A column opts.Count says
// how often each record counts, as for table.Open.
//
// This is a pass of its own before [Encode], so that every record of a value gets the same cluster;
// standard input, which cannot be read twice, is refused. Memory grows with the values that are unknown
// and those of Y, not with the records. Names and errors are as for table.Open. O(size of the files).
func CountUnknown(ctx context.Context, name string, e *encode.Encoder, opts table.Options) (unknown encode.Counts, total float64, err error) {
	c := tally.NewPairs()
	if err := checkUnknown(name, opts); err != nil {
		return unknown, 0, err
	}
	c.Ignore(e.Labels(), encode.MissingLabel)
	if err := countAll(ctx, name, opts, c); err != nil {
		return unknown, 0, cmp.Or(ctx.Err(), err)
	}
	return countsOf(c), c.All(), nil
}

func checkUnknown(name string, o table.Options) error {
	wrong := ""
	switch {
	case name == source.Stdin:
		name = "stdin"
		wrong = "unknown values are placed by reading the records twice, which cannot be done here: name a file, or give unknown values a label"
	case source.Builtin(name):
		wrong = "a built-in data set has no records to encode (write ./" + name + " for a file of that name)"
	case o.X == "" || o.Y == "":
		wrong = "unknown values are placed by the values of Y that they come with: name the columns X and Y"
	default:
		return nil
	}
	return &textfile.Error{File: name, Msg: wrong}
}

func countAll(ctx context.Context, name string, o table.Options, c *tally.Counter) error {
	in, err := source.Find(name)
	if err != nil {
		return err
	}
	r := records.Open(ctx, in, records.Query{Columns: []string{o.X, o.Y}, Count: o.Count, Format: o.Format, Stdin: o.Stdin})
	defer r.Close()
	if err := r.CountAll(c); err != nil {
		return err
	}
	if c.Full {
		return &textfile.Error{File: in.Label(), Msg: c.TooMany()}
	}
	return nil
}

// countsOf returns the pairs that were counted, in an order that does not depend on that of the records.
func countsOf(c *tally.Counter) encode.Counts {
	x, y, cells := c.Pairs()
	slices.SortFunc(cells, func(a, b joint.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var counts encode.Counts
	xAt, yAt := make(map[int32]int), make(map[int32]int)
	for _, cell := range cells {
		counts.Row = append(counts.Row, keptPlace(xAt, cell.X, x, &counts.X))
		counts.Column = append(counts.Column, keptPlace(yAt, cell.Y, y, &counts.Y))
		counts.Weight = append(counts.Weight, cell.Value)
	}
	return counts
}

// keptPlace returns the place of a label among those kept, to which it is added if it is new.
func keptPlace(at map[int32]int, n int32, labels []string, kept *[]string) int {
	place, ok := at[n]
	if !ok {
		place = len(*kept)
		at[n] = place
		*kept = append(*kept, labels[n])
	}
	return place
}
