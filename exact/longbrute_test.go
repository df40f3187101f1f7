//go:build long

package exact_test

import "testing"

// TestLongBruteForceInEveryMode is TestBruteForceInEveryMode on 300 tables of up to 9 rows.
func TestLongBruteForceInEveryMode(t *testing.T) { bruteForceInEveryMode(t, 100, 9) }
