//go:build long

package encode

import "testing"

// TestLongExportsAgree is TestExportsAgree for many values.
func TestLongExportsAgree(t *testing.T) { agreesOn(t, 12_000) }
