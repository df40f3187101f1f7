package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// few is a table of two columns and what select says of it after map --validate.
type few struct {
	K              int
	I              float64
	HeldOut        float64 `json:"held_out"`
	stdout, stderr string  // of map
}

// grouped maps a table with the columns x and y, whose lines are given, and recommends a grouping.
func grouped(t *testing.T, lines []string, flags ...string) (f few) {
	t.Helper()
	data, out := filepath.Join(t.TempDir(), "few.csv"), filepath.Join(t.TempDir(), "few.json")
	if err := os.WriteFile(data, []byte("x,y\n"+strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := call(t.Context(), append([]string{"map", data, "--x", "x", "--y", "y", "-o", out}, flags...)...)
	if code != 0 {
		t.Fatal(code, stderr)
	}
	_, chosen, _ := call(t.Context(), "select", out, "--json")
	if err := json.Unmarshal([]byte(chosen), &f); err != nil {
		t.Fatal(err, chosen)
	}
	f.stdout, f.stderr = stdout, stderr
	return f
}

// drawn returns lines of records that draw makes.
func drawn(records int, seed uint64, draw func(rng *rand.Rand) (x string, y any)) (lines []string) {
	rng := rand.New(rand.NewPCG(seed, 41))
	for range records {
		x, y := draw(rng)
		lines = append(lines, fmt.Sprintf("%s,%v", x, y))
	}
	return lines
}

// logit reports an event of the log odds v.
func logit(rng *rand.Rand, v float64) bool { return rng.Float64() < 1/(1+math.Exp(-v)) }

// TestFewNumbers: dependence that tests of ranks find is found, and groups are recommended.
func TestFewNumbers(t *testing.T) {
	for name, tt := range map[string]struct {
		records, tables int
		most            int // groups
		draw            func(rng *rand.Rand) (string, any)
	}{
		"threshold": {150, 10, 2, func(rng *rand.Rand) (string, any) {
			x := 20 * rng.Float64()
			return fmt.Sprint(x), x > 10.1
		}},
		"normal": {40, 10, 4, func(rng *rand.Rand) (string, any) {
			y := rng.IntN(2)
			return fmt.Sprint(rng.NormFloat64() + 1.5*float64(y)), y
		}},
		"cars": {32, 5, 3, func(rng *rand.Rand) (string, any) { // lighter ones have manual gears
			x := 3.2 + 0.98*rng.NormFloat64()
			return fmt.Sprintf("%.3f", x), logit(rng, 4*(3-x))
		}},
		"loans": {1989, 5, 4, func(rng *rand.Rand) (string, any) { // a few hundred refusals, and numbers of all sizes
			x := math.Exp(3.7 + 1.1*rng.NormFloat64())
			return fmt.Sprintf("%.1f", x), logit(rng, 2+0.5*min(2, math.Log(x)-3.7))
		}},
	} {
		for seed := range uint64(tt.tables) {
			f := grouped(t, drawn(tt.records, seed, tt.draw), "--validate")
			if f.K < 2 || f.K > tt.most || !strings.Contains(f.stdout, "X and Y depend on each other") {
				t.Errorf("%s %d: %d groups", name, seed, f.K)
			}
			if name == "threshold" && (!strings.Contains(f.stdout, fmt.Sprintf("I(X;Y) = %.4f bits", f.I)) || f.HeldOut < 0.7) {
				t.Errorf("%s %d: %g bits, %g held out", name, seed, f.I, f.HeldOut)
			}
		}
	}
}

// TestTextsOfOneNumberAreValues: identifiers, versions and codes that determine Y.
func TestTextsOfOneNumberAreValues(t *testing.T) {
	for texts, bits := range map[string]float64{
		"9007199254740992001 9007199254740992002 9007199254740992003 9007199254740992004": 1.5,
		"1.1 1.10 1.2 1.3":   1.5,
		"1E3 10E2 100E1 7E1": 1.5,
	} {
		var lines []string
		for n := range 400 {
			lines = append(lines, fmt.Sprintf("%s,%c", strings.Fields(texts)[n%4], "abcc"[n%4]))
		}
		f := grouped(t, lines)
		if !strings.Contains(f.stdout, fmt.Sprintf("I(X;Y) = %.4f bits", bits)) || !strings.Contains(f.stderr, "and so a category: add --type x=number") {
			t.Errorf("%s: %s%s", texts, f.stderr, f.stdout)
		}
	}
}

// TestManyRecordsAreNotSmall: 58,788 records in 5 x 10 cells.
func TestManyRecordsAreNotSmall(t *testing.T) {
	f := grouped(t, drawn(58788, 1, func(rng *rand.Rand) (string, any) {
		x := min(4, int(rng.ExpFloat64()*1.5))
		return fmt.Sprint("v", x), min(9, int(rng.ExpFloat64()*(3+float64(x)/4)))
	}))
	if strings.Contains(f.stdout+f.stderr, "small") || strings.Contains(f.stdout, "nsb") {
		t.Error(f.stderr, f.stdout)
	}
}

// TestIdentifiersAreNotSearched: what the first lines say of 1,500 names, and how briefly is searched.
func TestIdentifiersAreNotSearched(t *testing.T) {
	f := grouped(t, drawn(1500, 1, func(rng *rand.Rand) (string, any) { return fmt.Sprintf("u%d", rng.Uint64()), rng.IntN(2) }))
	if f.K != 1 || !strings.Contains(f.stderr, "1500 different values in 1500 records: they identify the records") ||
		!strings.HasPrefix(f.stdout, "There is nothing to group") || !strings.Contains(f.stdout, "The search was short") {
		t.Error(f.K, f.stderr, f.stdout)
	}
}

// TestNoiseThatPassesGetsFewGroups: of 90 columns of noise, a few pass the test by chance, and get two groups or none.
func TestNoiseThatPassesGetsFewGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 41))
	var b strings.Builder
	for n := range 90 {
		fmt.Fprintf(&b, "n%d,", n)
	}
	b.WriteString("y\n")
	for range 300 {
		for range 90 {
			fmt.Fprintf(&b, "%.4f,", rng.NormFloat64())
		}
		fmt.Fprintln(&b, rng.IntN(2))
	}
	data, out := filepath.Join(t.TempDir(), "noise.csv"), filepath.Join(t.TempDir(), "noise")
	if err := os.WriteFile(data, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "scan", data, "--y", "y", "-o", out, "-q")
	text, err := os.ReadFile(filepath.Join(out, "mapping.json"))
	if err != nil {
		t.Fatal(err)
	}
	var scan struct {
		Columns []struct {
			P        float64
			Clusters int
		}
	}
	if err := json.Unmarshal(text, &scan); err != nil {
		t.Fatal(err)
	}
	passed := 0
	for n, c := range scan.Columns {
		if c.P <= 0.05 && c.P > 0 {
			passed++
		}
		if c.Clusters > 2 {
			t.Errorf("column %d, with p = %g, has %d groups", n, c.P, c.Clusters)
		}
	}
	if passed == 0 || passed > 10 {
		t.Errorf("%d of %d columns pass", passed, len(scan.Columns))
	}
}
