package draw

import (
	"bytes"
	"testing"
)

// TestCharNumbers decodes numbers by the table of Adobe Technical Note 5177, 3.2.
func TestCharNumbers(t *testing.T) {
	for v := int32(-32768); v < 32768; v++ {
		b := appendCharNumber(nil, v)
		var got int32
		switch first := int32(b[0]); {
		case first == 28:
			got = int32(int16(uint16(b[1])<<8 | uint16(b[2])))
		case first <= 246:
			got = first - 139
		case first <= 250:
			got = (first-247)*256 + int32(b[1]) + 108
		default:
			got = -(first-251)*256 - int32(b[1]) - 108
		}
		if got != v {
			t.Fatalf("%d is written as %v, which is %d", v, b, got)
		}
	}
}

func TestCFFIndex(t *testing.T) {
	want := []byte{0, 2, 4, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 4, 'a', 'b', 'c'}
	if got := cffIndex([]byte("ab"), []byte("c")); !bytes.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
