package encode

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/scale"
)

// must returns an encoder that must be one.
func must(t testing.TB, labels []string, assignment []int, names []string) *Encoder {
	t.Helper()
	e, err := New(labels, assignment, names)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// cities has two clusters and a missing value.
func cities(t testing.TB) *Encoder {
	return must(t, []string{"Paris", "Rome", "Oslo", "(missing)"}, []int{0, 1, 0, 1}, []string{"far", "near"})
}

func TestEncoder(t *testing.T) {
	e := cities(t)
	for label, want := range map[string]int{"Paris": 0, "Rome": 1, "Oslo": 0, scale.MissingLabel: 1} {
		c, ok := e.Cluster(label)
		if c != want || !ok {
			t.Errorf("%s: %d, %v; want %d", label, c, ok, want)
		}
	}
	if _, ok := e.Cluster("paris"); ok {
		t.Error("paris is known")
	}
	if e.k() != 2 || e.Name(1) != "near" {
		t.Errorf("%d clusters, the second called %s", e.k(), e.Name(1))
	}
	if d := cmp.Diff([][]string{{"Paris", "Oslo"}, {"Rome", scale.MissingLabel}}, e.values()); d != "" {
		t.Error(d)
	}
	numbered := must(t, e.Labels(), []int{1, 0, 1, 0}, nil)
	if numbered.Name(0) != "0" || numbered.Name(1) != "1" {
		t.Error("clusters without names are not called by their numbers")
	}
}

func TestWithAddsLabels(t *testing.T) {
	e := cities(t)
	more, err := e.With([]string{"Bern"}, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := more.Cluster("Bern"); c != 1 || !ok {
		t.Errorf("%d, %v", c, ok)
	}
	if c, ok := more.Cluster("Oslo"); c != 0 || !ok {
		t.Errorf("%d, %v", c, ok)
	}
	if _, ok := e.Cluster("Bern"); ok {
		t.Error("With changes the encoder")
	}
	for _, wrong := range []struct {
		labels   []string
		clusters []int
	}{{[]string{"Rome"}, []int{0}}, {[]string{"Bern"}, []int{2}}, {[]string{"Bern"}, []int{-1}}, {[]string{"Bern"}, nil}, {[]string{"\xff"}, []int{0}}} {
		if _, err := e.With(wrong.labels, wrong.clusters); err == nil || !strings.HasPrefix(err.Error(), "no clustering can be made of this: ") {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}

func TestBadEncoders(t *testing.T) {
	tests := []struct {
		labels     []string
		assignment []int
		names      []string
		want       string
	}{
		{nil, nil, nil, "there are no labels"},
		{[]string{"a"}, nil, nil, "1 labels, but 0 clusters for them"},
		{[]string{"a", "a"}, []int{0, 1}, nil, `the label "a" occurs twice`},
		{[]string{"a", "b"}, []int{0, 2}, nil, "a cluster has number 2, but there are only 2 labels"},
		{[]string{"a", "b"}, []int{1, 1}, nil, "cluster 0 has no label"},
		{[]string{"a", "b"}, []int{0, -1}, nil, `label "b" has cluster -1, and there are 1`},
		{[]string{"a"}, []int{0}, []string{"x", "y"}, "2 names for 1 clusters"},
		{[]string{"a", "b"}, []int{0, 1}, []string{"x", "x"}, `clusters 0 and 1 are both called "x"`},
		{[]string{"a\xff"}, []int{0}, nil, `the label "a\xff" is not UTF-8`},
		{[]string{"a"}, []int{0}, []string{"\xff"}, `the name "\xff" is not UTF-8`},
	}
	for _, tt := range tests {
		_, err := New(tt.labels, tt.assignment, tt.names)
		if err == nil || err.Error() != "no clustering can be made of this: "+tt.want {
			t.Errorf("%v; want %s", err, tt.want)
		}
	}
}

func TestTexts(t *testing.T) {
	plain := cities(t)
	rare := must(t, []string{"a", "b", scale.RareLabel}, []int{0, 1, 1}, []string{"x", "y"})
	other := must(t, []string{"a", "b", scale.OtherLabel}, []int{0, 1, 0}, []string{"x", "y"})
	tests := []struct {
		name  string
		e     *Encoder
		style Style
		want  Texts
		err   string
	}{
		{"names", plain, Style{}, Texts{Clusters: []string{"far", "near"}}, ""},
		{"numbers", plain, Style{Numbers: true}, Texts{Clusters: []string{"0", "1"}, Integers: true}, ""},
		{"label", plain, Style{Unknown: "label"}, Texts{Clusters: []string{"far", "near"}, Other: "(unknown)", HasOther: true}, ""},
		{"text among numbers", plain, Style{Numbers: true, Unknown: "label", Label: "?"}, Texts{Clusters: []string{"0", "1"}, Other: "?", HasOther: true}, ""},
		{"number among numbers", plain, Style{Numbers: true, Unknown: "label", Label: "-1"}, Texts{Clusters: []string{"0", "1"}, Other: "-1", HasOther: true, Integers: true}, ""},
		{"number with a zero", plain, Style{Numbers: true, Unknown: "label", Label: "07"}, Texts{Clusters: []string{"0", "1"}, Other: "07", HasOther: true}, ""},
		{"number among names", plain, Style{Unknown: "label", Label: "-1"}, Texts{Clusters: []string{"far", "near"}, Other: "-1", HasOther: true}, ""},
		{"rare by itself", rare, Style{}, Texts{Clusters: []string{"x", "y"}, Other: "y", HasOther: true, Rest: scale.RareLabel}, ""},
		{"other by itself", other, Style{}, Texts{Clusters: []string{"x", "y"}, Other: "x", HasOther: true, Rest: scale.OtherLabel}, ""},
		{"other", other, Style{Unknown: "other"}, Texts{Clusters: []string{"x", "y"}, Other: "x", HasOther: true, Rest: scale.OtherLabel}, ""},
		{"other is an error", other, Style{Unknown: "error"}, Texts{Clusters: []string{"x", "y"}}, ""},
		{"no other", rare, Style{Unknown: "other"}, Texts{}, "no value is called \"(other)\": all values were kept when the table was counted"},
		{"rare", rare, Style{Unknown: "rare", Numbers: true}, Texts{Clusters: []string{"0", "1"}, Other: "1", HasOther: true, Rest: scale.RareLabel, Integers: true}, ""},
		{"error after all", rare, Style{Unknown: "error"}, Texts{Clusters: []string{"x", "y"}}, ""},
		{"no rare", plain, Style{Unknown: "rare"}, Texts{}, `no value is called "(rare)": rare values were not grouped when the table was counted`},
		{"a name", plain, Style{Unknown: "label", Label: "far"}, Texts{}, `a group is called "far" already: choose another label for unknown values`},
		{"nonsense", plain, Style{Unknown: "guess"}, Texts{}, `unknown values cannot be treated by "guess": choose auto, error, rare, other or label`},
	}
	for _, tt := range tests {
		got, err := tt.e.Texts(tt.style)
		if tt.err != "" || err != nil {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%s: %v; want %s", tt.name, err, tt.err)
			}
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestExportOfNoFormat(t *testing.T) {
	const want = `there is no format "xml": choose json, csv, python, sql, bigquery, duckdb, mysql, postgres, snowflake, spark or sqlite`
	if err := Export(io.Discard, "xml", Coding{Encoder: cities(t)}); err == nil || err.Error() != want {
		t.Error(err)
	}
}

func TestReadNames(t *testing.T) {
	e := must(t, []string{"a", "b", "3", "7", "2"}, []int{0, 1, 2, 3, 2}, nil)
	tests := []struct {
		text string
		want []string
		err  string
	}{
		{"", []string{"0", "1", "2", "3"}, ""},
		{"cluster,name\n0,first\n\nb,\"second, too\"\n", []string{"first", "second, too", "2", "3"}, ""},
		{"\ufeff#3,last\r\n#2,x\r\n", []string{"0", "1", "x", "last"}, ""},
		{"7,seven\n", []string{"0", "1", "2", "seven"}, ""},
		{"2,two\n", []string{"0", "1", "two", "3"}, ""},
		{"a,1\nb,0\n", []string{"1", "0", "2", "3"}, ""},
		{"3,x\n", nil, `f.csv:1: "3" is a value of group 2 and the number of another: write "#3" for the number, or another value of the group`},
		{"a,x\n0,y\n", nil, `f.csv:2: "0" is in group 0, which line 1 has named "x" already`},
		{"a,x\n\nb,x\n", nil, `f.csv:3: groups 0 and 1 would both be called "x"`},
		{"a,1\n", nil, `f.csv:1: groups 0 and 1 would both be called "1"`},
		{`{"clusters": [{"name": "x", "values": ["3", "2"]}, {"name": "y", "values": ["a"]}]}`, []string{"y", "1", "x", "3"}, ""},
		{`{"clusters": [{"name": "x", "values": ["3"]}]}`, nil, `f.csv: "x" has other values than every chosen group: choose the grouping into 1 of this mapping`},
		{`{"clusters": [{"name": "x", "values": ["c"]}]}`, nil, `f.csv: "x" has other values than every chosen group: choose the grouping into 1 of this mapping`},
		{`{"clusters": [{"name": "1", "values": ["a"]}]}`, nil, `f.csv: groups 0 and 1 would both be called "1"`},
		{`{"clusters": [{"values": ["a"]}]}`, nil, `f.csv: clusters[0] has no name`},
		{`{"clusters"`, nil, `f.csv: a mapping in JSON goes wrong: unexpected EOF`},
		{"c,x\n", nil, `f.csv:1: "c" is neither the number of a group nor one of its values`},
		{"9,x\n", nil, "f.csv:1: there is no group 9: they are numbered 0 to 3"},
		{"-1,x\n", nil, `f.csv:1: "-1" is neither the number of a group nor one of its values`},
		{"a,x,y\n", nil, "f.csv:1: 3 fields where two are wanted: a group, by its number or one of its values, and its name"},
		{"a,\n", nil, `f.csv:1: the name of "a" is empty`},
		{"a,\xff\n", nil, "f.csv:1:3: not UTF-8 text (byte 0xff): name its encoding, such as latin1 or windows-1252"},
		{"a,x\n\"b,y\n", nil, `f.csv:2:6: a quoted field goes wrong here: a " in it must be doubled, and one must end it`},
	}
	for _, tt := range tests {
		got, err := e.ReadNames(strings.NewReader(tt.text), "f.csv")
		if tt.err != "" || err != nil {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%q: %v; want %s", tt.text, err, tt.err)
			}
			continue
		}
		if d := cmp.Diff(tt.want, got.names); d != "" {
			t.Errorf("%q: %s", tt.text, d)
		}
		if c, ok := got.Cluster("7"); c != 3 || !ok {
			t.Errorf("%q: 7 is in cluster %d, %v", tt.text, c, ok)
		}
	}
	_, err := e.ReadNames(failing{}, "f.csv")
	if err == nil || err.Error() != "f.csv: cannot be read: no more" {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("no more") }

func FuzzReadNames(f *testing.F) {
	for _, seed := range []string{"0,x\n", "cluster,name\na,x\n", "\"a\"\"\",b\n", "#1,y", "\ufeff", "a,\x00", `{"clusters": [{"name": "x", "values": ["a"]}]}`} {
		f.Add(seed)
	}
	e, err := New([]string{"a", "1", "b\"", "0"}, []int{0, 1, 1, 2}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		named, err := e.ReadNames(strings.NewReader(text), "f.csv")
		if err != nil {
			if got := err.Error(); !strings.HasPrefix(got, "f.csv:") || strings.ContainsAny(got, "\r\n") {
				t.Fatalf("%q", got)
			}
			return
		}
		if sorted := slices.Sorted(slices.Values(named.names)); len(slices.Compact(sorted)) != e.k() {
			t.Fatalf("names %q", named.names)
		}
	})
}

func ExampleEncoder() {
	e, err := New([]string{"Lyon", "Nice", "Lille"}, []int{0, 0, 1}, []string{"south", "north"})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, ok := e.Cluster("Nice")
	fmt.Println(e.Name(c), ok)
	_, ok = e.Cluster("Oslo")
	fmt.Println(ok)
	// Output:
	// south true
	// false
}
