package encode

import (
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/scale"
)

// WithMissing returns an encoder that also places a missing value, according to the records that were set
// aside because they have no value: in a cluster of its own after the others, in the cluster that
// [Encoder.Nearest] finds for these records, or nowhere. known is the table that was clustered, which only
// [scale.MissingNearest] needs. A nil m changes nothing.
func (e *Encoder) WithMissing(m *scale.Missing, known Counts) (*Encoder, error) {
	switch {
	case m == nil || m.Treatment == scale.MissingDrop:
		return e, nil
	case m.Group():
		labels, numbers := slices.Concat(e.labels, []string{scale.MissingLabel}), slices.Concat(e.numbers, []int{e.k()})
		more, err := New(labels, numbers, slices.Concat(e.names, []string{e.unused(scale.MissingLabel)}))
		if err != nil {
			return nil, err
		}
		return more.WithScales(e.scales), nil
	}
	missing := Counts{X: []string{scale.MissingLabel}, Y: m.Y, Weight: m.Counts}
	sum := 0.0
	for y, n := range m.Counts {
		missing.Row, missing.Column = append(missing.Row, 0), append(missing.Column, y)
		sum += n
	}
	// On this scale, the counts of all records of the clustered table add up to one.
	placed, err := e.Nearest(known, missing, sum*(1-m.Share)/m.Share)
	if err != nil {
		return nil, err
	}
	return e.With(placed.Values, placed.Clusters)
}

// unused returns a name that no cluster has.
func (e *Encoder) unused(name string) string {
	taken := make(map[string]bool, len(e.names))
	for _, n := range e.names {
		taken[n] = true
	}
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}
