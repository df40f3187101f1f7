//go:build long

package main

import "testing"

// TestLongKilledStagesGoOn kills calls with all stages many times.
func TestLongKilledStagesGoOn(t *testing.T) {
	t.Run("proof", func(t *testing.T) {
		killStages(t, randomTable(40, 12, 1), 3, "--effort", "0.5", "--best-up-to", "12", "--robust", "--resamples", "4000", "--validate=3")
	})
	t.Run("sweeps", func(t *testing.T) {
		killStages(t, randomTable(420, 8, 1), 2, "--effort", "0.05", "--robust", "--resamples", "500", "--validate=2")
	})
}

// TestLongScripts runs the scripts of large tables.
func TestLongScripts(t *testing.T) { testScripts(t, "testdata/longscript") }

// TestLongDocuments runs the documents that download something or take long, all their blocks.
func TestLongDocuments(t *testing.T) { testDocuments(t, true) }
