package search

import "github.com/dibmap/dibmap/partition"

// memo remembers the costs of clusters by key. It is a hash table with linear
// probing, at most half full: a look-up is the inner loop of every search, and
// takes a third of the time of a Go map's.
type memo struct {
	slots []memoSlot // a power of two of them
	used  int
}

// memoSlot holds the cost of a cluster; the zero key, that of no rows, marks a
// slot that is free.
type memoSlot struct {
	key  partition.Key
	cost cost
}

const (
	minMemo = 1 << 10
	// maxMemo bounds the slots, of 32 bytes each. When half of them are used
	// all are forgotten: costs are computed again at need.
	maxMemo = 1 << 22
)

func newMemo() memo { return memo{slots: make([]memoSlot, minMemo)} }

// find returns the slot of a key, or the free one where it belongs.
func (m *memo) find(key partition.Key) *memoSlot {
	mask := uint64(len(m.slots) - 1)
	// Odd multipliers spread the sparse bits of small tables; the high half of
	// the product depends on all of them.
	h := key[0]*0x9e3779b97f4a7c15 + key[1]*0xc2b2ae3d27d4eb4f
	for i := h >> 32; ; i++ {
		s := &m.slots[i&mask]
		if s.key == key || s.key == (partition.Key{}) {
			return s
		}
	}
}

// get returns the cost of a cluster, if it is remembered.
func (m *memo) get(key partition.Key) (cost, bool) {
	s := m.find(key)
	return s.cost, s.key == key
}

// put remembers the cost of a cluster that is not remembered, and returns it.
func (m *memo) put(key partition.Key, c cost) cost {
	if 2*m.used >= len(m.slots) {
		m.grow()
	}
	*m.find(key) = memoSlot{key, c}
	m.used++
	return c
}

func (m *memo) grow() {
	old := m.slots
	m.used = 0
	if len(old) >= maxMemo {
		clear(old)
		return
	}
	m.slots = make([]memoSlot, 2*len(old))
	for _, s := range old {
		if s.key != (partition.Key{}) {
			*m.find(s.key) = s
			m.used++
		}
	}
}
