package table

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// errHybrid is the error of numbers that end too early or make no sense.
var errHybrid = errors.New("has a page with too few numbers")

// appendHybrid appends n numbers of width bits to dst, in Parquet's hybrid of
// repeated numbers and packed groups of eight. Numbers beyond n are padding.
// However long the runs that a corrupt file claims, no more than n are
// appended. O(n).
func appendHybrid(dst []uint32, src []byte, width, n int) ([]uint32, error) {
	if width == 0 { // nothing but zeros; some writers leave all of it out
		for range n {
			dst = append(dst, 0)
		}
		return dst, nil
	}
	for n > 0 {
		header, k := binary.Uvarint(src)
		if k <= 0 {
			return dst, errHybrid
		}
		src = src[k:]
		var taken int
		if header&1 == 1 {
			// The last group may be cut after the numbers that count.
			packed := src[:min(uint64(len(src)), mulCapped(header>>1, uint64(width)))]
			taken = int(min(uint64(n), mulCapped(header>>1, 8), uint64(len(packed)*8/width)))
			dst = appendPacked(dst, packed, width, taken)
			src = src[len(packed):]
		} else {
			size := (width + 7) / 8
			if len(src) < size {
				return dst, errHybrid
			}
			var value uint32
			for i, b := range src[:size] {
				value |= uint32(b) << (8 * i)
			}
			value &= 1<<width - 1
			src = src[size:]
			taken = int(min(uint64(n), header>>1))
			for range taken {
				dst = append(dst, value)
			}
		}
		n -= taken
	}
	return dst, nil
}

// mulCapped returns a product, or the largest number if it is larger.
func mulCapped(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high > 0 {
		return 1<<64 - 1
	}
	return low
}

// appendPacked appends n numbers of width bits, the lowest bits first. There
// must be enough of them.
func appendPacked(dst []uint32, src []byte, width, n int) []uint32 {
	mask := uint64(1)<<width - 1
	var window uint64 // bits not yet used
	var have int
	for range n {
		for have < width {
			window |= uint64(src[0]) << have
			src = src[1:]
			have += 8
		}
		dst = append(dst, uint32(window&mask))
		window >>= width
		have -= width
	}
	return dst
}
