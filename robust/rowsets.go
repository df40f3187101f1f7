package robust

import (
	"encoding/binary"
	"math/bits"
)

// rowSets holds sets of rows, each in the shorter of two forms: a bit for every row of the table, or the
// steps from one row to the next, in a byte or a few.
type rowSets struct {
	n     int // rows of the table
	bytes []byte
	ends  []int // of the sets
}

func (s *rowSets) len() int { return len(s.ends) }

// add adds a set, whose rows ascend.
func (s *rowSets) add(rows []int32) {
	begin, all := len(s.bytes), (s.n+7)/8
	last := int32(-1)
	for _, x := range rows {
		if s.bytes = binary.AppendUvarint(s.bytes, uint64(x-last)); len(s.bytes)-begin >= all {
			break // a set of this size is read as bits, so steps must be shorter
		}
		last = x
	}
	if len(s.bytes)-begin >= all {
		s.bytes = append(s.bytes[:begin], make([]byte, all)...)
		for _, x := range rows {
			s.bytes[begin+int(x)/8] |= 1 << (x % 8)
		}
	}
	s.ends = append(s.ends, len(s.bytes))
}

// set returns the bytes of set number k, and whether they are bits.
func (s *rowSets) set(k int) (set []byte, isBits bool) {
	set = piece(s.bytes, s.ends, k)
	return set, len(set) == (s.n+7)/8
}

// piece returns number k of the pieces that follow each other in a list and end at ends.
func piece[T any](list []T, ends []int, k int) []T {
	if k == 0 {
		return list[:ends[0]]
	}
	return list[ends[k-1]:ends[k]]
}

// first returns the first row of set number k, which is not empty. O(n/8).
func (s *rowSets) first(k int) int {
	set, isBits := s.set(k)
	if !isBits {
		step, _ := binary.Uvarint(set)
		return int(step) - 1
	}
	at := 0
	for set[at] == 0 {
		at++
	}
	return 8*at + bits.TrailingZeros8(set[at])
}

// appendRows appends the rows of set number k, ascending. O(n/8 + rows).
func (s *rowSets) appendRows(rows []int32, k int) []int32 {
	set, isBits := s.set(k)
	if isBits {
		for at, b := range set {
			for ; b != 0; b &= b - 1 {
				rows = append(rows, int32(8*at+bits.TrailingZeros8(b)))
			}
		}
		return rows
	}
	last := int32(-1)
	for len(set) > 0 {
		step, size := binary.Uvarint(set)
		last += int32(step)
		rows, set = append(rows, last), set[size:]
	}
	return rows
}
