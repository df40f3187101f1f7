//go:build long

package verify

import (
	"testing"
)

// TestLongTampering is TestTampering on all tables, with a third of all ways to change a frontier.
func TestLongTampering(t *testing.T) { tampered(t, tamperedTables(t), 3) }
