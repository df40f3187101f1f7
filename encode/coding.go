package encode

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/textfile"
)

// Coding is a column of clusters that is made of other columns. X and Encoder must be set.
type Coding struct {
	// X names the columns whose values are looked up, one for each scale of the encoder, as a list
	// with commas between them (a name with a comma is in quotes, as in CSV). If the encoder has no
	// scales, X is the name of one column.
	X string
	// As names the column of clusters; "cluster" if it is empty.
	As string
	// Encoder knows the cluster of every value.
	Encoder *Encoder
	// Style says what the column holds: names or numbers of clusters, and what for a value that
	// the encoder does not know.
	Style
}

// name returns the name of the column of clusters.
func (c *Coding) name() string { return cmp.Or(c.As, "cluster") }

// Columns returns the names of the columns that each of some codings reads. It is an error if one of
// them makes no sense, or if two make columns of the same name.
func Columns(codings []Coding) ([][]string, error) {
	if len(codings) == 0 {
		return nil, errNoClustering
	}
	all := make([][]string, len(codings))
	for i := range codings {
		c := &codings[i]
		var err error
		if all[i], err = c.columns(); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(codings[:i], func(other Coding) bool { return other.name() == c.name() }) {
			return nil, fmt.Errorf("two new columns would be called %s: choose other names", textfile.Shown(c.name()))
		}
	}
	return all, nil
}

var errNoClustering = errors.New("there is no clustering to encode with")

func (c *Coding) columns() ([]string, error) {
	switch {
	case c.Encoder == nil:
		return nil, errNoClustering
	case c.X == "":
		return nil, errors.New("the column to encode is not named")
	case !utf8.ValidString(c.As + c.Label):
		return nil, fmt.Errorf("the new column %q and the label of unknown values %q must be UTF-8 text", c.As, c.Label)
	}
	if c.Encoder.scales == nil {
		return []string{c.X}, nil
	}
	columns, err := textfile.SplitNames(c.X)
	if n := len(c.Encoder.scales); err == nil && len(columns) != n {
		err = fmt.Errorf("the values of %s are to be looked up, %s, and X was %d in the table that was grouped", textfile.Plural(len(columns), "column"), textfile.Listed(columns), n)
	}
	return columns, err
}
