package recode

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// CountUnknown counts the records whose label of X the encoder does not know, by label of X and label of Y: the
// counts from which [encode.Encoder.Nearest] finds a cluster for them. They are empty if all labels are known.
// total is the number of all records. opts.X and opts.Y name the columns, for which the scales of the encoder and
// opts.YScales give the labels. A column opts.Count holds the counts of records, as for table.Open.
//
// This is a pass of its own before [Encode], so that every record of a value gets the same cluster;
// standard input, which cannot be read twice, is refused. Memory grows with the different values, not
// with the records. Names and errors are as for table.Open. O(size of the files).
func CountUnknown(ctx context.Context, name string, e *encode.Encoder, opts table.Options) (unknown encode.Counts, total float64, err error) {
	c := tally.NewPairs()
	if err := checkUnknown(name, opts); err != nil {
		return unknown, 0, err
	}
	c.Ignore(e.Labels(), scale.MissingLabel)
	if err := countAll(ctx, name, e, opts, c); err != nil {
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

func countAll(ctx context.Context, name string, e *encode.Encoder, o table.Options, c *tally.Counter) error {
	x, err := encode.Columns([]encode.Coding{{X: o.X, Encoder: e}})
	if err != nil {
		return &textfile.Error{File: name, Msg: err.Error()}
	}
	y, err := textfile.SplitNames(o.Y)
	if err != nil {
		return &textfile.Error{File: name, Msg: err.Error()}
	}
	in, err := source.Find(name)
	if err != nil {
		return err
	}
	columns := slices.Concat(x[0], y)
	values := tally.NewCounter()
	for range columns {
		values.AddKey(tally.NewLabels())
	}
	split := len(x[0])
	xs := newVariable(e.Scales(), values.Keys[:split], c.Keys[0])
	ys := newVariable(o.YScales, values.Keys[split:], c.Keys[1])
	r := records.Open(ctx, in, records.Query{Columns: columns, Count: o.Count, Options: source.Options{Format: o.Format, Dialect: o.Dialect, Stdin: o.Stdin}})
	defer r.Close()
	pair := make([]uint32, 2)
	err = r.Each(values, func(tuple []uint32, n float64) bool {
		pair[0], pair[1] = xs.number(tuple[:split]), ys.number(tuple[split:])
		c.Record(pair, n)
		return !c.Full
	})
	if err == nil && c.Full {
		err = &textfile.Error{File: in.Label(), Msg: c.TooMany()}
	}
	return err
}

// variable numbers the labels that scales give to the values of columns.
type variable struct {
	scales scale.Scales
	keys   []*tally.Labels // of the columns
	labels *tally.Labels
	known  map[string]uint32 // the numbers of the labels, by the numbers of the values
	key    []byte
	values []scale.Value
}

func newVariable(scales scale.Scales, keys []*tally.Labels, labels *tally.Labels) *variable {
	return &variable{scales: scales, keys: keys, labels: labels, known: make(map[string]uint32), values: make([]scale.Value, len(keys))}
}

// number returns the number of a label, given the numbers of the values.
func (v *variable) number(tuple []uint32) uint32 {
	v.key = v.key[:0]
	for _, n := range tuple {
		v.key = binary.LittleEndian.AppendUint32(v.key, n)
	}
	if n, ok := v.known[string(v.key)]; ok {
		return n
	}
	for i, n := range tuple {
		v.values[i] = scale.Value{Text: v.keys[i].Text(n), Missing: v.keys[i].Missing(n)}
	}
	n := v.labels.Number([]byte(v.scales.Label(v.values...)), false)
	v.known[string(v.key)] = n
	return n
}

// countsOf returns the pairs that were counted, in an order that does not depend on the order of the records.
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
