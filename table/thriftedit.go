package table

import (
	"encoding/binary"
)

// thriftField is a field of a structure in Thrift's compact protocol, its value as it
// is written. A footer is edited field by field, so that what this program does not
// know of stays as it is.
type thriftField struct {
	id    int64
	kind  byte
	value []byte // nil of a boolean, whose value is the kind
}

// thriftFields returns the fields of a structure.
func thriftFields(b []byte) ([]thriftField, error) {
	var fields []thriftField
	var id int64
	for {
		if len(b) == 0 {
			return nil, errThrift
		}
		head := b[0]
		b = b[1:]
		if head == 0 {
			return fields, nil
		}
		if delta := int64(head >> 4); delta > 0 {
			id += delta
		} else {
			var k int
			if id, k = binary.Varint(b); k <= 0 {
				return nil, errThrift
			}
			b = b[k:]
		}
		f := thriftField{id: id, kind: head & 0xf}
		if f.kind != thriftTrue && f.kind != thriftFalse {
			rest, err := skipValue(b, f.kind, 0)
			if err != nil {
				return nil, err
			}
			f.value, b = b[:len(b)-len(rest)], rest
		}
		fields = append(fields, f)
	}
}

// appendThriftStruct appends a structure.
func appendThriftStruct(dst []byte, fields []thriftField) []byte {
	var last int64
	for _, f := range fields {
		if delta := f.id - last; delta > 0 && delta < 16 {
			dst = append(dst, byte(delta)<<4|f.kind)
		} else {
			dst = binary.AppendVarint(append(dst, f.kind), f.id)
		}
		dst = append(dst, f.value...)
		last = f.id
	}
	return append(dst, 0)
}

// fieldOf returns the field of a number, nil if there is none.
func fieldOf(fields []thriftField, id int64) *thriftField {
	for i := range fields {
		if fields[i].id == id {
			return &fields[i]
		}
	}
	return nil
}

// addNumber adds to the number that a field holds, if it is there.
func addNumber(fields []thriftField, id, n int64) {
	if f := fieldOf(fields, id); f != nil {
		f.value = binary.AppendVarint(nil, f.number()+n)
	}
}

// number returns the number that a field holds.
func (f *thriftField) number() int64 {
	n, _ := binary.Varint(f.value)
	return n
}

// text returns the text that a field holds.
func (f *thriftField) text() string {
	_, k := binary.Uvarint(f.value)
	return string(f.value[max(k, 0):])
}

// thriftItems returns the items of a list.
func thriftItems(b []byte) (kind byte, items [][]byte, err error) {
	if len(b) == 0 {
		return 0, nil, errThrift
	}
	kind = b[0] & 0xf
	n := uint64(b[0] >> 4)
	b = b[1:]
	if n == 15 {
		var k int
		if n, k = binary.Uvarint(b); k <= 0 {
			return 0, nil, errThrift
		}
		b = b[k:]
	}
	for range n {
		rest, err := skipValue(b, kind, 0)
		if err != nil {
			return 0, nil, err
		}
		items = append(items, b[:len(b)-len(rest)])
		b = rest
	}
	return kind, items, nil
}

// thriftListOf returns a list.
func thriftListOf(kind byte, items [][]byte) []byte {
	dst := []byte{byte(len(items))<<4 | kind}
	if len(items) >= 15 {
		dst = binary.AppendUvarint([]byte{0xf0 | kind}, uint64(len(items)))
	}
	for _, item := range items {
		dst = append(dst, item...)
	}
	return dst
}

// addItem adds an item to the list that a field holds.
func (f *thriftField) addItem(item []byte) error {
	kind, items, err := thriftItems(f.value)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		kind = thriftStruct // an empty list may name any
	}
	f.value = thriftListOf(kind, append(items, item))
	return nil
}
