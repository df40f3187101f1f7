//go:build race

package search

import "testing"

// TestRace runs searches with several workers, observers, limits and interrupts. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("ResumeAfterInterrupts", TestResumeAfterInterrupts)
	t.Run("InterruptedUnderLimits", TestInterruptedUnderLimits)
	t.Run("MergesUnderLimits", TestMergesUnderLimits)
	t.Run("ThinnedUnderLimits", TestThinnedUnderLimits)
	t.Run("WorkersAgreeWithinTheTolerance", TestWorkersAgreeWithinTheTolerance)
	t.Run("InterruptedSearchKeepsWhatItFound", TestInterruptedSearchKeepsWhatItFound)
	t.Run("ObserverSeesTheSearchGrow", TestObserverSeesTheSearchGrow)
	t.Run("ObserverSeesTheStaircase", TestObserverSeesTheStaircase)
	t.Run("SweepsUnderLimits", TestSweepsUnderLimits)
	t.Run("DitExample", TestDitExample)
	t.Run("ResultDoesNotDependOnTheWorkers", TestResultDoesNotDependOnTheWorkers)
	t.Run("ThinnedFrontierKeepsItsShape", TestThinnedFrontierKeepsItsShape)
	t.Run("ThinnedSearchResumes", TestThinnedSearchResumes)
}
