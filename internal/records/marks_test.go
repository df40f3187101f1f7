package records

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/scale"
)

// TestMarks: a mark that is decimal in the table that was grouped, and before three digits in all new numbers that have
// one, is not read silently.
func TestMarks(t *testing.T) {
	for _, tt := range []struct {
		fitted, records string
		noted           bool
	}{
		{"72.25|2020.5", "1.645|72", true},
		{"72.25|2020.5", "-1.645", true},
		{"72.25|2020.5", "1.645|2.5", false},
		{"72.25|2020.5", "1.645|0.125", false},
		{"72.25|2020.5", "n.a.|72", false},
		{"72.125|2020.5", "1.645|72", false},
		{"2.020,25|72", "1,645|72", true},
		{"2.020,25|72", "2.020,125", false},
		{"2.020,25|72", "2.020", false},
		{"1.840|997", "1,645", true},
		{"a|b", "1.645", false},
	} {
		var values []scale.Value
		for text := range strings.SplitSeq(tt.fitted, "|") {
			values = append(values, scale.Value{Text: text, Count: 1})
		}
		bins, _ := scale.ParseBins("none")
		f, err := scale.Fit("v", scale.Spec{Bins: bins}, values)
		if err != nil {
			t.Fatal(err)
		}
		m := MarkOf(&f.Scale)
		for text := range strings.SplitSeq(tt.records, "|") {
			m.See([]byte(text))
		}
		if notes := m.Notes(); len(notes) > 0 != tt.noted {
			t.Errorf("%s after %s: the notes are %q", tt.records, tt.fitted, notes)
		}
	}
}
