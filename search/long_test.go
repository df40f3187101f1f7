//go:build long

package search

import "testing"

// TestLongSubsetDPGolden is TestSubsetDPGolden on a table of 16 rows.
func TestLongSubsetDPGolden(t *testing.T) { subsetDPGolden(t, "rand16", 159) }

// TestLongRecall is TestRecall on 40 tables.
func TestLongRecall(t *testing.T) { compareRecall(t, 20) }

// TestLongLimitsAgainstBruteForce is TestLimitsAgainstBruteForce on more tables.
func TestLongLimitsAgainstBruteForce(t *testing.T) { compareLimited(t, 25) }

// TestLongClusteringsWithoutNeighbours is TestClusteringsWithoutNeighbours on more tables.
func TestLongClusteringsWithoutNeighbours(t *testing.T) { compareWithoutNeighbours(t, 5) }

// TestLongResumeFromAnywhere is TestResumeFromAnywhere with more snapshots.
func TestLongResumeFromAnywhere(t *testing.T) { resumeFromAnywhere(t, 1) }
