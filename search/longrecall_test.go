//go:build long

package search_test

import (
	"testing"

	"github.com/dibmap/dibmap/internal/seeded"
)

// TestLongRecallOfFamilies is TestRecallOfFamilies on all families and larger tables, of 13 rows, or 14.
func TestLongRecallOfFamilies(t *testing.T) {
	recallOfFamilies(t, seeded.Tables(13, 14), 1, 0.9995, 0.98)
}

// TestLongSmallTablesMissNothing is TestSmallTablesMissNothing on 195 tables.
func TestLongSmallTablesMissNothing(t *testing.T) { smallTablesMissNothing(t, 3) }
