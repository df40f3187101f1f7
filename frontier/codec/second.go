package codec

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// secondPart is the second variable of a frontier. Files that have it are of version 3.
type secondPart struct {
	frontier.Second
	Points []secondPoint `json:"points"`
}

type secondPoint struct {
	H          float64          `json:"h"`
	I          float64          `json:"i"`
	S          float64          `json:"s"`
	K          clusterCount     `json:"k"`
	Assignment partition.Packed `json:"assignment"`
	HeldOut    *heldOutSecond   `json:"held_out,omitzero"`
}

// heldOutSecond are the scores on held-out records: for Y with its standard error, and for the second variable.
type heldOutSecond struct {
	I   float64 `json:"i"`
	ISE float64 `json:"i_se"`
	S   float64 `json:"s"`
	SSE float64 `json:"s_se"`
}

// secondOf returns the part of the second variable, or nil if there is none.
func secondOf(f *frontier.Frontier) *secondPart {
	if f.Second == nil {
		return nil
	}
	part := &secondPart{*f.Second, make([]secondPoint, 0, len(f.Second.Entries))}
	for _, e := range f.Second.Entries {
		p := secondPoint{H: e.H, I: e.I, S: e.S, K: clusterCount(e.K), Assignment: e.Assignment}
		if o := e.HeldOut; o != nil {
			p.HeldOut = &heldOutSecond{o[0].I, o[0].SE, o[1].I, o[1].SE}
		}
		part.Points = append(part.Points, p)
	}
	return part
}

// second returns the second variable that a file has.
func (part *secondPart) second() (*frontier.Second, error) {
	if part == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	s := part.Second
	for n, p := range part.Points {
		if p.Assignment == "" {
			return nil, fmt.Errorf("second.points[%d].assignment is missing", n)
		}
		e := frontier.SecondEntry{Entry: frontier.Entry{H: p.H, I: p.I, K: int(p.K), Assignment: p.Assignment}, S: p.S}
		if o := p.HeldOut; o != nil {
			e.HeldOut = &[2]frontier.HeldOut{{I: o.I, SE: o.ISE}, {I: o.S, SE: o.SSE}}
		}
		s.Entries = append(s.Entries, e)
	}
	return &s, nil
}

// secondOfPoint returns what a point tells about the second variable.
func secondOfPoint(p frontier.Point) float64 {
	s, _ := p.Second()
	return s
}
