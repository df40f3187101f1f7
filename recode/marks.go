package recode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// mark watches the decimal mark in a column of numbers, which may separate thousands in new records: 1,645 is 1.645
// for a scale with a decimal comma.
type mark struct {
	decimal string
	sure    bool   // some number can have a decimal mark only
	first   string // a number with three digits after the mark
}

// marksOf returns the marks of the columns of some scales. If numbers that were fitted have three decimals or more, new
// numbers may have three as well.
func marksOf(scales scale.Scales) []mark {
	all := make([]mark, len(scales))
	for i := range scales {
		s := &scales[i]
		long := func(v float64) bool {
			_, decimals, _ := strings.Cut(string(textfile.AppendFloat(nil, v, 64)), ".")
			return len(decimals) >= 3
		}
		all[i].decimal = cmp.Or(s.Decimal, ".")
		all[i].sure = s.Type != scale.Number || !s.Binned() || slices.ContainsFunc(s.Low, long) || slices.ContainsFunc(s.High, long)
	}
	return all
}

// see takes in a value.
func (m *mark) see(text string) {
	at := strings.LastIndex(text, m.decimal)
	whole, after := strings.TrimRight(text[:at], "0123456789"), strings.TrimLeft(text[at+1:], "0123456789")
	before, decimals := text[len(whole):at], len(text)-at-1-len(after)
	switch {
	case decimals == 3 && len(before) >= 1 && len(before) <= 3 && before[0] != '0' && (whole == "" || strings.HasSuffix(whole, "-")):
		m.first = cmp.Or(m.first, text)
	case decimals > 0:
		m.sure = true
	}
}

// notes returns a note for each column whose marks may all separate thousands.
func (c *coder) notes() (notes []string) {
	for i, m := range c.marks {
		if number, _ := c.scales[i].Measure(m.first, false); m.first != "" && !m.sure {
			notes = append(notes, fmt.Sprintf("%s has numbers such as %q, which is read as %s, and the table that was grouped has no numbers of three decimals: if the mark separates thousands, leave it out",
				textfile.Shown(c.scales[i].Column), m.first, textfile.AppendFloat(nil, number, 64)))
		}
	}
	return notes
}
