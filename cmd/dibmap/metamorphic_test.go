package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/partition"
)

// TestFormatAndOrderChangeNothing maps the same table from files of all formats, with records,
// rows and columns in several orders, and wants the same frontier file except for the name of the
// source, the time, and the order of labels in a matrix. Rows of equal mass are what makes that
// hard: the search has to order them by something that does not depend on the columns.
func TestFormatAndOrderChangeNothing(t *testing.T) {
	if raceDetector() {
		t.Skip("the scripts show races, and this shows no more")
	}
	modes := [][]string{nil, {"--search", "local"}, {"--search", "merge"}, {"--problem", "dmc"}, {"--robust", "--resamples", "20"}}
	for _, name := range []string{"circulant of whole numbers", "equal rows", "hierarchy of equal weights", "shuffled counts"} {
		t.Run(name, func(t *testing.T) {
			cells := familyNamed(t, name).Table(6, 3)
			folder := t.TempDir()
			sources := writeVariants(t, folder, cells)
			for _, mode := range modes {
				want := mapped(t, folder, "frontier.json", slices.Concat(sources[0], mode))
				for k, source := range sources[1:] {
					if mode != nil && k%6 != 0 {
						continue // what a file is read as does not depend on the search
					}
					output := "frontier." + []string{"json", "parquet", "npz"}[k/3%3]
					got := mapped(t, folder, output, slices.Concat(source, mode))
					if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
						t.Errorf("%v gives another frontier than %v (-%s +%s):\n%s", mode, sources[0][0], sources[0][0], source[0], d)
					}
				}
			}
		})
	}
}

// familyNamed returns a family of tables.
func familyNamed(t *testing.T, name string) families.Family {
	t.Helper()
	all := families.All()
	k := slices.IndexFunc(all, func(f families.Family) bool { return f.Name == name })
	if k < 0 {
		t.Fatalf("there is no family %q", name)
	}
	return all[k]
}

// record is a cell of a table as a record.
type record struct {
	X string  `parquet:"x" json:"x"`
	Y string  `parquet:"y" json:"y"`
	P float64 `parquet:"p" json:"p"`
}

// writeVariants writes a table to files of many formats and orders, and returns for each file the
// arguments that read it. Labels are numbers from 0 on, as those of an array.
func writeVariants(t *testing.T, folder string, cells [][]float64) (arguments [][]string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 2))
	var records []record
	for x, row := range cells {
		for y, v := range row {
			records = append(records, record{strconv.Itoa(x), strconv.Itoa(y), v})
		}
	}
	add := func(name, content string, flags ...string) {
		arguments = append(arguments, slices.Concat([]string{write(t, filepath.Join(folder, name), content)}, flags))
	}
	columns := []string{"--x", "x", "--y", "y", "--count", "p", "--type", "x=category,y=category"}
	inOrder := slices.Clone(records)
	shuffle := func() []record {
		rng.Shuffle(len(records), func(a, b int) { records[a], records[b] = records[b], records[a] })
		return records
	}
	add("records.csv", delimited(inOrder, ","), columns...)
	for k := range 2 {
		add(fmt.Sprintf("shuffled%d.csv", k), delimited(shuffle(), ","), columns...)
	}
	add("records.tsv", delimited(shuffle(), "\t"), columns...)
	var lines strings.Builder
	for _, r := range shuffle() {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	add("records.jsonl", lines.String(), columns...)
	var table bytes.Buffer
	w := parquet.NewGenericWriter[record](&table)
	if _, err := w.Write(shuffle()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	add("records.parquet", table.String(), columns...)
	var array bytes.Buffer
	if err := npy.Write(&array, []int{len(cells), len(cells[0])}, slices.Concat(cells...)); err != nil {
		t.Fatal(err)
	}
	add("array.npy", array.String())
	add("matrix.csv", matrixOf(cells, partition.Identity(len(cells)), partition.Identity(len(cells[0]))))
	for k := range 3 {
		add(fmt.Sprintf("matrix%d.csv", k), matrixOf(cells, rng.Perm(len(cells)), rng.Perm(len(cells[0]))))
	}
	return arguments
}

// delimited returns records as CSV or TSV.
func delimited(records []record, separator string) string {
	lines := []string{strings.Join([]string{"y", "p", "x"}, separator)}
	for _, r := range records {
		lines = append(lines, strings.Join([]string{r.Y, strconv.FormatFloat(r.P, 'g', -1, 64), r.X}, separator))
	}
	return strings.Join(lines, "\n") + "\n"
}

// matrixOf returns a table as CSV, with rows and columns in an order.
func matrixOf(cells [][]float64, rows, columns []int) string {
	var b strings.Builder
	for _, y := range columns {
		fmt.Fprintf(&b, ",%d", y)
	}
	for _, x := range rows {
		fmt.Fprintf(&b, "\n%d", x)
		for _, y := range columns {
			b.WriteString("," + strconv.FormatFloat(cells[x][y], 'g', -1, 64))
		}
	}
	return b.String() + "\n"
}

// mapped maps a table and returns the frontier file in a form that does not depend on the order of
// labels, without what the source is called and the seconds.
func mapped(t *testing.T, folder, output string, args []string) string {
	t.Helper()
	path := filepath.Join(folder, output)
	if code, _, stderr := call(t.Context(), slices.Concat([]string{"map", "-q", "-o", path}, args)...); code != 0 {
		t.Fatalf("dibmap map %v: exit code %d: %s", args, code, stderr)
	}
	defer os.Remove(path)
	f, err := codec.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Problem.XScales, f.Problem.YScales = nil, nil // which only records have
	f.Problem.Source, f.Search.Seconds = frontier.Source{SHA256: f.Problem.Source.SHA256}, 0
	var file bytes.Buffer
	if err := codec.Write(&file, f, "json"); err != nil {
		t.Fatal(err)
	}
	return sortedByLabel(t, file.Bytes())
}

// sortedByLabel rewrites a frontier file as if the labels of its table were sorted.
func sortedByLabel(t *testing.T, file []byte) string {
	t.Helper()
	var v map[string]any
	decoder := json.NewDecoder(bytes.NewReader(file))
	decoder.UseNumber() // all digits
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	problem := v["problem"].(map[string]any)
	rows, columns := sortedOrder(problem["x_labels"]), sortedOrder(problem["y_labels"])
	for _, key := range []string{"x_labels", "x_mass"} {
		problem[key] = permuted(problem[key], rows)
	}
	problem["y_labels"] = permuted(problem["y_labels"], columns)
	if cells, ok := problem["cells"].(map[string]any); ok {
		rank := map[string][]int{"x": partition.Ranks(rows), "y": partition.Ranks(columns)}
		var list []string
		for k, weight := range cells["weight"].([]any) {
			var at [2]int
			for d, key := range []string{"x", "y"} {
				old, err := cells[key].([]any)[k].(json.Number).Int64()
				if err != nil {
					t.Fatal(err)
				}
				at[d] = rank[key][old]
			}
			list = append(list, fmt.Sprintf("%3d %3d %s", at[0], at[1], weight))
		}
		slices.Sort(list)
		problem["cells"] = list
	}
	if constraints, ok := problem["constraints"].(map[string]any); ok && constraints["must_link"] != nil {
		for _, list := range constraints["must_link"].([]any) {
			labels := list.([]any)
			slices.SortFunc(labels, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		}
	}
	if certificate, ok := v["certificate"].(map[string]any); ok {
		for _, e := range certificate["edges"].([]any) {
			edge := e.(map[string]any)
			edge["dual"] = permuted(edge["dual"], rows)
		}
	}
	points := v["points"].([]any)
	if best, ok := v["best"].(map[string]any); ok {
		points = append(points, best["points"].([]any)...)
	}
	for _, p := range points {
		point := p.(map[string]any)
		point["assignment"] = partition.Canonical(permuted(point["assignment"], rows).([]any))
	}
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sortedOrder returns the places of labels in alphabetical order.
func sortedOrder(labels any) []int {
	list := labels.([]any)
	order := partition.Identity(len(list))
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(list[a].(string), list[b].(string)) })
	return order
}

// permuted returns the values of a list in an order.
func permuted(list any, order []int) any {
	values := list.([]any)
	result := make([]any, len(order))
	for k, at := range order {
		result[k] = values[at]
	}
	return result
}
