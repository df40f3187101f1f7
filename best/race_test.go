//go:build race

package best

import "testing"

// TestRace runs the search with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("WorkersDoNotMatter", TestWorkersDoNotMatter)
}
