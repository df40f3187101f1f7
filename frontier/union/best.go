package union

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
)

// unitedBest returns the best of the best clusterings of frontiers of sorted labels, for the
// numbers of clusters up to the smallest limit; the limit is 0 if a frontier has no list. The
// union is of clusterings in an order of rows, or of all.
//
// The rule for each k keeps the clustering of the highest I, in the same cell of I the lowest H,
// and of tied clusterings the same as [Of]. The result is exact if a clustering in its cell of I
// is exact among the clusterings that the union is of.
func unitedBest(fs []*frontier.Frontier, order string) (upTo int, united []point) {
	upTo = fs[0].BestUpTo()
	for _, f := range fs {
		upTo = min(upTo, f.BestUpTo())
	}
	size := min(upTo, fs[0].Problem.N) + 1
	best, exact := make([]pareto.Set[point], size), make([]pareto.Set[struct{}], size)
	for _, f := range fs {
		for p := range f.Best() {
			if p.K <= upTo {
				best[p.K].Add(p.H, p.I, pointOf(p), keptOfTied)
				if p.Exact && f.Search.Order == order {
					exact[p.K].Add(0, p.I, struct{}{}, nil)
				}
			}
		}
	}
	var rising pareto.Set[point] // the clusterings with a larger I than all of fewer clusters
	for k := range best {
		var last point
		for p := range best[k].All() {
			last = p.Payload
		}
		if last.K > 0 {
			rising.Add(float64(k), last.I, last, nil)
		}
	}
	for p := range rising.All() {
		kept := p.Payload
		_, kept.exact = exact[kept.K].Find(0, kept.I)
		united = append(united, kept)
	}
	return upTo, united
}

// unitedLayers returns the layers of frontiers of sorted labels, or nil if one has none. The union is of clusterings in
// an order of rows, or of all.
func unitedLayers(fs []*frontier.Frontier, order string) *frontier.Layers {
	united := new(frontier.Layers)
	for _, f := range fs {
		l := f.Layers()
		if l == nil {
			return nil
		}
		united.Exact = united.Exact || l.Exact && f.Search.Order == order
		united.Entries = append(united.Entries, l.Entries...)
	}
	return united
}
