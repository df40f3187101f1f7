//go:build race

package problem

import "testing"

// TestRace runs evaluators that share the costs of clusters. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("MemoryIsShared", TestMemoryIsShared)
	t.Run("EvaluatorsShareInPeace", TestEvaluatorsShareInPeace)
	t.Run("StoreCountsEveryByte", TestStoreCountsEveryByte)
}
