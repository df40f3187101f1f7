package table

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// parquetOf returns a file that is nothing but a footer.
func parquetOf(footer []byte) string {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))
	return parquetMagic + string(footer) + string(length) + parquetMagic
}

// TestFootersMadeToCrash nests sets, structures, maps and columns deep enough to
// exhaust the stack or the memory.
func TestFootersMadeToCrash(t *testing.T) {
	const deep = 3_000_000
	columns := []byte("\x15\x02\x19\xfc")
	columns = binary.AppendUvarint(columns, deep/20+1)
	columns = append(columns, bytes.Repeat([]byte("\x48\x01a\x15\x02\x00"), deep/20)...) // a group "a" of one child
	columns = append(columns, "\x15\x02\x38\x01a\x00"+"\x16\x00\x19\x0c\x00"...)
	tests := []struct {
		name, want string
		footer     []byte
	}{
		{"sets", "the footer is nested too deep", append([]byte{0x5a}, bytes.Repeat([]byte{0x1a}, deep)...)},
		{"structures", "the footer is nested too deep", bytes.Repeat([]byte{0x5c}, deep)},
		{"maps", "the footer is nested too deep", append([]byte{0x5b}, bytes.Repeat([]byte{1, 0x3b, 0}, deep)...)},
		{"columns", "columns are nested more than 255 levels deep", columns},
		{"endless list", "the footer makes no sense", []byte("\x15\x02\x19\xfc\xff\xff\xff\xff\x07")},
		{"endless text", "the footer makes no sense", []byte("\x18\xff\xff\xff\xff\x07a")},
		{"unknown type", "the footer makes no sense", []byte{0x1e}},
		{"no end", "the footer makes no sense", []byte{0x15, 0x02}},
		{"nothing", "the footer makes no sense", nil},
	}
	for _, tt := range tests {
		_, err := openContext(t, "-", Options{X: "a", Y: "b", Stdin: strings.NewReader(parquetOf(tt.footer))})
		checkError(t, err, "", "stdin: the Parquet data is corrupt or of an unknown kind: "+tt.want)
	}
}

// TestSkipReachesTheEnd walks a structure of every type.
func TestSkipReachesTheEnd(t *testing.T) {
	b := []byte{
		0x11, 0x12, 0x13, 5, 0x14, 0x80, 1, 0x15, 2, 0x16, 3, // booleans, a byte, numbers
		0x17, 1, 2, 3, 4, 5, 6, 7, 8, 0x18, 2, 'a', 'b', // a double, text
		0x19, 0x21, 1, 2, 0x1a, 0xf3, 1, 9, // a list, a set of length apart
		0x1b, 0, 0x1b, 1, 0x58, 7, 1, 'x', // an empty map, and one of a number to text
		0x1c, 0x0c, 0x30, 0, 0, // a structure with another in a field of its own number
		0x1d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, // a UUID
		0,
	}
	rest, err := skipStruct(append(b, "rest"...), 0)
	if err != nil || string(rest) != "rest" {
		t.Errorf("%q, %v", rest, err)
	}
	for n := range b {
		if rest, err := skipStruct(b[:n], 0); err == nil {
			t.Errorf("cut after %d bytes: %q", n, rest)
		}
	}
}
