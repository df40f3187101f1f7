// Package folding makes the rows of each fold. It chooses the bins of numbers and the rare values from the training
// records of the fold only, as the command map does for a file of these records, and then maps training and held-out
// records to these rows, as the command encode does.
package folding

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// MaxParts is the largest number of parts into which records may be divided for folds.
const MaxParts = 100

// Rule says how the values of X become the rows of a table.
type Rule struct {
	// X are the scales of the columns of the whole table. Their types hold for the folds, too.
	X scale.Scales
	Rest
}

// Fixed reports whether a value has the same row in every fold.
func (r *Rule) Fixed() bool {
	return r.MinCount == 0 && r.Top == 0 && !slices.ContainsFunc(r.X, func(s scale.Scale) bool { return s.Binned() })
}

// Folds turns folds whose labels are values of X into folds whose labels are rows. The values are their texts,
// [scale.MissingLabel], or what [textfile.JoinLabels] makes of several columns. Rows are in the order of their labels.
// O(n log n) for n values and cells of each fold.
func (r *Rule) Folds(values []joint.Fold) ([]joint.Fold, error) {
	if r.Fixed() {
		return values, nil
	}
	folds := make([]joint.Fold, len(values))
	for n, f := range values {
		var err error
		if folds[n], err = r.fold(f); err != nil {
			return nil, err
		}
	}
	return folds, nil
}

func (r *Rule) fold(f joint.Fold) (rows joint.Fold, err error) {
	s := newSplit(max(len(r.X), 1), f.Training)
	fitted := make([]scale.Fitted, len(s.columns))
	for i := range s.columns {
		s.add(i, f.HeldOut)
		own := new(scale.Scale)
		if i < len(r.X) {
			own = &r.X[i]
		}
		if fitted[i], err = refit(own, s.columns[i].values); err != nil {
			return rows, err
		}
	}
	training, heldOut := f.Training.XLabels(), f.HeldOut.XLabels()
	labels, at, ok := Combine(fitted, len(training)+len(heldOut), math.MaxInt, func(n int) []uint32 {
		if n < len(training) {
			return s.places[training[n]]
		}
		return s.places[heldOut[n-len(training)]]
	})
	if !ok {
		return rows, errors.New("the columns of X have too many combinations of values")
	}
	trainingAt, heldOutAt := at[:len(training)], at[len(training):]
	labels = r.merge(f.Training, labels, trainingAt, heldOutAt)
	if rows.Training, err = moved(f.Training, labels, trainingAt); err == nil {
		rows.HeldOut, err = moved(f.HeldOut, labels, heldOutAt)
	}
	return rows, err
}

// refit fits the scale of a column to the values of training records, which have a Count above 0. The others get labels,
// but do not shape the bins. The type stays, and so do the bins if no training record has a number.
func refit(s *scale.Scale, values []scale.Value) (scale.Fitted, error) {
	known := slices.ContainsFunc(values, func(v scale.Value) bool {
		number, ok := s.Measure(v.Text, v.Missing)
		return ok && v.Count > 0 && !math.IsNaN(number) && !math.IsInf(number, 0)
	})
	if !s.Binned() || !known {
		return s.Apply(values), nil
	}
	spec := scale.Spec{Type: s.Type, Part: s.Part, Zone: s.Zone, Dates: s.Dates, Clean: s.Clean}
	var err error
	if spec.Bins, err = scale.ParseBins(s.Bins); err != nil {
		return scale.Fitted{}, fmt.Errorf("the bins of %s: %w", s.Column, err)
	}
	return scale.Fit(s.Column, spec, values)
}

// merge gives the rows of the rest one place, and returns the labels with the label of the rest.
func (r *Rule) merge(training *joint.Joint, labels []string, places ...[]int32) []string {
	totals := make([]float64, len(labels))
	for x, at := range places[0] {
		totals[at] += training.RowMass(x)
	}
	in := r.Of(labels, totals)
	if !slices.Contains(in, true) {
		return labels
	}
	rest := int32(len(labels))
	if own := slices.Index(labels, r.Label()); own >= 0 {
		rest = int32(own)
	} else {
		labels = append(labels, r.Label())
	}
	for _, list := range places {
		for n, at := range list {
			if in[at] {
				list[n] = rest
			}
		}
	}
	return labels
}

// moved returns a table whose rows have other places among other labels.
func moved(j *joint.Joint, labels []string, at []int32) (*joint.Joint, error) {
	var cells []joint.Cell
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for n, y := range columns {
			cells = append(cells, joint.Cell{X: at[x], Y: y, Value: masses[n]})
		}
	}
	slices.SortFunc(cells, func(a, b joint.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	united := cells[:0]
	for _, c := range cells {
		if last := len(united) - 1; last >= 0 && united[last].X == c.X && united[last].Y == c.Y {
			united[last].Value += c.Value // counts are exact
		} else {
			united = append(united, c)
		}
	}
	return joint.New(labels, j.YLabels(), united)
}

// split is the labels of a table of values, taken apart by columns.
type split struct {
	columns []column
	places  map[string][]uint32 // of the parts of a label among the values of their columns
}

// column is the different values of a column.
type column struct {
	values []scale.Value
	at     map[string]uint32 // by text
}

// newSplit returns the values of the training records, with their counts and, of a single column, with
// their Y.
func newSplit(columns int, training *joint.Joint) *split {
	s := &split{columns: make([]column, columns), places: make(map[string][]uint32)}
	for i := range s.columns {
		s.columns[i].at = make(map[string]uint32)
		s.add(i, training)
		for x, label := range training.XLabels() {
			v := &s.columns[i].values[s.places[label][i]]
			v.Count += training.RowMass(x)
			if of, _ := training.Row(x); columns == 1 && len(of) == 1 {
				v.Y = of[0] + 1
			}
		}
	}
	return s
}

// add adds the values that a table has in a column.
func (s *split) add(i int, j *joint.Joint) {
	c := &s.columns[i]
	for _, label := range j.XLabels() {
		parts, ok := textfile.SplitLabel(label, len(s.columns))
		if !ok {
			parts = make([]string, len(s.columns)) // no table of values has such a label
		}
		n, known := c.at[parts[i]]
		if !known {
			n = uint32(len(c.values))
			c.at[parts[i]] = n
			c.values = append(c.values, scale.Value{Text: parts[i], Missing: parts[i] == scale.MissingLabel})
		}
		if len(s.places[label]) <= i {
			s.places[label] = append(s.places[label], n)
		}
	}
}
