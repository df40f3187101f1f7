package recode

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// TestEncodeKnowsWhatWasCounted counts records in any format and division into files,
// and encodes the very files: no value may be unknown. What is written is counted again:
// every value must stand with its cluster and no other.
func TestEncodeKnowsWhatWasCounted(t *testing.T) {
	formats := files.Encodings(t)
	ends := []string{".csv", ".tsv", ".csv.gz", ".jsonl", ".parquet"}
	labels := rapid.SampledFrom([]string{"", "", "1", "2", "1.0", "-1.5", "a", "b,c", `q"q`, "ü", " ", "two\nlines", "(missing)", "NaN", "\t", `\u0041`, "null", "\r\n"})
	folders := rapid.SampledFrom([]string{"", "", "city=x", "city=__HIVE_DEFAULT_PARTITION__", "city="})
	root := t.TempDir()
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		end := rapid.SampledFrom(ends).Draw(t, "format")
		runs++
		folder := filepath.Join(root, strconv.Itoa(runs))
		for part := range rapid.IntRange(1, 3).Draw(t, "parts") {
			var records []files.Record
			for range rapid.IntRange(1, 30).Draw(t, "n") {
				records = append(records, files.Record{X: labels.Draw(t, "x"), Y: labels.Draw(t, "y"), Count: 1})
			}
			path := filepath.Join(folder, folders.Draw(t, "folder"), fmt.Sprintf("part-%d%s", part, end))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(formats[end](records)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		least := rapid.SampledFrom([]float64{0, 0, 2}).Draw(t, "least")
		tab, err := table.Open(t.Context(), folder, table.Options{X: "city", Y: "product", MinCount: least})
		if err != nil && least > 0 {
			t.Skip("all values are rare")
		}
		if err != nil && end == ".jsonl" && strings.Contains(err.Error(), "no column") {
			t.Skip("no record has the key")
		}
		if err != nil {
			t.Fatal(err)
		}
		j, err := tab.Joint()
		if err != nil {
			t.Skip("one value cannot be clustered")
		}
		x := j.XLabels()
		assignment := make([]int, len(x))
		for i := range assignment {
			assignment[i] = min(i, rapid.IntRange(0, 2).Draw(t, "cluster"))
		}
		e, err := encode.New(x, canonical(assignment), nil)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		scales, _ := tab.Scales()
		e = e.WithScales(scales)
		stats, err := Encode(t.Context(), &b, folder, Options{Codings: []encode.Coding{{X: "city", As: "z", Encoder: e}}})
		if err != nil {
			t.Fatal(err)
		}
		if stats.Records != tab.Records || stats.Columns[0].Unknown > 0 && least == 0 || stats.Columns[0].Unknown > 0 != strings.Contains(strings.Join(x, " "), scale.RareLabel) {
			t.Fatalf("%+v of %d records with the values %q", stats, tab.Records, x)
		}
		checkClusters(t, b.Bytes(), end, tab.Records, e)
	})
}

// canonical numbers clusters from 0 without gaps.
func canonical(assignment []int) []int {
	seen := make(map[int]int)
	for i, c := range assignment {
		if _, ok := seen[c]; !ok {
			seen[c] = len(seen)
		}
		assignment[i] = seen[c]
	}
	return assignment
}

// checkClusters counts encoded records by value and cluster. The values that the names
// of folders give are not in them, so that those are left out.
func checkClusters(t *rapid.T, content []byte, end string, records int64, e *encode.Encoder) {
	opts := table.Options{X: "city", Y: "z", Stdin: bytes.NewReader(content)}
	opts.Format = source.FormatOf("a" + strings.TrimSuffix(end, ".gz"))
	tab, err := table.Open(t.Context(), "-", opts)
	if err != nil {
		t.Fatal(err)
	}
	if tab.Records != records {
		t.Fatalf("%d records, want %d", tab.Records, records)
	}
	j, err := tab.Joint()
	if err != nil {
		return // all records have one value or one cluster
	}
	for row, label := range j.XLabels() {
		want, ok := e.Cluster(label)
		if !ok {
			want, ok = e.Cluster(scale.RareLabel)
		}
		columns, _ := j.Row(row)
		for _, y := range columns {
			if label != scale.MissingLabel && (!ok || j.YLabels()[y] != e.Name(want)) {
				t.Fatalf("%q has cluster %s, want %s", label, j.YLabels()[y], e.Name(want))
			}
		}
	}
}

// marked is an encoder whose names, and the name of whose column, can be found in what
// is written.
func marked(t testing.TB) Options {
	t.Helper()
	e, err := encode.New([]string{"a", "(missing)", "b\nc", "\r"}, []int{0, 1, 2, 3}, []string{"\x01a", "\x01m", "\x01bc", "\x01r"})
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Codings: []encode.Coding{{X: "city", As: "\x01column", Encoder: e, Style: encode.Style{Unknown: "label", Label: "\x01?"}}},
		Format:  source.CSV,
	}
}

// checkCSV encodes content and compares with encoding/csv: the same fields with the
// cluster beside them, or the same error that counting the records gives. Taking out
// what was added must give the content back.
func checkCSV(t testing.TB, content string, opts Options) {
	t.Helper()
	opts.Stdin = strings.NewReader(content)
	var b strings.Builder
	stats, err := Encode(context.Background(), &b, "-", opts)
	wanted := counted(opts.Format, content)
	switch {
	case err == nil && wanted == nil:
	case err == nil:
		if got := wanted.Error(); got != "stdin: there are no records, only a header" {
			t.Fatalf("%q is encoded, but counting it says %s", content, got)
		}
	case wanted == nil || err.Error() != wanted.Error():
		t.Fatalf("%q: %v, but counting it says %v", content, err, wanted)
	default:
		return
	}
	text := strings.TrimPrefix(content, "\ufeff")
	comma := '\t'
	if opts.Format != source.TSV {
		csv := textfile.NewCSV(strings.NewReader(text), "")
		_, _ = csv.Next()
		comma = csv.Comma
	}
	got, want := allRecords(t, strings.TrimPrefix(b.String(), "\ufeff"), comma), allRecords(t, text, comma)
	if len(got) != len(want) || stats.Records != int64(len(want)-1) {
		t.Fatalf("%q: %d records of %d, and %d counted", content, len(got), len(want), stats.Records)
	}
	at := -1
	for i, row := range want {
		cluster := opts.Codings[0].As
		if i == 0 {
			for j, name := range row {
				if name == "city" {
					at = j
				}
			}
		} else {
			x := row[at]
			if x == "" {
				x = scale.MissingLabel
			}
			cluster = opts.Codings[0].Label
			if c, ok := opts.Codings[0].Encoder.Cluster(x); ok {
				cluster = opts.Codings[0].Encoder.Name(c)
			}
		}
		if last := len(row); len(got[i]) != last+1 || fmt.Sprint(got[i][:last]) != fmt.Sprint(row) || got[i][last] != cluster {
			t.Fatalf("%q: record %d is %q, want %q and %q", content, i, got[i], row, cluster)
		}
	}
	plain := b.String()
	for _, added := range []string{opts.Codings[0].As, opts.Codings[0].Label, "\x01a", "\x01m", "\x01bc", "\x01r"} {
		plain = strings.ReplaceAll(plain, string(comma)+added, "")
	}
	if plain != content {
		t.Fatalf("%q: without the column it is %q", content, plain)
	}
}

func allRecords(t testing.TB, text string, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return rows
}

func FuzzEncodeCSV(f *testing.F) {
	for _, seed := range []string{
		"city,n\na,1\n,2\nb,3\n", "n,city\r\n\r\n\"x\r\ny\",\"b\nc\"\r\n\"\"\"\",a\r", "city\n\"a", "city\n\"a\"b\n", "city,n\na\n", "city\na\"\n", "\ufeffcity\na",
		"\n\ncity\n\n\na\r\n\r", "city;x\na;\"b\nc\"\n", "city\n\"\"\n\r\r\n", "\"city\",n\n\"a\"\"\",\n", "city,city\n", "x\n", "", "city\n\x00", "city\n\xff", "city\n\"a\nb\nc\"d\n", "city,n\n\"a\n\",1,2\n",
	} {
		f.Add(seed, false)
		f.Add(strings.ReplaceAll(seed, ",", "\t"), true)
	}
	f.Fuzz(func(t *testing.T, content string, tabs bool) {
		if files.Compressed([]byte(content)) || strings.Contains(content, "\x01") {
			return
		}
		opts := marked(t)
		if tabs {
			opts.Format = source.TSV
		}
		checkCSV(t, content, opts)
	})
}

// TestEncodeLongCSV has records across the ends of buffers, and longer than them.
func TestEncodeLongCSV(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		b.WriteString("n,city,m\n")
		long := strings.Repeat([]string{"x", "\"\"", "é", "\n", "\r\n", ","}[rng.IntN(6)], 1<<rng.IntN(18))
		field := func() string {
			switch rng.IntN(9) {
			case 0:
				return `"b` + "\n" + `c"`
			case 1:
				return `"x""` + strings.Repeat("y\n", rng.IntN(100)) + `"`
			case 2:
				return ""
			case 3:
				if rng.IntN(2000) == 0 {
					return `"` + long + `"`
				}
				return `"` + strings.Repeat(",", rng.IntN(9)) + `"`
			}
			return strings.Repeat("a", rng.IntN(30))
		}
		for b.Len() < 400_000 {
			b.WriteString(field() + "," + field() + "," + field())
			b.WriteString([]string{"\n", "\r\n", "\n\n"}[rng.IntN(3)])
			if b.Len() > 300_000 && rng.IntN(2000) == 0 {
				b.WriteString([]string{`a"`, `"a`, "a,b", "\x00", `a,"` + long + `"x`}[rng.IntN(5)] + "\n")
			}
		}
		checkCSV(t, b.String(), marked(t))
	}
}

// TestEncodeRefusesEndlessRecords opens a quote that is never closed.
func TestEncodeRefusesEndlessRecords(t *testing.T) {
	opts := marked(t)
	opts.Stdin = io.MultiReader(strings.NewReader("city\na\n\""), io.LimitReader(zeros{}, 1<<27))
	_, err := Encode(context.Background(), io.Discard, "-", opts)
	if err == nil || !strings.HasSuffix(err.Error(), "a record of more than 16 MiB ends here or later: is a quote before it not closed?") {
		t.Error(err)
	}
}

// zeros reads as the digit 0 for ever.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

func FuzzEncodeJSON(f *testing.F) {
	for _, seed := range []string{
		smallJSON, "{}", " { } \r\n\n{\"city\" : null,\"n\": [ {} ] , \"m\":\"\\\"}\" }", "{\"city\":\"a\"}\n{\"city\":1.0}", "[1]", "{\"city\":{}}", "{\"city\":1,\"city\":1}", "\ufeff{}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		opts := marked(t)
		opts.Format, opts.Stdin, opts.Codings[0].As = source.JSONLines, strings.NewReader(content), "<column>"
		var b strings.Builder
		_, err := Encode(context.Background(), &b, "-", opts)
		wanted := counted(source.JSONLines, content)
		if err != nil {
			checkFuzzError(t, err)
			if (wanted == nil || wanted.Error() != err.Error()) && !strings.Contains(content, "column>") {
				t.Fatalf("%q: %v, but counting it says %v", content, err, wanted)
			}
			return
		}
		if wanted != nil {
			t.Fatalf("%q is encoded, but counting it says %v", content, wanted)
		}
		if _, err := table.Open(context.Background(), "-", table.Options{X: "city", Y: "<column>", Format: source.JSONLines, Stdin: strings.NewReader(b.String())}); err != nil {
			t.Fatalf("%q becomes %q: %v", content, b.String(), err)
		}
		if files.Compressed([]byte(content)) {
			return
		}
		if len(b.String()) <= len(content) {
			t.Fatalf("%q becomes %q", content, b.String())
		}
	})
}

// FuzzEncodeParquet must neither crash nor blame the file for nothing.
func FuzzEncodeParquet(f *testing.F) {
	f.Add([]byte(smallParquet(f)), "city")
	f.Add([]byte(files.ParquetRows(f, []files.Record{{X: "a", Y: "b", Count: 1}, {X: "", Y: "", Count: 2}})), "product")
	f.Fuzz(func(t *testing.T, content []byte, x string) {
		if x == "" || x == "z" {
			return
		}
		opts := Options{Codings: []encode.Coding{{X: x, As: "z", Encoder: cities(t, "Paris", "Rome"), Style: encode.Style{Unknown: "label"}}}, Format: source.Parquet, Stdin: bytes.NewReader(content)}
		var b bytes.Buffer
		if _, err := Encode(context.Background(), &b, "-", opts); err != nil {
			checkFuzzError(t, err)
			return
		}
		tab, err := table.Open(context.Background(), "-", table.Options{X: x, Y: "z", Format: source.Parquet, Stdin: &b})
		var known *textfile.Error
		if err != nil && (!errors.As(err, &known) || !strings.Contains(known.Msg, "no records")) {
			t.Fatalf("what is written cannot be read: %v", err)
		}
		if err == nil && tab.Missing > tab.Records {
			t.Fatal("too many are missing")
		}
	})
}
