package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/problem"
)

// TestDivisionRepairs: duals that some clusters violate are raised, if that is little, or else others
// are found and the clusters are listed anew. Without these lists the edge is proved anew. Either way the
// proof is complete and holds.
func TestDivisionRepairs(t *testing.T) {
	var repaired, proved, mended int
	for seed := range uint64(6) {
		j := drawn.Table(t, drawn.Uniform(seed, 9, 5))
		dib, f := problem.DIB(j), drawn.Searched(t, j)
		want := mustProve(t, j, f, method.Options{})
		for _, share := range []float64{0.01, 0.5, 10} {
			d := mustDivide(t, j, f, method.Options{})
			for k := range d.edges {
				// A row as its own cluster may have no reduced cost, so that lowering it violates.
				e := &d.edges[k]
				for x := range e.Dual {
					if x%3 == int(seed)%3 {
						one := dib.Traits().Cluster()
						one.Add(x)
						e.Dual[x] = one.Cost().I - e.Slope()*one.Cost().H - share*e.Depth()/4
					}
				}
				*e = d.rows.Portion(e.Edge, e.Dual)
			}
			d.state = d.encode()
			lists := listedBy(t, d, 3)
			all, err := d.collect(lists)
			if err != nil {
				t.Fatal(err)
			}
			again, more := againBy(t, d, 2, lists)
			latest, err := again.collect(more)
			if err != nil {
				t.Fatal(err)
			}
			for k := range d.edges {
				p, err := d.prover()
				if err != nil {
					t.Fatal(err)
				}
				l := listed{Portion: &d.edges[k]}
				if err := l.read(p, &all[k]); err != nil {
					t.Fatal(err)
				}
				switch {
				case !l.feasible:
					proved++
					at := slices.IndexFunc(again.edges, func(e edge.Portion) bool { return sameEnds(e.Edge, l.Edge) })
					if at < 0 {
						t.Fatalf("seed %d: the wrong dual of edge %d stays", seed, k)
					}
					l = listed{Portion: &again.edges[at]}
					if err := l.read(p, &latest[at]); err != nil {
						t.Fatal(err)
					}
					if l.feasible {
						mended++
					}
				case !slices.Equal(l.dual, d.edges[k].Dual):
					repaired++
				}
				inTable := make([]float64, len(l.dual))
				for x, row := range dib.Place() {
					inTable[x] = l.dual[row]
				}
				if err := feasibleDual(j, inTable, l.Slope(), l.Last().H); l.feasible && err != nil {
					t.Fatalf("seed %d: the repaired dual of edge %d is violated: %v", seed, k, err)
				}
			}
			for _, found := range [][][]byte{searchedWith(t, d, 2, lists, again, more), searchedWith(t, d, 2, lists, nil, nil)} {
				r := mustFinish(t, d, found)
				if v := verified(t, j, r.Frontier); !v.OK() || r.Status != frontier.StatusComplete {
					t.Fatalf("seed %d: %v: %s", seed, r.Status, strings.Join(v.Failures, "; "))
				}
				drawn.SamePoints(t, r.Frontier, want)
			}
		}
	}
	t.Logf("%d duals repaired, %d wrong, of which %d were mended", repaired, proved, mended)
	if repaired < 3 || proved < 5 || mended < proved*3/4 {
		t.Errorf("%d duals repaired, %d wrong and %d of these mended: want some of all", repaired, proved, mended)
	}
}
