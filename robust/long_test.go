//go:build long

package robust

import "testing"

// TestLongGoldenRuns is TestGoldenRuns on all samples.
func TestLongGoldenRuns(t *testing.T) { testGoldenRuns(t, "") }

// TestLongCountsOfFullFrontiers is TestCountsOfFullFrontiers on all samples.
func TestLongCountsOfFullFrontiers(t *testing.T) { testCountsOfFullFrontiers(t, "") }

// TestLongCoverage is TestCoverage on all samples.
func TestLongCoverage(t *testing.T) { testCoverage(t, "") }
