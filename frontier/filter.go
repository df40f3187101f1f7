package frontier

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Filter is a reading of the Robust Pareto Mapper (Tan, Tegmark and Chuang 2022,
// doi:10.3390/e24060771, algorithm 2). That takes the points of a frontier in
// ascending order of the product of their two standard deviations, and keeps those
// that do not overlap with a point kept before: they are the robust ones. The paper
// leaves open what that means in detail.
//
// Where products are equal, as where a standard deviation is 0, the smaller sum of
// the two comes first, and then the smaller H.
//
// The zero value stands for the defaults, which [Filter.WithDefaults] fills in.
type Filter struct {
	// Apart says in what two points that are kept must be apart: "both" H and I, the
	// default and the paper's words, or "either" of them.
	Apart string `json:"apart"`
	// Overlap says when two points, a distance d from each other in H or I, overlap
	// there, for the standard deviations s of the point in question and t of the one
	// kept before: "intervals", the default, if d <= Sigma (s + t); "value" if the
	// point in question lies within the interval of the other, d <= Sigma t;
	// "difference" if the difference is not significant, d <= Sigma sqrt(s^2 + t^2).
	Overlap string `json:"overlap"`
	// Sigma is half the width of intervals in standard deviations, 1 by default.
	Sigma float64 `json:"sigma"`
}

// WithDefaults returns the filter with what zero stands for filled in, or an error if
// it is none.
func (f Filter) WithDefaults() (Filter, error) {
	f = f.filled()
	return f, f.check()
}

func (f Filter) filled() Filter {
	return Filter{cmp.Or(f.Apart, "both"), cmp.Or(f.Overlap, "intervals"), cmp.Or(f.Sigma, 1)}
}

// check says what of a filter that is filled in makes no sense.
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

// robust tells which points the filter keeps. The entries are sorted by increasing
// H and I.
func (f Filter) robust(entries []Entry, spreads []Spread) []bool {
	order := make([]int, len(entries))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int {
		s, t := spreads[a], spreads[b]
		return cmp.Or(cmp.Compare(s.DH*s.DI, t.DH*t.DI), cmp.Compare(s.DH+s.DI, t.DH+t.DI))
	})
	robust := make([]bool, len(entries))
	kept := newKeptPoints(f, entries)
	for _, n := range order {
		if !kept.overlap(1, 0, kept.size, n, spreads[n]) {
			kept.add(n, spreads[n])
			robust[n] = true
		}
	}
	return robust
}

// overlapsAt tells whether two values overlap, a distance from each other: one of
// standard deviation s, and one of a point kept before, of standard deviation t. It
// is monotone in all three, rounding included.
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

// keptPoints finds out fast whether a point overlaps with one of those that were
// kept: even if all are, as where no standard deviation is above 0. It is a tree of
// which every node stands for neighbouring points, the root for all, and holds the
// largest standard deviations of those that were kept among them. The points of a
// node need no look if one that was as near as the nearest and as wide as the widest
// would not overlap.
type keptPoints struct {
	filter  Filter
	entries []Entry
	size    int // leaves: a power of two, and no fewer than the points
	// Node k has the children 2k and 2k+1, and the leaf of point n is size + n.
	// Negative where no point was kept.
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

// overlap tells whether point n overlaps with one that was kept among the points
// from..to-1 of a node.
func (k *keptPoints) overlap(node, from, to, n int, s Spread) bool {
	if k.dh[node] < 0 {
		return false
	}
	nearest := min(max(n, from), to-1)
	a, b := &k.entries[n], &k.entries[nearest]
	h := k.filter.overlapsAt(a.H-b.H, s.DH, k.dh[node])
	i := k.filter.overlapsAt(a.I-b.I, s.DI, k.di[node])
	overlap := h && i
	if k.filter.Apart == "both" {
		overlap = h || i
	}
	if !overlap || to-from == 1 {
		return overlap
	}
	middle := (from + to) / 2
	return k.overlap(2*node, from, middle, n, s) || k.overlap(2*node+1, middle, to, n, s)
}
