package table

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
)

// arrowKey is the key under which Arrow's programs keep a schema of their own in the
// footer of a Parquet file: a message in base64. It tells types that Parquet does not
// have, and must list as many columns as the file has.
const arrowKey = "ARROW:schema"

// Numbers of fields in Arrow's tables, and of types in its union of them.
const (
	messageVersion, messageKind, messageSchema  = 0, 1, 2
	schemaEndianness, schemaFields, schemaPairs = 0, 1, 2

	arrowSchemaKind     = 1
	arrowInt, arrowUtf8 = 2, 5
)

const (
	arrowContinuation = 1<<32 - 1 // stands before the length of a message, but in old ones
	arrowAlignment    = 8
	arrowMaxFields    = 1 << 20
)

// withArrowColumn returns an Arrow schema with one more column at its end, of text or
// of integers, and false if it is not one of the given number of columns that can be
// read.
//
// In a flatbuffer every place is told by its distance from what refers to it, and
// points forward. So a new beginning with the new column is put before the old one,
// whose other columns it refers to as they are.
func withArrowColumn(encoded, column string, integers bool, columns int) (string, bool) {
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(raw) < 12 {
		return "", false
	}
	prefixed := binary.LittleEndian.Uint32(raw) == arrowContinuation
	if prefixed {
		raw = raw[4:]
	}
	old := flatbuffer(raw[4:])
	message, ok := old.tableAt(int(binary.LittleEndian.Uint32(old)))
	if !ok || old.number(message.field(old, messageKind), 1) != arrowSchemaKind {
		return "", false
	}
	schema, ok := old.table(message.field(old, messageSchema))
	if !ok {
		return "", false
	}
	fields, ok := old.vector(schema.field(old, schemaFields))
	if !ok || len(fields) != columns {
		return "", false
	}
	pairs, _ := old.follow(schema.field(old, schemaPairs))
	b := arrowBuilder{
		version:    old.number(message.field(old, messageVersion), 2),
		endianness: old.number(schema.field(old, schemaEndianness), 2),
		fields:     fields, pairs: pairs, column: column, integers: integers,
	}
	buffer := append(b.build(), old...)
	buffer = append(buffer, make([]byte, -len(buffer)&(arrowAlignment-1))...)
	var out []byte
	if prefixed {
		out = binary.LittleEndian.AppendUint32(out, arrowContinuation)
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(buffer)))
	return base64.StdEncoding.EncodeToString(append(out, buffer...)), true
}

// flatbuffer is one whose places are looked up. It starts with a reference to the root,
// so that place 0 can stand for what is not there.
type flatbuffer []byte

// number returns an unsigned number of some bytes, 0 beyond the end and at no place.
func (b flatbuffer) number(at, size int) uint32 {
	if at <= 0 || at > len(b)-size {
		return 0
	}
	var n uint32
	for i := range size {
		n |= uint32(b[at+i]) << (8 * i)
	}
	return n
}

// follow returns the place that the reference at a place tells.
func (b flatbuffer) follow(at int) (int, bool) {
	if at <= 0 || at > len(b)-4 {
		return 0, false
	}
	distance := binary.LittleEndian.Uint32(b[at:])
	if distance == 0 || uint64(distance) > uint64(len(b)-at-4) {
		return 0, false
	}
	return at + int(distance), true
}

// flatTable is a table and where its fields are listed.
type flatTable struct{ at, list int }

// table returns the table that a reference leads to.
func (b flatbuffer) table(reference int) (flatTable, bool) {
	at, ok := b.follow(reference)
	if !ok {
		return flatTable{}, false
	}
	return b.tableAt(at)
}

// tableAt returns the table at a place, which starts with the distance from the list of
// its fields.
func (b flatbuffer) tableAt(at int) (flatTable, bool) {
	if at <= 0 || at > len(b)-4 {
		return flatTable{}, false
	}
	t := flatTable{at: at, list: at - int(int32(binary.LittleEndian.Uint32(b[at:])))}
	return t, t.list > 0 && t.list <= len(b)-4
}

// field returns the place of a field, 0 if the table does not have it.
func (t flatTable) field(b flatbuffer, n int) int {
	at := 4 + 2*n
	if uint32(at) >= b.number(t.list, 2) {
		return 0
	}
	offset := int(b.number(t.list+at, 2))
	if offset == 0 {
		return 0
	}
	return t.at + offset
}

// vector returns the places that a vector of references leads to.
func (b flatbuffer) vector(reference int) ([]int, bool) {
	at, ok := b.follow(reference)
	if !ok {
		return nil, false
	}
	n := int(binary.LittleEndian.Uint32(b[at:]))
	if n > arrowMaxFields {
		return nil, false
	}
	var places []int
	for i := range n {
		place, ok := b.follow(at + 4 + 4*i)
		if !ok {
			return nil, false
		}
		places = append(places, place)
	}
	return places, true
}

// arrowBuilder writes the new beginning of a schema.
type arrowBuilder struct {
	version, endianness uint32
	fields              []int // places in the old buffer
	pairs               int   // place of the old vector; 0 if there is none
	column              string
	integers            bool

	b []byte
}

// build returns the beginning: tables, each after the list of its fields, from the
// message to the new column.
func (a *arrowBuilder) build() []byte {
	a.b = make([]byte, 8) // the reference to the root, and space up to the alignment
	message := a.table(24, 16, 18, 4, 8)
	a.refer(0, message)
	binary.LittleEndian.PutUint16(a.b[message+16:], uint16(a.version))
	a.b[message+18] = arrowSchemaKind

	offset := uint16(0)
	if a.pairs > 0 {
		offset = 8
	}
	schema := a.table(16, 12, 4, offset)
	a.refer(message+4, schema)
	binary.LittleEndian.PutUint16(a.b[schema+12:], uint16(a.endianness))

	list := a.space(4 + 4*(len(a.fields)+1))
	a.refer(schema+4, list)
	binary.LittleEndian.PutUint32(a.b[list:], uint32(len(a.fields)+1))

	field := a.table(20, 4, 16, 17, 8, 0, 12)
	a.refer(list+4+4*len(a.fields), field)
	kind := a.kind(field)
	a.refer(field+8, kind)
	a.refer(field+12, a.space(4)) // no children
	name := a.space(4 + len(a.column) + 1)
	a.refer(field+4, name)
	binary.LittleEndian.PutUint32(a.b[name:], uint32(len(a.column)))
	copy(a.b[name+4:], a.column)

	end := a.space(0)
	for i, place := range a.fields {
		a.refer(list+4+4*i, end+place)
	}
	if a.pairs > 0 {
		a.refer(schema+8, end+a.pairs)
	}
	return slices.Clip(a.b)
}

// kind adds the table of the column's type.
func (a *arrowBuilder) kind(field int) int {
	if !a.integers {
		a.b[field+17] = arrowUtf8
		return a.table(4)
	}
	a.b[field+17] = arrowInt
	kind := a.table(12, 4, 8)
	binary.LittleEndian.PutUint32(a.b[kind+4:], 32)
	a.b[kind+8] = 1 // signed
	return kind
}

// space adds zeros at the next place that is aligned, and returns it.
func (a *arrowBuilder) space(size int) int {
	at := (len(a.b) + arrowAlignment - 1) &^ (arrowAlignment - 1)
	a.b = append(a.b, make([]byte, at-len(a.b)+size)...)
	return at
}

// table adds the list of a table's fields, by their offsets in it, and the table.
func (a *arrowBuilder) table(size int, offsets ...uint16) int {
	list := a.space(4 + 2*len(offsets))
	binary.LittleEndian.PutUint16(a.b[list:], uint16(4+2*len(offsets)))
	binary.LittleEndian.PutUint16(a.b[list+2:], uint16(size))
	for i, offset := range offsets {
		binary.LittleEndian.PutUint16(a.b[list+4+2*i:], offset)
	}
	table := a.space(size)
	binary.LittleEndian.PutUint32(a.b[table:], uint32(table-list))
	return table
}

// refer makes the reference at a place lead to another, which is further on.
func (a *arrowBuilder) refer(at, to int) {
	binary.LittleEndian.PutUint32(a.b[at:], uint32(to-at))
}
