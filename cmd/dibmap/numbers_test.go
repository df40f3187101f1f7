package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/info"
)

// measured is a record with a number, which is missing if it is NaN, and a letter.
type measured struct {
	x float64
	y int
}

// someRecords returns records of which the letter depends on the number, and is special where the
// number is missing.
func someRecords(random *rand.Rand, n int) []measured {
	records := make([]measured, n)
	for i := range records {
		x := math.Round(random.NormFloat64()*40) / 8
		y := random.IntN(2)
		if math.Mod(math.Abs(x), 3) > 1 {
			y = random.IntN(3)
		}
		if random.IntN(10) == 0 {
			x, y = math.NaN(), 2-random.IntN(8)/7
		}
		records[i] = measured{x, y}
	}
	return records
}

func writeNumbers(t *testing.T, records []measured) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("x,y\n")
	for _, r := range records {
		x := fmt.Sprint(r.x)
		if math.IsNaN(r.x) {
			x = ""
		}
		fmt.Fprintf(&b, "%s,%c\n", x, 'a'+r.y)
	}
	path := filepath.Join(t.TempDir(), "records.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNumbersEqualBruteForce compares the frontier of records of numbers with all groupings of their
// bins into ranges. Records with missing values are beside them. Bins are counted here by the
// cuts alone.
func TestNumbersEqualBruteForce(t *testing.T) {
	for seed := range uint64(4) {
		records := someRecords(rand.New(rand.NewPCG(seed, 1)), 400)
		if seed == 0 {
			records = slices.DeleteFunc(records, func(r measured) bool { return math.IsNaN(r.x) })
		}
		path := writeNumbers(t, records)
		for _, bins := range []string{"quantile:9", "width:2.5", "edges:-4,-1,0,0.5,3"} {
			t.Run(fmt.Sprintf("seed=%d/bins=%s", seed, bins), func(t *testing.T) {
				output := filepath.Join(t.TempDir(), "f.json")
				if code, _, stderr := call(t.Context(), "map", path, "--x", "x", "--y", "y", "--bins-x", bins, "-q", "-o", output); code != 0 {
					t.Fatal(stderr)
				}
				f, err := codec.ReadFile(output)
				if err != nil {
					t.Fatal(err)
				}
				compareWithRanges(t, f, records)
			})
		}
	}
}

// checkAside compares what was set aside with the counts of the letters of these records and their share.
func checkAside(t *testing.T, f *frontier.Frontier, counts []float64, share float64) {
	t.Helper()
	m := f.Problem.Missing
	if m == nil {
		if share > 0 {
			t.Errorf("%g of the records have no number, and none is set aside", share)
		}
		return
	}
	for k, y := range m.Y {
		if m.Counts[k] != counts[y[0]-'a'] {
			t.Errorf("%s counts %g among the records without a number, want %g", y, m.Counts[k], counts[y[0]-'a'])
		}
	}
	if !m.Group() || math.Abs(m.Share-share) > 1e-15 {
		t.Errorf("the records without a number are %+v, want a share of %g", m, share)
	}
}

// TestMissingDatesAreNoGroupOfTwo: of 14,018 dates 2 are missing, and two groups are the dates before and after a
// change, not all dates and the missing ones.
func TestMissingDatesAreNoGroupOfTwo(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	var b strings.Builder
	b.WriteString("Date,HomeGoals\n")
	first := time.Date(1963, 8, 24, 0, 0, 0, 0, time.UTC)
	for n := range 14_018 {
		date, goals := first.AddDate(0, 0, n).Format(time.DateOnly), random.IntN(4)
		if n >= 7_000 {
			goals = random.IntN(3)
		}
		if n == 5_000 || n == 9_000 {
			date = ""
		}
		fmt.Fprintf(&b, "%s,%d\n", date, goals)
	}
	path, output := filepath.Join(t.TempDir(), "games.csv"), filepath.Join(t.TempDir(), "f.json")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := call(t.Context(), "map", path, "--x", "Date", "--y", "HomeGoals", "-q", "-o", output); code != 0 {
		t.Fatal(stderr)
	}
	f, err := codec.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	if m := f.Problem.Missing; m == nil || !m.Group() || math.Abs(m.Share-2.0/14_018) > 1e-15 || *f.Problem.Samples != 14_016 {
		t.Fatalf("set aside: %+v", m)
	}
	for p := range f.Best() {
		if p.K != 2 {
			continue
		}
		for _, c := range describe.Clusters(f, p, 0) {
			if math.Abs(c.Mass-0.5) > 0.02 || strings.Contains(c.Name, "missing") {
				t.Errorf("one of two groups is %s, with %g of the records", c.Name, c.Mass)
			}
		}
	}
}

// compareWithRanges compares the points of a frontier with those of all ranges of its bins.
func compareWithRanges(t *testing.T, f *frontier.Frontier, records []measured) {
	t.Helper()
	cuts := f.Problem.XScales[0].Cuts
	counts := make([][]float64, len(cuts)+2)
	for c := range counts {
		counts[c] = make([]float64, 3)
	}
	missing := 0.0
	for _, r := range records {
		bin := len(cuts) + 1
		if !math.IsNaN(r.x) {
			for bin = 0; bin < len(cuts) && r.x >= cuts[bin]; {
				bin++
			}
		}
		if math.IsNaN(r.x) {
			missing++
		}
		counts[bin][r.y]++
	}
	checkAside(t, f, counts[len(cuts)+1], missing/float64(len(records)))
	type point struct{ h, i float64 }
	var all, want []point
	for cut := range 1 << len(cuts) {
		table := [][]float64{make([]float64, 3)}
		for bin := range len(cuts) + 1 {
			if bin > 0 && cut>>(bin-1)&1 == 1 {
				table = append(table, make([]float64, 3))
			}
			for y, n := range counts[bin] {
				table[len(table)-1][y] += n
			}
		}
		weights := make([]float64, len(table))
		for z, row := range table {
			for _, n := range row {
				weights[z] += n
			}
		}
		all = append(all, point{info.Entropy(weights), info.MutualInformation(table)})
	}
	const tolerance = 1e-9
	slices.SortFunc(all, func(a, b point) int {
		if math.Abs(a.h-b.h) > tolerance {
			return int(math.Copysign(1, a.h-b.h))
		}
		return int(math.Copysign(1, b.i-a.i))
	})
	for _, p := range all {
		if len(want) == 0 || p.i > want[len(want)-1].i+tolerance {
			want = append(want, p)
		}
	}
	if f.Len() != len(want) {
		t.Fatalf("%d points, and there are %d", f.Len(), len(want))
	}
	for n, p := range want {
		if got := f.At(n); math.Abs(got.H-p.h) > tolerance || math.Abs(got.I-p.i) > tolerance {
			t.Errorf("point %d is at %.12g, %.12g, want %.12g, %.12g", n, got.H, got.I, p.h, p.i)
		}
	}
}
