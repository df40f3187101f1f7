package partition

import (
	"encoding/binary"
	"fmt"
)

// Packed is a [Partition] in one byte for each row (up to 256 rows), two (up to 65,536) or four,
// big-endian. Packed partitions of the same number of rows compare as their restricted growth
// strings do.
type Packed string

// width returns the number of bytes of a label in a partition of n rows.
func width(n int) int {
	switch {
	case n <= 1<<8:
		return 1
	case n <= 1<<16:
		return 2
	default:
		return 4
	}
}

// PackedLen returns the length in bytes of a packed partition of n rows.
func PackedLen(n int) int { return n * width(n) }

// Pack returns p in packed form. O(n).
func Pack(p Partition) Packed {
	w := width(len(p))
	b := make([]byte, w*len(p))
	switch w {
	case 1:
		for x, c := range p {
			b[x] = byte(c)
		}
	case 2: // searches of hundreds of rows spend much of their time here
		for x, c := range p {
			binary.BigEndian.PutUint16(b[2*x:], uint16(c))
		}
	default:
		for x, c := range p {
			binary.BigEndian.PutUint32(b[4*x:], uint32(c))
		}
	}
	return Packed(b)
}

// Unpack writes the labels of the packed partition to dst, which has one for each row. It panics
// if the packed partition has another number of rows. O(n).
func (s Packed) Unpack(dst Partition) { unpackTo(s, dst) }

func unpackTo[L int | int32](s Packed, dst []L) {
	w := width(len(dst))
	if len(s) != w*len(dst) {
		panic(fmt.Sprintf("partition: %d packed bytes are not %d rows", len(s), len(dst)))
	}
	switch w {
	case 1:
		for x := range dst {
			dst[x] = L(s[x])
		}
	case 2:
		for x := range dst {
			dst[x] = L(s[2*x])<<8 | L(s[2*x+1])
		}
	default:
		for x := range dst {
			dst[x] = L(s[4*x])<<24 | L(s[4*x+1])<<16 | L(s[4*x+2])<<8 | L(s[4*x+3])
		}
	}
}
