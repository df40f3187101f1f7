package frontier

import "github.com/dibmap/dibmap/pareto"

// unitedBest returns the best of the best clusterings of frontiers of sorted labels, for the
// numbers of clusters that all of them went to, and their spreads; it returns 0 if one of them
// has no list. The union is of clusterings in an order of rows, or of all.
//
// Of the clusterings of as many clusters, the one of the highest I is kept, of those in the same
// cell of I the one of lowest H, and of those that tie the one that [Union] keeps. It is exact if
// one in its cell of I is, among the clusterings that the union is of.
func unitedBest(fs []*Frontier, order string) (upTo int, united []BestEntry, spreads []Spread) {
	upTo = fs[0].BestUpTo()
	for _, f := range fs {
		upTo = min(upTo, f.BestUpTo())
	}
	size := min(upTo, fs[0].Problem.N) + 1
	best, exact := make([]pareto.Set[spreadEntry], size), make([]pareto.Set[struct{}], size)
	for _, f := range fs {
		for p := range f.Best() {
			if p.K <= upTo {
				e := *p.entry
				e.H, e.I, e.K, e.Ties = p.H, p.I, p.K, p.Ties
				best[p.K].Add(e.H, e.I, spreadEntry{e, p.Spread}, keptOfTied)
				if p.Exact && f.Search.Order == order {
					exact[p.K].Add(0, p.I, struct{}{}, nil)
				}
			}
		}
	}
	var rising pareto.Set[spreadEntry] // those that have a larger I than all of fewer clusters
	for k := range best {
		var last spreadEntry
		for p := range best[k].All() {
			last = p.Payload
		}
		if last.K > 0 {
			rising.Add(float64(k), last.I, last, nil)
		}
	}
	for p := range rising.All() {
		e := p.Payload.Entry
		_, proved := exact[e.K].Find(0, e.I)
		united, spreads = append(united, BestEntry{e, proved}), append(spreads, p.Payload.Spread)
	}
	return upTo, united, spreads
}
