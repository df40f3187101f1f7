package frontier

import (
	"fmt"
	"slices"
)

// Status says how a search ended. Files hold the text of the constant. The empty status means that
// the search is not known, as in a frontier from CSV. No status means an error.
type Status string

const (
	// StatusComplete means that no clustering is missing: the frontier is proved, or was found
	// by a method that goes over all clusterings.
	StatusComplete Status = "complete"
	// StatusConverged means that a search ended by its own rule. It may have missed
	// clusterings.
	StatusConverged Status = "converged"
	// StatusEffort means that the search, or the proof after it, used up its allowed steps.
	StatusEffort Status = "effort"
	// StatusMemory means that the search used up its allowed memory, so that it ended early or
	// thinned the frontier; see [Search.Resolution].
	StatusMemory Status = "memory"
	// StatusDeadline means that the deadline of the context passed.
	StatusDeadline Status = "deadline"
	// StatusInterrupted means that the context was cancelled.
	StatusInterrupted Status = "interrupted"
)

// check returns an error for an unknown status. It continues the name of a search.
func (s Status) check() error {
	switch s {
	case "", StatusComplete, StatusConverged, StatusEffort, StatusMemory, StatusDeadline, StatusInterrupted:
		return nil
	}
	return fmt.Errorf(".status is %q, and should be complete, converged, effort, memory, deadline or interrupted", string(s))
}

// heuristic reports whether the method of a search may miss clusterings even if nothing stops
// it.
func (s *Search) heuristic() bool {
	return slices.Contains([]string{"mapper", "local", "rounds", "sweeps"}, s.Method)
}

// WithoutProof returns the record of a search without the claim of a proof: the status of a heuristic
// search, or of a union of such searches, becomes converged where it is complete.
func (s Search) WithoutProof() Search {
	s.Runs = slices.Clone(s.Runs)
	claims := len(s.Runs) == 0 && !s.heuristic()
	for k := range s.Runs {
		s.Runs[k] = s.Runs[k].WithoutProof()
		claims = claims || s.Runs[k].Status == StatusComplete
	}
	if s.Status == StatusComplete && !claims {
		s.Status = StatusConverged
	}
	return s
}
