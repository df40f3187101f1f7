package encode

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/scale"
)

func TestOtherSpellings(t *testing.T) {
	tests := map[string]string{
		"1": "1.0", "1.0": "1", "-2.00": "-2 -2.0", "0": "0.0", "2.50": "2.5", "2.5": "", ".50": "0.5", "-.5": "-0.5", "0.10": "0.1", "5.": "5 5.0",
		"123456789012345": "123456789012345.0", "1234567890123456": "", "True": "true TRUE", "false": "False FALSE",
		"": "", ".": "", "-": "", "-.": "", "01": "", "00": "", "00.5": "", "+1": "", "1e5": "", "1.2.3": "", "--1": "", "٣": "", "t": "", "tRUE": "", "1-": "", "a 1": "",
	}
	for label, want := range tests {
		if got := strings.Join(otherSpellings(label, false), " "); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

func TestSpelt(t *testing.T) {
	tests := []struct {
		labels     []string
		assignment []int
		want       [][]string
	}{
		{[]string{"1", "1.0"}, []int{0, 1}, [][]string{{"1"}, {"1.0"}}},
		{[]string{"2.50", "x", "2.500"}, []int{0, 1, 1}, [][]string{{"2.50"}, {"x", "2.500"}}},        // 2.5 may be either
		{[]string{"2.50", "x", "2.500"}, []int{0, 1, 0}, [][]string{{"2.50", "2.5", "2.500"}, {"x"}}}, // but not here
		{[]string{"3.0", "3.00", "3.000"}, []int{0, 1, 0}, [][]string{{"3.0", "3.000"}, {"3.00"}}},    // nor may 3 be three
		{[]string{"True", "False", "", scale.RareLabel, scale.MissingLabel}, []int{0, 1, 1, 1, 1}, [][]string{{"True", "true", "TRUE", "1"}, {"False", "false", "FALSE", "0", "", scale.RareLabel, scale.MissingLabel}}},
		{[]string{"True", "maybe"}, []int{0, 1}, [][]string{{"True", "true", "TRUE"}, {"maybe"}}},
		{[]string{"True", "TRUE"}, []int{0, 1}, [][]string{{"True"}, {"TRUE"}}},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, spelt(tt.labels, tt.assignment, len(tt.want))); d != "" {
			t.Errorf("%q: %s", tt.labels, d)
		}
	}
}

// typed are labels as files have them, and expressions of SQL with the type that a
// database gives such a column.
func typed() []struct {
	labels      []string
	expressions string
	sqlite      bool
} {
	return []struct {
		labels      []string
		expressions string
		sqlite      bool
	}{
		{[]string{"1", "-2", scale.MissingLabel}, "CAST(1 AS DOUBLE); CAST(-2 AS DOUBLE); CAST(NULL AS DOUBLE)", true},
		{[]string{"1.0", "2.50", ".25"}, "CAST(1 AS DOUBLE); CAST(2.5 AS DOUBLE); CAST(0.25 AS FLOAT)", true},
		{[]string{"1.0", "2.0", "0"}, "CAST(1 AS BIGINT); CAST(2 AS BIGINT); CAST(0 AS DOUBLE)", true},
		{[]string{"True", "False", scale.MissingLabel}, "CAST(true AS BOOLEAN); CAST(false AS BOOLEAN); CAST(NULL AS BOOLEAN)", true},
		{[]string{"TRUE", "FALSE", "x"}, "CAST(true AS BOOLEAN); CAST(false AS BOOLEAN); 'x'", false},
	}
}

func TestSQLReadsTypes(t *testing.T) {
	sqlite := oracle.Program(t, "sqlite3")
	run := oracle.Python(t, "duckdb")
	for _, tt := range typed() {
		e := must(t, tt.labels, []int{0, 1, 2}, nil)
		expression := exported(t, e, "sql", Coding{Style: Style{Numbers: true}})
		var script strings.Builder
		for v := range strings.SplitSeq(tt.expressions, ";") {
			fmt.Fprintf(&script, "SELECT %s FROM (SELECT %s AS x);\n", expression, v)
		}
		if tt.sqlite {
			cmd := exec.Command(sqlite, "-batch", ":memory:")
			cmd.Stdin = strings.NewReader(script.String())
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != "0\n1\n2\n" {
				t.Errorf("SQLite, %q: %v, %q", tt.labels, err, out)
			}
		}
		out := run(`
import sys, duckdb
print(*[duckdb.connect().execute(q).fetchone()[0] for q in sys.argv[1].split(";\n")[:-1]])
`, script.String())
		if string(out) != "0 1 2\n" {
			t.Errorf("DuckDB, %q: %q", tt.labels, out)
		}
	}
}

// TestPythonTakesOtherTypes asks for values as programs hold them.
func TestPythonTakesOtherTypes(t *testing.T) {
	run := oracle.Python(t, "numpy", "pandas")
	tests := []struct {
		labels, values string
		want           string // the labels whose clusters are given
	}{
		{"1|2.0|true|(rare)", `1, 1.0, 2.0, 2, True, 1.5, None, "true", "True", "1.0"`, "1|1|2.0|2.0|true|(rare)|(rare)|true|(rare)|(rare)"},
		{"True|False", `True, False, np.bool_(True), pd.array([True, None])[0]`, "True|False|True|True"},
		{"TRUE|false", `True, False`, "TRUE|false"},
		{"|(missing)", `None, "", float("nan"), np.nan, pd.NA, pd.NaT, "(missing)"`, "(missing)||(missing)|(missing)|(missing)|(missing)|(missing)"},
		{"(missing)|x", `""`, "(missing)"},
		{"|x", `""`, ""},
		{"NaN|x", `float("nan"), np.float32("nan")`, "NaN|NaN"},
		{"1|1.0", `1, 1.0, np.int64(1), np.float32(1)`, "1|1.0|1|1.0"},
		{"10000000000000000|1152921504606847000|-100000000000000000000|1e+21", `1e16, float(2**60), -1e20, 1e21`, "10000000000000000|1152921504606847000|-100000000000000000000|1e+21"},
		{"0.00001|-0.000025|1e-07|2.50|3.00|0.1", `1e-5, -2.5e-5, 1e-7, 2.5, 3, 3.0, np.float32(0.1), np.float32(2.5), decimal.Decimal("2.5")`, "0.00001|-0.000025|1e-07|2.50|3.00|3.00|0.1|2.50|2.50"},
		{"2.5|x", `decimal.Decimal("2.500")`, "2.5"},
		{"+Inf|-Inf", `float("inf"), -np.inf`, "+Inf|-Inf"},
		{"inf|-inf|+Inf", `float("inf"), -np.inf`, "inf|-inf"},
		{"2024-01-02|2024-01-02T03:04:05|2024-01-02T03:04:05Z", `datetime.date(2024, 1, 2), pd.Timestamp("2024-01-02"), datetime.datetime(2024, 1, 2, 3, 4, 5), pd.Timestamp("2024-01-02T03:04:05Z")`, "2024-01-02|2024-01-02|2024-01-02T03:04:05|2024-01-02T03:04:05Z"},
		{"1e345678-9abc-4def-8123-456789abcdef|x", `uuid.UUID("1e345678-9abc-4def-8123-456789abcdef")`, "1e345678-9abc-4def-8123-456789abcdef"},
	}
	var modules []string
	for _, tt := range tests {
		labels := strings.Split(tt.labels, "|")
		assignment := make([]int, len(labels))
		for i := range labels {
			assignment[i] = i
		}
		modules = append(modules, exported(t, must(t, labels, assignment, labels), "python", Coding{}), tt.values)
	}
	out := run(`
import datetime, decimal, json, sys, uuid
import numpy as np, pandas as pd
told = []
for source, values in zip(sys.argv[1::2], sys.argv[2::2]):
    module = {}
    exec(source, module)
    told.append([module["cluster"](v) for v in eval("[" + values + "]")])
print(json.dumps(told))
`, modules...)
	var got [][]string
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(tests) {
		t.Fatalf("%v: %s", err, out)
	}
	for n, tt := range tests {
		if d := cmp.Diff(strings.Split(tt.want, "|"), got[n]); d != "" {
			t.Errorf("%q: %s", tt.labels, d)
		}
	}
}

// TestPythonRefuses asks for values that are not known.
func TestPythonRefuses(t *testing.T) {
	run := oracle.Python(t)
	out := run(`
import sys
module = {}
exec(sys.argv[1], module)
for value in [None, "", "1.0", 7, 1.5, float("nan"), float("inf"), b"x", (1, 2), 1j, True]:
    try:
        print(module["cluster"](value))
    except KeyError as e:
        if e.args != (value,):
            print(e.args)
`, exported(t, must(t, []string{"1", "x"}, []int{0, 1}, nil), "python", Coding{}))
	if len(out) != 0 {
		t.Errorf("%s", out)
	}
}
