package cli

import (
	"math"

	"github.com/dibmap/dibmap/frontier/describe"
)

// Level is the JSON of the mean of Y in a group, with its standard deviation and the ends of a 95 % interval of the
// mean. Unknown numbers are null.
type Level struct {
	Mean Float `json:"mean"`
	SD   Float `json:"sd"`
	Low  Float `json:"mean_low"`
	High Float `json:"mean_high"`
}

// LevelOf returns the level of a group, or nil if groups have none.
func LevelOf(l describe.GroupMean) *Level {
	if math.IsNaN(l.Mean) {
		return nil
	}
	return &Level{Float(l.Mean), Float(l.SD), Float(l.Low), Float(l.High)}
}
