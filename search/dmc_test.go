package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

func all(partition.Partition) bool { return true }

// TestDMCEqualsBruteForce: the point of k clusters is the best of all clusterings into
// k, found by enumeration and by the default search; where fewer do as well, there is
// none.
func TestDMCEqualsBruteForce(t *testing.T) {
	for kind, draw := range kinds {
		for seed := range uint64(6) {
			tab := draw(rand.New(rand.NewPCG(seed, 5)), 4+int(seed)%4, 3)
			best := tab.bestOf(all)
			for _, epsilon := range []float64{0, math.Inf(1)} {
				r, err := Map(context.Background(), problem.DMC(tab.joint(t)), Options{Epsilon: epsilon})
				if err != nil {
					t.Fatal(err)
				}
				k, reached := 0, math.Inf(-1)
				for p := range r.Frontier.All() {
					for k++; best[k] <= reached+1e-9; k++ {
						continue
					}
					reached = best[k]
					if p.K != k || math.Abs(p.H-math.Log2(float64(k))) > 1e-12 || math.Abs(p.I-best[k]) > 1e-9 {
						t.Errorf("%s %d: point of %d clusters is (%g, %g), want %d clusters with i %g", kind, seed, p.K, p.H, p.I, k, best[k])
					}
				}
				for _, i := range best[k+1:] {
					if i > reached+1e-9 {
						t.Errorf("%s %d: the frontier ends at %d clusters", kind, seed, k)
					}
				}
				if r.Frontier.Problem.Kind != "dmc" {
					t.Errorf("kind is %q", r.Frontier.Problem.Kind)
				}
			}
		}
	}
}

// TestLinkedRowsStayTogether: a linked problem has the frontier of all clusterings of the
// original table that keep the rows together.
func TestLinkedRowsStayTogether(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 8))
		n := 4 + rng.IntN(4)
		tab := simplex(rng, n, 4)
		together := randomClustering(rng, n, 3)
		if together.K() == 1 {
			continue
		}
		keeps := func(f partition.Partition) bool {
			for a := range f {
				for b := range f {
					if together[a] == together[b] && f[a] != f[b] {
						return false
					}
				}
			}
			return true
		}
		var want []pair
		for f := range partition.All(n) {
			if keeps(f) {
				h, i := tab.point(f)
				want = append(want, pair{h, i})
			}
		}
		j := tab.joint(t)
		r, err := Map(context.Background(), problem.DIB(j).Traits().Link(together), Options{})
		if err != nil {
			t.Fatal(err)
		}
		samePoints(t, pairsOf(r.Frontier), nonDominated(want))
		sound(t, tab, r.Frontier)
		for p := range r.Frontier.All() {
			if !keeps(p.Assignment()) {
				t.Errorf("%v parts rows of %v", p.Assignment(), together)
			}
		}
		if d := r.Frontier.Problem; d.N != n || d.HX != j.HX() || d.Source.SHA256 != j.SHA256() {
			t.Errorf("described as %+v", d)
		}
	}
}

func (t table) bestOf(keep func(f partition.Partition) bool) []float64 { return tables.BestOf(t, keep) }
