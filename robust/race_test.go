//go:build race

package robust

import "testing"

// TestRace makes draws and splits with several workers, observers and interrupts. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("OrderAndWorkersDoNotMatter", TestOrderAndWorkersDoNotMatter)
	t.Run("MeasureGoesOn", TestMeasureGoesOn)
	t.Run("AnyDivisionHasTheBitsOfMeasure", TestAnyDivisionHasTheBitsOfMeasure)
	t.Run("Cancel", TestCancel)
	t.Run("EnoughDraws", TestEnoughDraws)
	t.Run("TuningIsAFunctionOfTheTable", TestTuningIsAFunctionOfTheTable)
	t.Run("BudgetEndsTheDepths", TestBudgetEndsTheDepths)
	t.Run("EndedContext", TestEndedContext)
	t.Run("TuneProgress", TestTuneProgress)
}
