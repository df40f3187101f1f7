//go:build race

package verify

import "testing"

// TestRace runs tests with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("ListsAreVerified", TestListsAreVerified)
	t.Run("ListsAreNotBelieved", TestListsAreNotBelieved)
	t.Run("ListsAreInOrder", TestListsAreInOrder)
	t.Run("VerifyRefusesNegativeWorkers", TestVerifyRefusesNegativeWorkers)
	t.Run("RecomputeUsesItsWorkers", TestRecomputeUsesItsWorkers)
}
