//go:build race

package survey

import "testing"

// TestRace runs surveys with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("RankAndPairs", TestRankAndPairs)
	t.Run("PartsOfManyTimes", TestPartsOfManyTimes)
}
