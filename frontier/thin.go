package frontier

import "math"

// Thin returns a frontier with at most the given number of points: the hull, the most informative point of each number
// of clusters, and the last point in each cell of h. [Search].Resolution is the width of the cells, the smallest
// possible power of two in bits. For each point left out, the result has a point with at least the same I, whose H is
// larger by less than the width, and layers are thinned in the same way. Evidence, Ceiling, Soft and Second stay; the
// certificate, the list of the best clusterings, the uncertainty and the validation are dropped, and [StatusComplete]
// becomes [StatusMemory]. The result has more points if the hull and the numbers of clusters need them, and is f itself
// if f has few enough. O(points log points).
func (f *Frontier) Thin(most int) *Frontier {
	if f.Len() <= most {
		return f
	}
	always := f.cornerstones()
	end := f.entries[f.Len()-1].H
	_, exponent := math.Frexp(end / float64(most))
	width := math.Ldexp(1, exponent)
	kept := f.lastInCells(width, always)
	for len(kept) > most && width < end {
		width *= 2
		kept = f.lastInCells(width, always)
	}
	s := f.Search
	s.Resolution = max(s.Resolution, width)
	if s.Status == StatusComplete {
		s.Status = StatusMemory
	}
	thinned, err := New(f.Problem, s, kept)
	if err != nil {
		panic(err) // cannot happen: these are points of a frontier, in their order
	}
	thinned.Evidence, thinned.Ceiling, thinned.Soft, thinned.Second = f.Evidence, f.Ceiling, f.Soft, f.Second
	if f.layers == nil {
		return thinned
	}
	layered, err := thinned.WithLayers(Layers{Entries: f.layers.thinned(width)})
	if err != nil {
		panic(err) // cannot happen: these are points and layers of a frontier
	}
	return layered
}

// cornerstones returns which points are on the hull or the most informative of their number of clusters.
func (f *Frontier) cornerstones() []bool {
	always, seen := make([]bool, f.Len()), make(map[int]bool)
	for k := f.Len() - 1; k >= 0; k-- {
		always[k] = f.hull[k] || !seen[f.entries[k].K]
		seen[f.entries[k].K] = true
	}
	return always
}

// lastInCells returns the last point in each cell of h, and those that are always kept.
func (f *Frontier) lastInCells(width float64, always []bool) (kept []Entry) {
	cell := func(k int) float64 { return math.Floor(f.entries[k].H / width) }
	for k := range f.entries {
		if always[k] || k+1 < f.Len() && cell(k) != cell(k+1) {
			kept = append(kept, f.entries[k])
		}
	}
	return kept
}
