package survey

import (
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// table counts how often the labels of two columns occur together.
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

// Joint returns the joint distribution of a usable column and Y. O(rows x columns of the table).
func (s *Survey) Joint(column int) (*joint.Joint, error) {
	return s.joined(s.tables[column], s.Columns[column].Labels, s.Y.Labels)
}

// Pair returns the joint distribution of two usable columns of a survey without Y: of x as X, and of y
// as Y, as package table has them. O(records).
func (s *Survey) Pair(x, y int) (*joint.Joint, error) {
	of := &s.coded[y]
	if of.asY != nil {
		of = of.asY
	}
	return s.joined(s.table(&s.coded[x], of), s.Columns[x].Labels, of.labels)
}
