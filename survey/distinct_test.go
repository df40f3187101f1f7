package survey

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// tricky are columns whose different values are counted in different ways if texts, numbers, times, case and
// missing values are not treated alike. Each returns the value of a record.
var tricky = map[string]func(i int) string{
	"version": func(i int) string { return []string{"1.1", "1.10", "1.2"}[i%3] },
	"spelled": func(i int) string { return fmt.Sprintf("%d%s", i/2%30, []string{"", ".0"}[i%2]) },
	"id":      func(i int) string { return fmt.Sprint(1234567890123456781 + int64(i%10)) },
	"gaps":    func(i int) string { return []string{"1.5", "NaN", "", "2.5", "nan"}[i%5] },
	"absent":  func(i int) string { return []string{"1", "NA", "2", "n/a", "3"}[i%5] },
	"word":    func(i int) string { return []string{"Rome", "ROME", "Oslo", "none", ""}[i%5] },
	"offset": func(i int) string {
		return []string{"2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00", "2024-01-02T00:00:00Z"}[i%3]
	},
	"span":     func(i int) string { return []string{"1h0m0s", "PT1H", "26:00:00"}[i%3] },
	"infinite": func(i int) string { return []string{"inf", "Infinity", "1", "2"}[i%4] },
	"letters":  func(i int) string { return []string{"id%x", "ID%x"}[i%2] },
}

// TestDistinctValues checks that all numbers of different values are the same: those of a survey, few enough
// to be kept as texts or not, and the values of X of a table.
func TestDistinctValues(t *testing.T) {
	var names []string
	for name := range tricky {
		names = append(names, name)
	}
	var b strings.Builder
	b.WriteString(strings.Join(names, ",") + ",y\n")
	for i := range 600 {
		for _, name := range names {
			value := tricky[name](i)
			if name == "letters" {
				value = fmt.Sprintf(value, i/2)
			}
			b.WriteString(value + ",")
		}
		fmt.Fprintf(&b, "%d\n", i%2)
	}
	path := write(t, b.String())
	none, _ := scale.ParseBins("none")
	for _, clean := range []scale.Clean{{}, {FoldCase: true, Trim: true}, {NA: []string{"none"}}} {
		s, err := Read(t.Context(), path, Options{Clean: clean, Bins: none, MaxValues: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Columns {
			if c.Name == "y" || c.Name == "infinite" { // the infinities are in the bins at the ends
				continue
			}
			tab, err := table.Open(t.Context(), path, table.Options{X: c.Name, Y: "y", Clean: clean, Scales: map[string]scale.Spec{c.Name: {Bins: none}}})
			if err != nil {
				t.Fatal(err)
			}
			j, err := tab.Joint()
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for _, label := range j.XLabels() {
				if label != scale.MissingLabel {
					want++
				}
			}
			if c.Distinct != want {
				t.Errorf("%+v: %s has %d different values, and a table has %d", clean, c.Name, c.Distinct, want)
			}
		}
	}
}

// TestDistinctValuesOfMany compares the number of different values and the entropy of columns that are kept
// as texts, and as hashes or numbers.
func TestDistinctValuesOfMany(t *testing.T) {
	const n = maxKnown / 2
	var b strings.Builder
	b.WriteString("word,number,id\n")
	for i := range n + 3 {
		fmt.Fprintf(&b, "name%d,%d,%d\n NAME%d ,%d.0,%d\n", i, i, 1234567890123456781+int64(i), i, i, 1234567890123456781+int64(i))
	}
	s, err := Read(t.Context(), write(t, b.String()), Options{Clean: scale.Clean{FoldCase: true, Trim: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Columns {
		if c.Distinct != n+3 {
			t.Errorf("%s has %d different values, want %d", c.Name, c.Distinct, n+3)
		}
	}
}
