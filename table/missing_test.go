package table

import (
	cmp2 "cmp"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
)

// lines returns a CSV of x and y: each text is a record, as often as its number says.
func lines(head string, records map[string]int) string {
	var b strings.Builder
	b.WriteString(head + "\n")
	for record, n := range records {
		b.WriteString(strings.Repeat(record+"\n", n))
	}
	return b.String()
}

// TestMissingIsSetAside: which records are set aside, by the order of X and the share of those without it.
func TestMissingIsSetAside(t *testing.T) {
	const all = "own drop nearest"
	for _, c := range []struct {
		name, head string
		records    map[string]int
		opts       Options
		aside      string // the treatments that set records aside
		share      float64
		y          map[string]float64
	}{
		{"numbers", "x,y", map[string]int{"1,a": 3, "2,b": 3, ",a": 1, ",c": 3}, Options{}, all, 0.4, map[string]float64{"a": 1, "c": 3}},
		{"NaN is missing", "x,y", map[string]int{"1,a": 3, "2,b": 3, "nan,a": 2}, Options{}, all, 0.25, map[string]float64{"a": 2}},
		{"a single number has no order", "x,y", map[string]int{"1,a": 3, ",b": 1}, Options{}, "drop nearest", 0.25, map[string]float64{"b": 1}},
		{"many categories", "x,y", map[string]int{"u,a": 95, "v,b": 95, ",b": 10}, Options{}, "drop nearest", 0.05, map[string]float64{"b": 10}},
		{"exactly 1 %", "x,y", map[string]int{"u,a": 99, "v,b": 99, ",b": 2}, Options{}, "drop nearest", 0.01, map[string]float64{"b": 2}},
		{"few categories", "x,y", map[string]int{"u,a": 100, "v,b": 99, ",b": 1}, Options{}, all, 0.005, map[string]float64{"b": 1}},
		{"hours in a circle", "x,y", map[string]int{"2024-01-01T01:00:00,a": 3, "2024-01-01T23:00:00,b": 3, ",b": 2}, Options{Scales: map[string]scale.Spec{"x": {Part: "hour"}}}, all, 0.25, map[string]float64{"b": 2}},
		{"weights", "x,y,n", map[string]int{"1,a,0.5": 1, "2,b,0.25": 1, ",b,0.25": 1}, Options{Count: "n"}, all, 0.25, map[string]float64{"b": 0.25}},
		{"the others of Y", "x,y", map[string]int{"1,a": 3, "2,b": 2, "2,c": 1, ",b": 1, ",c": 1}, Options{TopY: 1}, all, 0.25, map[string]float64{"(other)": 2}},
		{"no records of weight 0", "x,y,n", map[string]int{"1,a,2": 1, "2,b,2": 1, ",b,0": 1}, Options{Count: "n"}, "", 0, nil},
		{"none", "x,y", map[string]int{"1,a": 3, "2,b": 3}, Options{}, "", 0, nil},
		{"two columns", "x,w,y", map[string]int{"1,1,a": 3, ",1,b": 3}, Options{X: "x,w"}, "", 0, nil},
		{"Y is missing", "x,y", map[string]int{"1,a": 3, "2,": 3}, Options{}, "", 0, nil},
	} {
		path := files.Write(t, t.TempDir(), "a.csv", lines(c.head, c.records))
		kept := mustOpen(t, path, with(c.opts, ""))
		if kept.MissingRecords() != nil {
			t.Errorf("%s: without a treatment, %v is set aside", c.name, kept.MissingRecords())
		}
		for _, treatment := range strings.Fields(all) {
			tab := mustOpen(t, path, with(c.opts, treatment))
			m := tab.MissingRecords()
			if got, want := m != nil, strings.Contains(c.aside, treatment); got != want {
				t.Errorf("%s, %s: set aside is %t, want %t", c.name, treatment, got, want)
				continue
			}
			if m == nil {
				if d := cmp.Diff(masses(t, kept), masses(t, tab)); d != "" {
					t.Errorf("%s, %s: nothing is set aside, and the table differs (-kept +got):\n%s", c.name, treatment, d)
				}
				continue
			}
			got := make(map[string]float64)
			for i, y := range m.Y {
				got[y] = m.Counts[i]
			}
			if d := cmp.Diff(c.y, got); d != "" || m.Treatment != treatment || math.Abs(m.Share-c.share) > 1e-15 || m.Check() != nil {
				t.Errorf("%s, %s: got %+v (%v), want a share of %g and\n%s", c.name, treatment, m, m.Check(), c.share, d)
			}
			want := masses(t, kept)
			for cell := range want {
				if strings.HasPrefix(cell, scale.MissingLabel) {
					delete(want, cell)
				}
			}
			if d := cmp.Diff(want, masses(t, tab)); d != "" {
				t.Errorf("%s, %s: the others (-want +got):\n%s", c.name, treatment, d)
			}
			if n := strings.Count(strings.Join(tab.Notes, "\n"), "no x"); c.records[",b"]+c.records[",a"] > 0 && n != 1 {
				t.Errorf("%s, %s: %d notes say what became of them: %q", c.name, treatment, n, tab.Notes)
			}
		}
	}
}

func with(o Options, treatment string) Options {
	if o.X == "" {
		o.X = "x"
	}
	o.Y, o.Missing = "y", treatment
	return o
}

// masses returns the values of the cells by their labels.
func masses(t *testing.T, tab *Table) map[string]float64 {
	t.Helper()
	m := make(map[string]float64)
	for _, c := range tab.cells {
		if c.Value > 0 {
			m[tab.x[c.X]+" "+tab.y[c.Y]] = c.Value
		}
	}
	return m
}

// TestMissingAreCounted: texts that stand for missing numbers among them, and a record that lacks both once. A record
// that counts several times is one.
func TestMissingAreCounted(t *testing.T) {
	for _, c := range []struct {
		text    string
		opts    Options
		missing int64
	}{
		{"x,y\n1,a\n2,b\n3,b\n4,a\n5,a\nNA,a\n", Options{}, 1},
		{"x,y\n1,a\n2,b\n3,b\n4,a\n5,a\nNA,\n,a\n6,\n", Options{}, 3},
		{"x,y\n1,a\n2,b\n3,b\n4,a\n5,a\nNA,a\n", Options{Scales: map[string]scale.Spec{"x": {Type: scale.Category}}}, 0},
		{"x,y\n1,1\n2,2\n3,1\n4,4\n5,4\nNA,\n,2\n6,\n", Options{NumericY: true}, 3},
		{"x,y,n\n1,a,5\n2,b,5\n,b,5\n", Options{Count: "n"}, 1},
	} {
		for _, treatment := range []string{"", scale.MissingOwn, scale.MissingDrop} {
			tab := mustOpen(t, files.Write(t, t.TempDir(), "a.csv", c.text), with(c.opts, treatment))
			if tab.Missing != c.missing {
				t.Errorf("%q, %q: %d of %d records are missing, want %d", c.text, treatment, tab.Missing, tab.Records, c.missing)
			}
		}
	}
}

// TestWithoutY: a file whose records without Y are left out has the table of the file of the others: empty lines of
// spreadsheets, a total, and texts that stand for missing numbers.
func TestWithoutY(t *testing.T) {
	for _, c := range []struct {
		name, all, rest string
		opts            Options
		notes           []string
	}{
		{"blank rows", "x,y\na,u\n,\nb,v\n,\n", "x,y\na,u\nb,v\n", Options{}, []string{"2 of 4 records have no y: they are left out"}},
		{"a total among numbers", "x,y\n1,u\n2,v\n3,v\nTotal,\n", "x,y\n1,u\n2,v\n3,v\n", Options{}, []string{"1 of 4 records have no y: they are left out"}},
		{"NA among numbers", "x,y\na,1\nb,2\nb,3\na,4\nc,NA\n", "x,y\na,1\nb,2\nb,3\na,4\n", Options{}, []string{
			"1 of 5 records have no y: they are left out",
			`20 % of the records have "NA" as their y, which is taken as missing, as the other values are numbers`,
		}},
		{"two columns of Y", "x,y,z\na,u,1\nb,,2\nb,v,\nb,v,2\n", "x,y,z\na,u,1\nb,v,2\n", Options{Y: "y,z"}, []string{"2 of 4 records have no y or no z: they are left out"}},
		{"X is missing too", "x,y\na,u\n,\nb,v\n,u\n", "x,y\na,u\nb,v\n,u\n", Options{}, []string{
			"1 of 4 records have no y: they are left out", `1 of 3 records have no x; they count as the value "(missing)"`,
		}},
		{"weights", "x,y,n\na,u,2\n,,5\nb,v,3\n", "x,y,n\na,u,2\nb,v,3\n", Options{Count: "n"}, []string{"5 of 10 records have no y: they are left out"}},
	} {
		o := c.opts
		o.X, o.Y = "x", cmp2.Or(o.Y, "y")
		want := mustOpen(t, files.Write(t, t.TempDir(), "a.csv", c.rest), o)
		o.MissingY = scale.MissingDrop
		got := mustOpen(t, files.Write(t, t.TempDir(), "a.csv", c.all), o)
		if d := cmp.Diff([]any{want.x, want.y, want.cells}, []any{got.x, got.y, got.cells}); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if d := cmp.Diff(c.notes, got.Notes); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if o.Count == "" && got.Missing-want.Missing != got.Records-want.Records {
			t.Errorf("%s: %d of %d records lack X or Y, and %d of %d without them", c.name, got.Missing, got.Records, want.Missing, want.Records)
		}
	}
	path := files.Write(t, t.TempDir(), "a.csv", "x,y\na,\nb,\n")
	_, err := Open(t.Context(), path, Options{X: "x", Y: "y", MissingY: scale.MissingDrop})
	if want := "no record has a value of Y: all y are missing"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = Open(t.Context(), path, Options{X: "x", Y: "y", MissingY: scale.MissingNearest})
	if want := `the treatment of missing values of Y is "nearest": want own or drop`; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	triples := files.Write(t, t.TempDir(), "a.csv", "a,b,y\n1,2,u\n3,1,\n2,1,v\n")
	got, err := OpenTriple(t.Context(), triples, Options{X1: "a", X2: "b", Y: "y", MissingY: scale.MissingDrop})
	if err != nil || len(got.x) != 2 || len(got.y) != 2 || len(got.cells) != 2 {
		t.Errorf("three variables: %+v, %v", got, err)
	}
}

// TestMissingInParts: records without X are left out of all parts, and a part without others is left out.
func TestMissingInParts(t *testing.T) {
	path := files.Write(t, t.TempDir(), "a.csv", "x,y,week\n1,a,1\n2,b,1\n,b,1\n1,a,2\n2,a,2\n,a,3\n,b,3\n")
	o := with(Options{Fold: "week"}, scale.MissingOwn)
	folds, err := mustOpen(t, path, o).Folds()
	if err != nil || len(folds) != 2 {
		t.Fatalf("%d folds, %v, want 2", len(folds), err)
	}
	for n, want := range []map[string]float64{{"1 a": 1, "2 b": 1}, {"1 a": 1, "2 a": 1}} {
		if d := cmp.Diff(want, massesOf(folds[n].HeldOut)); d != "" {
			t.Errorf("part %d (-want +got):\n%s", n, d)
		}
	}
}

// TestMissingRefused: all records lack X, and a treatment that there is not.
func TestMissingRefused(t *testing.T) {
	path := files.Write(t, t.TempDir(), "a.csv", "x,y\n,a\n,b\n")
	for _, treatment := range []string{"own", "drop", "nearest"} {
		_, err := Open(t.Context(), path, with(Options{}, treatment))
		if want := "a.csv: no record has a value of X: all x are missing, so that there is nothing to group"; err == nil || err.Error() != want && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", treatment, err, want)
		}
	}
	_, err := Open(t.Context(), path, with(Options{}, "away"))
	if want := `the treatment of missing values is "away": want own, drop or nearest`; err == nil || !strings.HasSuffix(fmt.Sprint(err), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
