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
