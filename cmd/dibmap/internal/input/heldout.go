package input

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// ReadLike reads other records with the columns of a table, which was read with these flags, so that
// values get the labels that the scales x and y give them. Where
// the table has rare values grouped, so are the values of X that it does not have.
func (f *TableFlags) ReadLike(ctx context.Context, name string, like *joint.Joint, x, y scale.Scales, s cli.Streams, quiet bool) (*joint.Joint, error) {
	plain := *f
	plain.MinCount, plain.Fold = 0, ""
	plain.scales.x, plain.scales.y = x, y
	t, j, err := plain.Read(ctx, []string{name}, s, quiet)
	if err != nil {
		return nil, err
	}
	if _, counts := j.Samples(); !counts && j.NonZero() > 1 {
		return nil, fmt.Errorf("%s: the table holds probabilities, and only records that were counted can be held out", t.Name())
	}
	if slices.Contains(like.XLabels(), encode.RareLabel) {
		if j, err = withRare(j, like.XLabels()); err != nil {
			return nil, err
		}
	}
	if !meets(j, like) {
		return nil, fmt.Errorf("%s: no record has a value of X and a value of Y of the table that is grouped: is it of the same columns?", t.Name())
	}
	return j, nil
}

// withRare returns the table in which the rows that are not known are one, of rare values.
func withRare(j *joint.Joint, known []string) (*joint.Joint, error) {
	at := make(map[string]int32, len(known))
	for x, label := range known {
		at[label] = int32(x)
	}
	var cells []joint.Cell
	for x, label := range j.XLabels() {
		row, ok := at[label]
		if !ok {
			row = at[encode.RareLabel]
		}
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: row, Y: y, Value: masses[k]})
		}
	}
	return joint.New(known, j.YLabels(), cells)
}

// meets tells whether a cell of a table has a row and a column that another has too.
func meets(j, other *joint.Joint) bool {
	rows, columns := setOf(other.XLabels()), setOf(other.YLabels())
	for x, label := range j.XLabels() {
		in, _ := j.Row(x)
		if rows[label] && slices.ContainsFunc(in, func(y int32) bool { return columns[j.YLabels()[y]] }) {
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
