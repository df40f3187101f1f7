package recode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
)

// numbersOf is what Numbers returns for some content.
func numbersOf(t *testing.T, content string, o Options) ([]int32, Stats, error) {
	t.Helper()
	o.Stdin = strings.NewReader(content)
	return ClusterNumbers(context.Background(), "-", o)
}

// TestNumbers: they are what Encode writes, in every format, and -1 for values that are not known.
func TestNumbers(t *testing.T) {
	e, err := encode.New([]string{"Paris", "Rome", scale.MissingLabel}, []int{0, 1, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rare, err := encode.New([]string{"Paris", scale.RareLabel}, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	label, none := encode.Style{Unknown: "label"}, encode.Style{Unknown: "error"}
	csv := "city,n\nRome,1\nParis,2\nOslo,3\n,4\nRome,5\n"
	json := "{\"city\":\"Rome\"}\n{\"city\":\"Paris\"}\n{\"city\":\"Oslo\"}\n{}\n{\"city\":\"Rome\"}\n"
	for _, test := range []struct {
		content string
		codings []encode.Coding
		want    []int32
	}{
		{csv, []encode.Coding{{X: "city", Encoder: e, Style: label}}, []int32{1, 0, -1, 0, 1}},
		{json, []encode.Coding{{X: "city", Encoder: e, Style: label}}, []int32{1, 0, -1, 0, 1}},
		{csv, []encode.Coding{{X: "city", Encoder: rare}}, []int32{1, 0, 1, 1, 1}},
		{csv, []encode.Coding{{X: "city", Encoder: e, Style: label}, {X: "city", As: "other", Encoder: rare}}, []int32{1, 1, 0, 0, -1, 1, 0, 1, 1, 1}},
		{string(files.Arrow(t, true, ipc.WithLZ4())), []encode.Coding{{X: "city", Encoder: e, Style: none}}, []int32{0, 0, 1, 0, 0, 1}},
	} {
		got, stats, err := numbersOf(t, test.content, Options{Codings: test.codings})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(test.want, got); d != "" || stats.Records != int64(len(got)/len(test.codings)) {
			t.Errorf("%.20q: %d records (-want +got):\n%s", test.content, stats.Records, d)
		}
	}
	_, stats, err := numbersOf(t, csv, Options{Codings: []encode.Coding{{X: "city", Encoder: e, Style: label}}})
	if c := stats.Columns[0]; err != nil || c.Unknown != 1 || c.UnknownValues != 1 || c.Examples[0].Value != "Oslo" {
		t.Errorf("%+v, %v", stats, err)
	}
	_, _, err = numbersOf(t, csv, Options{Codings: []encode.Coding{{X: "city", Encoder: e, Style: none}}})
	if want := "stdin:4:1: city is Oslo, which was not in the table"; !errors.Is(err, ErrUnknown) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestCount: the sums are those of the numbers, unknown values and missing ones apart, and do not depend on the order.
func TestCount(t *testing.T) {
	e, err := encode.New([]string{"Paris", "Rome"}, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own, err := encode.New([]string{"Paris", "Rome", scale.MissingLabel}, []int{0, 1, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rare, err := encode.New([]string{"Paris", scale.RareLabel}, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	label := encode.Style{Unknown: "label"}
	codings := []encode.Coding{{X: "city", As: "a", Encoder: e, Style: label}, {X: "city", As: "b", Encoder: own, Style: label}, {X: "city", As: "c", Encoder: rare}}
	for _, test := range []struct {
		content, count string
		want           [][]float64
		missing        float64
	}{
		{
			"city,n\nRome,1\nParis,2\nOslo,9007199254740992.0\n,4\nRome,5\nOslo,1\nOslo,1\n",
			"n",
			[][]float64{{2, 6, 9007199254740994, 4}, {6, 6, 9007199254740994, 0}, {2, 9007199254741004, 0, 0}},
			4,
		},
		{
			"city,n\nOslo,1\nRome,1\nParis,2\n,4\nOslo,9007199254740992.0\nRome,5\n",
			"",
			[][]float64{{1, 2, 2, 1}, {2, 2, 2, 0}, {1, 5, 0, 0}},
			1,
		},
	} {
		stats, err := Count(context.Background(), "-", Options{Codings: codings, Count: test.count, Stdin: strings.NewReader(test.content)})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range stats.Columns {
			if d := cmp.Diff(test.want[i], c.Weights); d != "" || c.Missing != test.missing {
				t.Errorf("coding %d: %g missing (-want +got):\n%s", i, c.Missing, d)
			}
		}
	}
	_, err = Count(context.Background(), "-", Options{Codings: codings, Count: "n", Stdin: strings.NewReader("city,n\nRome,x\n")})
	if err == nil || !strings.HasPrefix(err.Error(), "stdin:2:") {
		t.Errorf("a count that is no number: %v", err)
	}
}

// TestNumbersOfMany: more values than are remembered have the numbers that Encode writes.
func TestNumbersOfMany(t *testing.T) {
	var values []string
	var clusters []int
	content := bytes.NewBufferString("x\n")
	for n := range maxLabels + 1000 {
		values, clusters = append(values, fmt.Sprint(n)), append(clusters, n%7)
		fmt.Fprintln(content, n)
	}
	e, err := encode.New(values, clusters, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := numbersOf(t, content.String(), Options{Codings: []encode.Coding{{X: "x", Encoder: e}}})
	if err != nil {
		t.Fatal(err)
	}
	var encoded bytes.Buffer
	coding := encode.Coding{X: "x", Encoder: e, Style: encode.Style{Numbers: true}}
	if _, err := Encode(context.Background(), &encoded, "-", Options{Codings: []encode.Coding{coding}, Stdin: content}); err != nil {
		t.Fatal(err)
	}
	var want []int32
	for line := range strings.Lines(encoded.String()) {
		var x, cluster int32
		if n, _ := fmt.Sscanf(line, "%d,%d", &x, &cluster); n == 2 {
			want = append(want, cluster)
		}
	}
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d numbers are not those of %d records", len(got), len(want))
	}
}
