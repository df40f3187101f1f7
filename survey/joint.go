package survey

import (
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// table counts the pairs of labels of two columns.
func (s *Survey) table(x, y *coded) *tally.Sums {
	sums := tally.NewSums(len(x.labels) * len(y.labels))
	if s.counts != nil {
		n := 0
		for w := range s.weights() {
			sums.Add(int(x.of[n])*len(y.labels)+int(y.of[n]), w)
			n++
		}
		return sums
	}
	counts := make([]int64, len(x.labels)*len(y.labels))
	for n, at := range x.of {
		counts[int(at)*len(y.labels)+int(y.of[n])]++
	}
	for at, n := range counts {
		sums.Add(at, float64(n))
	}
	return sums
}

// joined returns the joint distribution of two columns.
func (s *Survey) joined(sums *tally.Sums, x, y []string) (*joint.Joint, error) {
	var cells []joint.Cell
	for at := range len(x) * len(y) {
		if n := sums.Total(at); n > 0 {
			cells = append(cells, joint.Cell{X: int32(at / len(y)), Y: int32(at % len(y)), Value: n})
		}
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		return nil, &textfile.Error{File: s.file, Msg: err.Error(), Err: err}
	}
	return j, nil
}

// Joint returns the joint distribution of a usable column and Y, without the records of
// [Survey.Aside]. O(rows x columns of the table).
func (s *Survey) Joint(column int) (*joint.Joint, error) {
	x := s.Columns[column].Labels
	if s.Aside(column) != nil {
		x = x[:len(x)-1]
	}
	return s.joined(s.tables[column], x, s.Y.Labels)
}

// Aside describes the records that were set aside because they have no value of a usable column,
// by the Y of the survey; nil if there are none. O(rows x columns of the table).
func (s *Survey) Aside(column int) *scale.Missing {
	c, sums, treatment := &s.Columns[column], s.tables[column], s.coded[column].missing
	last, y := len(c.Labels)-1, s.Y.Labels
	if treatment == "" || last < 0 || c.Labels[last] != scale.MissingLabel {
		return nil
	}
	m := &scale.Missing{Treatment: treatment}
	for n, label := range y {
		if v := sums.Total(last*len(y) + n); v > 0 {
			m.Y, m.Counts = append(m.Y, label), append(m.Counts, v)
		}
	}
	all := make([]float64, (last+1)*len(y))
	for at := range all {
		all[at] = sums.Total(at)
	}
	m.Share = tally.Sum(m.Counts) / tally.Sum(all)
	if !tally.SetsAside(treatment, scale.Scales{c.Scale}.Order(), last, m.Share) {
		return nil
	}
	return m
}

// pair returns the joint distribution of two usable columns of a survey without Y: of x as X, and of y
// as Y, as package table has them. O(records).
func (s *Survey) pair(x, y int) (*joint.Joint, error) {
	of := &s.coded[y]
	if of.asY != nil {
		of = of.asY
	}
	return s.joined(s.table(&s.coded[x], of), s.Columns[x].Labels, of.labels)
}
