package frontier

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Filter is an interpretation of the filter of the Robust Pareto Mapper (Tan, Tegmark and Chuang
// 2022, doi:10.3390/e24060771, algorithm 2). It goes through the points of a frontier by
// increasing product of their two standard deviations, and keeps those that do not overlap with
// a point kept before: the robust points. The fields define what the paper leaves open.
//
// Points with equal products, for example because a standard deviation is 0, are sorted by the sum
// of the two deviations, and then by H.
//
// The zero value means the defaults; see [Filter.WithDefaults].
type Filter struct {
	// Apart says in which objectives two kept points must not overlap: in "both" H and I, which is
	// the default and the wording of the paper, or in "either" of them.
	Apart string `json:"apart"`
	// Overlap says when two points at distance d in an objective overlap. With the standard
	// deviations s of the later point and t of the point kept before, they overlap if
	//
	//   - "intervals", the default: d <= Sigma (s + t), so that their intervals overlap;
	//   - "value": d <= Sigma t, so that the later point is in the interval of the other;
	//   - "difference": d <= Sigma sqrt(s^2 + t^2), so that the difference is not significant.
	Overlap string `json:"overlap"`
	// Sigma is half the width of intervals in standard deviations, 1 by default.
	Sigma float64 `json:"sigma"`
}

// WithDefaults returns the filter with the defaults in place of zero values. It is an error if a
// field has no possible value.
func (f Filter) WithDefaults() (Filter, error) {
	f = f.filled()
	return f, f.check()
}

func (f Filter) filled() Filter {
	return Filter{cmp.Or(f.Apart, "both"), cmp.Or(f.Overlap, "intervals"), cmp.Or(f.Sigma, 1)}
}

// check returns an error if a field of a filter with defaults has no possible value.
func (f Filter) check() error {
	switch {
	case f.Apart != "both" && f.Apart != "either":
		return fmt.Errorf("apart is %q: want both or either", f.Apart)
	case f.Overlap != "intervals" && f.Overlap != "value" && f.Overlap != "difference":
		return fmt.Errorf("overlap is %q: want intervals, value or difference", f.Overlap)
	case !(f.Sigma > 0) || math.IsInf(f.Sigma, 1):
		return fmt.Errorf("sigma is %g: want a number above 0, such as 1 or 2", f.Sigma)
	}
	return nil
}

// robust returns for every point whether the filter keeps it. The entries are sorted by increasing
// H and I.
func (f Filter) robust(entries []Entry, spreads []Spread) []bool {
	robust := make([]bool, len(entries))
	kept := newKeptPoints(f, entries)
	for _, n := range byProduct(spreads) {
		if !kept.overlap(1, 0, kept.size, n, spreads[n]) {
			kept.add(n, spreads[n])
			robust[n] = true
		}
	}
	return robust
}

// robustBest does the same for the best clusterings of each number of clusters, whose H need not
// increase.
func (f Filter) robustBest(entries []BestEntry, spreads []Spread) []bool {
	robust := make([]bool, len(entries))
	for _, n := range byProduct(spreads) {
		robust[n] = true
		for m, kept := range robust {
			if !kept || m == n {
				continue
			}
			if f.overlap(entries[n].Entry, entries[m].Entry, spreads[n], spreads[m]) {
				robust[n] = false
				break
			}
		}
	}
	return robust
}

// byProduct returns the indices of points in the order of the filter.
func byProduct(spreads []Spread) []int {
	order := make([]int, len(spreads))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int {
		s, t := spreads[a], spreads[b]
		return cmp.Or(cmp.Compare(s.DH*s.DI, t.DH*t.DI), cmp.Compare(s.DH+s.DI, t.DH+t.DI))
	})
	return order
}

// overlap reports whether a point of spread s overlaps with a kept point of spread t.
func (f Filter) overlap(p, kept Entry, s, t Spread) bool {
	h := f.overlapsAt(p.H-kept.H, s.DH, t.DH)
	i := f.overlapsAt(p.I-kept.I, s.DI, t.DI)
	if f.Apart == "both" {
		return h || i
	}
	return h && i
}

// overlapsAt reports whether two values at a distance overlap. The later point has the standard
// deviation s, and the kept point t. The result is monotone in all three, including rounding.
func (f Filter) overlapsAt(distance, s, t float64) bool {
	reach := t
	switch f.Overlap {
	case "intervals":
		reach = s + t
	case "difference":
		reach = math.Sqrt(float64(s*s) + float64(t*t)) // Hypot is not monotone to the last bit
	}
	return math.Abs(distance) <= f.Sigma*reach
}

// keptPoints is a tree that finds quickly whether a point overlaps with any kept point, even if
// all are kept. Every node covers a range of neighbouring points, the root all of them, and holds
// the largest standard deviations of the kept points in it. The points of a node can be skipped if
// a point as near as the nearest and as wide as the widest would not overlap.
type keptPoints struct {
	filter  Filter
	entries []Entry
	size    int // leaves: a power of two, and no fewer than the points
	// Node k has the children 2k and 2k+1, and the leaf of point n is size + n.
	// They are negative if no point was kept.
	dh, di []float64
}

func newKeptPoints(f Filter, entries []Entry) *keptPoints {
	size := 1
	for size < len(entries) {
		size *= 2
	}
	k := &keptPoints{f, entries, size, make([]float64, 2*size), make([]float64, 2*size)}
	for node := range k.dh {
		k.dh[node], k.di[node] = -1, -1
	}
	return k
}

// add keeps point n.
func (k *keptPoints) add(n int, s Spread) {
	for node := k.size + n; node > 0; node /= 2 {
		k.dh[node], k.di[node] = max(k.dh[node], s.DH), max(k.di[node], s.DI)
	}
}

// overlap reports whether point n overlaps with a kept point among the points from..to-1 of a
// node.
func (k *keptPoints) overlap(node, from, to, n int, s Spread) bool {
	if k.dh[node] < 0 {
		return false
	}
	nearest := min(max(n, from), to-1)
	overlap := k.filter.overlap(k.entries[n], k.entries[nearest], s, Spread{DH: k.dh[node], DI: k.di[node]})
	if !overlap || to-from == 1 {
		return overlap
	}
	middle := (from + to) / 2
	return k.overlap(2*node, from, middle, n, s) || k.overlap(2*node+1, middle, to, n, s)
}
