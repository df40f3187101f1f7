//go:build race

package proof

import "testing"

// TestRace runs tests with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("EdgesGoOn", TestEdgesGoOn)
	t.Run("DivisionRepairs", TestDivisionRepairs)
	t.Run("Division", TestDivision)
	t.Run("ProveEffort", TestProveEffort)
	t.Run("ProveDoesNotDependOnWorkers", TestProveDoesNotDependOnWorkers)
}
