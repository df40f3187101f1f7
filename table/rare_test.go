package table

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
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
			[]string{"Paris", "Rome", encode.RareLabel},
			map[string]float64{"Paris tea": 2, "Paris coffee": 1, "Rome tea": 1, "Rome coffee": 1, "(rare) tea": 2, "(rare) coffee": 1},
			`3 of 5 values of city occur less than 2 times; they count as the value "(rare)"`,
		},
		{
			"missing is kept last", "a.csv", rareCSV + ",coffee,1\n",
			Options{X: "city", Y: "product", MinCount: 2},
			[]string{"Paris", "Rome", encode.RareLabel, encode.MissingLabel},
			map[string]float64{"Paris tea": 2, "Paris coffee": 1, "Rome tea": 1, "Rome coffee": 1, "(rare) tea": 2, "(missing) coffee": 2},
			`2 of 5 values of city occur less than 2 times; they count as the value "(rare)"`,
		},
		{
			"counts", "a.csv", rareCSV,
			Options{X: "city", Y: "product", Count: "n", MinCount: 1},
			[]string{"Oslo", "Paris", "Rome", encode.RareLabel},
			map[string]float64{"Oslo tea": 4, "Paris tea": 3, "Paris coffee": 5, "Rome tea": 3, "Rome coffee": 6, "(rare) tea": 0.5, "(rare) coffee": 0.5},
			`2 of 5 values of city occur less than 1 times; they count as the value "(rare)"`,
		},
		{"a minimum that all reach", "a.csv", rareCSV, Options{X: "product", Y: "n", MinCount: 3}, []string{"coffee", "tea"}, nil, ""},
		{
			"text", "a.txt", "b a b a a c a",
			Options{Text: words, MinCount: 2},
			[]string{"a", "b", encode.RareLabel},
			map[string]float64{"a a": 1, "a b": 1, "a c": 1, "b a": 2, "(rare) a": 1},
			`1 of 3 symbols occur less than 2 times; they count as the value "(rare)"`,
		},
		{
			"matrix", "a.csv", "x,u,v\nr,1,2\ns,0.5,0\nt,0,1\n",
			Options{MinCount: 2},
			[]string{"r", encode.RareLabel},
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
		if n := len(tab.Notes()); n > 0 {
			note = tab.Notes()[n-1]
		}
		if note != tt.note {
			t.Errorf("%s: note %s, want %s", tt.name, note, tt.note)
		}
	}
}

func TestMinCountOfTriples(t *testing.T) {
	content := "a,b,c\nu,v,0\nv,w,1\nu,u,0\nw,u,1\nz,v,1\n"
	tab := mustTriple(t, files.Write(t, t.TempDir(), "a.csv", content), Options{X1: "a", X2: "b", Y: "c", MinCount: 3})
	if d := cmp.Diff([]string{"u", "v", encode.RareLabel}, tab.x); d != "" {
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
	if d := cmp.Diff([]string{`2 of 4 values of a and b occur less than 3 times; they count as the value "(rare)"`}, tab.Notes()); d != "" {
		t.Error(d)
	}
	array := files.Numpy(t, []int{3, 3, 2}, []float64{5, 0, 1, 0, 0, 0, 0, 9, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0})
	tab = mustTriple(t, files.Write(t, t.TempDir(), "a.npy", array), Options{MinCount: 2})
	if d := cmp.Diff([]string{"0", "1", encode.RareLabel}, tab.x); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{`1 of 3 rows add up to less than 2; they count as the value "(rare)"`}, tab.Notes()); d != "" {
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
	checkError(t, err, "", "@alphabet: a smallest count does not apply to a built-in data set")
	_, err = OpenTriple(ctx, "@group:S3", Options{MinCount: 1})
	checkError(t, err, "", "@group:S3: a smallest count does not apply to a built-in data set")
	_, err = OpenTriple(ctx, "a.npy", Options{MinCount: -1})
	checkError(t, err, "", "a.npy: the smallest count -1 is no number of times that a value must occur: give one above 0")
	_, err = OpenPoints(ctx, "a.csv", Options{MinCount: 1})
	checkError(t, err, "", "a.csv: a smallest count does not apply to points, which are not counted")
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
		if d := cmp.Diff([]string{"big", encode.RareLabel}, tab.x); d != "" {
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
