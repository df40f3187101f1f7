package input

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/pairs"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// RandomFolds divides the records of a table into k random parts. In each fold, values become rows by
// the training records alone, unless limits name rows of the table.
func (f *TableFlags) RandomFolds(p *Problem, k int, seed uint64) ([]joint.Fold, error) {
	if p.Values == nil {
		return p.Records().Folds(k, seed)
	}
	folds, err := p.Values.Folds(k, seed)
	if err != nil {
		return nil, err
	}
	rule := folding.Rule{X: p.XScales, Rest: folding.Rest{MinCount: f.MinCount, Top: f.TopX}}
	return rule.Folds(folds)
}

// Records returns the table of the records: of X and Y, or of X and pairs of Y and a second variable.
func (p *Problem) Records() *joint.Joint {
	if p.Second.Records() {
		return p.Second.both
	}
	return p.Joint
}

// ReadLike reads other records with the columns of the table of a problem, which was read with these flags, so that
// values get the labels that its scales give them. Where rare or other values are grouped in
// the table, unknown values join them. With a second variable, the columns are pairs of Y and it ([Second.Apart]).
func (f *TableFlags) ReadLike(ctx context.Context, name string, p *Problem, s cli.Streams, quiet bool) (*joint.Joint, error) {
	plain, like := *f, p.Records()
	plain.MinCount, plain.TopX, plain.TopY, plain.Fold, plain.HoldOut = 0, 0, 0, "", false
	plain.scales.x, plain.scales.y = p.XScales, p.YScales
	if p.Second.Records() {
		plain.scales.y = slices.Concat(p.YScales, p.Second.pairs.Scales)
	}
	if plain.missing = ""; !slices.Contains(like.XLabels(), scale.MissingLabel) {
		plain.missing = scale.MissingDrop
	}
	plain.missingY = missingYOf(&frontier.Problem{YLabels: p.Joint.YLabels(), YScales: p.YScales, Missing: p.Missing})
	t, j, err := plain.Read(ctx, []string{name}, s, quiet)
	if err != nil {
		return nil, err
	}
	if _, counts := j.Samples(); !counts && j.NonZero() > 1 {
		return nil, fmt.Errorf("%s: the table holds probabilities, and only records that were counted can be held out", t.Name)
	}
	if row, column := f.restOf(like); row != "" || column != "" {
		if j, err = withRest(j, like, row, column); err != nil {
			return nil, err
		}
	}
	if !meets(j, like, f.numbers) {
		return nil, fmt.Errorf("%s: no record has a value of X and a value of Y of the table that is grouped: is it of the same columns?", t.Name)
	}
	return j, nil
}

// restOf returns the labels of the row and of the column of grouped values in a table; they are empty
// without such a row or column.
func (f *TableFlags) restOf(like *joint.Joint) (row, column string) {
	switch {
	case f.MinCount > 0:
		row = scale.RareLabel
	case f.TopX > 0:
		row = scale.OtherLabel
	}
	if !slices.Contains(like.XLabels(), row) {
		row = ""
	}
	if f.TopY > 0 && slices.Contains(like.YLabels(), scale.OtherLabel) {
		column = scale.OtherLabel
	}
	return row, column
}

// withRest returns a table with all unknown rows merged into one, called row, and all unknown columns
// into one, called column. An empty name leaves them unchanged.
func withRest(j, known *joint.Joint, row, column string) (*joint.Joint, error) {
	x, y := j.XLabels(), j.YLabels()
	if row != "" {
		x = Among(known.XLabels(), row, x)
	}
	if column != "" {
		y = Among(known.YLabels(), column, y)
	}
	return relabelled(j, x, y)
}

// relabelled returns a table with other labels of rows and columns, which adds up those with the same label.
func relabelled(j *joint.Joint, x, y []string) (*joint.Joint, error) {
	xLabels, xAt := pairs.Distinct(x)
	yLabels, yAt := pairs.Distinct(y)
	var cells []joint.Cell
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: xAt[x], Y: yAt[y], Value: masses[k]})
		}
	}
	return joint.New(xLabels, yLabels, cells)
}

// Among returns labels in which unknown labels are replaced by another label.
func Among(known []string, rest string, labels []string) []string {
	set := setOf(known)
	among := slices.Clone(labels)
	for i, l := range among {
		if !set[l] {
			among[i] = rest
		}
	}
	return among
}

// meets reports whether a cell of a table has a row and a column that another table has too. Numbers need not be in both.
func meets(j, other *joint.Joint, numbers bool) bool {
	rows, columns := setOf(other.XLabels()), setOf(other.YLabels())
	for x, label := range j.XLabels() {
		in, _ := j.Row(x)
		if rows[label] && slices.ContainsFunc(in, func(y int32) bool { return numbers || columns[j.YLabels()[y]] }) {
			return true
		}
	}
	return false
}

func setOf(labels []string) map[string]bool {
	set := make(map[string]bool, len(labels))
	for _, label := range labels {
		set[label] = true
	}
	return set
}
