package frontier

import "math"

// Thin returns the frontier if it has at most some number of points, and otherwise one of these points: those of the
// hull, the most informative one of each number of clusters, and of the others the last one in each cell of h. Cells
// are as narrow a power of two in bits as is possible, which [Search].Resolution gives: for each point left out, one
// that is kept has at least the same I, and an H larger by less than that. A status of [StatusComplete] becomes
// [StatusMemory]. What is not about the points themselves stays; a certificate, the list of the best clusterings, the
// uncertainty and what held-out records say are left out. If the hull and the points for each number of clusters
// are more than most, these are the points. O(points log points).
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
	thinned.Evidence, thinned.Ceiling = f.Evidence, f.Ceiling
	return thinned
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
