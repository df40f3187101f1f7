package recode

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// fitted returns a scale of numbers, with these texts for missing values.
func fitted(t testing.TB, column, bins string, na ...string) scale.Scale {
	t.Helper()
	b, err := scale.ParseBins(bins)
	if err != nil {
		t.Fatal(err)
	}
	var values []scale.Value
	for i := range 10 {
		values = append(values, scale.Value{Text: fmt.Sprint(i), Count: 1})
	}
	f, err := scale.Fit(column, scale.Spec{Type: scale.Number, Bins: b, Clean: scale.Clean{NA: na}}, values)
	if err != nil {
		t.Fatal(err)
	}
	return f.Scale
}

// grouped returns an encoder of labels into k clusters in turn.
func grouped(t testing.TB, labels []string, k int, scales ...scale.Scale) *encode.Encoder {
	t.Helper()
	assignment := make([]int, len(labels))
	for i := range labels {
		assignment[i] = i % k
	}
	e, err := encode.New(labels, assignment, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e.WithScales(scales)
}

// TestEncodeNumbersByTheirBins has numbers that the table did not have, in any spelling.
func TestEncodeNumbersByTheirBins(t *testing.T) {
	s := fitted(t, "n", "edges:4,7", "NA", "-")
	e := grouped(t, append(s.Labels(), scale.MissingLabel), 4, s)
	opts := Options{Codings: []encode.Coding{{X: "n", As: "z", Encoder: e, Style: encode.Style{Unknown: "label"}}}}
	content := "n\n0\n3.999\n4\n 6.9e0 \n7\n9\n10\n-inf\n-1\nNaN\nNA\n-\n\"\"\nfew\nfew\n+Inf\n1e999\n"
	got, stats := encoded(t, "a.csv", content, opts)
	want := "n,z\n0,0\n3.999,0\n4,1\n 6.9e0 ,1\n7,2\n9,2\n10,2\n-inf,0\n-1,0\nNaN,3\nNA,3\n-,3\n\"\",3\nfew,(unknown)\nfew,(unknown)\n+Inf,2\n1e999,(unknown)\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	wanted := Stats{Records: 17, Format: source.CSV, Columns: []ColumnStats{
		{Unknown: 3, Outside: 4, UnknownValues: 2, Examples: []UnknownValue{{"few", 2}, {"1e999", 1}}},
	}}
	if d := cmp.Diff(wanted, stats); d != "" {
		t.Error(d)
	}
}

// TestEncodeColumnsTogether has an X of two columns, one of them of numbers.
func TestEncodeColumnsTogether(t *testing.T) {
	n := fitted(t, "n", "edges:5")
	scales := []scale.Scale{{Column: "city", Type: scale.Category}, n}
	e := grouped(t, []string{"Rome / 0 - 4", "Rome / 5 - 9", `"a / b" / 0 - 4`, "(missing) / (missing)"}, 2, scales...)
	opts := Options{Codings: []encode.Coding{{X: `city,"n,m"`, Encoder: e, Style: encode.Style{Unknown: "label"}}}}
	content := "\"n,m\",city\n1,Rome\n50,Rome\n2,a / b\n,\n7,a / b\n,Rome\n"
	got, stats := encoded(t, "a.csv", content, opts)
	if want := "\"n,m\",city,cluster\n1,Rome,0\n50,Rome,1\n2,a / b,0\n,,1\n7,a / b,(unknown)\n,Rome,(unknown)\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if s := stats.Columns[0]; s.Outside != 1 || s.Unknown != 2 || s.Examples[0].Value != `"a / b" / 5 - 9` {
		t.Errorf("%+v", s)
	}
	folder := t.TempDir()
	opts.Codings[0].Style = encode.Style{}
	for name, want := range map[string]string{
		"a.csv":   `a.csv:2:3: city with n,m is "Bern / 0 - 4", which was not in the table that was grouped`,
		"b.jsonl": `b.jsonl:1:17: city with n,m is "Bern / 0 - 4", which was not in the table that was grouped`,
		"c.csv":   `c.csv:2:2: city with n,m is "Rome / (missing)", which was not in the table that was grouped`,
	} {
		content := map[string]string{"a.csv": "\"n,m\",city\n1,Bern\n", "b.jsonl": `{"n,m":1,"city":"Bern"}`, "c.csv": "\"n,m\",city\n,Rome\n"}[name]
		_, _, err := encodeString(t, files.Write(t, folder, name, content), opts)
		checkError(t, err, folder, want+": choose whether such values get a label or the group that is nearest")
	}
}

// TestEncodeSeveralAtOnce compares with encoding one column after the other, in every format.
func TestEncodeSeveralAtOnce(t *testing.T) {
	formats := files.Encodings(t)
	rng := rand.New(rand.NewPCG(1, 2))
	cities := []string{"", "Rome", "a,b", "x\ny", "Oslo"}
	var records []files.Record
	for range 500 {
		records = append(records, files.Record{X: cities[rng.IntN(5)], Y: fmt.Sprint(rng.IntN(12)), Count: 1})
	}
	s := fitted(t, "product", "edges:2,6,9")
	codings := []encode.Coding{
		{X: "city", As: "c", Encoder: grouped(t, []string{"Rome", "a,b", "x\ny", scale.MissingLabel}, 3), Style: encode.Style{Unknown: "label", Label: "else"}},
		{X: "product", As: "p", Encoder: grouped(t, s.Labels(), 2, s), Style: encode.Style{Numbers: true}},
		{X: "product", As: "q", Encoder: grouped(t, s.Labels(), 3, s)},
	}
	for end, format := range formats {
		content := format(records)
		all, stats := encoded(t, "a"+end, content, Options{Codings: codings})
		steps := content
		for i, c := range codings {
			var one Stats
			steps, one = encoded(t, "a"+end, steps, Options{Codings: []encode.Coding{c}, Compression: map[bool]string{true: "gz"}[strings.HasSuffix(end, ".gz")]})
			if d := cmp.Diff(one.Columns[0], stats.Columns[i]); d != "" {
				t.Errorf("%s, %s: %s", end, c.As, d)
			}
		}
		if end == ".parquet" || strings.HasSuffix(end, ".gz") || strings.HasSuffix(end, ".zst") {
			continue // bytes may differ; what was met is compared
		}
		if all != steps {
			t.Errorf("%s: all at once is not the same as one by one", end)
		}
	}
}

// TestEncodeRefusesCodings that make no sense.
func TestEncodeRefusesCodings(t *testing.T) {
	e := cities(t, "Rome", "Oslo")
	for want, codings := range map[string][]encode.Coding{
		"a.csv: there is no clustering to encode with":                                                           nil,
		"a.csv: two new columns would be called z: choose other names":                                           {{X: "a", As: "z", Encoder: e}, {X: "b", As: "z", Encoder: e}},
		"a.csv: the values of 2 columns are to be looked up, city, n, and X was 1 in the table that was grouped": {{X: "city,n", Encoder: e.WithScales(make(scale.Scales, 1))}},
		"a.csv: the values of 1 column are to be looked up, city, and X was 2 in the table that was grouped":     {{X: "city", Encoder: e.WithScales(make(scale.Scales, 2))}},
		`a.csv: the list "a,,b" is not one of names with commas between them`:                                    {{X: "a,,b", Encoder: e.WithScales(make(scale.Scales, 1))}},
		"a.csv:1:1: there is a column city already: choose another name for the one that is added":               {{X: "n", As: "city", Encoder: e}, {X: "city", As: "z", Encoder: e}},
		`a.csv: no column "town"; the columns are city, n`:                                                       {{X: "city", As: "z", Encoder: e}, {X: "town", Encoder: e}},
		"a.csv: the column to encode is not named":                                                               {{Encoder: e}},
		`there is no format "xls": choose csv, tsv, jsonl, parquet, arrow, npy, npz or mtx`:                      {{X: "city", Encoder: e}},
	} {
		folder := t.TempDir()
		path := files.Write(t, folder, "a.csv", "city,n\nRome,1\n")
		opts := Options{Codings: codings}
		if strings.Contains(want, "xls") {
			opts.Format = "xls"
		}
		if _, _, err := encodeString(t, path, opts); err == nil || strings.ReplaceAll(strings.ReplaceAll(err.Error(), folder+"/", ""), "\\", "/") != want {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// TestCountUnknownByLabels counts the labels that scales give values of X and Y.
func TestCountUnknownByLabels(t *testing.T) {
	n, m := fitted(t, "n", "edges:5", "-"), fitted(t, "m", "edges:3")
	e := grouped(t, n.Labels(), 2, n)
	var content bytes.Buffer
	content.WriteString("n,m\n1,1\n2.5,1\n77,2\nfew,1\nfew,2\nfew,5\n-,100\n,4\n")
	got, total, err := CountUnknown(t.Context(), files.Write(t, t.TempDir(), "a.csv", content.String()), e, table.Options{X: "n", Y: "m", YScales: scale.Scales{m}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"few 0 - 2": 2, "few 3 - 9": 1, "(missing) 3 - 9": 2}
	if d := cmp.Diff(want, pairsCounted(got)); d != "" || total != 8 {
		t.Errorf("%g records, %s", total, d)
	}
	two := grouped(t, []string{"0 - 4 / 0 - 2"}, 1, n, m)
	got, _, err = CountUnknown(t.Context(), files.Write(t, t.TempDir(), "a.csv", "n,m,y\n1,1,a\n1,9,b\n3,9,b\n"), two, table.Options{X: "n,m", Y: "y"})
	if d := cmp.Diff(map[string]float64{"0 - 4 / 3 - 9 b": 2}, pairsCounted(got)); d != "" || err != nil {
		t.Errorf("%v, %s", err, d)
	}
}
