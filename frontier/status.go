package frontier

// Status says how a search ended. Files hold the text of the constant. The empty status is
// that of a frontier whose search is not known, such as one read from CSV. No status is an
// error.
type Status string

const (
	// StatusComplete means that the method did everything that it was asked to do.
	StatusComplete Status = "complete"
	// StatusEffort means that the search used up the evaluations that it was allowed.
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
	return []Status{"", StatusComplete, StatusEffort, StatusMemory, StatusDeadline, StatusInterrupted}
}
