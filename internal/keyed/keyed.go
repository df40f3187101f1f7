// Package keyed holds a hash table whose keys are 128-bit hashes: sets of rows,
// clusterings and points.
package keyed

import "math/bits"

// word128 is a hash of 128 bits: the key of a set of rows, the hash of a
// clustering, or a point.
type word128 interface{ ~[2]uint64 }

// Map is a map with hashes as keys: a hash table with linear probing, at most half
// full: a look-up takes a third of the time of a Go map's. The zero value is
// empty.
type Map[K word128, V any] struct {
	slots []slot[K, V] // a power of two of them
	used  int
}

// Len returns the number of keys.
func (m *Map[K, V]) Len() int { return m.used }

// slot holds a value; the zero key marks a slot that is free. It is that of no
// rows, and no clustering's but by a chance of 2^-128.
type slot[K word128, V any] struct {
	key   K
	value V
}

const minSlots = 1 << 8

// home returns the slot where the search for a key begins, modulo their number.
// Keys of sets may differ in any few bits alone. Of a product the upper half
// depends on the high bits of its factors, and the lower one on the low bits; a
// second product spreads what they have in common.
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

// At returns the place of the value of a key, which is made if there is none.
// It is valid until the next call.
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
