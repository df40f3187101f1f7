package scale

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// textsOf returns values, each of which occurs once; an empty text is missing.
func textsOf(texts ...string) []Value {
	values := make([]Value, len(texts))
	for n, text := range texts {
		values[n] = Value{Text: text, Missing: text == "", Count: 1}
	}
	return values
}

// TestTimesOfDay: many times of day are durations, and a few, which may be scores, are categories with a note.
func TestTimesOfDay(t *testing.T) {
	var many []string
	for hour := range 24 {
		many = append(many, strconv.Itoa(hour)+":15")
	}
	for _, tt := range []struct {
		values []string
		want   Type
		note   string
	}{
		{many, Duration, `c has values such as "0:15", which are read as times of day: if they are none, give c the type category`},
		{many[:20], Category, `c has values such as "0:15", which read like times of day, and so is a category: for ranges of them, give c the type duration`},
		{append(slices.Clone(many), "24:15"), Category, ""},
		{append(slices.Clone(many), "1:5"), Category, ""},
		{[]string{"8:15:00", "10:15:00"}, Duration, ""},
	} {
		f, err := Fit("c", Spec{}, valuesOf(tt.values...))
		if notes := strings.Join(f.Notes, "; "); err != nil || f.Scale.Type != tt.want || notes != tt.note {
			t.Errorf("%.30q is a %s with the notes %q and the error %v, want a %s with %q", tt.values, f.Scale.Type, notes, err, tt.want, tt.note)
		}
	}
	hours, err := Fit("c", Spec{Part: "hour"}, valuesOf("8:00", "08:30", "14:00"))
	if got := strings.Join(hours.Labels, "|"); err != nil || got != "8|14" {
		t.Errorf("the hours are %s, %v", got, err)
	}
}

func TestTimesAndDurations(t *testing.T) {
	for _, test := range []struct {
		name   string
		spec   Spec
		values []string
		want   Scale // of which the fields that are set are compared
		labels []string
	}{
		{"dates", Spec{}, []string{"2024-03-01", "2023-12-31", "2024-02-29", ""}, Scale{Type: Time, Order: Linear, Whole: true}, []string{"2023-12-31", "2024-02-29", "2024-03-01", MissingLabel}},
		{"instants", Spec{}, []string{"2024-07-01T10:00:00Z", "2024-07-01T09:30:00.25Z", "NaT"}, Scale{Type: Time, Order: Linear, Zone: "UTC"}, []string{"2024-07-01 09:30:00.25", "2024-07-01 10:00", MissingLabel}},
		{"one offset", Spec{}, []string{"2024-07-01 10:00+02:00", "2024-07-01 09:00+02:00"}, Scale{Type: Time, Order: Linear, Zone: "+02:00"}, []string{"2024-07-01 09:00", "2024-07-01 10:00"}},
		{"two offsets", Spec{}, []string{"2024-07-01 10:00+02:00", "2024-01-01 09:00+01:00"}, Scale{Type: Time, Order: Linear, Zone: "UTC"}, []string{"2024-01-01 08:00", "2024-07-01 08:00"}},
		{"hours as written", Spec{Part: "hour"}, []string{"2024-07-01 10:00+02:00", "2024-01-01 10:00+01:00", "2024-01-01 09:59:59+01:00", ""}, Scale{Type: Time, Order: Circular, Part: "hour", By: "hours", Values: []string{"9", "10"}}, []string{"9", "10", MissingLabel}},
		{"hours elsewhere", Spec{Part: "hour", Zone: "Asia/Kolkata"}, []string{"2024-07-01T20:00:00Z", "2024-07-01T10:00"}, Scale{Type: Time, Order: Circular, Part: "hour", Zone: "Asia/Kolkata", By: "hours", Values: []string{"1", "10"}}, []string{"1", "10"}},
		{"hours of clocks", Spec{Part: "hour"}, []string{"23:59", "05:00:00"}, Scale{Type: Time, Order: Circular, Part: "hour", By: "hours", Values: []string{"5", "23"}}, []string{"5", "23"}},
		{"weekdays", Spec{Part: "weekday"}, []string{"2024-02-25", "2024-02-29", "2024-02-26"}, Scale{Type: Time, Order: Circular, Part: "weekday", By: "weekdays", Values: []string{"Mon", "Thu", "Sun"}}, []string{"Mon", "Thu", "Sun"}},
		{"months", Spec{Part: "month"}, []string{"2024-10-01", "2024-09-30", "2023-09-01"}, Scale{Type: Time, Order: Circular, Part: "month", By: "months", Values: []string{"Sep", "Oct"}}, []string{"Sep", "Oct"}},
		{"quarters", Spec{Part: "quarter"}, []string{"2024-12-31", "2024-03-31", "2024-04-01"}, Scale{Type: Time, Order: Linear, Part: "quarter", By: "quarters", Values: []string{"Q1", "Q2", "Q4"}}, []string{"Q1", "Q2", "Q4"}},
		{"years", Spec{Part: "year"}, []string{"2024-12-31", "0000-03-31"}, Scale{Type: Time, Order: Linear, Part: "year", Whole: true}, []string{"0", "2024"}},
		{"days of the year", Spec{Part: "day-of-year"}, []string{"2024-12-31", "2023-12-31", "2023-01-01"}, Scale{Type: Time, Order: Linear, Part: "day-of-year", Whole: true}, []string{"1", "365", "366"}},
		{"durations", Spec{}, []string{"1h30m0s", "PT45S", "0 days 00:00:45.5", "-1 day, 23:59:59", "00:01:00"}, Scale{Type: Duration, Order: Linear}, []string{"-1s", "45s", "45.5s", "1m", "1h30m"}},
		{"not certain", Spec{}, []string{"5m", "10m"}, Scale{Type: Category}, []string{"5m", "10m"}},
		{"asked for", Spec{Type: Duration}, []string{"5m", "10m", "1d", "2ms"}, Scale{Type: Duration, Order: Linear}, []string{"2ms", "5m", "10m", "1d"}},
		{"some no times", Spec{}, []string{"2024-12-31", "later"}, Scale{Type: Category}, []string{"2024-12-31", "later"}},
		{"a leap day that is none", Spec{}, []string{"2023-02-29", "2023-02-28"}, Scale{Type: Category}, []string{"2023-02-28", "2023-02-29"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := Fit("c", test.spec, textsOf(test.values...))
			if err != nil {
				t.Fatal(err)
			}
			got := Scale{Type: f.Scale.Type, Order: f.Scale.Order, Whole: f.Scale.Whole, Part: f.Scale.Part, Zone: f.Scale.Zone, Values: f.Scale.Values, By: f.Scale.By}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(test.labels, f.Labels); d != "" {
				t.Error(d)
			}
			if err := f.Scale.check(); err != nil {
				t.Error(err)
			}
			for n, v := range test.values {
				if label := f.Scale.Label(v, v == ""); label != f.Labels[f.Place[n]] {
					t.Errorf("%q has the label %q, and had %q", v, label, f.Labels[f.Place[n]])
				}
			}
		})
	}
}

func TestTimeErrors(t *testing.T) {
	for _, test := range []struct {
		spec   Spec
		values []string
		want   string
	}{
		{Spec{Part: "hour"}, []string{"517"}, `has the value "517", which is no date or time`},
		{Spec{Type: Duration}, []string{"P1Y"}, `has the value "P1Y", which is no duration`},
		{Spec{Type: Time}, []string{"", "NaT"}, "has no dates or times"},
		{Spec{Part: "second"}, []string{"2024-01-01"}, `has no part "second" of its times: want one of hour,`},
		{Spec{Part: "hour", Type: Number}, []string{"1"}, "is read as a number, which has no hour: leave the type out"},
		{Spec{Zone: "Mars/Olympus"}, []string{"2024-01-01"}, `"Mars/Olympus", which is no time zone`},
		{Spec{Bins: must(ParseBins("width:50"))}, []string{"2024-01-01"}, "holds dates or times, and the bins are width:50: want such as width:7d"},
		{Spec{Bins: must(ParseBins("width:7d"))}, []string{"1", "2"}, "holds numbers, and the bins are width:7d: want such as width:50"},
		{Spec{Bins: must(ParseBins("edges:2024-01-01,2023-01-01"))}, []string{"2024-01-01"}, "not in ascending order"},
		{Spec{Bins: must(ParseBins("edges:2024-01-01,x"))}, []string{"2024-01-01"}, `the edge "x" is none`},
	} {
		_, err := Fit("c", test.spec, textsOf(test.values...))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.values, err, test.want)
		}
	}
}

func must(b Bins, err error) Bins {
	if err != nil {
		panic(err)
	}
	return b
}

// TestTimesInBins checks where times are cut, and how the bins are called.
func TestTimesInBins(t *testing.T) {
	for _, test := range []struct {
		bins   string
		zone   string
		values []string
		want   []string
	}{
		{"width:7d", "", []string{"2024-02-25", "2024-02-26", "2024-03-03", "2024-03-04"}, []string{"2024-02-25", "2024-02-26 to 2024-03-03", "2024-03-04"}},
		{"edges:2024-01-01,2024-07-01", "", []string{"2023-05-05", "2023-12-31", "2024-01-01", "2024-08-01"}, []string{"2023-05-05 to 2023-12-31", "2024-01-01", "2024-08-01"}},
		{"quantile:2", "", []string{"2024-01-31 22:00", "2024-01-31 23:30", "2024-02-02 05:00", "2024-02-03 06:00:01"}, []string{"2024-01-31 22:00 to 2024-02-01 00:00", "2024-02-01 00:00 to 2024-02-03 06:00:01"}},
		{"width:1d", "Europe/Berlin", []string{"2024-03-30T22:59Z", "2024-03-30T23:00Z", "2024-03-31T21:59Z", "2024-03-31T22:00Z"}, []string{"2024-03-30 23:59", "2024-03-31 00:00 to 2024-04-01 00:00", "2024-04-01 00:00"}},
		{"none", "Europe/Berlin", []string{"2024-10-27T00:30Z", "2024-10-27T01:30Z"}, []string{"2024-10-27 02:30", "2024-10-27 02:30+01:00"}},
		{"width:1h", "", []string{"PT1M", "PT59M", "PT60M", "-PT1S"}, []string{"-1s", "0s to 1h", "1h"}},
		{"edges:30m,1h", "", []string{"PT1M", "PT31M", "PT59M", "PT2H"}, []string{"1m", "30m - 1h", "2h"}},
	} {
		f, err := Fit("c", Spec{Bins: must(ParseBins(test.bins)), Zone: test.zone}, textsOf(test.values...))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(test.want, f.Labels); d != "" {
			t.Errorf("%s: %s", test.bins, d)
		}
		if f.Scale.Bins != test.bins {
			t.Errorf("%s is kept as %s", test.bins, f.Scale.Bins)
		}
	}
}

// TestOrders checks which orders of categories are recognised.
func TestOrders(t *testing.T) {
	for _, test := range []struct {
		by     string
		order  Order
		spec   Spec
		values []string // in the order wanted
	}{
		{"", "", Spec{}, []string{"", "a2", "a10", "b"}},
		{"", "", Spec{}, []string{"Monday"}},
		{"", "", Spec{}, []string{"Alice", "April", "June", "May"}},
		{byNumbers, "", Spec{Type: Category}, []string{"-3", "2", "10"}},
		{byWeekdays, Circular, Spec{}, []string{"Mon", "Tue", "Wed", "Sunday"}},
		{byWeekdays, Circular, Spec{}, []string{"MONDAY", "monday", "tues.", "Thurs"}},
		{byWeekdays, "", Spec{Type: Category}, []string{"Mon", "Tue", "Sun"}},
		{byMonths, Circular, Spec{}, []string{"January", "Mar", "May", "Sept"}},
		{byIntervals, Linear, Spec{}, []string{"(-inf, 0.5]", "(0.5, 1.0]", "(1.0, 10.0]", "(10.0, inf)"}},
		{byIntervals, Linear, Spec{}, []string{"[2,3)", "(2,3]", "[10,20]"}},
		{byIntervals, Linear, Spec{}, []string{"(2023-12-01, 2024-01-01]", "(2024-01-01, 2024-02-01]"}},
		{ByFile, Linear, Spec{Values: []string{"low", "mid", "high"}, By: ByFile}, []string{"low", "high"}},
		{ByCategories, Linear, Spec{Values: []string{"low", "mid", "high"}, By: ByCategories}, []string{"mid", "high"}},
		{"", "", Spec{Values: []string{"low", "mid"}, By: ByCategories}, []string{"high", "mid"}},
		{ByFile, Linear, Spec{Values: []string{"10", "2"}, By: ByFile}, []string{"10", "2"}},
	} {
		var texts []string
		for _, v := range test.values {
			if v != "" {
				texts = append(texts, v)
			}
		}
		shuffled := slices.Clone(texts)
		slices.Reverse(shuffled)
		f, err := Fit("c", test.spec, textsOf(shuffled...))
		if err != nil {
			t.Fatal(err)
		}
		if f.Scale.By != test.by || f.Scale.Order != test.order {
			t.Errorf("%q: by %q, order %q", texts, f.Scale.By, f.Scale.Order)
		}
		if d := cmp.Diff(texts, f.Labels); d != "" {
			t.Errorf("%q: %s", texts, d)
		}
		if err := f.Scale.check(); err != nil {
			t.Error(err)
		}
	}
	_, err := Fit("c", Spec{Values: []string{"low"}, By: ByFile}, textsOf("low", "tiny"))
	if err == nil || err.Error() != `c has the value "tiny", which the file of its order does not list: add it there` {
		t.Error(err)
	}
}

// TestRangesOfValues checks the names of several values together.
func TestRangesOfValues(t *testing.T) {
	for _, test := range []struct {
		values      []string
		first, last int
		want        string
	}{
		{[]string{"Mon", "Tue", "Wed", "Thu", "Fri"}, 1, 3, "Tue - Thu"},
		{[]string{"Mon", "Tue", "Wed", "Thu", "Fri"}, 4, 0, "Fri - Mon"},
		{[]string{"Mon", "Tue"}, 1, 1, "Tue"},
		{[]string{"(0.5, 1.0]", "(1.0, 2.0]", "(2.0, inf]"}, 0, 1, "(0.5, 2.0]"},
		{[]string{"[0.5,1)", "[1,2)"}, 0, 1, "[0.5, 2)"},
		{[]string{"(0, 1]", "(2, 3]"}, 0, 1, "(0, 1] - (2, 3]"},
	} {
		f, err := Fit("c", Spec{}, textsOf(test.values...))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Scale.Range(test.first, test.last); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
