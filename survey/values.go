package survey

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// mostValues is the number of records up to which values are kept. For more records, holding some
// out hardly changes the bins.
const mostValues = 1 << 15

// UncutJoint returns the joint distribution of the uncut values of a usable column and of Y, if
// Options.HoldOut is set, so that folds can make bins from their training records. It is nil for a
// column without bins, and in a survey of more than 32,768 records.
func (s *Survey) UncutJoint(column int) *joint.Joint { return s.coded[column].values }

// several is the Y of a value whose records have several values of Y.
const several = -1

// nameY returns the common Y of the records of every value.
func (s *Survey) nameY(values []scale.Value, ids *list[uint16]) {
	if s.Y == nil || s.codedY.wide != nil {
		return
	}
	n := 0
	for id := range ids.all() {
		values[id].Y = together(values[id].Y, s.codedY.of[n])
		n++
	}
	for n := range values {
		values[n].Y = max(values[n].Y, 0)
	}
}

// nameNumbers is nameY for numbers in ascending order.
func (s *Survey) nameNumbers(numbers []scale.Counted, of *list[float64]) {
	if s.Y == nil || s.codedY.wide != nil {
		return
	}
	n := 0
	for v := range of.all() {
		at, known := slices.BinarySearchFunc(numbers, v, func(c scale.Counted, v float64) int { return cmp.Compare(c.Value, v) })
		if known && !math.IsNaN(v) {
			numbers[at].Y = together(numbers[at].Y, s.codedY.of[n])
		}
		n++
	}
	for n := range numbers {
		numbers[n].Y = max(numbers[n].Y, 0)
	}
}

// together returns the Y of a value after one more record.
func together(known int32, place uint16) int32 {
	if y := int32(place) + 1; known == 0 || known == y {
		return y
	}
	return several
}

// valuesOf counts the pairs of values of a column and of Y, without absent values if these are set aside.
func (s *Survey) valuesOf(values []scale.Value, absent []bool, ids *list[uint16], aside bool) (*joint.Joint, error) {
	if s.Y == nil {
		return nil, nil //nolint:nilnil // there is nothing to count
	}
	plain := new(scale.Scale).Apply(values)
	counts := make(map[joint.Cell]float64) // by cells without a value
	n := 0
	of := flat(ids)
	for w := range s.weights() {
		y := s.codedY.at(n)
		if absent[of[n]] && aside || y < 0 {
			n++
			continue
		}
		counts[joint.Cell{X: plain.Place[of[n]], Y: y}] += w
		n++
	}
	cells := make([]joint.Cell, 0, len(counts))
	for c, w := range counts {
		c.Value = w
		cells = append(cells, c)
	}
	slices.SortFunc(cells, func(a, b joint.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	j, err := joint.New(plain.Labels, s.codedY.labels, cells)
	if err != nil {
		return nil, err
	}
	if _, counts := j.Samples(); !counts {
		return nil, nil //nolint:nilnil // no records are held out
	}
	return j, nil
}
