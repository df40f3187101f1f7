package frontier

import (
	"cmp"
	"fmt"
	"slices"
)

// Status says how a search ended. Files hold the text of the constant. The empty status is
// that of a frontier whose search is not known, such as one read from CSV. No status is an
// error.
type Status string

const (
	// StatusComplete means that no clustering is missing: the frontier is proved, or was found
	// by a method that goes over all clusterings.
	StatusComplete Status = "complete"
	// StatusConverged means that a search ended by its own rule. It may have missed
	// clusterings.
	StatusConverged Status = "converged"
	// StatusEffort means that the search, or the proof after it, used up the steps that it was
	// allowed.
	StatusEffort Status = "effort"
	// StatusMemory means that the search used up the memory that it was allowed, so that it
	// ended early or thinned the frontier; see [Search.Resolution].
	StatusMemory Status = "memory"
	// StatusDeadline means that the deadline of the context passed.
	StatusDeadline Status = "deadline"
	// StatusInterrupted means that the context was cancelled.
	StatusInterrupted Status = "interrupted"
)

// statuses lists the statuses from the one that says most for a search to the one that says
// least.
func statuses() []Status {
	return []Status{"", StatusComplete, StatusConverged, StatusEffort, StatusMemory, StatusDeadline, StatusInterrupted}
}

// check returns an error for a status that there is not. It continues the name of a search.
func (s Status) check() error {
	if slices.Contains(statuses(), s) {
		return nil
	}
	return fmt.Errorf(".status is %q, and should be complete, converged, effort, memory, deadline or interrupted", string(s))
}

// worse reports whether one status says less for a search than another.
func worse(status, than Status) bool {
	return cmp.Compare(slices.Index(statuses(), status), slices.Index(statuses(), than)) > 0
}

// heuristic reports whether the method of a search may miss clusterings even if nothing stops
// it.
func (s *Search) heuristic() bool {
	return slices.Contains([]string{"mapper", "local", "rounds", "sweeps"}, s.Method)
}

// Unproved returns what the record of a search says without a proof of its frontier: a search
// that is heuristic, or a union of such searches, has converged where the record says complete.
func (s Search) Unproved() Search {
	s.Runs = slices.Clone(s.Runs)
	claims := len(s.Runs) == 0 && !s.heuristic()
	for k := range s.Runs {
		s.Runs[k] = s.Runs[k].Unproved()
		claims = claims || s.Runs[k].Status == StatusComplete
	}
	if s.Status == StatusComplete && !claims {
		s.Status = StatusConverged
	}
	return s
}

// settle sets the status of a union: complete if one of the frontiers is and has all points of the
// union, and otherwise that of the run that says least. A run that claims to be complete and has not
// all points stays in the record as a run. The rule is associative, as that for certificates is.
func (u *Frontier) settle(fs []*Frontier) {
	complete := slices.ContainsFunc(fs, func(f *Frontier) bool {
		return f.Search.Status == StatusComplete && f.Search.Order == u.Search.Order && sameCells(u, f)
	})
	switch {
	case complete:
		u.Search.Status = StatusComplete
	case u.Search.Status == StatusComplete:
		if len(u.Search.Runs) == 0 {
			u.Search = summed([]Search{u.Search})
		}
		u.Search.Status = StatusConverged
	}
}
