//go:build long

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/partition"
)

// TestLongOrderAndWorkersChangeNothing maps tables of every family in every kind of search, with their rows
// and columns in several orders and by 1, 2, 3 and 8 workers, and wants the same frontier file.
func TestLongOrderAndWorkersChangeNothing(t *testing.T) {
	links := t.TempDir()
	together := write(t, filepath.Join(links, "together.txt"), "0,3\n")
	apart := write(t, filepath.Join(links, "apart.txt"), "1,2\n0,4\n")
	small := [][]string{
		nil,
		{"--prove=no", "--effort", "0.05"},
		{"--search", "local"},
		{"--search", "merge", "--epsilon", "0.02", "--seed", "5"},
		{"--search", "dp"},
		{"--max-memory", "16MiB", "--fast"},
		{"--problem", "dmc"},
		{"--problem", "dmc", "--fast"},
		{"--min-mass", "0.1", "--max-clusters", "5"},
		{"--must-link", together, "--cannot-link", apart},
		{"--must-link", together, "--cannot-link", apart, "--fast", "--problem", "dmc"},
		{"--validate=3"},
		{"--robust", "--resamples", "10"},
		{"--robust", "--uncertainty", "posterior", "--resamples", "10"},
		{"--robust", "--uncertainty", "delta"},
		{"--robust", "--uncertainty", "nsb"},
	}
	for _, estimator := range []string{"miller-madow", "grassberger", "chao-shen", "jackknife", "shrinkage", "dirichlet", "nsb"} {
		small = append(small, []string{"--estimator", estimator})
	}
	for k, family := range families.All() {
		t.Run(family.Name, func(t *testing.T) {
			cells := counted(family.Table(6+k%3, 11))
			for n, mode := range small {
				if n > 0 && (n+k)%12 != 0 {
					continue // each mode has some of the families
				}
				ordersAndWorkers(t, cells, mode)
			}
		})
	}
	large := families.All()
	for _, c := range []struct {
		family string
		mode   []string
	}{
		{"circulant of whole numbers", []string{"--effort", "0.02"}},
		{"shuffled counts", []string{"--effort", "0.02"}},
		{"equal rows", []string{"--effort", "0.02", "--problem", "dmc"}},
		{"hierarchy of equal weights", []string{"--effort", "0.02", "--min-mass", "0.01"}},
	} {
		t.Run(c.family+" of 410 rows", func(t *testing.T) {
			at := slices.IndexFunc(large, func(f families.Family) bool { return f.Name == c.family })
			ordersAndWorkers(t, counted(large[at].Table(410, 2)), c.mode)
		})
	}
}

// counted returns a table of whole numbers like a table of any.
func counted(cells [][]float64) [][]float64 {
	var total float64
	for _, row := range cells {
		for _, v := range row {
			total += v
		}
	}
	for _, row := range cells {
		for y := range row {
			row[y] = math.Round(row[y] / total * 4000)
		}
		if slices.Max(row) == 0 {
			row[0] = 1
		}
	}
	return cells
}

// ordersAndWorkers maps a table in several orders, by several numbers of workers.
func ordersAndWorkers(t *testing.T, cells [][]float64, mode []string) {
	t.Helper()
	folder := t.TempDir()
	rng := rand.New(rand.NewPCG(8, 1))
	rows, columns := partition.Identity(len(cells)), partition.Identity(len(cells[0]))
	var want string
	for k, workers := range []int{1, 2, 3, 8} {
		table := write(t, filepath.Join(folder, fmt.Sprintf("matrix%d.csv", k)), matrixOf(cells, rows, columns))
		got := mapped(t, folder, "frontier.json", slices.Concat([]string{table, "--workers", strconv.Itoa(workers)}, mode))
		if k == 0 {
			want = got
		} else if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
			t.Errorf("%v: another order and %d workers give another frontier (-first +other):\n%.1500s", mode, workers, d)
			return
		}
		rng.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
		rng.Shuffle(len(columns), func(a, b int) { columns[a], columns[b] = columns[b], columns[a] })
	}
}
