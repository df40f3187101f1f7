package points

// Set is a set of the points of a cloud that grows and shrinks. It serves one
// goroutine.
type Set struct {
	cloud  *Cloud
	weight float64
	sums   []wide
}

// Set returns an empty set of points.
func (c *Cloud) Set() *Set {
	return &Set{cloud: c, sums: make([]wide, c.Dim())}
}

// Add puts a point into the set, which does not hold it. O(d).
func (s *Set) Add(x int) {
	d := len(s.sums)
	for y, v := range s.cloud.sums[x*d : (x+1)*d] {
		s.sums[y] = s.sums[y].plus(v)
	}
	s.weight += s.cloud.weight[x]
}

// Remove takes out a point that is in the set. O(d).
func (s *Set) Remove(x int) {
	d := len(s.sums)
	for y, v := range s.cloud.sums[x*d : (x+1)*d] {
		s.sums[y] = s.sums[y].minus(v)
	}
	s.weight -= s.cloud.weight[x]
}

// Weight returns the weight of the set, a whole number.
func (s *Set) Weight() float64 { return s.weight }

// Between returns what the set, if it is not empty, adds to the variance between
// the centroids of a clustering, as a share of the variance of all points: its
// weight times the squared distance of its centroid from the origin of the grid.
//
// The sum over the clusters of a clustering is the share of the variance that it
// explains, 1 - MSE/Variance: as the origin is the mean but for half a unit, that of
// one cluster is below d 2^-68, and not more is to be taken off. It is a function of
// the set alone, with the same bits on every machine and whichever points came and
// went before. O(d).
func (s *Set) Between() float64 {
	var squares float64
	for _, v := range s.sums {
		f := v.float()
		squares += float64(f * f)
	}
	return squares / s.weight / s.cloud.scatter
}
