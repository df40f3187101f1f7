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

// TestLongScripts runs the scripts of large tables.
func TestLongScripts(t *testing.T) { testScripts(t, "testdata/longscript") }

// TestLongDocuments runs the documents that download something or take long, all their blocks.
func TestLongDocuments(t *testing.T) { testDocuments(t, true) }

// TestLongKilledWorkGoesOn has pairs of workers take the same units and kills them, 50 times.
func TestLongKilledWorkGoesOn(t *testing.T) { killWork(t, 50) }
