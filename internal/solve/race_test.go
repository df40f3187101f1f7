//go:build race

package solve

import "testing"

// TestRace runs tests with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("SolveGoesOn", TestSolveGoesOn)
}
