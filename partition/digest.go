package partition

import "math/bits"

// digest is a 128-bit digest of a clustering, which does not depend on labels: a sum over the
// clusters of a mixed sum over their rows, so that a change of one row changes two terms.
type digest struct{ hi, lo uint64 }

func (d digest) plus(e digest) digest {
	lo, carry := bits.Add64(d.lo, e.lo, 0)
	hi, _ := bits.Add64(d.hi, e.hi, carry)
	return digest{hi, lo}
}

func (d digest) minus(e digest) digest {
	lo, borrow := bits.Sub64(d.lo, e.lo, 0)
	hi, _ := bits.Sub64(d.hi, e.hi, borrow)
	return digest{hi, lo}
}

// mixed returns the term of a cluster whose rows sum up to d: 0 for no rows.
func (d digest) mixed() digest {
	return digest{scrambled(d.hi + 0x9e3779b97f4a7c15*d.lo), scrambled(d.lo ^ bits.RotateLeft64(d.hi, 32))}
}

// digestOfRow returns the term of a row in its cluster.
func digestOfRow(x int32) digest {
	n := 2*uint64(x) + 1
	return digest{scrambled(n * 0x9e3779b97f4a7c15), scrambled((n + 1) * 0x9e3779b97f4a7c15)}
}

// scrambled is a bijection with scrambled(0) = 0. Every bit of the result depends on all bits of v: the finalizer
// of SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
func scrambled(v uint64) uint64 {
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// digester is the [Follower] that keeps the digest of a clustering.
type digester struct {
	rows  []digest // terms of the rows
	sums  []digest // of every cluster: of its rows
	total digest
}

func newDigester(n int) *digester {
	d := &digester{rows: make([]digest, n)}
	for x := range d.rows {
		d.rows[x] = digestOfRow(int32(x))
	}
	return d
}

// Load implements [Follower]. O(n).
func (d *digester) Load(cluster []int32, k int) {
	d.total, d.sums = digest{}, append(d.sums[:0], make([]digest, k)...)
	for x, c := range cluster {
		d.sums[c] = d.sums[c].plus(d.rows[x])
	}
	for _, sum := range d.sums {
		d.total = d.total.plus(sum.mixed())
	}
}

// Move implements [Follower].
func (d *digester) Move(row, from, to int32) {
	d.set(from, d.sums[from].minus(d.rows[row]))
	for int(to) >= len(d.sums) {
		d.sums = append(d.sums, digest{})
	}
	d.set(to, d.sums[to].plus(d.rows[row]))
}

// Join implements [Follower]. The sum of b stays, for Part.
func (d *digester) Join(a, b int32) {
	d.total = d.total.minus(d.sums[b].mixed())
	d.set(a, d.sums[a].plus(d.sums[b]))
}

// Unjoin implements [Follower].
func (d *digester) Unjoin(a, b int32) {
	d.set(a, d.sums[a].minus(d.sums[b]))
	d.total = d.total.plus(d.sums[b].mixed())
}

func (d *digester) set(cluster int32, sum digest) {
	d.total = d.total.minus(d.sums[cluster].mixed()).plus(sum.mixed())
	d.sums[cluster] = sum
}
