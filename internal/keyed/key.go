package keyed

import (
	"math/bits"

	"github.com/dibmap/dibmap/internal/random"
)

// Key identifies a set of rows: the exclusive or of the keys of its rows. The key of a union of
// disjoint sets is the exclusive or of their keys.
//
// For up to 128 rows it is the set itself, with one bit for each row. For more, every row has a
// fixed pseudo-random key of 128 bits: the probability that two of 10^9 sets share a key is
// below 10^-20.
type Key [2]uint64

// RowKeys returns the keys of n rows. They depend on n and the row alone.
func RowKeys(n int) []Key {
	keys := make([]Key, n)
	for x := range keys {
		if n <= 128 {
			keys[x][x/64] = 1 << (x % 64)
		} else {
			keys[x] = Key{random.Mix(2*uint64(x) + 1), random.Mix(2*uint64(x) + 2)}
		}
	}
	return keys
}

// Xor returns the key of the union of two disjoint sets, or of a set without a part of it.
func (k Key) Xor(l Key) Key { return Key{k[0] ^ l[0], k[1] ^ l[1]} }

// Hash identifies a partition: the sum of the scrambled keys of its clusters, modulo 2^128, with
// the lower half first. It does not depend on the order of the clusters or on the steps that led
// to the partition.
type Hash [2]uint64

// Scramble returns the term of a cluster in the hash of a partition.
func (k Key) Scramble() Hash {
	// Two rounds over both words, the second with the first's result, so that
	// each half depends on the whole key.
	lo := random.Mix(k[0] ^ random.Mix(k[1]^random.Increment))
	hi := random.Mix(k[1] ^ random.Mix(lo^0xd1b54a32d192ed03))
	return Hash{lo, hi}
}

// Add returns the hash with the term of one more cluster.
func (h Hash) Add(c Hash) Hash {
	lo, carry := bits.Add64(h[0], c[0], 0)
	hi, _ := bits.Add64(h[1], c[1], carry)
	return Hash{lo, hi}
}

// Sub returns the hash without the term of a cluster.
func (h Hash) Sub(c Hash) Hash {
	lo, borrow := bits.Sub64(h[0], c[0], 0)
	hi, _ := bits.Sub64(h[1], c[1], borrow)
	return Hash{lo, hi}
}

// Uniform returns a number strictly between 0 and 1 that depends on the partition and the
// seed alone: the survival draw of the partition.
func (h Hash) Uniform(seed uint64) float64 {
	return random.Uniform(random.Mix(h[0] ^ random.Mix(h[1]^random.Mix(seed))))
}

// ClusterKeys writes the keys of the clusters of a clustering, in canonical form, over dst: of each the Xor of the
// keys of its rows. O(rows).
func ClusterKeys(dst, rows []Key, labels []int) []Key {
	dst = dst[:0]
	for x, z := range labels {
		if z == len(dst) {
			dst = append(dst, Key{})
		}
		dst[z] = dst[z].Xor(rows[x])
	}
	return dst
}
