package records

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Mark watches the decimal mark in a column of numbers, which may separate thousands in new records: 1,645 is 1.645 for a
// scale with a decimal comma.
type Mark struct {
	scale   *scale.Scale
	decimal []byte
	sure    bool   // some number can have a decimal mark only
	first   string // a number with three digits after the mark
}

// MarkOf returns the mark of the column of a scale. If numbers that were fitted have three decimals or more, new numbers
// may have three as well.
func MarkOf(s *scale.Scale) Mark {
	long := func(v float64) bool {
		_, decimals, _ := strings.Cut(string(textfile.AppendFloat(nil, v, 64)), ".")
		return len(decimals) >= 3
	}
	sure := s.Type != scale.Number || !s.Binned() || slices.ContainsFunc(s.Low, long) || slices.ContainsFunc(s.High, long)
	return Mark{scale: s, decimal: []byte(cmp.Or(s.Decimal, ".")), sure: sure}
}

// See takes in a value.
func (m *Mark) See(text []byte) {
	if m.sure {
		return
	}
	at := bytes.LastIndex(text, m.decimal)
	if at < 0 {
		return
	}
	whole, after := bytes.TrimRight(text[:at], "0123456789"), bytes.TrimLeft(text[at+1:], "0123456789")
	before, decimals := text[len(whole):at], len(text)-at-1-len(after)
	switch {
	case decimals == 3 && len(before) >= 1 && len(before) <= 3 && before[0] != '0' && (len(whole) == 0 || bytes.HasSuffix(whole, []byte("-"))):
		if m.first == "" {
			m.first = string(text)
		}
	case decimals > 0:
		m.sure = true
	}
}

// Notes returns a note if all marks that were seen may separate thousands.
func (m *Mark) Notes() []string {
	number, ok := m.scale.Measure(m.first, false)
	if m.sure || m.first == "" || !ok {
		return nil
	}
	return []string{fmt.Sprintf("%s has numbers such as %q, which is read as %s, and the table that was grouped has no numbers of three decimals: if the mark separates thousands, leave it out",
		textfile.Shown(m.scale.Column), m.first, textfile.AppendFloat(nil, number, 64))}
}
