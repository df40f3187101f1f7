package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// TestPowerSetMissesNothing compares the verdicts with those of a loop over all
// clusters, each computed from nothing, for duals of any quality.
func TestPowerSetMissesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	negative := 0
	for _, kind := range kinds {
		j := tableOf(t, kind.draw(11, 11)) // more rows than a block has
		s := sketchOf(t, j)
		f, sets := s.frontier(t), setsOfTable(j)
		v := verifierOf(t, j, f)
		for _, c := range v.claims {
			for x := range c.dual {
				c.edge.Dual[x] += 0.01 * (rng.Float64() - 0.4) // the table's order is the frontier's
			}
			*c = *v.claim("", c.edge, at(f, c.edge.HLo), at(f, c.edge.HHi))
		}
		verdicts, err := newPowerSet(v).run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for k, c := range v.claims {
			want, corner := verdict{least: math.Inf(1)}, corners(f, c.edge, j)
			for set := 1; set < len(sets); set++ {
				rc, h := reducedCost(c.edge, sets, set), sets[set].h
				if h < c.edge.HHi-2e-10 {
					want.least = min(want.least, rc)
				}
				if rc <= corner(h+2e-10)-2e-10 {
					want.fewest++
				}
				if rc <= corner(h-2e-10)+2e-10 {
					want.most++
				}
			}
			got := verdicts[k]
			if want.least < -feasible {
				negative++
			}
			if math.Abs(got.least-want.least) > 1e-12 || got.fewest < want.fewest || got.most > want.most || int64(len(got.columns)) < got.most {
				t.Errorf("%s, edge %d: %g, %d to %d of %d, and want %g, %d to %d", kind.name, k,
					got.least, got.fewest, got.most, len(got.columns), want.least, want.fewest, want.most)
			}
			if want.most-want.fewest < 3 && got.most-got.fewest > want.most-want.fewest {
				t.Errorf("%s, edge %d: %d to %d", kind.name, k, got.fewest, got.most)
			}
		}
	}
	if negative == 0 {
		t.Error("no dual is infeasible")
	}
}

// at returns the place of the point of a frontier at h.
func at(f *frontier.Frontier, h float64) int {
	for k := range f.Len() {
		if f.At(k).H == h {
			return k
		}
	}
	return -1
}

// corners returns a function that tells the largest d_k under an edge for clusterings
// of entropy h or more.
func corners(f *frontier.Frontier, e *frontier.Edge, j *joint.Joint) func(h float64) float64 {
	type step struct{ h, d float64 }
	var steps []step
	for k := at(f, e.HLo); k < at(f, e.HHi); k++ {
		next := f.At(k + 1).H
		steps = append(steps, step{next, e.Bound(j.HY(), next) - f.At(k).I})
	}
	return func(h float64) float64 {
		most := math.Inf(-1)
		for _, s := range steps {
			if s.h >= h {
				most = max(most, s.d)
			}
		}
		return most
	}
}

// TestCoversMissNothing puts the corner of a staircase of two points next to each
// clustering, so close that its clusters have all of the budget, and compares with
// what going over all clusterings tells.
func TestCoversMissNothing(t *testing.T) {
	j := tableOf(t, uniformTable(3, 6, 5))
	type place struct{ h, i float64 }
	var all []place
	for p := range partition.All(j.Rows()) {
		z := j.Coarsen(p)
		all = append(all, place{z.HX(), z.IXY()})
	}
	found := 0
	for _, slope := range []float64{0, 0.2, 0.6, 1} {
		for _, p := range all {
			for _, by := range []float64{-3e-8, 3e-8} {
				entries := []frontier.Entry{{H: 0, I: p.i + by, K: 1}, {H: p.h + 3e-8, I: j.IXY() + 1, K: 1}}
				v := stairs(t, j, entries, slope)
				want := false
				for _, q := range all {
					want = want || v.beats(q.h, q.i)
				}
				if err := v.covers(context.Background()); err != nil {
					t.Fatal(err)
				}
				if got := !v.says.OK(); got != want {
					t.Fatalf("slope %g, corner by (%g, %g) and %g: found %t, want %t", slope, p.h, p.i, by, got, want)
				}
				if want {
					found++
				}
			}
		}
	}
	if found < 800 {
		t.Errorf("only %d staircases are beaten", found)
	}
}

// stairs returns a verifier of an edge from the first of the points to the last,
// after the clusters were listed.
func stairs(t *testing.T, j *joint.Joint, entries []frontier.Entry, slope float64) *verifier {
	t.Helper()
	f, err := frontier.New(frontier.Problem{N: j.Rows()}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	v := newVerifier(j, f, 2)
	v.place = partition.Identity(j.Rows())
	e := &frontier.Edge{HLo: 0, HHi: entries[len(entries)-1].H, Certified: true, Slope: slope, Dual: mixedDual(j, slope)}
	v.claims = []*claim{v.claim("edge", e, 0, len(entries)-1)}
	verdicts, err := newPowerSet(v).run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	e.Columns = verdicts[0].fewest
	v.conclude(v.claims[0], &verdicts[0])
	if !v.says.OK() {
		t.Fatal(v.says.Failures)
	}
	return v
}
