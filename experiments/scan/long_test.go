//go:build long

package main

import (
	"bytes"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/dibmap/dibmap/experiments/internal/heldout"
	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/oracle"
)

// TestLongDiamonds compares 3,000 of the diamonds: no other groups of as many tell significantly more
// about held-out records, nor does a regression on them. In training only a decision tree may be ahead,
// because it cuts between any two records.
func TestLongDiamonds(t *testing.T) {
	oracle.Python(t, "numpy", "sklearn", "pandas")
	c := call{only: []string{"diamonds"}, skip: []string{"optbinning", "optbinning-tuned", "encoders"}, records: 3000, parts: 2}
	var told bytes.Buffer
	made, err := c.compare(t.Context(), &told)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, r := range made {
		if r.column == "" {
			if r.loss > 1.4 || r.less < -3*r.seLess { // 1.37 nats without any column
				t.Errorf("%s: a log loss of %v nats, dibmap's is larger by %v ± %v", r.method, r.loss, -r.less, r.seLess)
			}
			continue
		}
		own, ok := find(made, r.column, ours)
		if !ok || r.groups > own.groups+1e-9 {
			t.Errorf("%s of %s makes %v groups, dibmap %v", r.method, r.column, r.groups, own.groups)
		}
		compared++
		if r.method != "tree" && r.training > 1.03*own.training {
			t.Errorf("%s of %s: %v bits in training, dibmap %v", r.method, r.column, r.training, own.training)
		}
		if r.less < -3*r.seLess {
			t.Errorf("%s of %s: %v bits held out, dibmap %v", r.method, r.column, r.heldOut, own.heldOut)
		}
	}
	if compared < 30 {
		t.Errorf("%d results of columns: %+v", compared, made)
	}
}

// TestLongCarat is a referee of dibmap's groups of numbers: the best groupings of the carats of
// diamonds into 2 to 8 ranges are those of a dynamic program over all ranges of its bins, nearly
// those of one over all ranges of the numbers themselves, and four of them keep 46 % of what the
// numbers tell about the cut.
func TestLongCarat(t *testing.T) {
	oracle.Python(t, "pip")
	whole := diamonds(t)
	command, err := program.Dibmap(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := whole.write(filepath.Join(folder, "diamonds.csv")); err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(folder, "frontier.json")
	if _, err := packages.Output(t.Context(), folder, command, "map", "diamonds.csv", "-q", "--x", "carat", "--y", "cut", "-o", output); err != nil {
		t.Fatal(err)
	}
	f, err := codec.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	scale := &f.Problem.XScales[0]
	numbers, bins := make(map[float64][]int64), make(map[float64][]int64)
	cuts := numbered(whole.column("cut"))
	for _, row := range whole.rows {
		carat, err := strconv.ParseFloat(row[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		bin := slices.Index(f.Problem.XLabels, scale.Label(row[0], false))
		count(numbers, carat, cuts[row[whole.y]], len(cuts))
		count(bins, float64(bin), cuts[row[whole.y]], len(cuts))
	}
	exact, binned := sorted(numbers), sorted(bins)
	all := heldout.Information(exact)
	ofNumbers, ofBins := bestRanges(exact, 8), bestRanges(binned, 8)
	for k := 2; k <= 8; k++ {
		p, ok := f.WithClusters(k)
		if !ok || math.Abs(p.I-ofBins[k]) > 1e-9 {
			t.Errorf("%d groups: %v bits, the best of the bins is %v", k, p.I, ofBins[k])
		}
		if p.I > ofNumbers[k]+1e-9 || p.I < 0.99*ofNumbers[k] {
			t.Errorf("%d groups: %v bits, the best of the numbers is %v", k, p.I, ofNumbers[k])
		}
		t.Logf("%d groups keep %.2f %% of the numbers' %.4f bits, the best of the numbers %.2f %%", k, 100*p.I/all, all, 100*ofNumbers[k]/all)
		if k == 4 && p.I < 0.46*all {
			t.Errorf("4 groups keep %.1f %%", 100*p.I/all)
		}
	}
}

// count counts a record.
func count(counts map[float64][]int64, x float64, y, ys int) {
	if counts[x] == nil {
		counts[x] = make([]int64, ys)
	}
	counts[x][y]++
}

// diamonds returns the table of diamonds.
func diamonds(t *testing.T) table {
	t.Helper()
	d := dataSets()[0]
	files, err := d.from.Fetch(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := d.table(files)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// sorted returns the counts by ascending keys.
func sorted(counts map[float64][]int64) (list [][]int64) {
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, counts[key])
	}
	return list
}

// bestRanges returns the most that k ranges of neighbours tell, for every k up to most, in bits. It
// tries every last range of every k, O(most n^2) for n values.
func bestRanges(counts [][]int64, most int) []float64 {
	n, ys := len(counts), len(counts[0])
	sums := make([][]float64, n+1)
	sums[0] = make([]float64, ys)
	for x, row := range counts {
		sums[x+1] = slices.Clone(sums[x])
		for y, c := range row {
			sums[x+1][y] += float64(c)
		}
	}
	phi := func(v float64) float64 {
		if v == 0 {
			return 0
		}
		return v * math.Log2(v)
	}
	worth := func(from, to int) (bits float64) { // of a range, without what does not depend on ranges
		var all float64
		for y := range ys {
			v := sums[to][y] - sums[from][y]
			bits += phi(v)
			all += v
		}
		return bits - phi(all)
	}
	whole := worth(0, n)
	var records float64
	for _, v := range sums[n] {
		records += v
	}
	best := make([]float64, n+1)
	for to := 1; to <= n; to++ {
		best[to] = worth(0, to)
	}
	told := make([]float64, most+1)
	for k := 2; k <= most; k++ {
		next := make([]float64, n+1)
		for to := range next {
			next[to] = math.Inf(-1)
			for from := k - 1; from < to; from++ {
				next[to] = max(next[to], best[from]+worth(from, to))
			}
		}
		for to := range k {
			next[to] = math.Inf(-1)
		}
		best = next
		told[k] = (best[n] - whole) / records
	}
	return told
}
