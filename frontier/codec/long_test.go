//go:build long

package codec

import "testing"

// TestEveryCorruption changes every byte of a file in all three ways.
func TestEveryCorruption(t *testing.T) {
	corrupt(t, func(int) []byte { return []byte{0x01, 0x40, 0x80} })
}
