package codec

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/compressed"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// asDifferences returns f as a file of differences, however small it is.
func asDifferences(t rapid.TB, f *frontier.Frontier, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, f, format, differencesOf(f)); err != nil {
		t.Fatalf("%v: %v", format, err)
	}
	return b.Bytes()
}

// flat returns a frontier with its clusterings packed.
func flat(t rapid.TB, f *frontier.Frontier) *frontier.Frontier {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, "json", Whole); err != nil {
		t.Fatal(err)
	}
	g, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// drawTree draws a tree of clusterings of n rows.
func drawTree(t *rapid.T, r *rand.Rand, n int) *partition.Tree {
	b := partition.NewTreeBuilder(n)
	for i := range rapid.IntRange(1, 30).Draw(t, "members") {
		if r.IntN(10) == 0 {
			labels := make([]int, n)
			for x := range labels {
				labels[x] = r.IntN(n)
			}
			if _, err := b.AddPartition(partition.Canonical(labels)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var changes []partition.Change
		for range r.IntN(4) {
			c := partition.Change{Row: int32(r.IntN(n)), To: int32(r.IntN(n))}
			if alone := r.IntN(2) == 1; c.To != c.Row && r.IntN(4) == 0 {
				c.To = ^c.To
			} else if alone {
				c.To = c.Row
			}
			changes = append(changes, c)
		}
		if _, err := b.Add(r.IntN(i+1)-1, changes); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// drawGrown draws a frontier whose clusterings are some members of two trees, in any order, and some
// that are in none, with a list of the best.
func drawGrown(t *rapid.T) *frontier.Frontier {
	n := rapid.IntRange(1, 9).Draw(t, "n")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	trees := []*partition.Tree{drawTree(t, r, n), drawTree(t, r, n)}
	entry := func(at int) frontier.Entry {
		e := frontier.Entry{H: float64(at), I: float64(at) / 8, Tree: trees[r.IntN(2)]}
		e.Member = r.IntN(e.Tree.Len())
		if r.IntN(4) == 0 {
			e.Assignment = e.Tree.Pack(e.Member)
			e.Tree, e.Member = nil, 0
		}
		return e
	}
	entries := make([]frontier.Entry, rapid.IntRange(0, 25).Draw(t, "points"))
	for at := range entries {
		entries[at] = entry(at)
	}
	f, err := frontier.New(frontier.Problem{N: n, XLabels: numbered(n), YLabels: []string{}}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	best := make([]frontier.BestEntry, 0, n)
	most := 10.
	for range r.IntN(n + 1) {
		e := entry(r.IntN(30))
		if e.I = most; e.Tree != nil && (len(best) == 0 || e.Tree.K(e.Member) > best[len(best)-1].K) {
			e.K = e.Tree.K(e.Member)
			best = append(best, frontier.BestEntry{Entry: e})
			most++
		}
	}
	if len(best) > 0 && best[0].K == 1 {
		if f, err = f.WithBest(n, best); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func TestDifferencesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawGrown(t)
		want := flat(t, f)
		for _, format := range readable() {
			got, err := Read(bytes.NewReader(asDifferences(t, f, format)))
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if diff := difference(want, flat(t, got)); diff != "" {
				t.Fatalf("%s: %s", format, diff)
			}
			if got, err = Read(bytes.NewReader(asDifferences(t, got, format))); err != nil || difference(want, flat(t, got)) != "" {
				t.Fatalf("%s again: %v", format, err)
			}
		}
	})
}

// TestDifferencesHoldMeasures writes everything that points may have besides clusterings.
func TestDifferencesHoldMeasures(t *testing.T) {
	for name, f := range map[string]*frontier.Frontier{
		"plain": tiny(t), "uncertain": uncertain(t), "validated": measured(t, tiny(t)), "both": measured(t, uncertain(t)), "listed": listed(t, tiny(t)),
	} {
		for _, format := range readable() {
			got, err := Read(bytes.NewReader(asDifferences(t, f, format)))
			if err != nil {
				t.Fatalf("%s, %s: %v", name, format, err)
			}
			if diff := difference(flat(t, f), flat(t, got)); diff != "" {
				t.Errorf("%s, %s: %s", name, format, diff)
			}
		}
	}
}

// TestDifferencesOfAMissingHub writes members of a tree whose common parent, far from all rows in
// one cluster, is not in the file: only one of them is written without another.
func TestDifferencesOfAMissingHub(t *testing.T) {
	const n, members = 200, 50
	b := partition.NewTreeBuilder(n)
	labels := make(partition.Partition, n)
	for x := range labels {
		labels[x] = x % 20
	}
	if _, err := b.AddPartition(labels); err != nil {
		t.Fatal(err)
	}
	for i := range members {
		if _, err := b.Add(0, []partition.Change{{Row: int32(i), To: int32(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	tree := b.Tree()
	var entries []frontier.Entry
	for i := range members {
		entries = append(entries, frontier.Entry{H: float64(i), I: float64(i), Tree: tree, Member: i + 1})
	}
	f, err := frontier.New(frontier.Problem{N: n, XLabels: numbered(n), YLabels: []string{}}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	for number, d := range differencesOf(f) {
		if number > 0 && (d.from != 0 || len(d.list) > 4) {
			t.Errorf("point %d has %d changes to %d, want 2 to the first", number, len(d.list)/2, d.from)
		}
	}
	got, err := Read(bytes.NewReader(asDifferences(t, f, "json")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(flat(t, f), flat(t, got)); diff != "" {
		t.Error(diff)
	}
}

// TestGoldenDifferences freezes version 2 of the JSON format.
func TestGoldenDifferences(t *testing.T) {
	const path = "testdata/differences.json"
	got := asDifferences(t, listed(t, tiny(t)), "json")
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the JSON format has changed:\n%s", got)
	}
}

func TestDifferencesErrors(t *testing.T) {
	text := string(asDifferences(t, tiny(t), "json"))
	const last = `"from": 2, "changes": [2,2]`
	for _, tt := range []struct{ old, replacement, want string }{
		{last, `"from": 4, "changes": []`, "points[3].from is 4, want the number of one of the 4 groupings"},
		{last, `"from": -2, "changes": []`, "points[3].from is -2, want"},
		{last, `"from": 3, "changes": []`, "points[3] is made of points[3], which is made of it"},
		{`"changes": []`, `"from": 3, "changes": []`, "points[1] is made of points[0], which is made of it"},
		{last, `"from": 2, "changes": [2]`, "points[3].changes: has 1 numbers, and should have two for each change"},
		{last, `"from": 2, "changes": [3,1]`, "points[3].changes: row 3 of a change is not one of rows 0 to 2"},
		{last, `"from": 2, "changes": [1,-2]`, "points[3].changes: row 1 is merged with its own cluster"},
		{last, `"from": 2, "changes": [1,2.5]`, "line 65, column 60: points[3].changes[1] is 2.5, want a whole number"},
		{last, `"from": 2, "changes": [1,4294967296]`, "points[3].changes[1] is 4294967296, want"},
		{last, `"from": 2, "changes": [[],1]`, "points[3].changes[0] is [], want a whole number"},
		{last, `"from": 2, "changes": [1,-]`, "is not JSON"},
		{last, `"from": 2, "changes": [ 1 , 99999999999999999999 ]`, "points[3].changes[1] is 99999999999999999999, want"},
		{last, `"from": 2, "changes": [ 1 , 1e1]`, "points[3].changes[1] is 1e1, want"},
		{last, `"from": 2, "changes": 7`, "points[3].changes is 7, want a list"},
		{last, `"from": 2.5, "changes": []`, "points[3].from is 2.5, want a whole number"},
		{last, `"from": 2`, "points[3].assignment is missing"},
		{last, `"assignment": [0,1,2]`, "points[3].changes is missing, which a file of version 2 has"},
		{last, `"from": 2, "changes": []`, "point 3: k is 3, but the assignment has 2 clusters"},
	} {
		if strings.Count(text, tt.old) != 1 {
			t.Fatalf("%s is there %d times in\n%s", tt.old, strings.Count(text, tt.old), text)
		}
		_, err := Read(strings.NewReader(strings.Replace(text, tt.old, tt.replacement, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s for %s:\n got %v\nwant %s", tt.replacement, tt.old, err, tt.want)
		}
	}
}

func TestDifferencesWithSpaces(t *testing.T) {
	text := string(asDifferences(t, tiny(t), "json"))
	spaced := strings.NewReplacer(`[2,2]`, "[ 2 ,\n\t2 ]", `"changes": []`, `"from": null, "changes": [ ]`).Replace(text)
	got, err := Read(strings.NewReader(spaced))
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(flat(t, tiny(t)), flat(t, got)); spaced == text || diff != "" {
		t.Error(diff)
	}
}

// TestWhatIsWrittenWhole writes a frontier with more labels than files hold whole.
func TestWhatIsWrittenWhole(t *testing.T) {
	f := large(t, 215, 10_000)
	if got := len(written(t, f, "json.zst")); got > 20<<20 {
		t.Errorf("%d bytes", got)
	}
	for _, tt := range []struct {
		f       *frontier.Frontier
		options []Option
		version string
	}{{f, nil, `"version": 2`}, {f, []Option{Whole}, `"version": 1`}, {large(t, 209, 10_000), nil, `"version": 1`}} {
		var b bytes.Buffer
		if err := Write(&b, tt.f, "json", tt.options...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(b.Bytes()[:100], []byte(tt.version)) {
			t.Errorf("%d points, %v: %s, want %s", tt.f.Len(), tt.options, b.Bytes()[:60], tt.version)
		}
		if tt.f != f {
			continue // of which the version is what matters
		}
		if got, err := Read(&b); err != nil || got.At(200).Packed() != f.At(200).Packed() {
			t.Errorf("%d points, %v: %v", tt.f.Len(), tt.options, err)
		}
	}
}

func TestCompressedErrors(t *testing.T) {
	plain := written(t, tiny(t), "json")
	for _, end := range []string{".zst", ".gz"} {
		file := written(t, tiny(t), "json"+end)
		if len(file) >= len(plain) || !bytes.Equal(compress(t, end, plain), file) {
			t.Errorf("%s: %d bytes of %d", end, len(file), len(plain))
		}
		for length := 5; length < len(file); length += 29 {
			if _, err := Read(bytes.NewReader(file[:length])); err == nil || !strings.Contains(err.Error(), "the compressed file ends too early") {
				t.Errorf("%s: %d of %d bytes: %v", end, length, len(file), err)
			}
		}
		if _, err := Read(strings.NewReader(string(file) + "ab, and more")); !errors.Is(err, compressed.ErrTrailing) {
			t.Errorf("%s: text after its end: %v", end, err)
		}
		damaged := slices.Clone(file)
		damaged[len(file)/2] ^= 0x10
		if _, err := Read(bytes.NewReader(damaged)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: damaged: %v", end, err)
		}
		for text, want := range map[string]string{
			string(written(t, tiny(t), "parquet")):          "is parquet within a compressed file: decompress it first",
			strings.Replace(string(plain), "1.5", "x.5", 1): "line 17, column 11: is not JSON",
			"{" + strings.Repeat(" ", 40<<20):               "would unpack to more than 500 times its size",
		} {
			if _, err := Read(bytes.NewReader(compress(t, end, []byte(text)))); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", end, err, want)
			}
		}
	}
}

func compress(t *testing.T, end string, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := compressions[end].write(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, bytes.NewReader(b.Bytes())); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDifferencesAreWrittenAgain: a file that was read is written again as it is. A best clustering that is not on the
// frontier differs from the one before, which is.
func TestDifferencesAreWrittenAgain(t *testing.T) {
	f := large(t, 50, 300)
	all := entriesOf(f)
	two := make(partition.Partition, 300)
	two[299] = 1 // which is a single change away from one cluster
	off := frontier.Entry{H: 1e-3, I: 100, K: 2, Assignment: partition.Pack(two)}
	f, err := f.WithBest(300, []frontier.BestEntry{{Entry: all[0]}, {Entry: off}})
	if err != nil {
		t.Fatal(err)
	}
	first := asDifferences(t, f, "json")
	again, err := Read(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if second := asDifferences(t, again, "json"); !bytes.Equal(first, second) {
		t.Errorf("%d bytes, and %d others when they are read and written", len(first), len(second))
	}
}
