package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/points"
)

// PointTable is a table of points in space, with weights, each of which stands
// once. It is immutable.
type PointTable struct {
	origin
	names       []string // of the coordinates
	labels      []string
	coordinates [][]float64
	weights     []float64
}

// Cloud returns the points as package points has them. The error is an [*Error]
// that wraps one of that package's. O(n d) for n points of d coordinates.
func (t *PointTable) Cloud() (*points.Cloud, error) {
	c, err := points.New(t.names, t.labels, t.coordinates, t.weights)
	if err != nil {
		return nil, t.fault(err)
	}
	return c, nil
}

// OpenPoints reads points: records whose numeric columns opts.Columns are the
// coordinates, or all columns of the first file but opts.X and opts.Count where
// none are named; or an .npy file of one or two dimensions, with one row a point.
// opts.Count is the column of the points' weights.
//
// opts.X is the column of the points' labels. Without it a point's label is its
// coordinates as text, with a comma between two of them. Records of equal
// coordinates, as numbers, and of an equal label, if there are labels, are one
// point, and their weights add up. The points are sorted by their first
// coordinate, then the second and so on, then by label, so that neither the order
// of the records, nor how they are divided into files, nor the format changes the
// table.
//
// Every coordinate must be a finite number. A label that stands at two places is
// an error. Names and errors are as for [Open]. Memory grows with the distinct
// records. O(size of the files), and O(d n log n) for n of them.
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

// spot is a point as it was read, of one or more records that are written alike.
type spot struct {
	at    []float64
	label string
	place int32 // in the counter; -1 counts once
}

// tableOf returns the table of points that may stand more than once. c counts
// those that have a place.
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

// weightOf returns the weight of the spots together.
func weightOf(spots []spot, c *tally.Counter) float64 {
	if spots[0].place < 0 {
		return float64(len(spots))
	}
	places := make([]int32, len(spots))
	for i, s := range spots {
		places[i] = s.place
	}
	return c.Total(places...)
}

// coordinateText returns coordinates as text: the shortest numbers that read back
// the same, so that different places have different texts.
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

// noteColumns says which columns were taken for coordinates where none were
// named, since numbers of another kind are read as well, such as identifiers.
func noteColumns(names []string) []string {
	what := "the coordinates are the columns "
	if len(names) == 1 {
		what = "the coordinate is the column "
	}
	notes := []string{what + textfile.Listed(names)}
	for _, name := range names {
		if _, ok := tally.Decimal(strings.TrimSpace(name)); !ok {
			return notes
		}
	}
	return append(notes, "the first row holds numbers and was read as names of columns")
}
