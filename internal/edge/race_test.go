//go:build race

package edge

import "testing"

// TestRace runs tests with several workers. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("JournalForgetsLongLists", TestJournalForgetsLongLists)
	t.Run("JournalReplaysDuals", TestJournalReplaysDuals)
	t.Run("JournalNotesNoCutParts", TestJournalNotesNoCutParts)
	t.Run("JournalReplaysLists", TestJournalReplaysLists)
}
