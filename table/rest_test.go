package table

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
)

// rareCSV has Paris 3 times, Rome twice, Oslo and Bern once, and no city once.
const rareCSV = "city,product,n\nParis,tea,1\nParis,tea,2\nRome,tea,3\nOslo,tea,4\nParis,coffee,5\n,coffee,0.5\nBern,tea,0.5\nRome,coffee,6\n"

func TestMinCount(t *testing.T) {
	tests := []struct {
		name, file, content string
		opts                Options
		labels              []string
		cells               map[string]float64
		note                string
	}{
		{
			"records", "a.csv", rareCSV,
			Options{X: "city", Y: "product", MinCount: 2},
			[]string{"Paris", "Rome", scale.RareLabel},
			map[string]float64{"Paris tea": 2, "Paris coffee": 1, "Rome tea": 1, "Rome coffee": 1, "(rare) tea": 2, "(rare) coffee": 1},
			`3 of 5 values of city occur less than 2 times; they count as the value "(rare)"`,
		},
		{
			"missing is kept last", "a.csv", rareCSV + ",coffee,1\n",
			Options{X: "city", Y: "product", MinCount: 2},
			[]string{"Paris", "Rome", scale.RareLabel, scale.MissingLabel},
			map[string]float64{"Paris tea": 2, "Paris coffee": 1, "Rome tea": 1, "Rome coffee": 1, "(rare) tea": 2, "(missing) coffee": 2},
			`2 of 5 values of city occur less than 2 times; they count as the value "(rare)"`,
		},
		{
			"counts", "a.csv", rareCSV,
			Options{X: "city", Y: "product", Count: "n", MinCount: 1},
			[]string{"Oslo", "Paris", "Rome", scale.RareLabel},
			map[string]float64{"Oslo tea": 4, "Paris tea": 3, "Paris coffee": 5, "Rome tea": 3, "Rome coffee": 6, "(rare) tea": 0.5, "(rare) coffee": 0.5},
			`2 of 5 values of city occur less than 1 times; they count as the value "(rare)"`,
		},
		{"a minimum that all reach", "a.csv", rareCSV, Options{X: "product", Y: "n", MinCount: 3}, []string{"coffee", "tea"}, nil, ""},
		{
			"text", "a.txt", "b a b a a c a",
			Options{Text: words, MinCount: 2},
			[]string{"a", "b", scale.RareLabel},
			map[string]float64{"a a": 1, "a b": 1, "a c": 1, "b a": 2, "(rare) a": 1},
			`1 of 3 symbols occur less than 2 times; they count as the value "(rare)"`,
		},
		{
			"matrix", "a.csv", "x,u,v\nr,1,2\ns,0.5,0\nt,0,1\n",
			Options{MinCount: 2},
			[]string{"r", scale.RareLabel},
			map[string]float64{"r u": 1, "r v": 2, "(rare) u": 0.5, "(rare) v": 1},
			`2 of 3 rows add up to less than 2; they count as the value "(rare)"`,
		},
	}
	for _, tt := range tests {
		tab := mustRead(t, tt.file, tt.content, tt.opts)
		mustJoint(t, tab)
		if d := cmp.Diff(tt.labels, tab.x); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		if tt.cells != nil {
			checkCells(t, tab, tt.cells)
		}
		note := ""
		if n := len(tab.Notes); n > 0 {
			note = tab.Notes[n-1]
		}
		if note != tt.note {
			t.Errorf("%s: note %s, want %s", tt.name, note, tt.note)
		}
	}
}

func TestMinCountOfTriples(t *testing.T) {
	content := "a,b,c\nu,v,0\nv,w,1\nu,u,0\nw,u,1\nz,v,1\n"
	tab := mustTriple(t, files.Write(t, t.TempDir(), "a.csv", content), Options{X1: "a", X2: "b", Y: "c", MinCount: 3})
	if d := cmp.Diff([]string{"u", "v", scale.RareLabel}, tab.x); d != "" {
		t.Error(d)
	}
	got := make(map[string]float64)
	for _, c := range tab.cells {
		got[tab.x[c.X1]+" "+tab.x[c.X2]+" "+tab.y[c.Y]] += c.Value
	}
	want := map[string]float64{"u v 0": 1, "v (rare) 1": 1, "u u 0": 1, "(rare) u 1": 1, "(rare) v 1": 1}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{`2 of 4 values of a and b occur less than 3 times; they count as the value "(rare)"`}, tab.Notes); d != "" {
		t.Error(d)
	}
	array := files.Numpy(t, []int{3, 3, 2}, []float64{5, 0, 1, 0, 0, 0, 0, 9, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0})
	tab = mustTriple(t, files.Write(t, t.TempDir(), "a.npy", array), Options{MinCount: 2})
	if d := cmp.Diff([]string{"0", "1", scale.RareLabel}, tab.x); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{`1 of 3 rows add up to less than 2; they count as the value "(rare)"`}, tab.Notes); d != "" {
		t.Error(d)
	}
}

func TestMinCountErrors(t *testing.T) {
	folder := t.TempDir()
	tests := []struct {
		content string
		opts    Options
		want    string
	}{
		{"city,product\na,b\nc,d\n", Options{X: "city", Y: "product", MinCount: 2}, "all 2 values of city occur less than 2 times, so that nothing is left to be clustered: choose a smaller count"},
		{"x,u,v\nr,1,2\ns,0.5,0\n", Options{MinCount: 9}, "all 2 rows add up to less than 9, so that nothing is left to be clustered: choose a smaller count"},
		{"city,product\n(rare),b\na,b\na,b\n", Options{X: "city", Y: "product", MinCount: 2}, `one of the values of city is called "(rare)" already, the name that the rare ones would get: rename it, or keep the rare ones`},
		{smallCSV, Options{X: "city", Y: "product", MinCount: -1}, "the smallest count -1 is no number of times that a value must occur: give one above 0"},
		{smallCSV, Options{X: "city", Y: "product", MinCount: math.NaN()}, "the smallest count NaN is no number of times that a value must occur: give one above 0"},
		{smallCSV, Options{X: "city", Y: "product", MinCount: math.Inf(1)}, "the smallest count +Inf is no number of times that a value must occur: give one above 0"},
	}
	for _, tt := range tests {
		_, err := Open(context.Background(), files.Write(t, folder, "a.csv", tt.content), tt.opts)
		checkError(t, err, folder, "a.csv: "+tt.want)
	}
	ctx := context.Background()
	_, err := Open(ctx, "@alphabet", Options{MinCount: 1})
	checkError(t, err, "", "@alphabet: a smallest count and numbers of values to keep do not apply to a built-in data set")
	_, err = OpenTriple(ctx, "@group:S3", Options{MinCount: 1})
	checkError(t, err, "", "@group:S3: a smallest count and numbers of values to keep do not apply to a built-in data set")
	_, err = OpenTriple(ctx, "a.npy", Options{MinCount: -1})
	checkError(t, err, "", "a.npy: the smallest count -1 is no number of times that a value must occur: give one above 0")
	_, err = OpenPoints(ctx, "a.csv", Options{MinCount: 1})
	checkError(t, err, "", "a.csv: a smallest count and numbers of values to keep do not apply to points, which are not counted")
}

// TestRareSumsAreExact has sums that depend on the order if they are rounded on the way.
func TestRareSumsAreExact(t *testing.T) {
	header := "city,product,n\nbig,x,9\n"
	lines := []string{"a,x,0.1\n", "a,y,0.2\n", "a,z,0.3\n"}
	opts := Options{X: "city", Y: "product", Count: "n", MinCount: 0.6000000000000001}
	for _, order := range [][3]int{{0, 1, 2}, {2, 1, 0}} {
		content := header
		for _, i := range order {
			content += lines[i]
		}
		tab := mustRead(t, "a.csv", content, opts)
		if d := cmp.Diff([]string{"big", scale.RareLabel}, tab.x); d != "" {
			t.Errorf("%v: %s", order, d)
		}
		content = header
		for _, i := range order {
			content += []string{"a,x,0.1\n", "b,x,0.2\n", "c,x,0.3\n"}[i]
		}
		checkCells(t, mustRead(t, "a.csv", content, opts), map[string]float64{"big x": 9, "(rare) x": 0.6})
	}
}

// TestRareValuesDoNotDependOnOrder counts fractions in any order: the total that decides
// what is rare, and the sums of what is, must not depend on it.
func TestRareValuesDoNotDependOnOrder(t *testing.T) {
	counts := rapid.SampledFrom([]float64{0.1, 0.2, 0.3, 0.7, 1e-9, 1})
	labels := rapid.SampledFrom([]string{"a", "b", "c", "d", ""})
	folder := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		records := []files.Record{{X: "big", Y: "x", Count: 100}}
		for range rapid.IntRange(1, 30).Draw(rt, "n") {
			records = append(records, files.Record{X: labels.Draw(rt, "x"), Y: labels.Draw(rt, "y"), Count: counts.Draw(rt, "count")})
		}
		opts := Options{X: "city", Y: "product", Count: "n", MinCount: 1}
		first := mustOpen(t, files.Write(t, folder, "a.csv", files.Separated(t, records, ',')), opts)
		records = rapid.Permutation(records).Draw(rt, "order")
		second := mustOpen(t, files.Write(t, folder, "b.csv", files.Separated(t, records, ',')), opts)
		if d := cmp.Diff(first.x, second.x); d != "" {
			rt.Fatal(d)
		}
		if d := cmp.Diff(cellsOf(first), cellsOf(second)); d != "" {
			rt.Fatal(d)
		}
	})
}

// TestTop keeps the most frequent values of X and of Y. Oslo and Bern occur once each, as coffee does twice
// as often as cocoa and tea, so that labels decide.
func TestTop(t *testing.T) {
	content := "city,product,n\nParis,tea,1\nParis,coffee,1\nRome,tea,1\nRome,cocoa,1\nOslo,coffee,1\nBern,cocoa,9\n"
	tests := []struct {
		name, file, content string
		opts                Options
		x, y                []string
		cells               map[string]float64
		notes               []string
	}{
		{
			"records, of equal counts the first labels", "a.csv", content,
			Options{X: "city", Y: "product", TopX: 3, TopY: 2},
			[]string{"Bern", "Paris", "Rome", "(other)"},
			[]string{"cocoa", "coffee", "(other)"},
			map[string]float64{"Bern cocoa": 1, "Paris (other)": 1, "Paris coffee": 1, "Rome (other)": 1, "Rome cocoa": 1, "(other) coffee": 1},
			[]string{`1 of 4 values of city are not among the 3 most frequent; they count as the value "(other)"`, `1 of 3 values of product are not among the 2 most frequent; they count as the value "(other)"`},
		},
		{
			"counts", "a.csv", content,
			Options{X: "city", Y: "product", Count: "n", TopX: 1},
			[]string{"Bern", "(other)"},
			[]string{"cocoa", "coffee", "tea"},
			map[string]float64{"Bern cocoa": 9, "(other) tea": 2, "(other) coffee": 2, "(other) cocoa": 1},
			[]string{`3 of 4 values of city are not among the 1 most frequent; they count as the value "(other)"`},
		},
		{
			"a rest that is there takes more, and missing values are last", "a.csv", "x,y\n(other),u\n(other),u\n(other),v\na,u\na,u\nb,v\n,u\n,u\n",
			Options{X: "x", Y: "y", TopX: 2},
			[]string{"a", "(other)", "(missing)"},
			[]string{"u", "v"},
			map[string]float64{"a u": 2, "(other) u": 2, "(other) v": 2, "(missing) u": 2},
			[]string{`2 of 4 values of x are not among the 2 most frequent; they count as the value "(other)"`},
		},
		{
			"as many as there are", "a.csv", content,
			Options{X: "city", Y: "product", TopX: 4, TopY: 3},
			[]string{"Bern", "Oslo", "Paris", "Rome"},
			[]string{"cocoa", "coffee", "tea"},
			nil,
			nil,
		},
		{
			"with a smallest count of X", "a.csv", content,
			Options{X: "city", Y: "product", MinCount: 2, TopY: 1},
			[]string{"Paris", "Rome", "(rare)"},
			[]string{"cocoa", "(other)"},
			map[string]float64{"Paris (other)": 2, "Rome (other)": 1, "Rome cocoa": 1, "(rare) cocoa": 1, "(rare) (other)": 1},
			[]string{`2 of 4 values of city occur less than 2 times; they count as the value "(rare)"`, `2 of 3 values of product are not among the 1 most frequent; they count as the value "(other)"`},
		},
		{
			"words", "a.txt", "b a b a a c a d",
			Options{Text: words, TopX: 2, TopY: 1},
			[]string{"a", "b", "(other)"},
			[]string{"a", "(other)"},
			map[string]float64{"a (other)": 3, "a a": 1, "b a": 2, "(other) a": 1},
			[]string{`1 of 3 symbols are not among the 2 most frequent; they count as the value "(other)"`, `3 of 4 next symbols are not among the 1 most frequent; they count as the value "(other)"`},
		},
		{
			"matrix", "a.csv", "x,u,v,w\nr,1,2,0\ns,0.5,0,7\nt,0,1,0\n",
			Options{TopX: 1, TopY: 1},
			[]string{"s", "(other)"},
			[]string{"w", "(other)"},
			map[string]float64{"s w": 7, "s (other)": 0.5, "(other) (other)": 4},
			[]string{`2 of 3 rows are not among the 1 most frequent; they count as the value "(other)"`, `2 of 3 columns are not among the 1 most frequent; they count as the value "(other)"`},
		},
	}
	for _, tt := range tests {
		tab := mustRead(t, tt.file, tt.content, tt.opts)
		mustJoint(t, tab)
		if d := cmp.Diff([][]string{tt.x, tt.y}, [][]string{tab.x, tab.y}); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		if tt.cells != nil {
			checkCells(t, tab, tt.cells)
		}
		var notes []string
		for _, n := range tab.Notes {
			if !strings.Contains(n, "missing") {
				notes = append(notes, n)
			}
		}
		if d := cmp.Diff(tt.notes, notes); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestTopOfTriples counts the values of both inputs together.
func TestTopOfTriples(t *testing.T) {
	content := "a,b,c\nu,v,0\nv,w,1\nu,u,0\nw,u,1\nz,v,2\n"
	tab := mustTriple(t, files.Write(t, t.TempDir(), "a.csv", content), Options{X1: "a", X2: "b", Y: "c", TopX: 2, TopY: 2})
	if d := cmp.Diff([][]string{{"u", "v", "(other)"}, {"0", "1", "(other)"}}, [][]string{tab.x, tab.y}); d != "" {
		t.Error(d)
	}
	got := make(map[string]float64)
	for _, c := range tab.cells {
		got[tab.x[c.X1]+" "+tab.x[c.X2]+" "+tab.y[c.Y]] += c.Value
	}
	want := map[string]float64{"u v 0": 1, "v (other) 1": 1, "u u 0": 1, "(other) u 1": 1, "(other) v (other)": 1}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestTopOfParts cuts the rows and columns of each part as those of all records.
func TestTopOfParts(t *testing.T) {
	content := "x,y,f\na,u,1\na,u,1\na,v,2\na,u,2\nb,u,1\nc,v,2\nc,u,1\nb,w,2\n"
	tab := mustRead(t, "a.csv", content, Options{X: "x", Y: "y", Fold: "f", TopX: 1, TopY: 1})
	folds, err := tab.Folds()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]float64{"a u": 2, "(other) u": 2}, massesOf(folds[0].HeldOut)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]float64{"a u": 1, "a (other)": 1, "(other) (other)": 2}, massesOf(folds[0].Training)); d != "" {
		t.Error(d)
	}
}

func TestTopErrors(t *testing.T) {
	tests := []struct {
		content string
		opts    Options
		want    string
	}{
		{smallCSV, Options{X: "city", Y: "product", TopX: -1}, "the number of values to keep is -1: give 1 or more, or none to keep all"},
		{smallCSV, Options{X: "city", Y: "product", TopX: 3, TopY: -2}, "the number of values to keep is -2: give 1 or more, or none to keep all"},
		{smallCSV, Options{X: "city", Y: "product", TopX: 3, MinCount: 2}, "a smallest count and a number of values to keep both say which values of X stay apart: give one of them"},
		{"n,y\n1.5,a\n2.5,b\n", Options{X: "n", Y: "y", TopX: 1}, "the values of n have an order, in which rare ones cannot be put together: keep all, or take the column as a category"},
		{"n,y\n1.5,a\n2.5,b\n", Options{X: "y", Y: "n", TopY: 1}, "the values of n have an order, in which rare ones cannot be put together: keep all, or take the column as a category"},
	}
	folder := t.TempDir()
	for _, tt := range tests {
		_, err := Open(context.Background(), files.Write(t, folder, "a.csv", tt.content), tt.opts)
		checkError(t, err, folder, "a.csv: "+tt.want)
	}
	ctx := context.Background()
	_, err := Open(ctx, "@alphabet", Options{TopY: 1})
	checkError(t, err, "", "@alphabet: a smallest count and numbers of values to keep do not apply to a built-in data set")
	_, err = OpenPoints(ctx, "a.csv", Options{TopX: 1})
	checkError(t, err, "", "a.csv: a smallest count and numbers of values to keep do not apply to points, which are not counted")
}

// TestTopDoesNotDependOnOrder counts fractions in any order, many of which tie.
func TestTopDoesNotDependOnOrder(t *testing.T) {
	counts := rapid.SampledFrom([]float64{0.1, 0.2, 0.3, 1})
	labels := rapid.SampledFrom([]string{"a", "b", "c", "d", "(other)", ""})
	folder := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		var records []files.Record
		for range rapid.IntRange(2, 30).Draw(rt, "n") {
			records = append(records, files.Record{X: labels.Draw(rt, "x"), Y: labels.Draw(rt, "y"), Count: counts.Draw(rt, "count")})
		}
		opts := Options{X: "city", Y: "product", Count: "n", TopX: rapid.IntRange(1, 4).Draw(rt, "top x"), TopY: 2}
		first := mustOpen(t, files.Write(t, folder, "a.csv", files.Separated(t, records, ',')), opts)
		records = rapid.Permutation(records).Draw(rt, "order")
		second := mustOpen(t, files.Write(t, folder, "b.csv", files.Separated(t, records, ',')), opts)
		if d := cmp.Diff([][]string{first.x, first.y}, [][]string{second.x, second.y}); d != "" {
			rt.Fatal(d)
		}
		if d := cmp.Diff(cellsOf(first), cellsOf(second)); d != "" {
			rt.Fatal(d)
		}
		kept := len(first.x)
		if slices.Contains(first.x, scale.OtherLabel) {
			kept--
		}
		if kept > opts.TopX {
			rt.Fatalf("%v is more than %d", first.x, opts.TopX)
		}
	})
}
