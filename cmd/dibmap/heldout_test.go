package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier/codec"
)

// dependent is a record of a value of X, a value of Y that depends on it, and a part.
type dependent struct{ x, y, part string }

func writeDependent(t *testing.T, path string, records []dependent) {
	t.Helper()
	var b strings.Builder
	b.WriteString("x,y,part\n")
	for _, r := range records {
		fmt.Fprintf(&b, "%s,%s,%s\n", r.x, r.y, r.part)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// must runs a call that has to succeed.
func must(t *testing.T, args ...string) {
	t.Helper()
	if code, _, stderr := call(t.Context(), args...); code != 0 {
		t.Fatalf("dibmap %v: exit code %d, %s", args, code, stderr)
	}
}

// groupsOf encodes a file, and returns the group of every record; an unknown value has an empty one.
func groupsOf(t *testing.T, frontier, data string, k int, flags ...string) (groups []string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.csv")
	must(t, append([]string{"encode", frontier, data, "--clusters", fmt.Sprint(k), "-q", "-o", out}, flags...)...)
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		groups = append(groups, row[len(row)-1])
	}
	return groups
}

// gains returns log2 q(y|z)/q(y) of held-out records, with the concentration of the largest leave-one-out likelihood.
func gains(training []dependent, groups []string, held []dependent, heldGroups []string) (values []float64) {
	n := float64(len(training))
	ofY, ofZ, ofZY := make(map[string]float64), make(map[string]float64), make(map[string]float64)
	for k, r := range training {
		ofY[r.y]++
		ofZ[groups[k]]++
		ofZY[groups[k]+" "+r.y]++
	}
	best, most := 0.0, math.Inf(-1)
	for _, a := range append(powers(4*n), math.Inf(1)) {
		sum := 0.0
		for k, r := range training {
			if z := groups[k]; !math.IsInf(a, 1) && ofY[r.y] > 1 && ofZ[z] < n {
				q := (ofY[r.y] - 1) / (n - 1)
				sum += math.Log2((ofZY[z+" "+r.y] - 1 + a*q) / (ofZ[z] - 1 + a) / q)
			}
		}
		if sum >= most-1e-9 {
			best, most = a, sum
		}
	}
	for k, r := range held {
		q, z := ofY[r.y]/n, heldGroups[k]
		if q == 0 || ofZ[z] == 0 || math.IsInf(best, 1) {
			values = append(values, 0)
			continue
		}
		values = append(values, math.Log2((ofZY[z+" "+r.y]+best*q)/(ofZ[z]+best)/q))
	}
	return values
}

func powers(most float64) (list []float64) {
	for a := 1.0; a <= most; a *= 2 {
		list = append(list, a)
	}
	return list
}

// TestHeldOutIsMapAndEncode: what map --fold says of the best k groups is what comes out of map for the records of the
// other parts and encode for those of the part, one after the other.
func TestHeldOutIsMapAndEncode(t *testing.T) {
	label := []string{"--unknown", "label", "--unknown-label", ""}
	weekdays := []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
	for name, draw := range map[string]struct {
		value func(rng *rand.Rand, at float64) string // of a place between 0 and 1
		flags []string
		known []string // of encode
	}{
		"numbers":   {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("%.5f", 50*at) }, nil, label},
		"few":       {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("%d", int(8*at)) }, nil, label},
		"quantiles": {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("%.5f", 50*at) }, []string{"--bins-x", "quantile:9"}, label},
		"widths":    {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("%.5f", 50*at*at*at) }, []string{"--bins-x", "width:2"}, label},
		"times": {func(_ *rand.Rand, at float64) string {
			return fmt.Sprintf("2024-%02d-%02dT10:00", 1+int(12*at), 1+int(300*at)%28)
		}, nil, label},
		"written": {func(_ *rand.Rand, at float64) string {
			return fmt.Sprintf("%02d/%02d/2024", 1+int(300*at)%28, 1+int(12*at))
		}, nil, label},
		"money":      {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("$%d", int(900*at)) }, nil, label},
		"circle":     {func(_ *rand.Rand, at float64) string { return weekdays[int(7*at)] }, nil, label},
		"categories": {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("v%d", int(7919*at*at)%9) }, []string{"--search", "local"}, label},
		"unknown":    {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("v%d", int(20*at*at)) }, []string{"--search", "local"}, label},
		"rare":       {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("v%d", int(20*at*at)) }, []string{"--min-count", "6", "--search", "local"}, nil},
		"frequent":   {func(_ *rand.Rand, at float64) string { return fmt.Sprintf("v%d", int(20*at*at)) }, []string{"--top-x", "6", "--search", "local"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 5))
			parts := make(map[string][]dependent)
			var all []dependent
			for range 160 {
				at := rng.Float64()
				y := "low"
				if at > 0.4 != (rng.Float64() < 0.1) {
					y = "high"
				}
				part := fmt.Sprint("p", rng.IntN(3))
				if name == "unknown" && at > 0.95 {
					part = "p1" // holds values that no other part has
				}
				all = append(all, dependent{draw.value(rng, at), y, part})
			}
			for _, r := range all {
				parts[r.part] = append(parts[r.part], r)
			}
			folder := t.TempDir()
			path := func(name string) string { return filepath.Join(folder, name) }
			writeDependent(t, path("all.csv"), all)
			flags := append([]string{"--x", "x", "--y", "y", "--fast", "-q"}, draw.flags...)
			must(t, append([]string{"map", path("all.csv"), "--fold", "part", "-o", path("all.json")}, flags...)...)
			whole, err := codec.ReadFile(path("all.json"))
			if err != nil {
				t.Fatal(err)
			}
			values := make(map[int][]float64) // by the number of groups
			for part, held := range parts {
				var training []dependent
				for _, r := range all {
					if r.part != part {
						training = append(training, r)
					}
				}
				writeDependent(t, path("training.csv"), training)
				writeDependent(t, path("held.csv"), held)
				must(t, append([]string{"map", path("training.csv"), "-o", path("fold.json")}, flags...)...)
				for p := range whole.Best() {
					if p.K < 2 || p.K > 4 {
						continue
					}
					groups := groupsOf(t, path("fold.json"), path("training.csv"), p.K, draw.known...)
					values[p.K] = append(values[p.K], gains(training, groups, held, groupsOf(t, path("fold.json"), path("held.csv"), p.K, draw.known...))...)
				}
			}
			for p := range whole.Best() {
				if p.K < 2 || p.K > 4 {
					continue
				}
				mean := 0.0
				for _, v := range values[p.K] {
					mean += v / float64(len(values[p.K]))
				}
				if math.Abs(mean-p.HeldOut.I) > 1e-9 {
					t.Errorf("%d groups: held out %.9f, by map and encode %.9f", p.K, p.HeldOut.I, mean)
				}
			}
			if name == "unknown" && whole.Validation.NewX == 0 {
				t.Error("no value is unknown: the test does not test it")
			}
		})
	}
}

// TestListsAgree: a best grouping on the frontier has the same held-out value in the list of points as in that of the best,
// though the file also has the value of groupings within the same H(Z), which is another one.
func TestListsAgree(t *testing.T) {
	dir := t.TempDir()
	sample, file := filepath.Join(dir, "letters.csv"), filepath.Join(dir, "letters.json")
	must(t, "sample", "@alphabet", "--n", "2000", "--seed", "1", "-q", "-o", sample)
	must(t, "map", sample, "--search", "local", "--effort", "0.1", "--validate", "-q", "-o", file)
	held := func(flag string) map[string]string {
		values := make(map[string]string)
		code, stdout, stderr := call(t.Context(), "show", file, flag)
		if code != 0 {
			t.Fatal(stderr)
		}
		for line := range strings.Lines(stdout) {
			if f := strings.Fields(line); len(f) > 6 && f[4] == "%" { // k, H(Z), I(Z;Y), kept and held out
				values[strings.Join(f[:3], " ")] = f[5]
			}
		}
		return values
	}
	points, best := held("--full"), held("--best")
	fr, err := codec.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	both, other := 0, 0
	for p := range fr.Best() {
		if p.Index < 0 {
			continue
		}
		key := fmt.Sprintf("%d %.4f %.4f", p.K, p.H, p.I)
		if points[key] == "" || points[key] != best[key] {
			t.Errorf("%s: held out %q, and %q in the list of the best", key, points[key], best[key])
		}
		both++
		if math.Abs(fr.At(p.Index).HeldOut.I-p.HeldOut.I) > 0.001*fr.Problem.IXY {
			other++
		}
	}
	if both < 3 || other == 0 {
		t.Errorf("%d best groupings are on the frontier, %d with two values", both, other)
	}
}
