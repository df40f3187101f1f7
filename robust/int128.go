package robust

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// int128 is a whole number in two's complement.
type int128 struct{ hi, lo uint64 }

func (a int128) plus(b int128) int128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return int128{hi, lo}
}

// product returns a b.
func product(a, b int64) int128 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// The product took a negative factor as larger by 2^64.
	hi -= uint64(a>>63)&uint64(b) + uint64(b>>63)&uint64(a)
	return int128{hi, lo}
}

// writeTo sets b to a.
func (a int128) writeTo(b *big.Int) {
	var lo big.Int
	lo.SetUint64(a.lo)
	b.Lsh(b.SetInt64(int64(a.hi)), 64)
	b.Add(b, &lo)
}

// bytes returns a in 16 bytes, the lowest first.
func (a int128) bytes() (b [16]byte) {
	binary.LittleEndian.PutUint64(b[:], a.lo)
	binary.LittleEndian.PutUint64(b[8:], a.hi)
	return b
}

// width returns the smallest number of bytes that hold a in two's complement.
func (a int128) width() byte {
	sign := uint64(int64(a.hi) >> 63)
	switch {
	case a == int128{}:
		return 0
	case a.hi == sign:
		return byte(bits.Len64(a.lo^sign)/8 + 1)
	default:
		return byte((64+bits.Len64(a.hi^sign))/8 + 1)
	}
}

// numberOf returns the number in the first w of 16 bytes.
func numberOf(b []byte, w byte) int128 {
	lo, hi := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	if w <= 8 {
		unused := 64 - 8*w
		a := int64(lo<<unused) >> unused
		return int128{uint64(a >> 63), uint64(a)}
	}
	unused := 128 - 8*w
	return int128{uint64(int64(hi<<unused) >> unused), lo}
}
