package problem

// Cluster is a set of the problem's rows that grows and shrinks.
type Cluster interface {
	// Add adds a row to the set, which does not contain it, and Remove removes a row that it contains.
	Add(row int)
	Remove(row int)
	// Cost returns the contribution of the set, which is not empty, to the sum of a clustering. The total of the
	// sum equals, bit for bit, the point of an evaluator.
	Cost() Point
}

// costs computes costs of clusters. Rows are in ascending order.
type costs interface {
	// Gather returns the cost of a cluster, what the other methods want to know about it
	// again, if anything, and about how many bytes that takes.
	Gather(rows []int32) (cost Point, known any, bytes int64)
	// Toggle sets to[x] to the change of the cluster's cost when row x joins it, or leaves
	// it if it is a member. The value for a cluster's only member does not matter.
	Toggle(c gathered, to []Point)
	// Unite sets to[k] to the cost of the union of a cluster and others[k].
	Unite(c gathered, others []gathered, to []Point)
}

// gathered is a cluster after [costs].Gather.
type gathered struct {
	rows  []int32
	cost  Point
	known any
}

// clusterCosts are the [costs] of any problem whose points are sums.
type clusterCosts struct{ set Cluster } // empty between calls

func (s clusterCosts) add(rows []int32) {
	for _, x := range rows {
		s.set.Add(int(x))
	}
}

func (s clusterCosts) remove(rows []int32) {
	for _, x := range rows {
		s.set.Remove(int(x))
	}
}

// Gather implements [costs].
func (s clusterCosts) Gather(rows []int32) (cost Point, known any, bytes int64) {
	s.add(rows)
	cost = s.set.Cost()
	s.remove(rows)
	return cost, nil, 0
}

// Toggle implements [costs].
func (s clusterCosts) Toggle(c gathered, to []Point) {
	s.add(c.rows)
	members := c.rows
	for x := range to {
		switch member := len(members) > 0 && int(members[0]) == x; {
		case !member:
			s.set.Add(x)
			to[x] = s.set.Cost().minus(c.cost)
			s.set.Remove(x)
		case len(c.rows) > 1:
			s.set.Remove(x)
			to[x] = s.set.Cost().minus(c.cost)
			s.set.Add(x)
			members = members[1:]
		default:
			members = nil
		}
	}
	s.remove(c.rows)
}

// Unite implements [costs].
func (s clusterCosts) Unite(c gathered, others []gathered, to []Point) {
	s.add(c.rows)
	for k, other := range others {
		to[k], _, _ = s.Gather(other.rows)
	}
	s.remove(c.rows)
}
