//go:build long

package table

import (
	"testing"
)

// TestLongEveryCharacterThereIs compares the cutting of text for the first three planes
// of Unicode. The others hold ideographs only, which neither decompose nor have a case.
func TestLongEveryCharacterThereIs(t *testing.T) { compareCharacters(t, 0x30000) }
