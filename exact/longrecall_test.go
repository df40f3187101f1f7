//go:build long

package exact_test

import (
	"testing"

	"github.com/dibmap/dibmap/internal/seeded"
)

// TestLongRecallOfFamilies is TestRecallOfFamilies on all families and larger tables, of 12 rows, or 14.
func TestLongRecallOfFamilies(t *testing.T) {
	recallOfFamilies(t, seeded.Tables(12, 14), 1, 0.9995, 0.98)
}

// TestLongSmallTablesMissNothing is TestSmallTablesMissNothing on two tables of each family, or three.
func TestLongSmallTablesMissNothing(t *testing.T) { smallTablesMissNothing(t, seeded.Tables(2, 3)) }
