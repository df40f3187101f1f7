package cli

import (
	"math"

	"github.com/dibmap/dibmap/frontier/describe"
)

// GroupMeanOf returns the mean of a group for JSON, or nil if groups have none.
func GroupMeanOf(l describe.GroupMean) *describe.GroupMean {
	if math.IsNaN(l.Mean) {
		return nil
	}
	return &l
}
