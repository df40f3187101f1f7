package table

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle/files"
)

// TestTheSameRecordsAreTheSameTable writes records in any order, in any format
// and divided in any way, and compares the digests of what is read. Counts are
// fractions, whose sums depend on the order if they are not exact.
func TestTheSameRecordsAreTheSameTable(t *testing.T) {
	formats := files.Encodings(t)
	ends := []string{".csv", ".tsv", ".csv.gz", ".jsonl", ".parquet"}
	labels := rapid.SampledFrom([]string{"", "", "1", "2", "10", "-1.5", "a", "b,c", `q"q`, "ü", " ", "two\nlines", "(missing)", "NaN", "\t"})
	counts := rapid.SampledFrom([]float64{0, 1, 2, 0.1, 0.2, 0.3, 1e-6, 1e6, 12345.678, 1.0 / 3})
	root := t.TempDir()
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		records := []files.Record{{X: "a", Y: "b", Count: 1}, {X: "c", Y: "d", Count: 0.5}} // two rows and columns with mass
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			records = append(records, files.Record{X: labels.Draw(t, "x"), Y: labels.Draw(t, "y"), Count: counts.Draw(t, "count")})
		}
		var want string
		for range 3 {
			records = rapid.Permutation(records).Draw(t, "order")
			end := rapid.SampledFrom(ends).Draw(t, "format")
			runs++
			folder := filepath.Join(root, strconv.Itoa(runs))
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			rest := records
			for part := 0; len(rest) > 0; part++ {
				n := rapid.IntRange(1, len(rest)).Draw(t, "part")
				path := filepath.Join(folder, fmt.Sprintf("part-%d%s", part, end))
				if err := os.WriteFile(path, []byte(formats[end](rest[:n])), 0o644); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			tab, err := Open(t.Context(), folder, Options{X: "city", Y: "product", Count: "n"})
			if err != nil {
				t.Fatal(err)
			}
			j, err := tab.Joint()
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = j.SHA256()
			}
			if got := j.SHA256(); got != want {
				t.Fatalf("%s gives another table: %v", end, cellsOf(tab))
			}
			if tab.Records != int64(len(records)) {
				t.Fatalf("%d records, want %d", tab.Records, len(records))
			}
		}
	})
}

// TestCountsBeyondExactIntegers shows that a total above 2^53 makes weights of
// counts, whatever their order.
func TestCountsBeyondExactIntegers(t *testing.T) {
	opts := Options{X: "city", Y: "product", Count: "n"}
	a := mustRead(t, "a.csv", "city,product,n\nRome,tea,9007199254740991\nRome,tea,1\nParis,coffee,5\nRome,tea,2\n", opts)
	b := mustRead(t, "b.csv", "city,product,n\nRome,tea,1\nParis,coffee,5\nRome,tea,2\nRome,tea,9007199254740991\n", opts)
	checkCells(t, a, map[string]float64{"Rome tea": 0x1p53 + 2, "Paris coffee": 5})
	if n := a.Notes; len(n) != 1 || !strings.Contains(n[0], "sum to 9.007e+15, and counts to less than 2^53") {
		t.Errorf("notes: %q", n)
	}
	if _, ok := mustJoint(t, a).Samples(); ok {
		t.Error("a total above 2^53 passes for a number of samples")
	}
	if mustJoint(t, a).SHA256() != mustJoint(t, b).SHA256() {
		t.Error("the order of the records changes the table")
	}
}
