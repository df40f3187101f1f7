//go:build long

package search_test

import "testing"

// TestLongRecallOfFamilies is TestRecallOfFamilies on all families and larger tables. A 14th row, which TestLongRecall
// has, would treble the time of the exact frontiers.
func TestLongRecallOfFamilies(t *testing.T) { recallOfFamilies(t, 13, 1, 0.9995, 0.98) }

// TestLongSmallTablesMissNothing is TestSmallTablesMissNothing on 195 tables.
func TestLongSmallTablesMissNothing(t *testing.T) { smallTablesMissNothing(t, 3) }
