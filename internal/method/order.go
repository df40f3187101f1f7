package method

// Order says which rows are neighbours.
type Order string

// The orders of rows, as frontier files spell them.
const (
	// Linear: adjacent rows of the table are neighbours.
	Linear Order = "linear"
	// Circular: the last row and the first are neighbours, too.
	Circular Order = "circular"
)
