package survey

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// TestMissingAsInTables: a column of a survey has the table and the records set aside that table.Open finds, for
// few numbers, many numbers, categories that lack 0.5 % and 5 % of the values, and one without missing values.
func TestMissingAsInTables(t *testing.T) {
	var b strings.Builder
	b.WriteString("few,many,rare,often,all,y\n")
	for n := range 1000 {
		cell := func(missing bool, value any) string {
			if missing {
				return ""
			}
			return fmt.Sprint(value)
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s,%d,%c\n", cell(n%7 == 0, n%5), cell(n%3 == 0, float64(n)/7), cell(n%200 == 0, "abcd"[n%4:n%4+1]), cell(n%20 == 0, "abcd"[n%4:n%4+1]), n%6, "pq"[n%11%2])
	}
	path := files.Write(t, t.TempDir(), "a.csv", b.String())
	for _, treatment := range []string{"", scale.MissingOwn, scale.MissingDrop, scale.MissingNearest} {
		s, err := Read(t.Context(), path, Options{Y: "y", Missing: treatment})
		if err != nil {
			t.Fatal(err)
		}
		aside := 0
		for at, c := range s.Columns {
			tab, err := table.Open(t.Context(), path, table.Options{X: c.Name, Y: "y", Missing: treatment})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tab.MissingRecords(), s.MissingRecords(at)); d != "" {
				t.Errorf("%s, %q: what is set aside (-table +survey):\n%s", c.Name, treatment, d)
			}
			if s.MissingRecords(at) != nil {
				aside++
			}
			want, err := tab.Joint()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := s.Joint(at); err != nil || got.SHA256() != want.SHA256() {
				t.Errorf("%s, %q: another table than that of table.Open (%v)", c.Name, treatment, err)
			}
		}
		if want := map[string]int{"": 0, scale.MissingOwn: 3, scale.MissingDrop: 4, scale.MissingNearest: 4}[treatment]; aside != want {
			t.Errorf("%q: %d columns have records set aside, want %d", treatment, aside, want)
		}
	}
}

// TestWithoutY: a survey that leaves out the records without Y is the survey of the others, of columns of few and of many
// values, with weights, and in several passes.
func TestWithoutY(t *testing.T) {
	var all, rest strings.Builder
	for n := -1; n < 40_000; n++ {
		line := fmt.Sprintf("%d,%g,%s,%c,%d\n", n%7, float64(n)/7, fmt.Sprint("t", n), "pq"[max(n, 0)%11%2], n%3)
		if n < 0 {
			line = "few,many,texts,y,n\n"
		}
		all.WriteString(line)
		rest.WriteString(line)
		switch {
		case n%1000 == 0:
			all.WriteString("Total,,,,1\n")
		case n%400 == 0:
			all.WriteString(",,,,1\n,7,more,,1\n")
		}
	}
	dir := t.TempDir()
	paths := []string{files.Write(t, dir, "rest.csv", rest.String()), files.Write(t, dir, "all.csv", all.String())}
	for _, o := range []Options{{}, {Count: "n"}, {MaxMemory: 100_000}} {
		o.Y, o.MissingY, o.Missing, o.Parts = "y", scale.MissingDrop, scale.MissingOwn, scale.Parts()
		var of [2]*Survey
		for i, path := range paths {
			var err error
			if of[i], err = Read(t.Context(), path, o); err != nil {
				t.Fatal(err)
			}
		}
		want, got := of[0], of[1]
		if len(want.Notes) != 0 || len(got.Notes) != 1 || !strings.HasSuffix(got.Notes[0], "records have no y: they are left out") {
			t.Errorf("%+v: the notes are %q, and %q without them", o, got.Notes, want.Notes)
		}
		if d := cmp.Diff(want.Columns, got.Columns); d != "" || want.Records != got.Records {
			t.Errorf("%+v: %d records, want %d (-want +got):\n%s", o, got.Records, want.Records, d)
		}
		for at, c := range want.Columns {
			if c.Unusable != "" {
				continue
			}
			a, errA := want.Joint(at)
			b, errB := got.Joint(at)
			if errA != nil || errB != nil || a.SHA256() != b.SHA256() {
				t.Errorf("%+v: %s has another table (%v, %v)", o, c.Name, errA, errB)
			}
		}
	}
	path := files.Write(t, dir, "a.csv", "x,y\na,u\nb,v\na,u\n,\n")
	for missing, want := range map[string]string{scale.MissingDrop: "left out", scale.MissingOwn: "count as the value"} {
		s, err := Read(t.Context(), path, Options{Y: "y", MissingY: missing})
		if err != nil || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], want) {
			t.Errorf("%s: %v, %v", missing, s, err)
		}
	}
}
