package second

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// counts returns a table of n rows with the given labels, some of which are equal.
func counts(rng *rand.Rand, n, m int) [][]float64 {
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			values[x][y] = float64(rng.IntN(6))
		}
		values[x][rng.IntN(m)]++
	}
	if n > 3 {
		copy(values[1], values[0])
	}
	return values
}

func labels(prefix string, n int) []string {
	list := make([]string, n)
	for x := range list {
		list[x] = fmt.Sprint(prefix, x)
	}
	return list
}

func dense(t testing.TB, values [][]float64) *joint.Joint {
	t.Helper()
	j, err := joint.Dense(labels("x", len(values)), labels("y", len(values[0])), values)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// entropies returns H(Z) and I(Z;Y) by their definitions.
func entropies(values [][]float64, f partition.Partition) (h, i float64) {
	z, joint, cols, total := map[int]float64{}, map[[2]int]float64{}, map[int]float64{}, 0.0
	for x, row := range values {
		for y, v := range row {
			z[f[x]] += v
			joint[[2]int{f[x], y}] += v
			cols[y] += v
			total += v
		}
	}
	for _, v := range z {
		h -= v / total * math.Log2(v/total)
	}
	for key, v := range joint {
		if v > 0 {
			i += v / total * math.Log2(v*total/z[key[0]]/cols[key[1]])
		}
	}
	return h, i
}

// brute returns the non-dominated clusterings, by pairs.
func brute(y, s [][]float64, aim frontier.Aim, keeps func(partition.Partition) bool) (list [][4]float64) {
	sign := 1.0
	if aim == frontier.AimLeak {
		sign = -1
	}
	cell := func(v float64) int64 { return int64(math.Round(v * (1 << 30))) }
	seen := map[[4]int64]bool{}
	for f := range partition.All(len(y)) {
		if !keeps(f) {
			continue
		}
		h, i := entropies(y, f)
		_, leak := entropies(s, f)
		seen[[4]int64{int64(f.K()), cell(h), -cell(i), cell(-sign * leak)}] = true
	}
	for p := range seen {
		dominated := false
		for q := range seen {
			if p != q && p[0] == q[0] && q[1] <= p[1] && q[2] <= p[2] && q[3] <= p[3] {
				dominated = true
				break
			}
		}
		if !dominated {
			list = append(list, [4]float64{float64(p[0]), float64(p[1]), float64(-p[2]), float64(p[3]) * -sign})
		}
	}
	slices.SortFunc(list, func(a, b [4]float64) int { return slices.Compare(a[:], b[:]) })
	return list
}

func of(s *frontier.Second) (list [][4]float64) {
	cell := func(v float64) float64 { return math.Round(v * (1 << 30)) }
	for _, e := range s.Entries {
		list = append(list, [4]float64{float64(e.K), cell(e.H), cell(e.I), cell(e.S)})
	}
	slices.SortFunc(list, func(a, b [4]float64) int { return slices.Compare(a[:], b[:]) })
	return list
}

func near(a, b [][4]float64) bool {
	return slices.EqualFunc(a, b, func(p, q [4]float64) bool {
		return p[0] == q[0] && math.Abs(p[1]-q[1]) <= 1 && math.Abs(p[2]-q[2]) <= 1 && math.Abs(p[3]-q[3]) <= 1
	})
}

func TestEqualsBruteForce(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 + rng.IntN(6)
		y, s := counts(rng, n, 2+rng.IntN(3)), counts(rng, n, 2+rng.IntN(3))
		for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
			got, err := Map(t.Context(), problem.DIB(dense(t, y)), dense(t, s), Options{Name: "s", Aim: aim})
			if err != nil {
				t.Fatal(err)
			}
			if want := brute(y, s, aim, func(partition.Partition) bool { return true }); !near(of(got), want) {
				t.Fatalf("seed %d, %s: %v, want %v", seed, aim, of(got), want)
			}
		}
	}
}

func TestSearchRecall(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 1))
		y, s := counts(rng, 10, 4), counts(rng, 10, 4)
		opts := Options{Name: "s", Workers: 1}.withDefaults()
		tabs, err := newTables(problem.DIB(dense(t, y)), dense(t, s), frontier.AimLeak)
		if err != nil {
			t.Fatal(err)
		}
		m := &mapper{tables: tabs, opts: opts, archive: make(archive, 11), expanded: map[partition.Packed]bool{}}
		if err := m.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		exact, err := Map(t.Context(), problem.DIB(dense(t, y)), dense(t, s), Options{Name: "s"})
		if err != nil {
			t.Fatal(err)
		}
		found := map[[4]float64]bool{}
		for _, p := range of(m.result(false)) {
			found[p] = true
		}
		hit := 0
		for _, p := range of(exact) {
			if found[p] {
				hit++
			}
		}
		if share := float64(hit) / float64(len(of(exact))); share < 0.95 {
			t.Errorf("seed %d: found %d of %d", seed, hit, len(of(exact)))
		}
	}
}
