package table

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
)

// TestJSONArrays reads the same objects from an array, in several spellings, and from lines.
func TestJSONArrays(t *testing.T) {
	want := map[string]float64{"a 1": 2, `"]}{[\ 2`: 1, "(missing) 1": 1}
	objects := []string{`{"city":"a","product":1}`, `{"product":1,"city":"a","x":[{"y":"]"},[]]}`, `{"city":"\"]}{[\\","product":2}`, `{"product":1}`}
	for name, content := range map[string]string{
		"lines.jsonl":   strings.Join(objects, "\n"),
		"one line":      "[" + strings.Join(objects, ",") + "]",
		"many lines":    " \n[\n  " + strings.Join(objects, " ,\r\n  ") + "\n]\n\n",
		"array.json":    "[" + strings.Join(objects, ", ") + "]",
		"array.jsonl":   "[" + strings.Join(objects, ", ") + "]",
		"array.json.gz": files.Gzipped(t, "["+strings.Join(objects, ", ")+"]"),
		"indented":      "[" + strings.ReplaceAll(strings.Join(objects, ","), ":", " :\n\t") + "]",
	} {
		checkCells(t, mustRead(t, name, content, cityProduct()), want)
	}
	checkError(t, openText(t, "[]"), "", "stdin: the file is empty")
}

// openText returns the error of opening a text.
func openText(t *testing.T, content string) error {
	opts := cityProduct()
	opts.Format, opts.Stdin = "jsonl", strings.NewReader(content)
	_, err := Open(t.Context(), "-", opts)
	return err
}

func TestJSONArrayErrors(t *testing.T) {
	const good = `{"city":"a","product":1}`
	const braces = "not an object in braces: records are objects, in an array or one a line"
	for _, tt := range []struct{ content, want string }{
		{"[1,2]", "1:2: " + braces},
		{"[\n" + good + ",\n [1]]", "3:2: " + braces},
		{"[" + good + good + "]", "1:26: a comma is missing between two objects"},
		{"[" + good + ",]", "1:27: " + braces},
		{"[," + good + "]", "1:2: " + braces},
		{"[" + good + "]\n" + good, "2:1: something follows the array"},
		{"[" + good + "]\n]", "2:1: something follows the array"},
		{"[" + good, "1:26: the array ends too early: the file is cut short"},
		{"[" + good + ",\n{\"city\":\"b", "2:10: the array ends too early: the file is cut short"},
		{"[" + good + ",\n  {\"city\":b}]", "2:11: not JSON: "},
		{"[{\n\"city\": [1], \"product\": 1}]", "2:9: the value of city is an array: it must be a string, a number, true, false or null"},
		{"[{\"city\":1]}]", "1:11: not JSON: "},
		{"[{\"city\":1,\n\"product\":2,\n\"city\":3}]", "3:8: the key city stands twice in the object"},
	} {
		err := openText(t, tt.content)
		if err == nil || !strings.HasPrefix(err.Error(), "stdin:"+tt.want) {
			t.Errorf("%q: %v, want %s", tt.content, err, tt.want)
		}
	}
}

// TestArraysOfAnyObjects checks that any objects are the same records in an array as on lines.
func TestArraysOfAnyObjects(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`[a"\\{}\[\],: é\n]{0,8}`)
		var lines, indented []string
		for range rapid.IntRange(1, 30).Draw(rt, "objects") {
			object := map[string]any{"city": text.Draw(rt, "city"), "product": text.Draw(rt, "product"), text.Draw(rt, "key") + "!": map[string]any{"b": []string{text.Draw(rt, "other")}}}
			line, err := json.Marshal(object)
			if err != nil {
				rt.Fatal(err)
			}
			spaced, _ := json.MarshalIndent(object, "\t", "  ")
			lines, indented = append(lines, string(line)), append(indented, string(spaced))
		}
		opts := cityProduct()
		opts.Format, opts.Stdin = "jsonl", strings.NewReader(strings.Join(lines, "\n"))
		want := mustOpen(t, "-", opts)
		opts.Stdin = strings.NewReader("[" + strings.Join(indented, ",\n") + "]\n")
		if diff := cmp.Diff(cellsOf(want), cellsOf(mustOpen(t, "-", opts))); diff != "" {
			rt.Error(diff)
		}
	})
}

// TestNestedFields reads fields of objects in JSON by their paths. A key that has the dot itself comes
// first.
func TestNestedFields(t *testing.T) {
	for _, tt := range []struct{ object, x, want string }{
		{`{"user":{"city":"a","age":3},"y":1}`, "user.city", "a"},
		{`{"user":{"city":"a","age":3},"y":1}`, "user.age", "3"},
		{`{"user":{"at":{"city":"a"}},"y":1}`, "user.at.city", "a"},
		{`{"user":{"at.city":"a"},"y":1}`, "user.at.city", "a"},
		{`{"user.at":{"city":"a"},"y":1}`, "user.at.city", "a"},
		{`{"user.city":"b","user":{"city":"a"},"y":1}`, "user.city", "b"},
		{`{"user":{"city":"a"},"user.city":"b","y":1}`, "user.city", "b"},
		{`{"user":{"at":{"city":"a"},"at.city":"b"},"y":1}`, "user.at.city", "b"},
		{`{"user":{"at":{"city":"a"},"at.city":null},"y":1}`, "user.at.city", "(missing)"},
		{`{"user":{"c\u0069ty":"\u0061"},"y":1}`, "user.city", "a"},
		{`{"user":null,"y":1}`, "user.city", "(missing)"},
		{`{"user":"x","y":1}`, "user.city", "(missing)"},
		{`{"user":{},"y":1}`, "user.city", "(missing)"},
		{`{".":{"":"a"},"y":1}`, "..", "a"},
	} {
		content := tt.object + "\n" + strings.NewReplacer(`"user":null`, `"user":{"city":"a"}`, `"x"`, `{"city":"a"}`, `{}`, `{"city":"a"}`).Replace(tt.object)
		tab := mustRead(t, "a.jsonl", content, Options{X: tt.x, Y: "y"})
		if _, ok := cellsOf(tab)[tt.want+" 1"]; !ok {
			t.Errorf("%s: %s is %v, want %s", tt.object, tt.x, cellsOf(tab), tt.want)
		}
	}
	for _, tt := range []struct{ object, want string }{
		{`{"user":{"city":{"name":"a"}},"y":1}`, "a.jsonl:1:17: the value of user.city is an object: name one of its fields, as in user.city.name"},
		{`{"user":{"city":{}},"y":1}`, "a.jsonl:1:17: the value of user.city is an object: name one of its fields, as in user.city.field"},
		{`{"user":{"city":[]},"y":1}`, "a.jsonl:1:17: the value of user.city is an array: it must be a string, a number, true, false or null"},
		{`{"user":{"city":1,"city":2},"y":1}`, "a.jsonl:1:26: the key user.city stands twice in the object"},
		{`{"user":{"town":1},"y":1}`, `a.jsonl: no column "user.city"; the columns are user, y`},
	} {
		folder := t.TempDir()
		_, err := Open(t.Context(), files.Write(t, folder, "a.jsonl", tt.object), Options{X: "user.city", Y: "y"})
		checkError(t, err, folder, tt.want)
	}
}

// TestNestedColumns reads values of structures in Parquet by their paths, also where a structure or a
// value in it is missing.
func TestNestedColumns(t *testing.T) {
	type place struct {
		City *string `parquet:"city,optional,dict"`
		Zip  *int32  `parquet:"zip,optional"`
	}
	type user struct {
		At  *place `parquet:"at,optional"`
		Age int64  `parquet:"age"`
	}
	type row struct {
		User *user  `parquet:"user,optional"`
		Own  string `parquet:"user.age,dict"` // a column that has the dot itself comes first
		N    int32  `parquet:"n"`
	}
	rome, zip := "Rome", int32(7)
	rows := []row{
		{User: &user{At: &place{City: &rome, Zip: &zip}, Age: 1}, Own: "x", N: 1},
		{User: &user{At: &place{City: &rome}}, Own: "x", N: 1},
		{User: &user{At: &place{}}, Own: "y", N: 1},
		{User: &user{}, Own: "y", N: 1},
		{Own: "y", N: 2},
	}
	content := files.Parquet(t, rows)
	for x, want := range map[string]map[string]float64{
		"user.at.city": {"Rome 1": 2, "(missing) 1": 2, "(missing) 2": 1},
		"user.at.zip":  {"7 1": 1, "(missing) 1": 3, "(missing) 2": 1},
		"user.age":     {"x 1": 2, "y 1": 2, "y 2": 1},
	} {
		checkCells(t, mustRead(t, "a.parquet", content, Options{X: x, Y: "n"}), want)
	}
}

// TestHints are notes about texts that look missing and about decimal commas.
func TestHints(t *testing.T) {
	column := func(values ...string) string {
		var b strings.Builder
		for i, v := range values {
			fmt.Fprintf(&b, "\"%s\",%d\n", v, i%2)
		}
		return "v,y\n" + b.String()
	}
	many := strings.Split(strings.Repeat("a,", 200), ",")[:200]
	var ids, numbers []string
	for i := range 20 {
		ids, numbers = append(ids, fmt.Sprintf("u%d", i)), append(numbers, fmt.Sprint(i*i))
	}
	identify := "X has 20 different values in 20 records: they identify the records, and groups of them say nothing of others"
	for _, tt := range []struct {
		name, content, want string
	}{
		{"identifiers", column(ids...), identify},
		{"few identifiers", column(ids[1:]...), ""},
		{"different numbers", column(numbers...), ""},
		{"nothing", column("a", "b"), ""},
		{"category", column("a", "NA", "b", "?"), `50 % of the records have "?", "NA" as their v: if that stands for a missing value, take as missing: ?,NA`},
		{"rare", column(append(many, "NA")...), ""},
		{"numbers", column("1", "2", "NA", "3"), `25 % of the records have "NA" as their v, which is taken as missing, as the other values are numbers`},
		{"commas", column("1,5", "2", "3"), "the values of v read like numbers with a decimal comma: if they are, name the decimal mark"},
		{"either", column("1,500", "2,000", "3,000"), "the values of v read like numbers with a mark that is decimal or between thousands: if they are, name the decimal mark, a comma or a point"},
		{"commas and others", column("1,5", "2", "x"), ""},
	} {
		got := strings.Join(mustRead(t, "a.csv", tt.content, Options{X: "v", Y: "y"}).Notes, "\n")
		if got != tt.want {
			t.Errorf("%s: notes %q, want %q", tt.name, got, tt.want)
		}
	}
	two, err := scale.ParseBins("quantile:2")
	if err != nil {
		t.Fatal(err)
	}
	bins := map[string]scale.Spec{"v": {Bins: two}}
	unused := []string{"X holds categories, so that the bins asked for change nothing"}
	if d := cmp.Diff(unused, mustRead(t, "a.csv", column("a", "b"), Options{X: "v", Y: "y", Scales: bins}).Notes); d != "" {
		t.Error(d)
	}
	if notes := mustRead(t, "a.csv", column("1", "2"), Options{X: "v", Y: "y", Scales: bins}).Notes; notes != nil {
		t.Errorf("notes %q", notes)
	}
	tab := mustRead(t, "a.csv", column("1", "2", "NA", "3"), Options{X: "v", Y: "y"})
	checkCells(t, tab, map[string]float64{"1 0": 1, "2 1": 1, "(missing) 0": 1, "3 1": 1})
}

// TestDecimalComma reads counts and coordinates with a decimal comma.
func TestDecimalComma(t *testing.T) {
	opts := Options{X: "x", Y: "y", Count: "n"}
	opts.Clean.Decimal = ","
	checkCells(t, mustRead(t, "a.csv", "x;y;n\na;b;0,5\na;b;1\n", opts), map[string]float64{"a b": 1.5})
	folder := t.TempDir()
	_, err := Open(t.Context(), files.Write(t, folder, "a.csv", "x;y;n\na;b;1.000\n"), opts)
	checkError(t, err, folder, "a.csv:2:5: n is 1.000, which is not a number with a decimal comma")
	points := Options{}
	points.Clean.Decimal = ","
	if diff := cmp.Diff([]string{"0.5,-2"}, mustPoints(t, files.Write(t, t.TempDir(), "p.csv", "a;b\n0,5;-2\n"), points).labels); diff != "" {
		t.Error(diff)
	}
}
