package archive

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Layers are one archive for all clusterings, or one for each number of clusters.
type Layers []*Archive

// NewLayers returns empty archives for clusterings of n rows.
func NewLayers(n int, perK bool) (l Layers) {
	each := 1
	if perK {
		each = n
	}
	for range each {
		l = append(l, New(n))
	}
	return l
}

// Of returns the archive of clusterings into k clusters.
func (l Layers) Of(k int) *Archive {
	if len(l) == 1 {
		return l[0]
	}
	return l[k-1]
}

// Offer offers a clustering to the archive of its number of clusters, unless that dominates it.
func (l Layers) Offer(p problem.Point, f partition.Partition, ties int) {
	if a := l.Of(f.K()); a.Compare(p) != pareto.Dominated {
		a.Offer(p, partition.Pack(f), ties)
	}
}

// Inserted returns the number of points that were optimal in their archive when they were offered.
func (l Layers) Inserted() (n int64) {
	for _, a := range l {
		n += a.Inserted
	}
	return n
}

// Len returns the number of points of all archives.
func (l Layers) Len() (n int) {
	for _, a := range l {
		n += a.Len()
	}
	return n
}

// Whole returns the archive of all clusterings.
func (l Layers) Whole() *Archive {
	if len(l) == 1 {
		return l[0]
	}
	all := New(l[0].rows)
	for _, a := range l {
		if all.err == nil {
			all.err = a.err
		}
		for p := range a.All() {
			all.Offer(problem.Point{H: p.H, I: p.I}, p.Payload.Clustering, p.Payload.Ties)
		}
	}
	return all
}

// Points returns the points of Whole by increasing h.
func (l Layers) Points(yield func(problem.Point) bool) { l.Whole().Points()(yield) }

// Frontier returns the points of Whole as a finished frontier, as [Archive.Frontier] does, with the layers.
func (l Layers) Frontier(p problem.Problem, s frontier.Search) (*frontier.Frontier, error) {
	f, err := l.Whole().Frontier(p, s)
	if err != nil {
		return nil, err
	}
	return l.Add(f, p.Place())
}

// Add returns a finished frontier with the clusterings of every number of clusters, if there is an archive for each.
func (l Layers) Add(f *frontier.Frontier, place []int) (*frontier.Frontier, error) {
	if len(l) <= 1 {
		return f, nil
	}
	of := frontier.Layers{Exact: f.Search.Status == frontier.StatusComplete}
	for _, a := range l {
		of.Entries = append(of.Entries, a.Entries(place)...)
	}
	return f.WithLayers(of)
}
