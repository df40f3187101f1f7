//go:build race

package exact

import "testing"

// TestRace runs every kind of proof and program with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("EdgesGoOn", TestEdgesGoOn)
	t.Run("JournalForgetsLongLists", TestJournalForgetsLongLists)
	t.Run("SolveGoesOn", TestSolveGoesOn)
	t.Run("DivisionRepairs", TestDivisionRepairs)
	t.Run("Division", TestDivision)
	t.Run("ProveEffort", TestProveEffort)
	t.Run("IntervalsIsBruteForce", TestIntervalsIsBruteForce)
	t.Run("JournalReplaysDuals", TestJournalReplaysDuals)
	t.Run("JournalNotesNoCutParts", TestJournalNotesNoCutParts)
	t.Run("JournalReplaysLists", TestJournalReplaysLists)
	t.Run("ProveDoesNotDependOnWorkers", TestProveDoesNotDependOnWorkers)
	t.Run("SubsetsIsEnumeration", TestSubsetsIsEnumeration)
	t.Run("SymmetricDoesNotDependOnWorkers", TestSymmetricDoesNotDependOnWorkers)
	t.Run("SymmetricStopped", TestSymmetricStopped)
	t.Run("ListsAreVerified", TestListsAreVerified)
	t.Run("ListsAreNotBelieved", TestListsAreNotBelieved)
	t.Run("ListsAreInOrder", TestListsAreInOrder)
	t.Run("VerifyRefusesNegativeWorkers", TestVerifyRefusesNegativeWorkers)
	t.Run("RecomputeUsesItsWorkers", TestRecomputeUsesItsWorkers)
}
