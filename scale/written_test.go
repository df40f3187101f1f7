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
		{"1.840|997|12.212", Spec{}, Number, "997|1840|12212"},
		{"1.845|997|12.212|2.001|NA", Spec{}, Number, "997|1845|2001|12212|(missing)"},
		{"12|15|13.567|120", Spec{}, Number, "12|13.567|15|120"}, // with the mean in place of missing values
		{"1.845|997|12.210", Spec{Type: Number}, Number, "997|1845|12210"},
		{"1.840|-5|1.212.500", Spec{}, Number, "-5|1840|1212500"},
		{"1.840|997", Spec{Clean: Clean{Decimal: "."}}, Number, "1.84|997"},
		{"1.840|997", Spec{Declared: Number}, Number, "1.84|997"},
		{"1.840|997|1250", Spec{}, Number, "1.84|997|1250"},
		{"1.840|997|0.500", Spec{}, Number, "0.5|1.84|997"},
		{"1.840|997|1.5", Spec{}, Number, "1.5|1.84|997"},
		{"1.840|2.500", Spec{}, Number, "1.84|2.5"},
		{"1|1.333|1.667|2", Spec{}, Number, "1|1.333|1.667|2"},
		{"72.333|120|115.667", Spec{}, Number, "72.333|115.667|120"},
		{"(1,234.00)|7.50", Spec{}, Number, "-1234|7.5"},
		{"(44.85)|7.50|NA", Spec{}, Number, "-44.85|7.5|(missing)"},
		{"(44.85)|7.50", Spec{Type: Number}, Number, "-44.85|7.5"},
		{"($44.85)|$7.50", Spec{}, Number, "-44.85|7.5"},
		{"123.45-|7", Spec{}, Number, "-123.45|7"},
		{"\u2212123.45|7|-8", Spec{}, Number, "-123.45|-8|7"},
		{"+2.1%|-3 %", Spec{}, Number, "-3|2.1"},
		{"+5,00 €|\u22127,50 €", Spec{}, Number, "-7.5|5"},
		{"1,234 USD|5 USD", Spec{}, Number, "5|1234"},
		{"EUR -5.25|EUR 7.50", Spec{}, Number, "-5.25|7.5"},
		{"0,5|2", Spec{Clean: Clean{Decimal: "."}}, Number, "0.5|2"},
		{"23.605|0.721", Spec{Clean: Clean{Decimal: ","}}, Number, "0.721|23.605"},
		{"23.6|0.7", Spec{Type: Number, Clean: Clean{Decimal: ","}}, Number, "0.7|23.6"},
		{"2,360.48|1.5", Spec{Clean: Clean{Decimal: ","}}, Number, "1.5|2360.48"},
		{"1-|2|3-", Spec{}, Category, "1-|2|3-"},
		{"(1)|(2)", Spec{}, Category, "(1)|(2)"},
		{"2019-|2020-", Spec{}, Category, "2019-|2020-"},
		{"(-5)|7", Spec{}, Category, "(-5)|7"},
		{"(007)|5", Spec{}, Category, "(007)|5"},
		{"EUR 5|USD 7", Spec{}, Category, "EUR 5|USD 7"},
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
		{"$1,000|$2,500", Spec{}, Number, "1000|2500"},
		{"1,000 %|2,500 %", Spec{}, Category, "1,000 %|2,500 %"},
		{"€1,000|€2,500", Spec{}, Category, "€1,000|€2,500"},
		{"1.000 €|2.500 €", Spec{}, Category, "1.000 €|2.500 €"},
		{"1.000 €|2.500 €", Spec{Clean: Clean{Decimal: ","}}, Number, "1000|2500"},
		{"1.000 €|2.500 €", Spec{Clean: Clean{Decimal: "."}}, Number, "1|2.5"},
		{"999 €|1.000 €", Spec{}, Number, "999|1000"},
		{"999 €|1.000,50 €", Spec{}, Number, "999|1000.5"},
		{"0,125 €|1,250 €", Spec{}, Number, "0.125|1.25"},
		{"7,50 €|1,250 €", Spec{}, Number, "1.25|7.5"},
		{"$1.000|$2.500", Spec{}, Number, "1|2.5"},
		{"7 €|1250 €", Spec{}, Number, "7|1250"},
		{"1,000|2,500", Spec{Type: Number}, "", `"1,000", which is no number without a comma: name the decimal mark, a comma or a point`},
		{"5 kg|2", Spec{Type: Number}, "", `"5 kg", which is no plain number: write it as one, or take the column as a category`},
		{"1,5|2", Spec{Type: Number}, "", `"1,5", which is no number without a comma: name the decimal mark`},
		{"Apr. 3, 2012|May. 4, 2012", Spec{}, Time, "2012-04-03|2012-05-04"},
		{"13.Apr.2012|14.5.2012", Spec{}, Time, "2012-04-13|2012-05-14"},
		{"2012-04-13|2012-04-14|17/04/2012|17/04/2012", Spec{}, "", `"2012-04-13", and "17/04/2012", which is written in another format`},
		{"2012-04-13|soon", Spec{}, Category, "2012-04-13|soon"},
		{"030 123 456|1 234", Spec{}, Category, "1 234|030 123 456"},
		{"1.2.10|1.2.9", Spec{}, Category, "1.2.9|1.2.10"},
		{"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 abc", Spec{}, "", `"abc", which is no number, as nearly all others are: take it as missing, or the column as a category`},
		{"0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20 kg", Spec{}, "", `"20 kg", which is no plain number, as nearly all others are: write it as one, or take the column as a category`},
		{"1.4.12 2.4.2012 3.4.2012 4.4.2012 5.4.2012 6.4.2012 7.4.2012 8.4.2012 9.4.2012 10.4.2012 11.4.2012 12.4.2012 13.4.2012 14.4.2012 15.4.2012 16.4.2012 17.4.2012 18.4.2012 19.4.2012 20.4.2012 21.4.2012", Spec{}, "", `"1.4.12", which is no date, as nearly all others are: take it as missing`},
	} {
		spec := tt.spec
		spec.Bins = none
		separator := "|"
		if !strings.Contains(tt.texts, "|") {
			separator = " "
		}
		values := valuesOf(strings.Split(tt.texts, separator)...)
		f, err := Fit("c", spec, values)
		if tt.want == "" {
			if err == nil || !strings.Contains(err.Error(), tt.label) {
				t.Errorf("%q: %v, want %s", tt.texts, err, tt.label)
			}
			var unclear *textfile.UnclearError
			if tt.spec.Dates == "" && tt.spec.Type == "" && !errors.As(err, &unclear) {
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

// TestNumbersWithoutTheirSign: further records may lack the sign of a currency, but not the one of per cent.
func TestNumbersWithoutTheirSign(t *testing.T) {
	for _, tt := range []struct {
		column, text string
		read         bool
	}{
		{"$754|$1,754", "754", true}, {"$754|$1,754", "1,754", true}, {"$754|$1,754", "€754", false}, {"7 %|80 %", "7", false},
	} {
		f, err := Fit("c", Spec{}, valuesOf(strings.Split(tt.column, "|")...))
		if err != nil {
			t.Fatal(err)
		}
		_, kind := f.Scale.number(tt.text)
		if read := kind == isNumber; read != tt.read {
			t.Errorf("%s in the column %s is read as a number: %t", tt.text, tt.column, read)
		}
	}
}

// TestDatesThatAreNotRead: the notes on columns that look like dates and are categories.
func TestDatesThatAreNotRead(t *testing.T) {
	for texts, want := range map[string]string{
		"3/4/12|12/31/99":       "years of two digits: if they are, name the format of dates, m/d/yy",
		"3/4/12|5/6/13":         "name the format of dates, d/m/yy or m/d/yy",
		"13/04/2012|03/05/2012": "c is text, as its type says, and so a category, though all its values are times: give c the type time",
		"03/04/2012|05/05/2012": "though all its values are times",
		"$1,000|$20":            "though all its values are numbers: give c the type number",
		"1.4.7|1.4.8":           "",
	} {
		spec := Spec{}
		if strings.Contains(want, "all its values") {
			spec.Declared = Category
		}
		f, err := Fit("c", spec, valuesOf(strings.Split(texts, "|")...))
		if notes := strings.Join(f.Notes, "; "); err != nil || f.Scale.Type != Category || !strings.HasSuffix(notes, want) && !strings.Contains(notes, want+":") || want == "" && notes != "" {
			t.Errorf("%q is a %s with the notes %q and the error %v, want %q", texts, f.Scale.Type, notes, err, want)
		}
	}
}

// TestPointsOfThousands: a point that may stand between thousands is not read silently.
func TestPointsOfThousands(t *testing.T) {
	for texts, want := range map[string]string{
		"1.840|997":         `c has numbers such as "1.840", which is read as 1840: if the point is decimal, name the decimal mark, a point`,
		"1.840|2.500":       `c has numbers such as "1.840", whose point is read as decimal: if it separates thousands, name the decimal mark`,
		"1|1.333|1.667":     `c has numbers such as "1.333", whose point is read as decimal: if it separates thousands, name the decimal mark`,
		"1.840|997|0.500":   "",
		"1.840|997|-12.5":   "",
		"1.840|997|1000000": "",
		"1|2|3":             "",
	} {
		for _, typ := range []Type{"", Number} {
			f, err := Fit("c", Spec{Type: typ}, valuesOf(strings.Split(texts, "|")...))
			if notes := strings.Join(f.Notes, "; "); err != nil || notes != want {
				t.Errorf("%q, type %q: the notes are %q and the error %v, want %q", texts, typ, notes, err, want)
			}
		}
	}
}
