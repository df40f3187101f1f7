package partition

import (
	"math/bits"

	"github.com/dibmap/dibmap/internal/random"
)

// Key names a set of rows by the exclusive or of the keys of its rows, so that
// the key of a union of disjoint sets is the exclusive or of theirs.
//
// Up to 128 rows it is the set itself, one bit a row. Beyond, every row has a
// fixed pseudo-random key of 128 bits: among 10^9 sets, two share a key with a
// probability below 10^-20.
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

// Xor returns the key of the union of two disjoint sets, or of what is left of
// a set without a part of it.
func (k Key) Xor(l Key) Key { return Key{k[0] ^ l[0], k[1] ^ l[1]} }

// Hash identifies a partition: the sum over its clusters of their scrambled
// keys, modulo 2^128. It is a function of the partition alone, whatever the
// order of its clusters and whichever way it was reached. The lower half comes
// first.
type Hash [2]uint64

// Scramble returns what the cluster contributes to the hash of a partition.
func (k Key) Scramble() Hash {
	// Two rounds over both words, the second with the first's result, so that
	// each half depends on the whole key.
	lo := random.Mix(k[0] ^ random.Mix(k[1]^random.Increment))
	hi := random.Mix(k[1] ^ random.Mix(lo^0xd1b54a32d192ed03))
	return Hash{lo, hi}
}

// Add returns the hash with the contribution of one more cluster.
func (h Hash) Add(c Hash) Hash {
	lo, carry := bits.Add64(h[0], c[0], 0)
	hi, _ := bits.Add64(h[1], c[1], carry)
	return Hash{lo, hi}
}

// Sub returns the hash without the contribution of a cluster.
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
