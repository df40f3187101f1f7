//go:build race

package chains

import "testing"

// TestRace runs chains with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("ByCountDoesNotDependOnWorkers", TestByCountDoesNotDependOnWorkers)
}
