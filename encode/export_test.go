package encode

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/scale"
)

// nasty are labels that programs and their shells trip over.
func nasty() []string {
	labels := []string{
		"plain", "it's", `"quoted"`, `back\slash`, `\`, `\'`, `''`, "two\nlines", "a\ttab", "\r", " space ", "-- comment", "/* */", "; DROP TABLE t;",
		"%s", "${x}", "{0}", "#", "é", "e\u0301", "😀", "日本", "\u2028", "\u202e", "\ufeff", "\u0085", "\x01\x7f", "NULL", "None", "nan", "0", "1.0", "1e5",
		"true", "A", "a", `"""`, `\u0041`, `\N{BULLET}`, "(missing)", "?", ":x", "@x", "$$", "E'\\n'", "a,b", "\U0001F468\u200D\U0001F469",
	}
	for i := range 2000 {
		labels = append(labels, fmt.Sprintf("more %d", i))
	}
	return labels
}

// nastyEncoder has clusters whose names are nasty as well.
func nastyEncoder(t testing.TB, labels []string) *Encoder {
	t.Helper()
	assignment := make([]int, len(labels))
	var names []string
	for i := range labels {
		assignment[i] = i % 7
		if i < 7 {
			names = append(names, labels[i]+"'s \"\\\n")
		}
	}
	return must(t, labels, assignment, names)
}

func exported(t testing.TB, e *Encoder, f string, c Coding) string {
	t.Helper()
	c.Encoder = e
	var b bytes.Buffer
	if err := Export(&b, f, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestExports(t *testing.T) {
	e := cities(t)
	opts := Coding{X: "city", As: "region"}
	tests := []struct {
		format string
		style  Style
		want   string
	}{
		{"json", Style{}, `{
  "format": "dibmap/encoder",
  "version": 1,
  "column": "city",
  "clusters": [
    {
      "cluster": 0,
      "name": "far",
      "values": [
        "Paris",
        "Oslo"
      ]
    },
    {
      "cluster": 1,
      "name": "near",
      "values": [
        "Rome",
        "(missing)"
      ]
    }
  ],
  "unknown": null
}
`},
		{"csv", Style{}, "value,cluster,name\nParis,0,far\nRome,1,near\nOslo,0,far\n(missing),1,near\n"},
		{"sql", Style{}, `CASE
  WHEN CAST("city" AS VARCHAR) IN ('Paris', 'Oslo') THEN 'far'
  WHEN "city" IS NULL OR CAST("city" AS VARCHAR) IN ('Rome', '(missing)', '') THEN 'near'
  ELSE NULL
END AS "region"
`},
		{"sql", Style{Numbers: true, Unknown: "label", Label: "-1"}, `CASE
  WHEN CAST("city" AS VARCHAR) IN ('Paris', 'Oslo') THEN 0
  WHEN "city" IS NULL OR CAST("city" AS VARCHAR) IN ('Rome', '(missing)', '') THEN 1
  ELSE -1
END AS "region"
`},
		{"sql", Style{Numbers: true, Unknown: "label"}, `CASE
  WHEN CAST("city" AS VARCHAR) IN ('Paris', 'Oslo') THEN '0'
  WHEN "city" IS NULL OR CAST("city" AS VARCHAR) IN ('Rome', '(missing)', '') THEN '1'
  ELSE '(unknown)'
END AS "region"
`},
		{"spark", Style{}, `CASE
  WHEN CAST(` + "`city`" + ` AS STRING) IN ('Paris', 'Oslo') THEN 'far'
  WHEN ` + "`city`" + ` IS NULL OR CAST(` + "`city`" + ` AS STRING) IN ('Rome', '(missing)', '') THEN 'near'
  ELSE NULL
END AS ` + "`region`" + `
`},
	}
	for _, tt := range tests {
		opts.Style = tt.style
		if d := cmp.Diff(tt.want, exported(t, e, tt.format, opts)); d != "" {
			t.Errorf("%v: %s", tt.format, d)
		}
	}
}

// TestExportsRoundTrip makes an encoder again of what was written.
func TestExportsRoundTrip(t *testing.T) {
	e := nastyEncoder(t, append(nasty(), "a\x00b"))
	var file struct {
		Clusters []struct {
			Cluster int
			Name    string
			Values  []string
		}
		Unknown *string
	}
	opts := Coding{Style: Style{Unknown: "label", Label: "?!"}}
	if err := json.Unmarshal([]byte(exported(t, e, "json", opts)), &file); err != nil {
		t.Fatal(err)
	}
	known := 0
	for c, cluster := range file.Clusters {
		for _, v := range cluster.Values {
			known++
			if got, ok := e.Cluster(v); got != cluster.Cluster || !ok || got != c || e.Name(got) != cluster.Name {
				t.Errorf("%q: cluster %d called %q; want %d", v, cluster.Cluster, cluster.Name, got)
			}
		}
	}
	if known != len(e.Labels()) || file.Unknown == nil || *file.Unknown != "?!" {
		t.Errorf("%d values in JSON, want %d; unknown %v", known, len(e.Labels()), file.Unknown)
	}
	rows, err := csv.NewReader(strings.NewReader(exported(t, e, "csv", opts))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(e.Labels())+1 {
		t.Errorf("%d lines of CSV", len(rows))
	}
	for _, row := range rows[1:] {
		if c, ok := e.Cluster(row[0]); !ok || strconv.Itoa(c) != row[1] || e.Name(c) != row[2] {
			t.Errorf("%q", row)
		}
	}
}

// hexed returns texts as an SQL list of text made of hexadecimal digits, so that the
// quoting that is tested is not used to test it.
func hexed(labels []string) string {
	var b strings.Builder
	for i, l := range labels {
		fmt.Fprintf(&b, "INSERT INTO t VALUES (%d, CAST(x'%x' AS TEXT));\n", i, l)
	}
	return b.String()
}

func TestSQLRuns(t *testing.T) {
	sqlite := oracle.Program(t, "sqlite3")
	labels := nasty()
	e := nastyEncoder(t, labels)
	column := `co"l'u\mn`
	for _, style := range []Style{{}, {Numbers: true}, {Unknown: "label"}, {Numbers: true, Unknown: "label", Label: "-1"}} {
		written, err := e.Texts(style)
		if err != nil {
			t.Fatal(err)
		}
		script := "CREATE TABLE t(n INTEGER, \"co\"\"l'u\\mn\" TEXT);\nBEGIN;\n" + hexed(labels) +
			"INSERT INTO t VALUES (-1, 'no such'), (-2, NULL), (-3, '');\nCOMMIT;\nSELECT n || ' ' || coalesce(hex(cast(\"my \"\"cluster\" as blob)), 'NULL') || ' ' || typeof(\"my \"\"cluster\") FROM (SELECT n, " +
			exported(t, e, "sql", Coding{Style: style, X: column, As: `my "cluster`}) + " FROM t) ORDER BY n;\n"
		cmd := exec.Command(sqlite, "-batch", ":memory:")
		cmd.Stdin = strings.NewReader(script)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %.300s", err, out)
		}
		kind := "text"
		if written.Integers {
			kind = "integer"
		}
		missing, _ := e.Cluster(scale.MissingLabel)
		var want strings.Builder
		for _, n := range []int{-3, -2} {
			fmt.Fprintf(&want, "%d %X %s\n", n, written.Clusters[missing], kind)
		}
		if written.HasOther {
			fmt.Fprintf(&want, "-1 %X %s\n", written.Other, kind)
		} else {
			fmt.Fprintf(&want, "-1  null\n")
		}
		for i, l := range labels {
			c, _ := e.Cluster(l)
			fmt.Fprintf(&want, "%d %X %s\n", i, written.Clusters[c], kind)
		}
		if d := cmp.Diff(want.String(), string(out)); d != "" {
			t.Errorf("%+v: %.2000s", style, d)
		}
	}
}

// TestSQLReadsNumbers looks at a column of numbers, some of them missing.
func TestSQLReadsNumbers(t *testing.T) {
	sqlite := oracle.Program(t, "sqlite3")
	e := must(t, []string{"1", "2", "-3.5", scale.MissingLabel, scale.RareLabel}, []int{0, 1, 0, 2, 1}, nil)
	script := "CREATE TABLE t(x REAL_OR_INTEGER);\nINSERT INTO t VALUES (1), (2), (-3.5), (NULL), (9);\nSELECT * FROM (SELECT " +
		exported(t, e, "sql", Coding{}) + " FROM t);\n"
	cmd := exec.Command(sqlite, "-batch", ":memory:")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "0\n1\n0\n2\n1\n" {
		t.Errorf("%v: %q", err, out)
	}
}

// TestSQLRunsInDuckDB also looks at columns of numbers and of truth values, which that
// database does not compare with text by itself.
func TestSQLRunsInDuckDB(t *testing.T) {
	run := oracle.Python(t, "duckdb")
	labels := append(nasty(), scale.RareLabel)
	e := nastyEncoder(t, labels)
	small := must(t, []string{"1", "-2", "true", scale.MissingLabel}, []int{0, 1, 2, 0}, nil)
	quoted, err := json.Marshal(labels)
	if err != nil {
		t.Fatal(err)
	}
	out := run(`
import json, sys, duckdb
con = duckdb.connect()
con.execute('CREATE TABLE t(n INTEGER, "co""l" VARCHAR)')
labels = json.loads(sys.argv[2])
con.executemany("INSERT INTO t VALUES (?, ?)", [(i, l) for i, l in enumerate(labels + [None, "", "no such"])])
rows = con.execute("SELECT " + sys.argv[1] + " FROM t ORDER BY n").fetchall()
small = [con.execute(f"SELECT {sys.argv[3]} FROM (SELECT CAST({v} AS {kind}) AS x)").fetchone()[0]
         for v, kind in (("1", "BIGINT"), ("-2", "INTEGER"), ("NULL", "INTEGER"), ("true", "BOOLEAN"), ("7", "SMALLINT"))]
print(json.dumps([[r[0] for r in rows], small]))
`, exported(t, e, "sql", Coding{X: `co"l`}), string(quoted), exported(t, small, "sql", Coding{Style: Style{Numbers: true}}))
	var want, got [2][]any
	for _, l := range append(labels, scale.MissingLabel, scale.MissingLabel, scale.RareLabel) {
		c, _ := e.Cluster(l)
		want[0] = append(want[0], e.Name(c))
	}
	want[1] = []any{0., 1., 0., 2., nil}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%.2000s", d)
	}
}

func TestNoNULInSQL(t *testing.T) {
	for _, e := range []*Encoder{
		must(t, []string{"a\x00b"}, []int{0}, nil),
		must(t, []string{"a"}, []int{0}, []string{"a\x00b"}),
	} {
		err := Export(&bytes.Buffer{}, "sql", Coding{Encoder: e})
		if err == nil || err.Error() != `the mapping of "x" holds a NUL character, which no text of SQL can: choose another export format` {
			t.Error(err)
		}
	}
}

func TestPythonRuns(t *testing.T) {
	run := oracle.Python(t)
	labels := append(nasty(), "a\x00b")
	e := nastyEncoder(t, labels)
	for _, style := range []Style{{}, {Numbers: true}, {Unknown: "label"}, {Numbers: true, Unknown: "label", Label: "-1"}} {
		written, err := e.Texts(style)
		if err != nil {
			t.Fatal(err)
		}
		module := exported(t, e, "python", Coding{Style: style, X: "co\"l\nimport os\u2028#"})
		if strings.Contains(module, "\nimport") {
			t.Error("the module imports something")
		}
		if hidden := strings.IndexFunc(module, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); hidden >= 0 {
			t.Errorf("the module has a character that cannot be seen: %q", module[hidden:hidden+4])
		}
		type result struct {
			Known   []any
			Missing []any
			Unknown any
		}
		text := func(s string) any {
			if written.Integers {
				n, _ := strconv.ParseFloat(s, 64)
				return n
			}
			return s
		}
		var want result
		for _, l := range labels {
			c, _ := e.Cluster(l)
			want.Known = append(want.Known, text(written.Clusters[c]))
		}
		missing, _ := e.Cluster(scale.MissingLabel)
		for range 3 {
			want.Missing = append(want.Missing, text(written.Clusters[missing]))
		}
		want.Unknown = "KeyError"
		if written.HasOther {
			want.Unknown = text(written.Other)
		}
		quoted, err := json.Marshal(labels)
		if err != nil {
			t.Fatal(err)
		}
		out := run(`
import json, sys
module = {}
exec(sys.argv[1], module)
cluster = module["cluster"]
try:
    unknown = cluster("no such")
except KeyError:
    unknown = "KeyError"
print(json.dumps({"Known": [cluster(l) for l in json.loads(sys.argv[2])], "Missing": [cluster(None), cluster(""), cluster(float("nan"))], "Unknown": unknown}))
`, module, string(quoted))
		var got result
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%+v: %.2000s", style, d)
		}
	}
}

// TestFunctionName: a name of Python in ASCII for any column, and none of its own for a column
// that gives no characters for one.
func TestFunctionName(t *testing.T) {
	for column, want := range map[string]string{
		"": "cluster", "carrier": "carrier_cluster", "home town": "home_town_cluster", "3": "_3_cluster",
		"größe": "gr__e_cluster", "価格": "cluster", "a\"\nimport os": "a__import_os_cluster", "__": "cluster",
	} {
		if got := functionName(column); got != want {
			t.Errorf("%q: %s, want %s", column, got, want)
		}
	}
	e, err := New([]string{"AA"}, []int{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range formats()[2:] {
		if text := exported(t, e, form, Coding{X: "carrier"}); !strings.Contains(text, "carrier") {
			t.Errorf("%s does not name the column:\n%s", form, text)
		}
	}
	if text := exported(t, e, "python", Coding{}); !strings.Contains(text, "def cluster(value):") || strings.Contains(text, "cluster = ") {
		t.Errorf("without a column:\n%s", text)
	}
}

// TestFormulasAreEscaped: what begins like a formula gets an apostrophe, and numbers do not.
func TestFormulasAreEscaped(t *testing.T) {
	values := []string{"=1+1", "+a", "-b", "@c", "\td", "\re", "\nf", "＝g", "-5", "+1.5e3", "f=g", "'h", ""}
	numbers := make([]int, len(values))
	for i := range numbers {
		numbers[i] = i % 2
	}
	e, err := New(values, numbers, []string{"=name", "plain"})
	if err != nil {
		t.Fatal(err)
	}
	for escape, want := range map[bool][]string{
		false: values,
		true:  {"'=1+1", "'+a", "'-b", "'@c", "'\td", "'\re", "'\nf", "'＝g", "-5", "+1.5e3", "f=g", "'h", ""},
	} {
		rows, err := csv.NewReader(strings.NewReader(exported(t, e, "csv", Coding{Style: Style{EscapeFormulas: escape}}))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows[1:] {
			name := []string{want[0][:len(want[0])-3] + "name", "plain"}[i%2]
			if row[0] != want[i] || row[2] != name {
				t.Errorf("escaped %t: got %q, want %q and %q", escape, row, want[i], name)
			}
		}
	}
}
