package sweeps

// members are a clustering of rows, with the rows of every cluster as a circular list. Clusters have
// numbers below that of the rows.
type members struct {
	label      []int32 // of every row
	next, prev []int32 // in its cluster
	head       []int32 // one row of every cluster, or -1 if it has none
	size       []int32 // of every cluster
	free       []int32 // clusters without rows
}

func newMembers(n int) members {
	return members{label: make([]int32, n), next: make([]int32, n), prev: make([]int32, n), head: make([]int32, n), size: make([]int32, n)}
}

// set makes the clustering with these labels.
func (m *members) set(label []int32) {
	for k := range m.head {
		m.head[k], m.size[k] = -1, 0
	}
	copy(m.label, label)
	for x, k := range label {
		m.link(int32(x), k)
	}
	m.free = m.free[:0]
	for k := len(m.head) - 1; k >= 0; k-- {
		if m.size[k] == 0 {
			m.free = append(m.free, int32(k))
		}
	}
}

// link puts a row into a cluster.
func (m *members) link(x, k int32) {
	m.label[x] = k
	m.size[k]++
	first := m.head[k]
	if first < 0 {
		m.head[k], m.next[x], m.prev[x] = x, x, x
		return
	}
	last := m.prev[first]
	m.next[last], m.prev[x], m.next[x], m.prev[first] = x, last, first, x
}

// unlink takes a row out of its cluster.
func (m *members) unlink(x int32) {
	k := m.label[x]
	m.size[k]--
	if m.size[k] == 0 {
		m.head[k] = -1
		m.free = append(m.free, k)
		return
	}
	next, prev := m.next[x], m.prev[x]
	m.next[prev], m.prev[next] = next, prev
	if m.head[k] == x {
		m.head[k] = next
	}
}

// open returns a cluster without rows.
func (m *members) open() int32 {
	last := len(m.free) - 1
	k := m.free[last]
	m.free = m.free[:last]
	return k
}

// shift moves a row to a cluster.
func (m *members) shift(x, k int32) {
	m.unlink(x)
	m.link(x, k)
}

// unite puts the rows of cluster a into cluster b. O(rows of a).
func (m *members) unite(a, b int32) {
	first, into := m.head[a], m.head[b]
	for x := first; ; {
		m.label[x] = b
		if x = m.next[x]; x == first {
			break
		}
	}
	last, end := m.prev[first], m.prev[into]
	m.next[last], m.prev[into] = into, last
	m.next[end], m.prev[first] = first, end
	m.size[b] += m.size[a]
	m.head[a], m.size[a] = -1, 0
	m.free = append(m.free, a)
}

// step is a change of a clustering, which names clusters by rows in them: the row joins the cluster of
// to or, if to is the row itself, becomes a cluster of its own. If to is negative, the cluster of the row
// and that of ^to become one.
type step struct{ row, to int32 }

// apply applies a step.
func (m *members) apply(s step) {
	switch {
	case s.to < 0:
		a, b := m.label[s.row], m.label[^s.to]
		if m.size[a] > m.size[b] {
			a, b = b, a
		}
		m.unite(a, b)
	case s.to == s.row:
		m.shift(s.row, m.open())
	default:
		m.shift(s.row, m.label[s.to])
	}
}
