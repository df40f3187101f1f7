//go:build race

package program

import "testing"

// TestRace runs tests with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("IntervalsIsBruteForce", TestIntervalsIsBruteForce)
	t.Run("SubsetsIsEnumeration", TestSubsetsIsEnumeration)
}
