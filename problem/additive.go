package problem

// Additive is a problem whose points are sums over the clusters, up to a change of scale.
// The dynamic programs of package exact need that.
type Additive interface {
	Problem
	// Total returns the point of a clustering, given the sum of the costs of its clusters. It maps each coordinate
	// by itself and is increasing: a sum that is better by 2^-30 bit makes a point that is
	// better by a cell.
	Total(sum Point) Point
	// Cluster returns an empty set of rows, for one goroutine.
	Cluster() Cluster
}

// Cluster is a set of the problem's rows that grows and shrinks.
type Cluster interface {
	// Add adds a row to the set, which does not contain it, and Remove removes a row that it contains.
	Add(row int)
	Remove(row int)
	// Cost returns the contribution of the set, which is not empty, to the sum of a clustering. The total of the
	// sum equals, bit for bit, the point of an evaluator.
	Cost() Point
}

// Shifted is an additive problem whose Total may be the sum plus a constant, which saves a
// call of Total per neighbour.
type Shifted interface {
	Additive
	// Shift returns the constant; ok is false if Total does more than add one.
	Shift() (by Point, ok bool)
}

// Counted is an additive problem whose h may be log2 k for k clusters. A search of such a problem begins with the
// best clustering found for every k, and its epsilon rounds follow clusterings whose i is a little below the best
// for their number of clusters.
type Counted interface {
	Additive
	// Counted reports whether h is log2 k.
	Counted() bool
}

// Lined is an additive problem that may have an order of rows where contiguous clusters are optimal: for every
// clustering, a clustering with contiguous clusters is at least as good in both objectives. exact.Line finds the
// frontier of such a problem.
type Lined interface {
	Additive
	// Line returns such an order of the rows, or nil if none is known.
	Line() []int
}

// Coster is an additive problem that computes many costs at once faster than its Cluster
// does one by one. [Evaluators] makes use of it.
type Coster interface {
	Additive
	// Costs returns a computer of costs, for one goroutine.
	Costs() Costs
}

// Costs computes costs of clusters. Rows are in ascending order.
type Costs interface {
	// Gather returns the cost of a cluster, what the other methods want to know about it
	// again, if anything, and about how many bytes that takes.
	Gather(rows []int32) (cost Point, known any, bytes int64)
	// Toggle sets to[x] to the change of the cluster's cost when row x joins it, or leaves
	// it if it is a member. The value for a cluster's only member does not matter.
	Toggle(c Gathered, to []Point)
	// Unite sets to[k] to the cost of the union of a cluster and others[k].
	Unite(c Gathered, others []Gathered, to []Point)
}

// Gathered is a cluster after [Costs].Gather.
type Gathered struct {
	Rows  []int32
	Cost  Point
	Known any
}

// clusterCosts are the [Costs] of any additive problem.
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

// Gather implements [Costs].
func (s clusterCosts) Gather(rows []int32) (cost Point, known any, bytes int64) {
	s.add(rows)
	cost = s.set.Cost()
	s.remove(rows)
	return cost, nil, 0
}

// Toggle implements [Costs].
func (s clusterCosts) Toggle(c Gathered, to []Point) {
	s.add(c.Rows)
	members := c.Rows
	for x := range to {
		switch member := len(members) > 0 && int(members[0]) == x; {
		case !member:
			s.set.Add(x)
			to[x] = s.set.Cost().minus(c.Cost)
			s.set.Remove(x)
		case len(c.Rows) > 1:
			s.set.Remove(x)
			to[x] = s.set.Cost().minus(c.Cost)
			s.set.Add(x)
			members = members[1:]
		default:
			members = nil
		}
	}
	s.remove(c.Rows)
}

// Unite implements [Costs].
func (s clusterCosts) Unite(c Gathered, others []Gathered, to []Point) {
	s.add(c.Rows)
	for k, other := range others {
		to[k], _, _ = s.Gather(other.Rows)
	}
	s.remove(c.Rows)
}
