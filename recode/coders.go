package recode

import (
	"slices"
	"strings"

	"github.com/dibmap/dibmap/encode"
)

// coders are the coders of all codings. They share the columns that they read.
type coders struct {
	all     []*coder
	columns []string // that are read
	values  []value  // of the current record, by column
	records int64
}

func newCoders(codings []encode.Coding) (*coders, error) {
	columns, err := encode.Columns(codings)
	if err != nil {
		return nil, err
	}
	all := new(coders)
	for i := range codings {
		var at []int
		for _, name := range columns[i] {
			place := slices.Index(all.columns, name)
			if place < 0 {
				place = len(all.columns)
				all.columns = append(all.columns, name)
			}
			at = append(at, place)
		}
		c, err := newCoder(&codings[i], at, limitsOf(len(codings)))
		if err != nil {
			return nil, err
		}
		c.others = strings.Join(columns[i][1:], " and ")
		all.all = append(all.all, c)
	}
	all.values = make([]value, len(all.columns))
	return all, nil
}

// added returns the name of a column that would be added and is among some columns, or "".
func (c *coders) added(columns ...string) string {
	for _, one := range c.all {
		if slices.Contains(columns, one.as) {
			return one.as
		}
	}
	return ""
}

// record finds the text for the current record: for every coding, the place of a text that [coder.forEach] has
// returned. For a refused value, it returns the first column of the coding, and an error that completes a message
// that starts with the name of the column.
func (c *coders) record(places []int) (column int, err error) {
	c.records++
	for i, one := range c.all {
		found, err := one.code(c.values)
		if err != nil {
			return one.at[0], err
		}
		places[i] = one.count(found)
	}
	return 0, nil
}

// stats returns the counts.
func (c *coders) stats() Stats {
	s := Stats{Records: c.records}
	for _, one := range c.all {
		s.Columns = append(s.Columns, one.stats())
		for i := range one.marks {
			s.Notes = append(s.Notes, one.marks[i].Notes()...)
		}
	}
	return s
}
