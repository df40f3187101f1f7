package points

// Set is a set of points of a cloud, to which points can be added and removed. It must
// not be used by several goroutines at the same time.
type Set struct {
	cloud  *Cloud
	weight float64
	sums   []wide
}

// Set returns an empty set of points.
func (c *Cloud) Set() *Set {
	return &Set{cloud: c, sums: make([]wide, len(c.names))}
}

// Add adds point x, which must not be in the set. O(d).
func (s *Set) Add(x int) {
	d := len(s.sums)
	for y, v := range s.cloud.sums[x*d : (x+1)*d] {
		s.sums[y] = s.sums[y].plus(v)
	}
	s.weight += s.cloud.weight[x]
}

// Remove removes point x, which must be in the set. O(d).
func (s *Set) Remove(x int) {
	d := len(s.sums)
	for y, v := range s.cloud.sums[x*d : (x+1)*d] {
		s.sums[y] = s.sums[y].minus(v)
	}
	s.weight -= s.cloud.weight[x]
}

// Weight returns the weight of the set, a whole number.
func (s *Set) Weight() float64 { return s.weight }

// Between returns the share of the cloud's variance that a non-empty set explains as a
// cluster: its weight times the squared distance of its centroid from the origin of the
// grid, over the scatter of all points.
//
// Summed over the clusters of a clustering this is 1 - MSE/Variance, the explained share
// of the variance. The origin is the mean of all points up to half a unit of the grid, so
// a single cluster has a share below d 2^-68 instead of 0. The result depends on the set
// alone: it is the same bits on every machine and for every order of coordinates, additions
// and removals. O(d).
func (s *Set) Between() float64 {
	var squares float64
	for _, y := range s.cloud.byName {
		f := s.sums[y].float()
		squares += float64(f * f)
	}
	return squares / s.weight / s.cloud.scatter
}
