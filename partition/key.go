package partition

import "math/bits"

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
			keys[x] = Key{mix(2*uint64(x) + 1), mix(2*uint64(x) + 2)}
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
	lo := mix(k[0] ^ mix(k[1]^0x9e3779b97f4a7c15))
	hi := mix(k[1] ^ mix(lo^0xd1b54a32d192ed03))
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
	return (float64(mix(h[0]^mix(h[1]^mix(seed)))>>12) + 0.5) * 0x1p-52
}

// mix is the finaliser of SplitMix64: a bijection in which every input bit
// changes every output bit with a probability near one half (Steele, Lea and
// Flood 2014, doi:10.1145/2660193.2660195).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
