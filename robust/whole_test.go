package robust

import (
	"context"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// whole is a set of clusterings of a table with all its rows and columns. A
// [joint.Joint], and so [Measure], sets those without observations aside; the golden
// values count them.
type whole struct {
	joint *joint.Joint
	*clusterings
	entries []frontier.Entry
}

func newWhole(t testing.TB, counts [][]float64, points []candidate) whole {
	t.Helper()
	w := whole{joint: tableOf(t, counts), clusterings: &clusterings{}}
	c := w.clusterings
	c.start, c.m, c.columns = []int{0}, len(counts[0]), make([]float64, len(counts[0]))
	for _, row := range counts {
		for y, n := range row {
			if n > 0 {
				c.place = append(c.place, len(c.counts))
			}
			c.column, c.counts = append(c.column, int32(y)), append(c.counts, n)
			c.columns[y] += n
			c.total += n
		}
		c.start = append(c.start, len(c.column))
	}
	set := newClusterSet(len(counts))
	for _, at := range points {
		labels := make([]int, len(counts))
		for z, rows := range at.clusters {
			for _, x := range rows {
				labels[x] = z
			}
		}
		c.points.add(set.add(partition.Canonical(labels)))
		w.entries = append(w.entries, frontier.Entry{H: at.h, I: at.i, K: len(at.clusters)})
	}
	c.clusters = set.clusters
	return w
}

// spreads returns the uncertainty of the points.
func (w whole) spreads(t testing.TB, o Options) []frontier.Spread {
	t.Helper()
	o, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	spreads, _, err := o.spreads(context.Background(), w.joint, nil, w.clusterings)
	if err != nil {
		t.Fatal(err)
	}
	return spreads
}

// frontier returns the points as a frontier without clusterings.
func (w whole) frontier(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(frontier.Problem{}, frontier.Search{}, w.entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
