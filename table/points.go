package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/points"
)

// PointTable is a table of different points in space with their weights. It is immutable.
type PointTable struct {
	Origin
	names       []string // of the coordinates
	labels      []string
	coordinates [][]float64
	weights     []float64
}

// Cloud returns the points for package points. The error is an [*Error] that wraps an error of
// package points. O(n d) for n points of d coordinates.
func (t *PointTable) Cloud() (*points.Cloud, error) {
	c, err := points.New(t.names, t.labels, t.coordinates, t.weights)
	if err != nil {
		return nil, t.fault(err)
	}
	return c, nil
}

// OpenPoints reads points: records with one coordinate in each of the columns opts.Columns, or, if
// opts.Columns is empty, in every column except opts.X and opts.Count; or an .npy file of one or
// two dimensions with one point in each row. opts.Count is the column of the points' weights.
//
// opts.X is the column of the points' labels. Without it, the label of a point is its coordinates as
// text, separated by commas. Records with the same coordinates, as numbers, and the same label, if
// there are labels, are one point, and their weights are added. The points are sorted by their
// coordinates, then by label, so that the table does not depend on the order of the records, their
// division into files, or the format.
//
// Every coordinate must be a finite number. A label at two different places is an error. Names and
// errors are as for [Open]. Memory grows with the different records. O(size of the files), and
// O(d n log n) for n of them.
func OpenPoints(ctx context.Context, name string, opts Options) (*PointTable, error) {
	if err := opts.checkPoints(name); err != nil {
		return nil, err
	}
	in, err := source.Find(name)
	if err != nil {
		return nil, err
	}
	t, err := readPoints(ctx, in, opts)
	return opened(ctx, t, err)
}

// spot is a point with one spelling of its coordinates and label.
type spot struct {
	at    []float64
	label string
	place int32 // in the counter; -1 counts once
}

// tableOf returns the table of points that may occur more than once. c counts the records of points.
func tableOf(spots []spot, c *tally.Counter) (*PointTable, error) {
	slices.SortFunc(spots, func(a, b spot) int {
		return cmp.Or(slices.Compare(a.at, b.at), cmp.Compare(a.label, b.label))
	})
	t := &PointTable{}
	first := make(map[string]int)
	for len(spots) > 0 {
		s := spots[0]
		n := 1
		for n < len(spots) && slices.Equal(spots[n].at, s.at) && spots[n].label == s.label {
			n++
		}
		if before, ok := first[s.label]; ok {
			return nil, fmt.Errorf("the label %s stands at two different places, %s and %s: give each place a label of its own, or leave the labels out",
				textfile.Shown(s.label), textfile.Cut(coordinateText(t.coordinates[before]), 60), textfile.Cut(coordinateText(s.at), 60))
		}
		first[s.label] = len(t.labels)
		t.labels = append(t.labels, s.label)
		t.coordinates = append(t.coordinates, s.at)
		t.weights = append(t.weights, weightOf(spots[:n], c))
		spots = spots[n:]
	}
	return t, nil
}

// weightOf returns the total weight of spots.
func weightOf(spots []spot, c *tally.Counter) float64 {
	if spots[0].place < 0 {
		return float64(len(spots))
	}
	places := lists.Map(spots, func(s spot) int32 { return s.place })
	return c.Total(places...)
}

// coordinateText returns coordinates as text: the shortest numbers that read back the same, so that
// different points have different texts.
func coordinateText(at []float64) string {
	var b []byte
	for i, v := range at {
		if i > 0 {
			b = append(b, ',')
		}
		b = textfile.AppendFloat(b, v, 64)
	}
	return string(b)
}

// noteColumns notes which columns were read as coordinates if none were named, since other numbers,
// such as identifiers, are read too.
func noteColumns(names []string) []string {
	what := "the coordinates are the columns "
	if len(names) == 1 {
		what = "the coordinate is the column "
	}
	notes := []string{what + textfile.Listed(names)}
	for _, name := range names {
		if _, ok := textfile.Decimal(strings.TrimSpace(name)); !ok {
			return notes
		}
	}
	return append(notes, "the first row holds numbers and was read as names of columns")
}
