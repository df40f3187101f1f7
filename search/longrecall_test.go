//go:build long

package search_test

import "testing"

// TestLongRecallOfFamilies is TestRecallOfFamilies on all families and larger tables.
func TestLongRecallOfFamilies(t *testing.T) { recallOfFamilies(t, 14, 1, 0.9995, 0.98) }

// TestLongSmallTablesMissNothing is TestSmallTablesMissNothing on 195 tables.
func TestLongSmallTablesMissNothing(t *testing.T) { smallTablesMissNothing(t, 3) }
