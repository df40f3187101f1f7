package cluster

import "github.com/dibmap/dibmap/partition"

// Members is a clustering of rows, with the rows of each cluster in a circular list. The label of a cluster is less
// than the number of rows.
type Members struct {
	Label      []int32 // of each row
	Next, prev []int32 // row in the same cluster
	Head       []int32 // one row of each cluster, or -1 if it has no rows
	Size       []int32 // number of rows of each cluster
	free       []int32 // clusters without rows
}

// NewMembers returns members for n rows, which Set has to fill.
func NewMembers(n int) Members {
	return Members{Label: make([]int32, n), Next: make([]int32, n), prev: make([]int32, n), Head: make([]int32, n), Size: make([]int32, n)}
}

// Set sets the labels of all rows.
func (m *Members) Set(label []int32) {
	for k := range m.Head {
		m.Head[k], m.Size[k] = -1, 0
	}
	copy(m.Label, label)
	for x, k := range label {
		m.link(int32(x), k)
	}
	m.free = m.free[:0]
	for k := len(m.Head) - 1; k >= 0; k-- {
		if m.Size[k] == 0 {
			m.free = append(m.free, int32(k))
		}
	}
}

// link puts a row into a cluster.
func (m *Members) link(x, k int32) {
	m.Label[x] = k
	m.Size[k]++
	first := m.Head[k]
	if first < 0 {
		m.Head[k], m.Next[x], m.prev[x] = x, x, x
		return
	}
	last := m.prev[first]
	m.Next[last], m.prev[x], m.Next[x], m.prev[first] = x, last, first, x
}

// unlink takes a row out of its cluster.
func (m *Members) unlink(x int32) {
	k := m.Label[x]
	m.Size[k]--
	if m.Size[k] == 0 {
		m.Head[k] = -1
		m.free = append(m.free, k)
		return
	}
	next, prev := m.Next[x], m.prev[x]
	m.Next[prev], m.prev[next] = next, prev
	if m.Head[k] == x {
		m.Head[k] = next
	}
}

// open returns a cluster without rows.
func (m *Members) open() int32 {
	last := len(m.free) - 1
	k := m.free[last]
	m.free = m.free[:last]
	return k
}

// shift moves a row to a cluster.
func (m *Members) shift(x, k int32) {
	m.unlink(x)
	m.link(x, k)
}

// unite puts the rows of cluster a into cluster b. O(rows of a).
func (m *Members) unite(a, b int32) {
	first, into := m.Head[a], m.Head[b]
	for x := first; ; {
		m.Label[x] = b
		if x = m.Next[x]; x == first {
			break
		}
	}
	last, end := m.prev[first], m.prev[into]
	m.Next[last], m.prev[into] = into, last
	m.Next[end], m.prev[first] = first, end
	m.Size[b] += m.Size[a]
	m.Head[a], m.Size[a] = -1, 0
	m.free = append(m.free, a)
}

// Step is a change of a clustering of the rows of the problem.
type Step = partition.Change

// Apply takes a step.
func (m *Members) Apply(s Step) {
	switch {
	case s.To < 0:
		a, b := m.Label[s.Row], m.Label[^s.To]
		if m.Size[a] > m.Size[b] {
			a, b = b, a
		}
		m.unite(a, b)
	case s.To == s.Row:
		m.shift(s.Row, m.open())
	default:
		m.shift(s.Row, m.Label[s.To])
	}
}
