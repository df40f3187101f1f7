package robust

// block is the number of points, of which the first has all of its clusters listed.
const block = 256

// lists holds the clusters of the points of a frontier. Of most points it has the clusters that they do not share
// with the point before: neighbours on a frontier differ in a few.
type lists struct {
	changes []int32 // of points: ^z of clusters z that go, and then z of those that come
	ends    []int   // of the changes of each point
	sizes   []int32 // how many clusters each point has

	// For add: the last point, and of every cluster the number of the last point that has it, from 1.
	last []int32
	seen []int
}

func (l *lists) len() int { return len(l.ends) }

// add adds a point, by its clusters. O(clusters).
func (l *lists) add(point []int32) {
	number := l.len() + 1
	for _, z := range point {
		for int(z) >= len(l.seen) {
			l.seen = append(l.seen, 0)
		}
	}
	if l.len()%block == 0 {
		l.changes = append(l.changes, point...)
	} else {
		for _, z := range point {
			if l.seen[z] == number-1 {
				l.seen[z] = number
			}
		}
		for _, z := range l.last {
			if l.seen[z] < number {
				l.changes = append(l.changes, ^z)
			}
		}
		for _, z := range point {
			if l.seen[z] < number {
				l.changes = append(l.changes, z)
			}
		}
	}
	for _, z := range point {
		l.seen[z] = number
	}
	l.last = append(l.last[:0], point...)
	l.ends, l.sizes = append(l.ends, len(l.changes)), append(l.sizes, int32(len(point)))
}

// changesOf returns what changes from point p-1 to point p, or all clusters of point p if anew is set.
func (l *lists) changesOf(p int) (changes []int32, anew bool) {
	begin := 0
	if p > 0 {
		begin = l.ends[p-1]
	}
	return l.changes[begin:l.ends[p]], p%block == 0
}

// lister lists the clusters of points.
type lister struct {
	c    *clusterings
	at   []int32 // of every row, 1 more than the number of the cluster that begins with it, or 0
	next int     // the point after that
	list []int32
}

func (c *clusterings) lister() *lister { return &lister{c: c, at: make([]int32, c.clusters.n)} }

// of returns the clusters of a point by their first rows, valid until the next call. O(rows) for each point after
// the last one, or after the beginning of the block.
func (l *lister) of(p int) []int32 {
	if first := p - p%block; l.next > p || l.next < first {
		l.next = first
	}
	for ; l.next <= p; l.next++ {
		changes, anew := l.c.points.changesOf(l.next)
		if anew {
			clear(l.at)
		}
		for _, z := range changes {
			if z < 0 {
				l.at[l.c.clusters.first(int(^z))] = 0
			} else {
				l.at[l.c.clusters.first(int(z))] = z + 1
			}
		}
	}
	l.list = l.list[:0]
	for _, z := range l.at {
		if z > 0 {
			l.list = append(l.list, z-1)
		}
	}
	return l.list
}
