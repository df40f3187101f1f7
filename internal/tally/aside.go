package tally

import "github.com/dibmap/dibmap/scale"

// fewMissing is the share of records without a value below which they are few.
const fewMissing = 0.01

// SetsAside reports whether a treatment takes records without a value of X out of the table, given the order
// of X, the number of its other values, and their share of all records. The empty treatment does not. A
// single value has no order.
func SetsAside(treatment string, order scale.Order, values int, share float64) bool {
	return treatment != "" && share > 0 && (treatment != scale.MissingOwn || order != "" && values > 1 || share < fewMissing)
}
