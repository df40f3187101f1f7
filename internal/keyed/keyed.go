// Package keyed holds a hash table whose keys are 128-bit hashes: sets of rows,
// clusterings and points.
package keyed

import "math/bits"

// word128 is a hash of 128 bits: the key of a set of rows, the hash of a
// clustering, or a point.
type word128 interface{ ~[2]uint64 }

// Map is a map with hashes as keys: a hash table with linear probing, at most half full. A
// look-up takes a third of the time of a Go map's. The zero value is empty.
type Map[K word128, V any] struct {
	slots []slot[K, V] // a power of two of them
	used  int
}

// Len returns the number of keys.
func (m *Map[K, V]) Len() int { return m.used }

// slot holds a value. The zero key marks a free slot: it is the key of no rows, and the hash
// of a clustering with a probability of 2^-128 only.
type slot[K word128, V any] struct {
	key   K
	value V
}

const minSlots = 1 << 8

// home returns the slot where the search for a key begins, modulo the number of slots. Keys
// of sets may differ in a few arbitrary bits only. The upper half of a product depends on the
// high bits of its factors, and the lower half on the low bits; a second product spreads both.
func home[K word128](key K) uint64 {
	upper, lower := bits.Mul64(key[0]^0x9e3779b97f4a7c15, key[1]^0xc2b2ae3d27d4eb4f)
	return (upper ^ lower) * 0xd6e8feb86659fd93 >> 32
}

// find returns the slot of a key, or the free one where it belongs.
func (m *Map[K, V]) find(key K) *slot[K, V] {
	mask := uint64(len(m.slots) - 1)
	var free K
	for i := home(key); ; i++ {
		s := &m.slots[i&mask]
		if s.key == key || s.key == free {
			return s
		}
	}
}

// Get returns the value of a key, if there is one.
func (m *Map[K, V]) Get(key K) (v V, ok bool) {
	if len(m.slots) == 0 {
		return v, false
	}
	s := m.find(key)
	return s.value, s.key == key
}

// At returns a pointer to the value of a key, which it adds if it is missing. The pointer is
// valid until the next call.
func (m *Map[K, V]) At(key K) *V {
	if 2*m.used >= len(m.slots) {
		m.grow()
	}
	s := m.find(key)
	if s.key != key {
		s.key = key
		m.used++
	}
	return &s.value
}

func (m *Map[K, V]) grow() {
	old := m.slots
	m.slots = make([]slot[K, V], max(minSlots, 2*len(old)))
	var free K
	for _, s := range old {
		if s.key != free {
			*m.find(s.key) = s
		}
	}
}

// All calls yield with every key and value.
func (m *Map[K, V]) All(yield func(K, V) bool) {
	var free K
	for _, s := range m.slots {
		if s.key != free && !yield(s.key, s.value) {
			return
		}
	}
}
