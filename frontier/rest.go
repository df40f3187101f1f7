package frontier

import (
	"slices"

	"github.com/dibmap/dibmap/scale"
)

// Rest returns the label of the row to which all values of X belong that are no rows of their own:
// "(rare)" if values below MinCount were put together, and "(other)" if all but the TopX most frequent
// were. It is empty if there is none, also where a value happens to be called so. O(n).
func (p *Problem) Rest() string {
	switch {
	case p.MinCount > 0 && slices.Contains(p.XLabels, scale.RareLabel):
		return scale.RareLabel
	case p.TopX > 0 && slices.Contains(p.XLabels, scale.OtherLabel):
		return scale.OtherLabel
	}
	return ""
}
