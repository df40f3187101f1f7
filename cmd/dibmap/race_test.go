//go:build race

package main

import "testing"

// TestRace runs the goroutines of the command, and every kind of search. .ci/race runs only this test of the package.
func TestRace(t *testing.T) {
	t.Run("InterruptEndsWaitingForAPipe", TestInterruptEndsWaitingForAPipe)
	t.Run("InterruptEndsWaitingForAReader", TestInterruptEndsWaitingForAReader)
	t.Run("FirstInterruptEndsWaiting", TestFirstInterruptEndsWaiting)
	t.Run("SecondInterruptEndsAtOnce", TestSecondInterruptEndsAtOnce)
	t.Run("MessagesForPrograms", TestMessagesForPrograms)
	t.Run("CancelledBeforeTheTableIsRead", TestCancelledBeforeTheTableIsRead)
	t.Run("Scripts", func(t *testing.T) {
		testScripts(t, "testdata/script", "interrupted", "map", "plan", "robust", "scan", "scan-plan", "search", "validate")
	})
}
