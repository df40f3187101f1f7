package cli

import (
	"math"

	"github.com/dibmap/dibmap/frontier/describe"
)

// LevelOf returns the mean of a group for JSON, or nil if groups have none.
func LevelOf(l describe.GroupMean) *describe.GroupMean {
	if math.IsNaN(l.Mean) {
		return nil
	}
	return &l
}
