package scale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestExactTexts reads columns of texts that are numbers, some of which are not the same as numbers.
func TestExactTexts(t *testing.T) {
	var many, prices []string
	for i := range 21 {
		many = append(many, strconv.Itoa(i), strconv.Itoa(i)+".0")
		prices = append(prices, strconv.Itoa(i)+".50")
	}
	for _, tt := range []struct {
		name     string
		declared Type
		texts    []string
		want     Type
		labels   int    // number of labels, without bins
		note     string // a part of the note; none if it is empty
	}{
		{"identifiers", "", []string{"1234567890123456781", "1234567890123456782", "1234567890123456783"}, Category, 3, `such as 1234567890123456781, and so a category: give c the type number`},
		{"negative", "", []string{"-9007199254740993", "1"}, Category, 2, "such as -9007199254740993"},
		{"exact", "", []string{"9007199254740992", "9007199254740990", "-9007199254740991"}, Number, 3, ""},
		{"large numbers as programs write them", "", []string{"123456789012345680000", "1e300", "1234567890123456.7"}, Number, 3, ""},
		{"identifiers and a missing one", "", []string{"1234567890123456781", "1234567890123456782", "NA"}, Category, 3, "such as 1234567890123456781"},
		{"versions", "", []string{"1.1", "1.10", "1.2"}, Category, 3, `"1.1" and "1.10", and so a category`},
		{"codes", "", []string{"1E3", "10E2", "100E1"}, Category, 3, `"100E1" and "10E2"`},
		{"digits that no number has", "", []string{"0.12345678901234567891", "0.12345678901234567892"}, Category, 2, "different texts of the same number"},
		{"measurements", "", many, Number, 21, `which are one value: if they are not, give c the type category`},
		{"prices", "", prices, Number, 21, ""},
		{"plus signs and space", "", []string{"+1", " 2", "3 "}, Number, 3, ""},
		{"negative zero of a type of numbers", Number, []string{"-0", "0", "1"}, Number, 2, ""},
		{"whole numbers of 64 bits", Number, []string{"1234567890123456781", "1234567890123456782"}, Category, 2, "such as 1234567890123456781"},
		{"decimals", Number, []string{"12345678901234567.25", "12345678901234567.26"}, Category, 2, "different texts of the same number"},
		{"text", Category, []string{"12", "34"}, Category, 2, "c is text, as its type says, and so a category, though all its values are numbers: give c the type number"},
		{"text of dates", Category, []string{"2024-01-01", "2024-01-02"}, Category, 2, "give c the type time"},
		{"text of numbers, one missing", Category, []string{"1", "NA"}, Category, 2, "give c the type number"},
		{"words", Category, []string{"a", "b"}, Category, 2, ""},
		{"months", Category, []string{"Jan", "Feb"}, Category, 2, ""},
		{"zip codes", Category, []string{"01067", "10115"}, Category, 2, ""},
		{"times", "", []string{"2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00", "2024-01-02"}, Time, 2, "different texts of the same time"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			none, _ := ParseBins("none")
			f, err := Fit("c", Spec{Bins: none, Declared: tt.declared}, valuesOf(tt.texts...))
			if err != nil {
				t.Fatal(err)
			}
			if f.Scale.Type != tt.want || len(f.Labels) != tt.labels {
				t.Errorf("a %s of the labels %q, want a %s of %d", f.Scale.Type, f.Labels, tt.want, tt.labels)
			}
			if notes := strings.Join(f.Notes, "\n"); !strings.Contains(notes, tt.note) || (notes == "") != (tt.note == "") || len(f.Notes) > 1 {
				t.Errorf("notes %q, want %q", notes, tt.note)
			}
			if f.Scale.Order != Circular && tt.name == "months" {
				t.Error("months of a column of text have no order")
			}
			for _, given := range []Type{Category, Number} {
				if tt.want == Time || strings.Contains(fmt.Sprint(tt.texts), "NA") || tt.name == "words" || tt.name == "months" || tt.name == "text of dates" {
					continue
				}
				f, err := Fit("c", Spec{Type: given, Declared: tt.declared}, valuesOf(tt.texts...))
				if err != nil || f.Scale.Type != given || len(f.Notes) > 0 {
					t.Errorf("with the type %s: a %s with the notes %q: %v", given, f.Scale.Type, f.Notes, err)
				}
			}
		})
	}
}

// TestNoTextsMeetSilently checks that different texts have different labels, if no note says otherwise.
func TestNoTextsMeetSilently(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		return rapid.StringMatching(`[+-]?[0-9]{1,20}(\.[0-9]{0,3})?([eE][0-3])?`).Draw(t, "text")
	})
	none, _ := ParseBins("none")
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.OneOf(text, rapid.Map(rapid.IntRange(0, 9), strconv.Itoa)), 1, 40, rapid.ID[string]).Draw(t, "texts")
		f, err := Fit("c", Spec{Bins: none}, valuesOf(texts...))
		if err != nil {
			t.Fatal(err)
		}
		place := slices.Clone(f.Place)
		slices.Sort(place)
		if len(slices.Compact(place)) < len(texts) && f.Notes == nil {
			t.Fatalf("%q have the labels %q, and no note says so", texts, f.Labels)
		}
	})
}
