package scale

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	na := []string{"NA", "n/a", "?"}
	for _, tt := range []struct {
		clean      Clean
		text, want string
		missing    bool
	}{
		{Clean{}, " Rome ", " Rome ", false},
		{Clean{}, "NA", "NA", false},
		{Clean{NA: na}, "NA", "NA", true},
		{Clean{NA: na}, " NA", " NA", false},
		{Clean{NA: na}, "na", "na", false},
		{Clean{NA: na, Trim: true}, "\t NA\u00a0", "NA", true},
		{Clean{NA: na, FoldCase: true}, "Na", "na", true},
		{Clean{NA: na, FoldCase: true, Trim: true}, " N/A ", "n/a", true},
		{Clean{Trim: true}, " Rome\u2003", "Rome", false},
		{Clean{Trim: true}, " \t", "", true},
		{Clean{FoldCase: true}, "ROME", "rome", false},
		{Clean{FoldCase: true}, "STRASSE", "strasse", false},
		{Clean{FoldCase: true}, "Straße", "strasse", false},
		{Clean{FoldCase: true}, "ΣΊΣΥΦΟΣ", "σίσυφοσ", false},
		{Clean{FoldCase: true}, "Σίσυφος", "σίσυφοσ", false},
	} {
		text, missing := tt.clean.Cleaned(tt.text, false)
		if missing != tt.missing || !missing && text != tt.want {
			t.Errorf("%+v: %q is %q, missing %t", tt.clean, tt.text, text, missing)
		}
		if _, missing := tt.clean.Cleaned(tt.text, true); !missing {
			t.Errorf("%+v: a missing value is none", tt.clean)
		}
	}
}

// TestCleanTwice checks that a value that was read once is read the same again, so that a label can be
// given where a value is asked for.
func TestCleanTwice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`[ \taAßẞİıſKσςΣéÉ?]{0,6}`)
		c := Clean{
			NA: rapid.SliceOfN(text, 0, 2).Draw(rt, "na"), Trim: rapid.Bool().Draw(rt, "trim"), FoldCase: rapid.Bool().Draw(rt, "fold"),
		}
		value, missing := c.Cleaned(text.Draw(rt, "value"), false)
		if again, missingAgain := c.Cleaned(value, missing); again != value || missingAgain != missing {
			rt.Errorf("%+v: %q, %t is %q, %t when it is read again", c, value, missing, again, missingAgain)
		}
	})
}

// TestCleanedColumn checks that the values of one label are one value of a column, and that numbers of
// a column with a decimal comma are cut as those with a point are.
func TestCleanedColumn(t *testing.T) {
	values := []Value{{Text: "Rome", Count: 2}, {Text: " ROME", Count: 1}, {Text: "Paris ", Count: 3}, {Text: "na", Count: 1}, {Missing: true, Count: 1}}
	fitted, err := Fit("city", Spec{Clean: Clean{NA: []string{"NA"}, Trim: true, FoldCase: true}}, values)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"paris", "rome", MissingLabel}; !slices.Equal(fitted.Labels, want) {
		t.Errorf("labels %q, want %q", fitted.Labels, want)
	}
	if want := []int32{1, 1, 0, 2, 2}; !slices.Equal(fitted.Place, want) {
		t.Errorf("places %v, want %v", fitted.Place, want)
	}
	points := []Value{{Text: "0.5", Count: 1}, {Text: "-1e-3", Count: 1}, {Text: "12", Count: 2}, {Text: "n/a", Count: 1}}
	commas := []Value{{Text: "0,5", Count: 1}, {Text: "-1e-3", Count: 1}, {Text: "12,0", Count: 2}, {Text: "n/a", Count: 1}}
	na := []string{"n/a"}
	one, err := Fit("v", Spec{Clean: Clean{NA: na}}, points)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Fit("v", Spec{Clean: Clean{NA: na, Decimal: ","}}, commas)
	if err != nil || one.Scale.Type != Number || !slices.Equal(one.Labels, other.Labels) || !slices.Equal(one.Place, other.Place) {
		t.Errorf("%v and %v: %v", one, other, err)
	}
}
