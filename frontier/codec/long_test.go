//go:build long

package codec

import "testing"

// TestLongEveryCorruption changes every byte of a file in all three ways.
func TestLongEveryCorruption(t *testing.T) {
	corrupt(t, func(int) []byte { return []byte{0x01, 0x40, 0x80} })
}
