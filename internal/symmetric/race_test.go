//go:build race

package symmetric

import "testing"

// TestRace runs tests with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("SymmetricDoesNotDependOnWorkers", TestSymmetricDoesNotDependOnWorkers)
	t.Run("SymmetricStopped", TestSymmetricStopped)
}
