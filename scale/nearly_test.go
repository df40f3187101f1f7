package scale

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNearlyNumbers: what makes a column of numbers a category is named.
func TestNearlyNumbers(t *testing.T) {
	numbers := func(form string, from, to int) []string {
		var all []string
		for n := from; n < to; n++ {
			all = append(all, fmt.Sprintf(form, n))
		}
		return all
	}
	few := slices.Clip(numbers("%d", 1, 40))
	for _, tt := range []struct {
		values []string
		want   string // of the note
	}{
		{append(few, "unknown", "unknown", "unknown"), `c has 39 different numbers, and "unknown" in 7.14 % of the records, and so is a category: if that stands for a missing value, take as missing: unknown`},
		{append(few, "see note", "ask Bob", "?", "unknown"), `"ask Bob", "see note", "unknown" in 7.14 %`},
		{append(few, "$4,000", "unknown", "a", "b"), `take as missing: a,b,unknown`},
		{append(few, "a", "b", "c", "d"), `c has 39 different numbers and 4 other texts, such as "a", and so is a category: write numbers or nothing in their place`},
		{append(few, "97 kg", "97 kg", "97.5 kg"), `c has values such as "97 kg", which read like numbers of a unit`},
		{numbers("%d kg", 1, 40), `c has values such as "1 kg"`},
		{[]string{"$5", "€5"}, `c has numbers with different signs, such as "$5" and "€5", and so is a category: write them alike`},
		{[]string{"12 %", "7"}, `such as "7" and "12 %"`},
		{append(numbers("%d", 1, 15), "unknown"), ""},
		{append(few, append(numbers("a%d", 1, 40), "b", "c")...), ""},
		{append(few, "007", "unknown", "unknown", "unknown"), ""},
		{append(numbers("%dA", 1, 40), numbers("%dB", 1, 40)...), `c has values such as "1A"`},
		{numbers("%da1", 1, 40), ""},
		{numbers("room %d", 1, 40), ""},
	} {
		counts := make(map[string]float64)
		var values []Value
		for _, text := range tt.values {
			if counts[text]++; counts[text] == 1 {
				values = append(values, Value{Text: text})
			}
		}
		for i := range values {
			values[i].Count = counts[values[i].Text]
		}
		f, err := Fit("c", Spec{}, values)
		notes := strings.Join(f.Notes, "; ")
		if err != nil || f.Scale.Type != Category || !strings.Contains(notes, tt.want) || tt.want == "" && notes != "" {
			t.Errorf("%.60q is a %s with the notes %q and the error %v, want %q", tt.values, f.Scale.Type, notes, err, tt.want)
		}
	}
}
