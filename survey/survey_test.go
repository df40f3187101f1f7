package survey

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// write writes a file of records and returns its name.
func write(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// mixed returns records of columns of all kinds. The numbers of "many" are too many to keep as texts, as
// are the values of "name", if there are enough records.
func mixed(records int, seed uint64) string {
	r := random.New(seed)
	var b strings.Builder
	b.WriteString("few,many,whole,name,color,gaps,same,n,y\n")
	for i := range records {
		few, color := int(6*r.Uniform()), int(4*r.Uniform())
		gap := ""
		if r.Uniform() < 0.8 {
			gap = fmt.Sprintf("%.3f", 100*r.Uniform()*r.Uniform())
		}
		many := fmt.Sprint(float64(few) + r.Uniform())
		switch int(100 * r.Uniform()) {
		case 0:
			many = "inf"
		case 1:
			many = "NaN"
		}
		fmt.Fprintf(&b, "%d,%s,%d,id%x,%s,%s,x,%d.25,%s\n",
			few, many, int(1000*r.Uniform()*r.Uniform()), i*7919, string(rune('a'+color)), gap, int(3*r.Uniform()), string(rune('p'+(few+color+int(2*r.Uniform()))%5)))
	}
	return b.String()
}

// TestColumnsAreThoseOfTables compares the table of every column with Y with that of package table, also
// where the file is read in parts and where values are too many to keep as texts.
func TestColumnsAreThoseOfTables(t *testing.T) {
	for _, tt := range []struct {
		records int
		memory  int64
		y       string
	}{{200, 0, "y"}, {40_000, 1 << 20, "y"}, {33_000, 0, "many"}} {
		path := write(t, mixed(tt.records, 1))
		for _, count := range []string{"", "n"} {
			s, err := Read(t.Context(), path, Options{Y: tt.y, Count: count, MaxMemory: tt.memory, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			usable := 0
			for n, c := range s.Columns {
				if c.Unusable != "" {
					continue
				}
				usable++
				want, err := table.Open(t.Context(), path, table.Options{X: c.Name, Y: tt.y, Count: count})
				if err != nil {
					t.Fatal(err)
				}
				j, err := want.Joint()
				if err != nil {
					t.Fatal(err)
				}
				got, err := s.Joint(n)
				if err != nil {
					t.Fatal(err)
				}
				if got.SHA256() != j.SHA256() {
					t.Errorf("%d records: the table of %s differs", tt.records, c.Name)
				}
				x, y := want.Scales()
				if diff := cmp.Diff([]scale.Scales{x, y}, []scale.Scales{{c.Scale}, {s.Y.Scale}}); diff != "" {
					t.Errorf("%d records: scales of %s (-want +got):\n%s", tt.records, c.Name, diff)
				}
			}
			want := 5
			if count == "" {
				want = 6
			}
			if usable != want {
				t.Errorf("%d records: %d columns are usable, want %d", tt.records, usable, want)
			}
		}
	}
}

func TestUnusableColumns(t *testing.T) {
	path := write(t, mixed(40_000, 1))
	s, err := Read(t.Context(), path, Options{Y: "y"})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, c := range s.Columns {
		if c.Unusable != "" {
			got[c.Name] = c.Unusable
		}
	}
	want := map[string]string{
		"name": "it identifies the records: 40000 different values in 40000 records",
		"same": constant,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for text, want := range map[string]string{
		"id,y\n" + strings.Join(numbered(100, "%d,a"), "\n"):                         "it numbers the records",
		"id,y\n" + strings.Join(numbered(1200, "v%[1]d,a\nv%[1]d,b"), "\n"):          "it has 1200 different values, more than 1000",
		"id,y\n" + strings.Join(numbered(33_000, "%d.5,a"), "\n") + "\nold,b\nnew,b": `it has 33000 different numbers and 2 other values, such as old: --na tells which are missing`,
		"id,y\n,a\n,b": "it has no values",
	} {
		s, err := Read(t.Context(), write(t, text), Options{Y: "y"})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Columns[0].Unusable; got != want {
			t.Errorf("%.20q: %q, want %q", text, got, want)
		}
	}
}

func numbered(n int, format string) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf(format, i+1))
	}
	return lines
}

// TestProfile checks what is known of columns against closed forms.
func TestProfile(t *testing.T) {
	path := write(t, "a,b\n1,x\n2,x\n3,y\n,y\n4.5,z\n1,\n2,x\n3,w\n")
	s, err := Read(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.Columns[0], s.Columns[1]
	if s.Records != 8 || a.Type != scale.Number || a.Distinct != 4 || a.Missing != 1 || b.Distinct != 4 || b.Missing != 1 {
		t.Errorf("%d records, %+v, %+v", s.Records, a, b)
	}
	if want := 2.25; math.Abs(a.H-want) > 1e-12 { // three pairs and two single ones
		t.Errorf("H(a) = %g, want %g", a.H, want)
	}
	if diff := cmp.Diff([][]string{{"1 - 4.5"}, {"x", "y", "w", "z"}}, [][]string{a.Examples, b.Examples}); diff != "" {
		t.Errorf("examples (-want +got):\n%s", diff)
	}
}

// TestEntropyOfManyValues compares H of a column whose texts are not kept with that of one whose texts are.
func TestEntropyOfManyValues(t *testing.T) {
	r := random.New(3)
	var b strings.Builder
	b.WriteString("number,text\n")
	counts := make(map[int]float64)
	const records = 70_000
	for range records {
		v := int(60_000 * r.Uniform() * r.Uniform())
		counts[v]++
		fmt.Fprintf(&b, "%d,v%d\n", v, v)
	}
	s, err := Read(t.Context(), write(t, b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for _, n := range counts {
		want -= n / records * math.Log2(n/records)
	}
	for _, c := range s.Columns {
		if c.Distinct != len(counts) || math.Abs(c.H-want) > 1e-9 {
			t.Errorf("%s: %d values of %g bits, want %d of %g", c.Name, c.Distinct, c.H, len(counts), want)
		}
	}
}

func TestRankAndPairs(t *testing.T) {
	path := write(t, mixed(3000, 2))
	s, err := Read(t.Context(), path, Options{Y: "y"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Rank(t.Context(), evidence.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if first := s.Columns[list[0].X].Name; first != "many" && first != "few" {
		t.Errorf("the first column is %s", first)
	}
	for n, i := range list {
		j, err := s.Joint(i.X)
		if err != nil {
			t.Fatal(err)
		}
		o := evidence.Options{Order: string(s.Columns[i.X].Scale.Order)}
		e, err := evidence.OfDependence(t.Context(), j, o)
		if err != nil {
			t.Fatal(err)
		}
		if *e != *i.Evidence || i.IXY != j.IXY() || n > 0 && i.told() > list[n-1].told() {
			t.Errorf("%s: %+v, want %+v", s.Columns[i.X].Name, i.Evidence, e)
		}
	}
	quantile10, err := scale.ParseBins("quantile:10")
	if err != nil {
		t.Fatal(err)
	}
	s, err = Read(t.Context(), path, Options{Bins: quantile10})
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := s.Pairs(t.Context(), evidence.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(pairs); n != 21 { // of 7 columns
		t.Errorf("%d pairs", n)
	}
	if p := pairs[0]; s.Columns[p.X].Name != "few" || s.Columns[p.Y].Name != "many" {
		t.Errorf("the first pair is %s and %s", s.Columns[p.X].Name, s.Columns[p.Y].Name)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"y,y\n1,2\n":        `two columns are called y: rename one of them`,
		"a,b\n1,2\n":        `no column "y"`,
		"":                  "the file is empty",
		"a,y\n":             "there are no records, only a header",
		"a,y\n1,2\n1,2,3\n": "3 fields, but the header has 2",
	} {
		_, err := Read(t.Context(), write(t, text), Options{Y: "y"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, write(t, mixed(100, 1)), Options{}); err == nil {
		t.Error("a context that is done is ignored")
	}
	if _, err := Read(t.Context(), "-", Options{Stdin: strings.NewReader(mixed(140_000, 1)), MaxMemory: 1}); err == nil || !strings.Contains(err.Error(), "standard input") {
		t.Errorf("standard input is read twice: %v", err)
	}
}

// TestMissingTextsMayComeLate has a text for missing values after more numbers than are kept as texts, and
// before them: the order of the records does not matter.
func TestMissingTextsMayComeLate(t *testing.T) {
	var b strings.Builder
	for i := range maxKnown + 100 {
		fmt.Fprintf(&b, "%d.5,%d\n", i, i%3)
	}
	var columns []Column
	for _, text := range []string{"x,y\nNA,1\n -,2\n" + b.String(), "x,y\n" + b.String() + " -,2\nNA,1\n"} {
		s, err := Read(t.Context(), write(t, text), Options{Y: "y", Clean: scale.Clean{NA: []string{"n"}, Trim: true}})
		if err != nil {
			t.Fatal(err)
		}
		columns = append(columns, s.Columns...)
	}
	if diff := cmp.Diff(columns[0], columns[1]); diff != "" || columns[0].Missing != 2 {
		t.Errorf("missing are %d, want 2; the columns differ (-first +last):\n%s", columns[0].Missing, diff)
	}
}

func TestTooManyBins(t *testing.T) {
	var b strings.Builder
	b.WriteString("few,many,y\n")
	for i := range maxKnown + 100 {
		fmt.Fprintf(&b, "%d.5,%d.5,%d\n", i%(scale.MaxBins+1), i, i%3)
	}
	bins, err := scale.ParseBins("none")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(t.Context(), write(t, b.String()), Options{Y: "y", Bins: bins})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Columns {
		if !strings.Contains(c.Unusable, "bins, more than 10000") {
			t.Errorf("%s: of no use as %q, want too many bins", c.Name, c.Unusable)
		}
	}
}

func TestEntropyOfYIsThatOfItsBins(t *testing.T) {
	path := write(t, mixed(200, 1))
	s, err := Read(t.Context(), path, Options{Y: "gaps", Count: "n"})
	if err != nil {
		t.Fatal(err)
	}
	j, err := s.Joint(0)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.Y.H-j.HY()) > 1e-12 {
		t.Errorf("H(Y) is %g, want %g", s.Y.H, j.HY())
	}
}

// TestPartsOfManyTimes compares the parts of times that are too many to keep as texts with those that
// package table takes.
func TestPartsOfManyTimes(t *testing.T) {
	var b strings.Builder
	b.WriteString("t,y\nNaT,1\n,2\n")
	at := time.Date(2022, 12, 30, 0, 0, 0, 0, time.UTC)
	for i := range maxKnown + 100 {
		fmt.Fprintf(&b, "%s+05:30,%d\n", at.Format("2006-01-02 15:04:05"), at.Hour()/6+i%2)
		at = at.Add(31 * time.Minute)
	}
	path := write(t, b.String())
	s, err := Read(t.Context(), path, Options{Y: "y", Parts: scale.Parts()})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Columns) != 1+len(scale.Parts()) {
		t.Fatalf("there are %d columns, want the times and their parts", len(s.Columns))
	}
	for n, part := range scale.Parts() {
		opts := table.Options{X: "t", Y: "y", Scales: map[string]scale.Spec{"t": {Part: part}}}
		want, err := table.Open(t.Context(), path, opts)
		if err != nil {
			t.Fatal(err)
		}
		j, err := want.Joint()
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Joint(1 + n)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := want.Scales()
		if diff := cmp.Diff(x, scale.Scales{s.Columns[1+n].Scale}); diff != "" || got.SHA256() != j.SHA256() {
			t.Errorf("%s: tables are equal: %t; scales differ (-want +got):\n%s", part, got.SHA256() == j.SHA256(), diff)
		}
	}
}

// TestOrderOfColumns is that of the file, with parts of times beside their columns, however often the file is read.
func TestOrderOfColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,t,b,y,c,u,d,e\n")
	for n := range pieceLength + 1 {
		fmt.Fprintf(&b, "%d,2024-02-%02d,%d,%d,%d,2023-%02d-11,%d,%d\n", n%3, n%28+1, n%5, n%2, n%7, n%12+1, n%9, n%4)
	}
	path := write(t, b.String())
	for _, memory := range []int64{0, 8 * pieceLength, 1} {
		s, err := Read(t.Context(), path, Options{Y: "y", Parts: []string{"month", "weekday"}, MaxMemory: memory})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range s.Columns {
			got = append(got, strings.TrimSpace(c.Name+" "+c.Scale.Part))
		}
		want := []string{"a", "t", "t month", "t weekday", "b", "c", "u", "u month", "u weekday", "d", "e"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with %d bytes (-want +got):\n%s", memory, diff)
		}
	}
}

// TestPartsOfDates: dates have no hours, so these are of no use, and neither are the years of one year. The values of a
// part are not those of the times.
func TestPartsOfDates(t *testing.T) {
	var b strings.Builder
	b.WriteString("t,y\n")
	for day := range 28 {
		fmt.Fprintf(&b, "2024-02-%02d,%d\n2024-02-%02d,%d\n", day+1, day%2, day+1, day%3)
	}
	s, err := Read(t.Context(), write(t, b.String()), Options{Y: "y", Parts: scale.Parts()})
	if err != nil {
		t.Fatal(err)
	}
	distinct := map[string]int{"": 28, "hour": 1, "weekday": 7, "month": 1, "quarter": 1, "year": 1, "day-of-year": 28}
	for _, c := range s.Columns {
		want := distinct[c.Scale.Part]
		if c.Distinct != want || math.Abs(c.H-math.Log2(float64(want))) > 1e-12 {
			t.Errorf("part %q has %d values of %g bits, want %d", c.Scale.Part, c.Distinct, c.H, want)
		}
		if got := c.Unusable == constant; got != (want == 1) {
			t.Errorf("part %q: unusable is %q", c.Scale.Part, c.Unusable)
		}
	}
}

// TestRareValuesAreNotFirst: a column of many rare values has a higher corrected I(X;Y) than one that tells about Y, and is
// ranked by what exceeds chance. A corrected value is at most H(Y).
func TestRareValuesAreNotFirst(t *testing.T) {
	var b strings.Builder
	b.WriteString("rare,real,exact,y\n")
	r := random.New(1)
	for n := range 300 {
		y := int(r.Next() % 2)
		z := y // in three of four records
		if r.Next()%4 == 0 {
			z = 1 - y
		}
		fmt.Fprintf(&b, "k%d,%c,%d,%c\n", r.Next()%250, "ab"[z], y+2*(n%5), "pq"[y])
	}
	s, err := Read(t.Context(), files.Write(t, t.TempDir(), "a.csv", b.String()), Options{Y: "y", Columns: []string{"rare", "real", "exact"}, Scales: map[string]scale.Spec{"exact": {Type: scale.Category}}})
	if err != nil {
		t.Fatal(err)
	}
	ranked, err := s.Rank(t.Context(), evidence.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, r := range ranked {
		name := s.Columns[r.X].Name
		order = append(order, name)
		if r.Rare != (name == "rare") || r.Evidence.Corrected > r.HY {
			t.Errorf("%s: rare is %t, and %g of %g bits are corrected %g", name, r.Rare, r.IXY, r.HY, r.Evidence.Corrected)
		}
		if name == "exact" && r.Evidence.Corrected != r.HY {
			t.Errorf("exact: corrected %g of %g bits", r.Evidence.Corrected, r.HY)
		}
	}
	if want := []string{"exact", "real", "rare"}; !slices.Equal(order, want) {
		t.Errorf("the order is %q, want %q", order, want)
	}
}

// TestColumnsWithoutTheirOwnName: two columns of one name, or of none, do not keep the others from being read.
func TestColumnsWithoutTheirOwnName(t *testing.T) {
	for _, tt := range []struct {
		text, y string
		columns []string
		notes   string // or the error
	}{
		{"a,b,a,y\n1,2,3,4\n2,3,4,5\n", "y", []string{"b"}, "2 columns are called a and left out: rename them"},
		{",b,y\n1,2,4\n2,3,5\n", "y", []string{"b"}, "1 column left out, as the header has no name there"},
		{",b,,y\n1,2,3,4\n2,3,4,5\n", "", []string{"b", "y"}, "2 columns left out, as the header has no name there"},
		{"a,b,a,y\n1,2,3,4\n2,3,4,5\n", "a", nil, "two columns are called a: rename one of them"},
		{",a,a\n1,2,3\n", "", nil, "no column has a name of its own: name the columns in the first line"},
	} {
		s, err := Read(context.Background(), write(t, tt.text), Options{Y: tt.y})
		if err != nil {
			if tt.columns != nil || !strings.HasSuffix(err.Error(), tt.notes) {
				t.Errorf("%q: %v", tt.text, err)
			}
			continue
		}
		var names []string
		for _, c := range s.Columns {
			names = append(names, c.Name)
		}
		if d := cmp.Diff(tt.columns, names); d != "" || strings.Join(s.Notes, "; ") != tt.notes {
			t.Errorf("%q: %s, the notes are %q", tt.text, d, s.Notes)
		}
	}
}
