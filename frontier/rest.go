package frontier

import (
	"slices"

	"github.com/dibmap/dibmap/scale"
)

// Rest returns the label of the row for all values of X without a row of their own: "(rare)" if
// values below MinCount were put together, and "(other)" if all except the TopX most frequent
// values were. It is empty if there is no such row, even if a value has that name. O(n).
func (p *Problem) Rest() string {
	switch {
	case p.MinCount > 0 && slices.Contains(p.XLabels, scale.RareLabel):
		return scale.RareLabel
	case p.TopX > 0 && slices.Contains(p.XLabels, scale.OtherLabel):
		return scale.OtherLabel
	}
	return ""
}
