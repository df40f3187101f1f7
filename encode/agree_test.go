package encode

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// fit returns the scale of a column with some values.
func fit(t testing.TB, column, bins string, clean scale.Clean, texts ...string) scale.Scale {
	t.Helper()
	b, err := scale.ParseBins(bins)
	if err != nil {
		t.Fatal(err)
	}
	var values []scale.Value
	for _, text := range texts {
		values = append(values, scale.Value{Text: text, Count: 1})
	}
	f, err := scale.Fit(column, scale.Spec{Bins: b, Clean: clean}, values)
	if err != nil {
		t.Fatal(err)
	}
	return f.Scale
}

// inTurn returns an encoder of the labels of a scale, and of missing values if asked to, in clusters
// that are drawn at random.
func inTurn(t testing.TB, rng *rand.Rand, k int, missing bool, s scale.Scale) *Encoder {
	t.Helper()
	labels := s.Labels()
	if missing {
		labels = append(labels, scale.MissingLabel)
	}
	assignment := make([]int, len(labels))
	for i := range labels {
		if assignment[i] = rng.IntN(k); i < k {
			assignment[i] = i
		}
	}
	return must(t, labels, assignment, nil).WithScales(scale.Scales{s})
}

// trial is a mapping whose exports are compared with the encoder. Values are as a column of text has
// them, with "\x00" for a missing one.
type trial struct {
	name   string
	coding Coding
	values []string
	second []string // of a second column, w; nil if there is none
}

// clusterOf returns what is written for a value; nil for an unknown one.
func (c *trial) clusterOf(t *testing.T, value ...string) any {
	t.Helper()
	e := c.coding.Encoder
	written, err := e.Texts(c.coding.Style)
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) any {
		if n, err := strconv.ParseFloat(s, 64); written.Integers && err == nil {
			return n
		}
		return s
	}
	var values []scale.Value
	for _, v := range value {
		values = append(values, scale.Value{Text: v, Missing: v == "\x00" || v == ""})
	}
	k, known := e.Cluster(e.Scales().Label(values...))
	switch {
	case known:
		return text(written.Clusters[k])
	case written.HasOther:
		return text(written.Other)
	}
	return nil
}

// typed returns those of the values that a column of numbers or of times can have, with nan for numbers, and none for a
// missing one, and the texts that mean them.
func (c *trial) typed() (typed, texts []string) {
	s := &c.coding.Encoder.Scales()[0]
	switch {
	case c.second != nil, !s.Binned() && s.Type != scale.Time:
		return nil, nil
	case s.Type == scale.Time:
		for _, text := range c.values {
			if at, ok := calendar.ParseTime(text); ok && !at.HasOffset {
				typed = append(typed, calendar.At(at.Wall).Format("2006-01-02 15:04:05.999999"))
			}
		}
		return append(typed, "none"), append(slices.Clone(typed), "\x00")
	}
	for _, text := range c.values {
		if v, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); err == nil && !math.IsNaN(v) {
			number := strconv.FormatFloat(v, 'g', -1, 64)
			typed, texts = append(typed, number), append(texts, number)
			if s.Decimal == "," {
				texts[len(texts)-1] = strings.Replace(number, ".", ",", 1)
			}
		}
	}
	return append(typed, "nan", "none"), append(texts, "nan", "\x00")
}

// timed reports whether the values are times.
func (c *trial) timed() bool { return c.coding.Encoder.Scales()[0].Type == scale.Time }

// agree compares the clusters of values by encoders with those of their exports, which a program of Python
// carries out.
func agree(t *testing.T, run func(program string, args ...string) []byte, program string, trials []trial) {
	t.Helper()
	type given struct {
		Texts, Second, Typed []string
		Time                 bool
		SQL                  map[string]string // by format
		Python               string
	}
	var input []given
	for i := range trials {
		c := &trials[i]
		typed, _ := c.typed()
		in := func(format string) string { return exported(t, c.coding.Encoder, format, c.coding) }
		g := given{c.values, c.second, typed, c.timed(), make(map[string]string), ""}
		for _, format := range []string{"sqlite", "duckdb", "spark"} {
			g.SQL[format] = in(format)
		}
		if !g.Time {
			g.SQL["sql"], g.Python = in("sql"), in("python")
		}
		input = append(input, g)
	}
	content, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "input.json")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var results []map[string][]any
	if err := json.Unmarshal(run(program, file), &results); err != nil {
		t.Fatal(err)
	}
	for i, result := range results {
		c := &trials[i]
		typed, meant := c.typed()
		for _, name := range slices.Sorted(maps.Keys(result)) {
			got, values, texts := result[name], c.values, c.values
			if strings.HasPrefix(name, "typed") {
				values, texts = typed, meant
			}
			if len(got) != len(values) {
				t.Fatalf("%s: %s: %d results for %d values", c.name, name, len(got), len(values))
			}
			wrong := 0
			for at, text := range texts {
				value := []string{text}
				if c.second != nil {
					value = append(value, c.second[at])
				}
				if want := c.clusterOf(t, value...); got[at] != want && wrong < 5 {
					t.Errorf("%s: %s: %q has %v, want %v", c.name, name, value, got[at], want)
					wrong++
				}
			}
		}
	}
}

// agreeing is a program of Python that prints the clusters of values by every export but that for Spark.
const agreeing = `
import json, sqlite3, sys
import duckdb, numpy

def python(cluster, values):
    result = []
    for value in values:
        try:
            result.append(cluster(*value) if isinstance(value, tuple) else cluster(value))
        except KeyError:
            result.append(None)
    return result

def sqlite(sql, kind, values, second):
    con = sqlite3.connect(":memory:")
    con.execute(f"CREATE TABLE t(n INTEGER, v {kind}, w TEXT)")
    con.executemany("INSERT INTO t VALUES (?, ?, ?)", zip(range(len(values)), values, second))
    return [r[0] for r in con.execute(f"SELECT {sql} FROM t ORDER BY n")]

def duck(sql, kind, values, second):
    con = duckdb.connect()
    con.execute("SET enable_progress_bar = false")  # it would go to standard output
    con.execute(f"CREATE TABLE t AS SELECT unnest(?::INTEGER[]) AS n, unnest(?::{kind}[]) AS v, unnest(?::VARCHAR[]) AS w", [list(range(len(values))), values, second])
    return [r[0] for r in con.execute(f"SELECT {sql} FROM t ORDER BY n").fetchall()]

results = []
for given in json.load(open(sys.argv[1], encoding="utf-8")):
    texts = [None if t == "\0" else t for t in given["Texts"]]
    second = [None if t == "\0" else t for t in given["Second"] or texts]
    time = given["Time"]
    typed = [None if n == "none" else n if time else float(n) for n in given["Typed"] or []]
    rest = [None for _ in typed]
    result = {}
    for form, sql in given["SQL"].items():
        if form in ("sql", "sqlite"):
            result["SQLite, " + form] = sqlite(sql, "TEXT", texts, second)
            result["typed SQLite, " + form] = sqlite(sql, "TEXT" if time else "REAL", typed, rest)
        if form in ("sql", "duckdb"):
            result["DuckDB, " + form] = duck(sql, "VARCHAR", texts, second)
            result["typed DuckDB, " + form] = duck(sql, "TIMESTAMP" if time else "DOUBLE", typed, rest)
    if given["Python"]:
        module = {}
        exec(given["Python"], module)
        cluster = module["cluster"]
        result["Python"] = python(cluster, list(zip(texts, second)) if given["Second"] else texts)
        result["typed Python"] = python(cluster, typed)
        result["typed Python of numpy"] = python(cluster, [None if n is None else numpy.float64(n) for n in typed])
    results.append(result)
print(json.dumps(results))
`

// valuesNear returns random values about a scale of numbers: the cuts and the numbers next to them,
// others in many spellings, infinite, missing, and no numbers.
func valuesNear(rng *rand.Rand, s *scale.Scale, n int) []string {
	odd := []string{
		"inf", "-inf", "+Infinity", "-INFINITY", "nan", "NaN", "+nan", "-nan", "\x00", "", "few", "-", "--1", "1-2", "1e", "e5", ".", "+", "1.2.3", "1e5.5", "+-1", "-+1",
		"2024-01-01", "1_000", "0x10", "1,5", "1 2", " 1 ", "1.", ".5", "+.5", "-0", "0e0", "1E3", "1e+3", "5e-324", "1e308", "-1.7976931348623157e308", "NA", "N/A", "٣", "(missing)", "true",
		"1e-400", "09", "e09", "00012", "infinit", "in", "tiny", "++inf", "1e1e1",
	}
	values := slices.Clone(odd)
	for len(values) < n {
		v := rng.NormFloat64() * 3
		switch rng.IntN(6) {
		case 0:
			v = math.Exp(rng.NormFloat64() * 20)
		case 1, 2, 3:
			if len(s.Cuts) > 0 {
				v = s.Cuts[rng.IntN(len(s.Cuts))]
			}
			v = []float64{v, math.Nextafter(v, math.Inf(1)), math.Nextafter(v, math.Inf(-1))}[rng.IntN(3)]
		}
		format := []byte{'g', 'e', 'f', 'G'}[rng.IntN(4)]
		text := strconv.FormatFloat(v, format, -1, 64)
		if rng.IntN(8) == 0 {
			text = " " + text
		}
		values = append(values, text)
	}
	for i := range values {
		if s.Decimal == "," { // SQL takes points, too, as numbers have them
			values[i] = strings.ReplaceAll(values[i], ".", ",")
		}
	}
	return values
}

// agreesOn compares on n values for several scales.
func agreesOn(t *testing.T, n int) {
	agree(t, oracle.Python(t, "duckdb", "numpy"), agreeing, trialsOf(t, n))
}

// trialsOf returns mappings for several scales, with n values each.
func trialsOf(t *testing.T, n int) (trials []trial) {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	var reals []string
	for range 500 {
		reals = append(reals, strconv.FormatFloat(rng.NormFloat64()*3, 'g', 6+rng.IntN(12), 64))
	}
	whole := []string{"-4", "0", "1", "2", "3", "7", "12"}
	commas := []string{"0,5", "1,25", "-3", "7,125", "9"}
	for i, s := range []scale.Scale{
		fit(t, "v", "quantile:40", scale.Clean{}, reals...),
		fit(t, "v", "none", scale.Clean{NA: []string{"NA", "-", "12"}}, whole...),
		fit(t, "v", "none", scale.Clean{Decimal: ",", NA: []string{"N/A"}}, commas...),
		fit(t, "v", "edges:0.1,0.30000000000000004", scale.Clean{}, "0", "0.2", "1e22", "1e-7"),
	} {
		for k, style := range []Style{{}, {Unknown: "label", Label: "?"}, {Numbers: true, Unknown: "label"}} {
			if n > 10_000 && k != i%3 {
				continue // once for each scale
			}
			e := inTurn(t, rng, min(3, len(s.Low)), i != 3, s)
			name := fmt.Sprintf("scale %d, %+v", i, style)
			trials = append(trials, trial{name, Coding{X: "v", Encoder: e, Style: style}, valuesNear(rng, &s, n), nil})
		}
	}
	trials = append(trials, textTrial(t, rng, n), pairTrial(t, rng, n))
	return slices.Concat(trials, missingTrials(t, rng, n), timeTrials(t, rng, min(n, 2000)))
}

// textTrial has a column of words whose space and case do not count.
func textTrial(t *testing.T, rng *rand.Rand, n int) trial {
	s := scale.Scale{Column: "v", Type: scale.Category, Clean: scale.Clean{Trim: true, FoldCase: true, NA: []string{"N/A", "-", "7"}}}
	e := must(t, []string{"rome", "oslo", "7.5", "true", "new york", scale.MissingLabel}, []int{0, 1, 0, 1, 2, 2}, nil).WithScales(scale.Scales{s})
	texts := []string{"rome", "ROME", " Rome ", "oslo  ", "Bern", "", " ", "\x00", "n/a", "N/A", " - ", "7", "7.5", "TRUE", "True", "NEW YORK", "new  york"}
	c := trial{"words", Coding{X: "v", Encoder: e}, nil, nil}
	for len(c.values) < n {
		c.values = append(c.values, texts[rng.IntN(len(texts))])
	}
	return c
}

// pairTrial has two columns, one of numbers and one of words, of which some combinations are not known.
func pairTrial(t *testing.T, rng *rand.Rand, n int) trial {
	v := fit(t, "v", "none", scale.Clean{NA: []string{"NA"}}, "0", "1", "2", "5")
	w := scale.Scale{Column: "w", Type: scale.Category}
	words := []string{"a", "b / c", "\"q\"", "1", scale.MissingLabel}
	var labels []string
	var assignment []int
	for i, number := range append(v.Labels(), scale.MissingLabel) {
		for j, word := range words {
			if (i+j)%4 > 0 {
				labels, assignment = append(labels, textfile.JoinLabels([]string{number, word})), append(assignment, min(i/2, 2)*(j%2))
			}
		}
	}
	c := trial{"pairs", Coding{X: "v,w", Encoder: must(t, labels, assignment, nil).WithScales(scale.Scales{v, w})}, valuesNear(rng, &v, n), nil}
	all := []string{"a", "b / c", "\"q\"", "1", "\x00", "", "other", "b"}
	for range c.values {
		c.second = append(c.second, all[rng.IntN(len(all))])
	}
	return c
}

// TestExportsAgree compares encode, SQL in two databases and Python on random values.
func TestExportsAgree(t *testing.T) { agreesOn(t, 400) }
