package scale

import (
	"errors"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/textfile"
)

// TestWritten reads dates and numbers as people write them, and those of which nobody can know what they are.
func TestWritten(t *testing.T) {
	none, _ := ParseBins("none")
	for _, tt := range []struct {
		texts string // with a bar between them
		spec  Spec
		want  Type
		label string // the labels with a bar between them; a part of the error if the type is empty
	}{
		{"13/04/2012|03/05/2012", Spec{}, Time, "2012-04-13|2012-05-03"},
		{"04/13/2012|03/05/2012|NA", Spec{}, Time, "2012-03-05|2012-04-13|(missing)"},
		{"3.4.2012|4.3.2012", Spec{}, Time, "2012-03-04|2012-04-03"},
		{"Apr 3, 2012|March 4, 2012", Spec{}, Time, "2012-03-04|2012-04-03"},
		{"3 April 2012|4 Mar 2012", Spec{}, Time, "2012-03-04|2012-04-03"},
		{"13/04/2012 12:30 PM|14/04/2012 1:05 AM", Spec{}, Time, "2012-04-13 12:30|2012-04-14 01:05"},
		{"12:30 PM|1:05 AM", Spec{}, Duration, "1h5m|12h30m"},
		{"01/01/2012|02/02/2012", Spec{}, Time, "2012-01-01|2012-02-02"},
		{"03/04/2012|05/05/2012", Spec{}, "", "nothing tells day and month apart: name the format of dates, d/m/y or m/d/y"},
		{"13/04/2012|04/13/2012", Spec{}, "", "which has the month first"},
		{"03/04/2012|04/03/2012", Spec{Dates: "m/d/y"}, Time, "2012-03-04|2012-04-03"},
		{"03/04/2012|x", Spec{Dates: "m/d/y"}, "", `"x", which is no date of the format m/d/y`},
		{"a|b", Spec{Dates: "m/d/y"}, Category, "a|b"},
		{"03/04/2012|04/03/2012", Spec{Part: "month", Dates: "m/d/y"}, Time, "Mar|Apr"},
		{"13/04/2012|04/03/2012", Spec{Type: Category}, Category, "04/03/2012|13/04/2012"},
		{"13/04/2012|04/03/2012", Spec{Declared: Category}, Category, "04/03/2012|13/04/2012"},
		{"$1,000|$999|$20", Spec{}, Number, "20|999|1000"},
		{"$1,000|999", Spec{}, Category, "$1,000|999"},
		{"$5|€5", Spec{}, Category, "$5|€5"},
		{"12 %|7 %", Spec{}, Number, "7|12"},
		{"12 %|7", Spec{}, Category, "7|12 %"},
		{"1 234,5|7", Spec{}, Number, "7|1234.5"},
		{"1\u202f234|7", Spec{}, Number, "7|1234"},
		{"1.234,5|7,25", Spec{}, Number, "7.25|1234.5"},
		{"1,234,567|7,000", Spec{}, Number, "7000|1234567"},
		{"-$1,000.50|$2", Spec{}, Number, "-1000.5|2"},
		{"1,000|2,500", Spec{}, Category, "1,000|2,500"},
		{"1,000|2,500", Spec{Clean: Clean{Decimal: "."}}, Number, "1000|2500"},
		{"1,000|2,500", Spec{Clean: Clean{Decimal: ","}}, Number, "1|2.5"},
		{"1,5|2", Spec{}, Category, "1,5|2"},
		{"030 123 456|1 234", Spec{}, Category, "1 234|030 123 456"},
		{"1.2.10|1.2.9", Spec{}, Category, "1.2.9|1.2.10"},
		{"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 abc", Spec{}, "", `"abc", which is no number, as nearly all others are: take it as missing, or the column as a category`},
	} {
		spec := tt.spec
		spec.Bins = none
		separator := "|"
		if strings.HasPrefix(tt.texts, "0 1 2") {
			separator = " "
		}
		values := valuesOf(strings.Split(tt.texts, separator)...)
		f, err := Fit("c", spec, values)
		if tt.want == "" {
			if err == nil || !strings.Contains(err.Error(), tt.label) {
				t.Errorf("%q: %v, want %s", tt.texts, err, tt.label)
			}
			var unclear *textfile.UnclearError
			if tt.spec.Dates == "" && !errors.As(err, &unclear) {
				t.Errorf("%q: the error is no UnclearError", tt.texts)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tt.texts, err)
			continue
		}
		if got := strings.Join(f.Labels, "|"); f.Scale.Type != tt.want || got != tt.label {
			t.Errorf("%q is a %s of %q, want a %s of %q", tt.texts, f.Scale.Type, got, tt.want, tt.label)
		}
		if err := (Scales{f.Scale}).Check(); err != nil {
			t.Errorf("%q: the scale is refused: %v", tt.texts, err)
		}
	}
}
