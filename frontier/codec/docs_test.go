package codec

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle"
)

// documented returns the code blocks of docs/formats.md in a language.
func documented(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, match := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```\n").FindAllSubmatch(text, -1) {
		blocks = append(blocks, string(match[1]))
	}
	if len(blocks) == 0 {
		t.Fatalf("docs/formats.md has no block in %s", language)
	}
	return blocks
}

// documentedFiles reads the frontier that docs/formats.md shows, and writes it
// in all formats to a folder.
func documentedFiles(t *testing.T) (f *frontier.Frontier, folder string) {
	t.Helper()
	f, err := Read(strings.NewReader(documented(t, "json")[0]))
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	for _, extension := range []string{"json", "csv", "parquet", "npz"} {
		if err := WriteFile(filepath.Join(folder, "frontier."+extension), f); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "differences.json"), asDifferences(t, f, "json"), 0o600); err != nil {
		t.Fatal(err)
	}
	return f, folder
}

func TestDocumentedJSONIsWhatIsWritten(t *testing.T) {
	f, _ := documentedFiles(t)
	if got := string(written(t, f, "json")); got != documented(t, "json")[0] {
		t.Errorf("the frontier of docs/formats.md is written as\n%s", got)
	}
}

// TestDocumentedDifferences reads the points of version 2 in place of those of version 1.
func TestDocumentedDifferences(t *testing.T) {
	blocks := documented(t, "json")
	want, err := Read(strings.NewReader(blocks[0]))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(blocks[0], `  "best"`)
	text := strings.Replace(head, `"version": 1`, `"version": 2`, 1) + blocks[1] + "}"
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for p := range want.All() {
		if q := got.At(p.Index); q.Packed() != p.Packed() {
			t.Errorf("point %d: %v, want %v", p.Index, q.Assignment(), p.Assignment())
		}
	}
}

func TestDocumentedKeysAreAllThereAre(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	estimated := uncertain(t)
	estimated.Problem.Estimator, estimated.Certificate = "nsb", nil
	all := slices.Concat(written(t, uncertain(t), "json"), written(t, estimated, "json"), written(t, measured(t, tiny(t)), "json"), asDifferences(t, tiny(t), "json"))
	for _, key := range regexp.MustCompile(`"([a-z0-9_]+)":`).FindAllSubmatch(all, -1) {
		if !strings.Contains(string(text), "`"+string(key[1])+"`") && !strings.Contains(string(text), "."+string(key[1])+"`") &&
			!strings.Contains(string(text), "**"+string(key[1])+"**") {
			t.Errorf("docs/formats.md does not explain the key %s", key[1])
		}
	}
	for _, object := range []reflect.Type{reflect.TypeFor[frontier.Problem](), reflect.TypeFor[frontier.Search](), reflect.TypeFor[frontier.Evidence]()} {
		for _, field := range reflect.VisibleFields(object) {
			if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); key != "" && key != "-" && !strings.Contains(string(text), "`"+key+"`") {
				t.Errorf("docs/formats.md does not explain the key %s of %s", key, object)
			}
		}
	}
}

func TestDocumentedPython(t *testing.T) {
	python := oracle.Python(t, "numpy", "pandas", "pyarrow", "duckdb")
	_, folder := documentedFiles(t)
	python("import os, sys\nos.chdir(sys.argv[1])\n"+strings.Join(documented(t, "python"), "\n")+`
assert best["i"] == 0.3 and cluster == {"a": 0, "b": 1, "c": 1} and two["i"] == 0.45
assert list(scalars.i) == list(points.i) == [0, 0.1, 0.3, 0.75] == list(i) and list(h) == list(points.h)
assert assignment.tolist() == [list(a) for a in points.assignment] and assignment.shape == (4, 3)
differences = json.load(open("differences.json", encoding="utf-8"))
assert [grouping(differences, k) for k in range(4)] == [p["assignment"] for p in f["points"]]
assert [grouping(differences, k + 4) for k in range(3)] == [p["assignment"] for p in f["best"]["points"]]
merged = {"problem": {"n": 4}, "points": [{"changes": [1,1, 2,1, 3,3]}, {"from": 0, "changes": [3,-3, 1,0]}]}
assert grouping(merged, 0) == [0, 1, 1, 2] and grouping(merged, 1) == [0, 0, 1, 1]
assert header == meta == {key: f[key] for key in f if key != "points"}
`, folder)
}

func TestDocumentedSQL(t *testing.T) {
	python := oracle.Python(t, "duckdb")
	_, folder := documentedFiles(t)
	got := python(`
import duckdb, os, sys
os.chdir(sys.argv[1])
for statement in sys.argv[2].split(';\n'):
    if statement: print(duckdb.sql(statement).fetchall())
`, folder, documented(t, "sql")[0])
	const want = `[(1.0, 0.3, [0, 1, 1])]
[(0.0, 1), (1.0, 2), (1.5, 3)]
[('{"format":"dibmap/frontier","version":1,`
	if !strings.HasPrefix(string(got), want) || !strings.HasSuffix(string(got), "\n[(0.45,)]\n") {
		t.Errorf("got %s", got)
	}
}

func TestDocumentedR(t *testing.T) {
	r := oracle.Program(t, "Rscript")
	_, folder := documentedFiles(t)
	cmd := exec.Command(r, "-e", documented(t, "r")[0]+"cat(hull$h)")
	cmd.Dir = folder
	if got, err := cmd.Output(); err != nil || string(got) != "0 1.5" {
		t.Errorf("R prints %s, %v", got, err)
	}
}
