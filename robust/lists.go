package robust

// block is the distance between points that are listed whole.
const block = 256

// lists holds the clusters of the points of a frontier. For most points it holds only the clusters
// that differ from the point before, since neighbours on a frontier differ in a few. Every
// block-th point is listed whole, and so are points with fewer clusters than changes.
type lists struct {
	changes []int32 // of points: ^z for clusters z that go, and then z for clusters z that come
	ends    []int   // of the changes of each point
	sizes   []int32 // how many clusters each point has
	whole   []bool  // whether a point is listed whole

	// For add: the last point, and of every cluster the number of the last point that has it, from 1.
	last []int32
	seen []int
}

func (l *lists) len() int { return len(l.ends) }

// add adds a point, by its clusters. O(clusters).
func (l *lists) add(point []int32) {
	number, shared := l.len()+1, 0
	for _, z := range point {
		for int(z) >= len(l.seen) {
			l.seen = append(l.seen, 0)
		}
		if l.seen[z] == number-1 && number > 1 {
			l.seen[z] = number
			shared++
		}
	}
	gone, coming := len(l.last)-shared, len(point)-shared
	whole := l.len()%block == 0 || gone+coming >= len(point)
	if !whole {
		for _, z := range l.last {
			if l.seen[z] < number {
				l.changes = append(l.changes, ^z)
			}
		}
	}
	for _, z := range point {
		if whole || l.seen[z] < number {
			l.changes = append(l.changes, z)
		}
		l.seen[z] = number
	}
	l.last = append(l.last[:0], point...)
	l.ends, l.sizes, l.whole = append(l.ends, len(l.changes)), append(l.sizes, int32(len(point))), append(l.whole, whole)
}

// end frees the memory that only add needs.
func (l *lists) end() { l.last, l.seen = nil, nil }

// changesOf returns the changes from point p-1 to point p, or all clusters of point p if anew is
// set.
func (l *lists) changesOf(p int) (changes []int32, anew bool) {
	return piece(l.changes, l.ends, p), l.whole[p]
}

// lister lists the clusters of points.
type lister struct {
	c    *clusterings
	at   []int32 // of every row, 1 + the number of the cluster that begins with it, or 0
	next int     // the point after the one that is there
	list []int32
}

func (c *clusterings) lister() *lister { return &lister{c: c, at: make([]int32, c.clusters.n)} }

// of returns the clusters of a point by their first rows, valid until the next call. O(rows), and the changes of all
// points since the last call, or since a point that is listed whole.
func (l *lister) of(p int) []int32 {
	first := p
	for !l.c.points.whole[first] {
		first--
	}
	if l.next > p || l.next < first {
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
