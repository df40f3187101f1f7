package recode

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
)

// ClusterNumbers returns the number of the cluster of every record: the numbers of all codings for the first record, then
// for the second, and so on. The number is -1 for a value that the encoder does not know, if the style has a label
// for such values. The records may be of any format that table.Open reads; names and errors are as for [Encode].
//
// The result takes four bytes for each record and coding. O(size of the files).
func ClusterNumbers(ctx context.Context, name string, opts Options) (numbers []int32, stats Stats, err error) {
	stats, err = opts.number(ctx, name, func(n *numbering) (err error) {
		numbers, err = n.append(numbers)
		return err
	}, func(*numbering, *Stats) {})
	return numbers, stats, err
}

// Count counts the records of each cluster, for every coding, in Weights and Missing of [ColumnStats]. A style that has
// no label for unknown values makes them an error. Records and errors are as for [ClusterNumbers], and the result does
// not depend on the order of the records. O(size of the files).
func Count(ctx context.Context, name string, opts Options) (Stats, error) {
	var sums, missing []*tally.Sums
	return opts.number(ctx, name, func(n *numbering) error {
		for _, one := range n.all[len(sums):] {
			sums, missing = append(sums, tally.NewSums(len(one.written.Clusters)+2)), append(missing, tally.NewSums(1))
		}
		weight, err := n.reader.Count()
		if err != nil {
			return err
		}
		return n.each(func(i int, number int32, found code) {
			if found.missing {
				missing[i].Add(0, weight)
			}
			place := int(number)
			if number < 0 {
				place = len(n.all[i].written.Clusters)
				if found.missing {
					place++
				}
			}
			sums[i].Add(place, weight)
		})
	}, func(n *numbering, stats *Stats) {
		for i := range sums {
			for place := range len(n.all[i].written.Clusters) + 2 {
				stats.Columns[i].Weights = append(stats.Columns[i].Weights, sums[i].Total(place))
			}
			stats.Columns[i].Missing = missing[i].Total(0)
		}
	})
}

// number calls record for every record, and finish with the statistics.
func (o Options) number(ctx context.Context, name string, record func(n *numbering) error, finish func(n *numbering, stats *Stats)) (stats Stats, err error) {
	o.Compression = "" // there is no output
	c, err := o.coders(name)
	if err != nil {
		return stats, err
	}
	in, err := source.Find(name)
	if err != nil {
		return stats, err
	}
	r := records.Open(ctx, in, records.Query{Columns: c.columns, Count: o.Count, Options: source.Options{Format: o.Format, Dialect: o.Dialect, Stdin: o.Stdin}})
	defer r.Close()
	n := newNumbering(c, r)
	for err == nil {
		if err = r.Next(); err == nil {
			err = record(n)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	stats = c.stats()
	stats.Notes = append(r.Notes, stats.Notes...)
	finish(n, &stats)
	return stats, cmp.Or(ctx.Err(), err)
}

// numbering finds the numbers of the clusters of records. If a column has few values, each is looked up once.
type numbering struct {
	*coders
	reader *records.Reader
	labels []*tally.Labels // by column; nil after there were too many values
	codes  [][]code        // by coding and label
	other  []int32         // by coding: the number of an unknown value
}

// maxLabels is the number of values up to which a column has few values.
const maxLabels = 1 << 16

func newNumbering(c *coders, r *records.Reader) *numbering {
	n := &numbering{coders: c, reader: r, codes: make([][]code, len(c.all))}
	for range c.columns {
		n.labels = append(n.labels, tally.NewLabels())
	}
	for _, one := range c.all {
		other := int32(-1)
		if cluster, ok := one.encoder.Cluster(one.written.Rest); ok && one.written.Rest != "" {
			other = int32(cluster)
		}
		n.other = append(n.other, other)
	}
	return n
}

// append appends the numbers of the current record.
func (n *numbering) append(numbers []int32) ([]int32, error) {
	err := n.each(func(_ int, number int32, _ code) { numbers = append(numbers, number) })
	return numbers, err
}

// each calls visit with the number and the code of the current record, for every coding.
func (n *numbering) each(visit func(i int, number int32, found code)) error {
	n.records++
	for i, one := range n.all {
		found, err := n.code(i)
		if err != nil {
			return n.reader.Wrong(one.at[0], err)
		}
		number := n.other[i]
		if place := one.count(found); place < len(one.written.Clusters) {
			number = int32(place)
		}
		visit(i, number, found)
	}
	return nil
}

// code returns the code of the current record for a coding.
func (n *numbering) code(i int) (code, error) {
	one := n.all[i]
	at := one.at[0]
	labels := n.labels[at]
	if len(one.at) > 1 || labels == nil {
		return n.look(one)
	}
	label := int(n.reader.Label(at, labels))
	if labels.Len() > maxLabels {
		n.labels[at] = nil
		return n.look(one)
	}
	for len(n.codes[i]) <= label {
		n.codes[i] = append(n.codes[i], code{number: notMet})
	}
	known := &n.codes[i][label]
	if known.number != notMet {
		return *known, nil
	}
	found, err := n.look(one)
	if err == nil {
		*known = found
	}
	return found, err
}

// look looks the values of the current record up.
func (n *numbering) look(one *coder) (code, error) {
	for _, at := range one.at {
		text, missing := n.reader.Value(at)
		v := &n.values[at]
		v.text, v.missing = append(v.text[:0], text...), missing
	}
	return one.code(n.values)
}
