package table

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
)

const smallJSON = `{"city":"Paris","product":"tea","n":1}
{"city":"Paris","product":"coffee","n":2}
{"n":3,"product":"coffee","city":"Rome"}
{"city":"Paris","product":"tea","n":4}
`

func TestJSONLines(t *testing.T) {
	tests := []struct {
		name, content string
		want          map[string]float64
		missing       int64
	}{
		{"as written", smallJSON, smallCells(), 0},
		{
			"scalars", `{"city":1,"product":true}` + "\n" + `{"city":1.50,"product":false}` + "\n" + `{"city":"1","product":"true"}`,
			map[string]float64{"1 true": 2, "1.50 false": 1},
			0,
		},
		{
			"missing", `{"city":null,"product":"a"}` + "\n" + `{"product":"a"}` + "\n" + `{"city":"","product":"a"}`,
			map[string]float64{"(missing) a": 2, " a": 1},
			2,
		},
		{"escapes", `{"c\u0069ty":"\u00e9\"\\","product":"\ud83d\ude00"}`, map[string]float64{"é\"\\ 😀": 1}, 0},
		{"other keys", `{"a":[1,{"city":"no"}],"city":"x","b":{"product":[]},"product":"y","c":null}`, map[string]float64{"x y": 1}, 0},
		{"case matters", `{"City":"no","city":"x","product":"y","PRODUCT":1}`, map[string]float64{"x y": 1}, 0},
		{"space and blank lines", "\n  { \"city\" : \"x\" , \"product\" : 1 } \r\n\n\t\n", map[string]float64{"x 1": 1}, 0},
		{"byte order mark", "\ufeff" + `{"city":"x","product":1}`, map[string]float64{"x 1": 1}, 0},
		{"others twice", `{"a":1,"city":"x","a":2,"product":1}`, map[string]float64{"x 1": 1}, 0},
		{
			"long lines", `{"pad":"` + strings.Repeat("p", 3*(1<<16)) + `","city":"x","product":1}` + "\n" + `{"city":"x","product":1}` + "\n" +
				`{"city":"` + strings.Repeat("q", (1<<16)) + `","product":1}`,
			map[string]float64{"x 1": 2, strings.Repeat("q", (1<<16)) + " 1": 1},
			0,
		},
	}
	for _, tt := range tests {
		for _, file := range []string{"a.jsonl", "a.ndjson", "a"} {
			t.Run(tt.name+" "+file, func(t *testing.T) {
				opts := cityProduct()
				opts.Scales = map[string]scale.Spec{"city": {Type: scale.Category}} // as it is written
				tab := mustRead(t, file, tt.content, opts)
				checkCells(t, tab, tt.want)
				if tab.Missing != tt.missing {
					t.Errorf("%d missing, want %d", tab.Missing, tt.missing)
				}
			})
		}
	}
}

func TestJSONCount(t *testing.T) {
	opts := Options{X: "city", Y: "product", Count: "n"}
	checkCells(t, mustRead(t, "a.jsonl", smallJSON, opts), map[string]float64{"Paris tea": 5, "Paris coffee": 2, "Rome coffee": 3})
	checkCells(t, mustRead(t, "a.jsonl", `{"n":"1.5","city":1,"product":1}`, opts), map[string]float64{"1 1": 1.5})
}

// TestKeyOfSomeRecords has keys that the first file, or the first records, do
// not have.
func TestKeyOfSomeRecords(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "a.jsonl", `{"city":"x"}`+"\n"+`{"city":"x"}`)
	files.Write(t, folder, "b.jsonl", `{"city":"x"}`+"\n"+`{"city":"x","product":1}`)
	tab := mustOpen(t, folder, cityProduct())
	checkCells(t, tab, map[string]float64{"x (missing)": 3, "x 1": 1})
}

func TestJSONErrors(t *testing.T) {
	count := Options{X: "city", Y: "product", Count: "n"}
	const good = `{"city":"x","product":1,"n":1}` + "\n"
	var many strings.Builder
	for i := range 2 * 1000 {
		fmt.Fprintf(&many, `{"k%d":1}`+"\n", i)
	}
	tests := []struct {
		name, content, want string
		opts                Options
	}{
		{"empty", "", "a.jsonl: the file is empty", cityProduct()},
		{"blank", " \n\n", "a.jsonl: the file is empty", cityProduct()},
		{"no key", good, `a.jsonl: no column "citty"; the columns are city, product, n (did you mean city?)`, Options{X: "citty", Y: "product"}},
		{"no count", good, `a.jsonl:1: no column "m"; the columns are city, product, n`, Options{X: "city", Y: "product", Count: "m"}},
		{"later keys are listed", good + `{"later":1}`, `a.jsonl: no column "x"; the columns are city, product, n, later`, Options{X: "x", Y: "product"}},
		{"only within", `{"in":{"city":1},"product":1}`, `a.jsonl: no column "city"; the columns are in, product`, cityProduct()},
		{"many keys", many.String(), `a.jsonl: no column "city"; the columns are k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19 and 980 more`, cityProduct()},
		{"no object", good + "[1]", "a.jsonl:2:1: not an object in braces: records are objects, one a line or all in an array", cityProduct()},
		{"text", good + `  "a"`, "a.jsonl:2:3: not an object in braces: records are objects, one a line or all in an array", cityProduct()},
		{"number", "12", "a.jsonl:1:1: not an object in braces: records are objects, one a line or all in an array", cityProduct()},
		{"two objects", good + `{"city":1} {"city":2}`, "a.jsonl:2:12: something follows the object: JSON Lines holds one a line", cityProduct()},
		{"object over lines", good + "{\"city\":1,\n\"product\":2}", "a.jsonl:2:12: not JSON: the line ends within the object", cityProduct()},
		{"cut in text", good + `{"city":"x`, "a.jsonl:2:11: not JSON: the line ends within the object", cityProduct()},
		{"cut in a number to skip", good + `{"other":12`, "a.jsonl:2:12: not JSON: the line ends within the object", cityProduct()},
		{"bad value to skip", good + `{"other":[1,}`, "a.jsonl:2:12: not JSON: invalid character ',' at start of value", cityProduct()},
		{"no value", good + `{"city":}`, "a.jsonl:2:9: not JSON: invalid character '}' at start of value", cityProduct()},
		{"bad escape", good + `{"city":"\x"}`, "a.jsonl:2:10: not JSON: invalid escape sequence `\\x` in string", cityProduct()},
		{"half a surrogate", good + `{"city":"\ud83d"}`, "a.jsonl:2:10: not JSON: invalid surrogate pair `\\ud83d\"}` in string", cityProduct()},
		{"key without quotes", good + `{city:1}`, "a.jsonl:2:2: not JSON: invalid character 'c' at start of value", cityProduct()},
		{"array", good + `{"product":1,"city":[1]}`, "a.jsonl:2:21: the value of city is an array: it must be a string, a number, true, false or null", cityProduct()},
		{"object", good + `{"city":{"a":1}}`, "a.jsonl:2:9: the value of city is an object: name one of its fields, as in city.a", cityProduct()},
		{"twice", good + `{"city":1,"product":1,"city":2}`, "a.jsonl:2:30: the key city stands twice in the object", cityProduct()},
		{"NUL", good + "{\"city\":\"\x00\"}", "a.jsonl:2:10: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding", cityProduct()},
		{"negative", good + `{"city":1,"product":1,"n":-1}`, "a.jsonl:2:27: n is -1, which is negative", count},
		{"too large", good + `{"n":1e999,"city":1,"product":1}`, "a.jsonl:2:6: n is 1e999, which is too large", count},
		{"text for a count", good + `{"n":"NaN","city":1,"product":1}`, "a.jsonl:2:6: n is NaN, which is not a finite number", count},
		{"truth for a count", good + `{"n":true,"city":1,"product":1}`, "a.jsonl:2:6: n is true, which is not a number", count},
		{"null for a count", good + `{"n":null,"city":1,"product":1}`, "a.jsonl:2:6: n is empty where a number must stand", count},
		{"absent count", good + `{"city":1,"product":1}`, "a.jsonl:2:1: n is empty where a number must stand", count},
		{"matrix", good, "a.jsonl: JSON Lines holds records: name two of their columns as X and Y; the columns are city, product, n", Options{}},
		{"empty matrix", "", "a.jsonl: the file is empty", Options{}},
		{"bad matrix", "{", "a.jsonl:1:2: not JSON: the line ends within the object", Options{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := Open(context.Background(), files.Write(t, folder, "a.jsonl", tt.content), tt.opts)
			checkError(t, err, folder, tt.want)
		})
	}
}
