//go:build long

package main

import "testing"

// TestLongKilledSearchesGoOn kills searches of several methods many times.
func TestLongKilledSearchesGoOn(t *testing.T) {
	t.Run("rounds", func(t *testing.T) { killAndResume(t, randomTable(40, 18, 1), 12, "--effort", "2") })
	t.Run("merge", func(t *testing.T) { killAndResume(t, randomTable(14, 8, 1), 10, "--epsilon", "0.01", "--seed", "7") })
	t.Run("memory", func(t *testing.T) {
		killAndResume(t, randomTable(200, 10, 1), 10, "--effort", "0.01", "--max-memory", "16MiB")
	})
}

// TestLongKilledStagesGoOn kills calls with all stages many times.
func TestLongKilledStagesGoOn(t *testing.T) {
	t.Run("proof", func(t *testing.T) {
		killStages(t, randomTable(40, 12, 1), 3, "--effort", "0.5", "--best-up-to", "12", "--robust", "--resamples", "4000", "--validate=3")
	})
	t.Run("sweeps", func(t *testing.T) {
		killStages(t, randomTable(320, 8, 1), 2, "--effort", "0.05", "--robust", "--resamples", "500", "--validate=2")
	})
}

// TestLongScripts runs the scripts of large tables.
func TestLongScripts(t *testing.T) { testScripts(t, "testdata/longscript") }

// TestLongDocuments runs the documents that download something or take long, all their blocks.
func TestLongDocuments(t *testing.T) { testDocuments(t, true) }

// TestLongKilledWorkGoesOn has pairs of workers take the same units and kills them, 50 times.
func TestLongKilledWorkGoesOn(t *testing.T) { killWork(t, 50) }
