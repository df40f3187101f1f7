package parquetfile

import (
	"testing"
)

// TestWalkReachesTheEnd walks a structure of every type.
func TestWalkReachesTheEnd(t *testing.T) {
	b := []byte{
		0x11, 0x12, 0x13, 5, 0x14, 0x80, 1, 0x15, 2, 0x16, 3, // booleans, a byte, numbers
		0x17, 1, 2, 3, 4, 5, 6, 7, 8, 0x18, 2, 'a', 'b', // a double, text
		0x19, 0x21, 1, 2, 0x1a, 0xf3, 1, 9, // a list, a set of length apart
		0x1b, 0, 0x1b, 1, 0x58, 7, 1, 'x', // an empty map, and one of a number to text
		0x1c, 0x0c, 0x30, 0, 0, // a structure with another in a field of its own number
		0x1d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, // a UUID
		0,
	}
	w := footerWalk{rest: append(b, "rest"...)}
	w.structure(0)
	if w.err != nil || string(w.rest) != "rest" {
		t.Errorf("%q, %v", w.rest, w.err)
	}
	for n := range b {
		w := footerWalk{rest: b[:n]}
		if w.structure(0); w.err == nil {
			t.Errorf("cut after %d bytes: %q", n, w.rest)
		}
	}
}
