//go:build race

package evidence

import "testing"

// TestRace permutes and validates with several workers and interrupts. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("EvidenceDependsOnCountsAlone", TestEvidenceDependsOnCountsAlone)
	t.Run("EndOfContext", TestEndOfContext)
	t.Run("OrderShowsThresholds", TestOrderShowsThresholds)
	t.Run("HeldOutMeans", TestHeldOutMeans)
	t.Run("HeldOutMeansSupport", TestHeldOutMeansSupport)
	t.Run("FewRowsAtATime", TestFewRowsAtATime)
	t.Run("ScoringStops", TestScoringStops)
	t.Run("ValidateDependsOnCountsAlone", TestValidateDependsOnCountsAlone)
	t.Run("LargeFrontiersAreThinned", TestLargeFrontiersAreThinned)
}
