package records

import "encoding/binary"

// flatbuffer reads the tables of a FlatBuffer, as far as the schema of Arrow takes it. Places outside of
// the data, which a corrupt buffer names, read as zero. (The format: a table begins with the distance to
// its vtable, which holds two sizes and then, for every field, its place in the table, or 0.)
type flatbuffer []byte

func (b flatbuffer) bytes(at, n int) []byte {
	if at < 0 || n < 0 || at > len(b)-n {
		return make([]byte, min(max(n, 0), 8)) // numbers have up to eight bytes
	}
	return b[at : at+n]
}

func (b flatbuffer) uint16(at int) int { return int(binary.LittleEndian.Uint16(b.bytes(at, 2))) }
func (b flatbuffer) int32(at int) int  { return int(int32(binary.LittleEndian.Uint32(b.bytes(at, 4)))) }

// field returns the place of a field of a table, or 0 if it has its default.
func (b flatbuffer) field(table, n int) int {
	vtable := table - b.int32(table)
	if table == 0 || 4+2*n >= b.uint16(vtable) {
		return 0
	}
	if of := b.uint16(vtable + 4 + 2*n); of > 0 {
		return table + of
	}
	return 0
}

// number returns a field of one or two bytes.
func (b flatbuffer) number(table, n, size, otherwise int) int {
	at := b.field(table, n)
	switch {
	case at == 0:
		return otherwise
	case size == 1:
		return int(b.bytes(at, 1)[0])
	default:
		return b.uint16(at)
	}
}

// refer returns the place that a field refers to, or 0.
func (b flatbuffer) refer(table, n int) int {
	at := b.field(table, n)
	if at == 0 {
		return 0
	}
	to := at + b.int32(at)
	if to <= 0 || to >= len(b) {
		return 0
	}
	return to
}

// text returns a field that is a string.
func (b flatbuffer) text(table, n int) string {
	at := b.refer(table, n)
	if at == 0 {
		return ""
	}
	length := b.int32(at)
	if length < 0 || length > len(b)-at-4 {
		return ""
	}
	return string(b[at+4 : at+4+length])
}

// tables returns the tables of a field that is a list of them.
func (b flatbuffer) tables(table, n int) []int {
	at := b.refer(table, n)
	if at == 0 {
		return nil
	}
	count := b.int32(at)
	if count < 0 || count > (len(b)-at-4)/4 {
		return nil
	}
	list := make([]int, count)
	for i := range list {
		place := at + 4 + 4*i
		if list[i] = place + b.int32(place); list[i] <= 0 || list[i] >= len(b) {
			return nil
		}
	}
	return list
}
