//go:build race

package sweeps

import "testing"

// TestRace runs sweeps with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("StoppedUnderLimits", TestStoppedUnderLimits)
	t.Run("WorkersChangeNothing", TestWorkersChangeNothing)
	t.Run("StoppedSearchIsSound", TestStoppedSearchIsSound)
}
