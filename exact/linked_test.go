package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// drawLinks links some of n rows.
func drawLinks(rng *rand.Rand, n int) partition.Partition {
	labels := make([]int, n)
	for x := range labels {
		labels[x] = rng.IntN(n)
	}
	return partition.Canonical(labels)
}

// TestProveLinked: with linked rows, the proof begins with the frontier of a poor search and ends
// with that of dynamic programming. Its certificate holds for the table in which linked rows are
// one, whose dual is the sum of theirs.
func TestProveLinked(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			for n := 5; n <= 9; n++ {
				j := tableOf(t, kind.draw(uint64(n), n))
				together := drawLinks(rng, j.Rows())
				if together.K() < 2 {
					continue
				}
				p := linked(problem.DIB(j), together...)
				found, err := search.Map(context.Background(), p, search.Options{Method: search.Merge})
				if err != nil {
					t.Fatal(err)
				}
				proved := mustProve(t, j, found.Frontier, Options{})
				want, err := Subsets(context.Background(), p, Options{})
				if err != nil {
					t.Fatal(err)
				}
				samePoints(t, proved, want.Frontier)
				if v := verified(t, j, proved); !v.OK() || !v.Complete || !v.Subsets {
					t.Errorf("rejected: %+v", v)
				}
				for k, e := range proved.Certificate.Edges {
					if err := feasibleDual(j.Coarsen(together), sumOver(together, e.Dual), e.Slope, e.HHi); err != nil {
						t.Errorf("edge %d: %v", k, err)
					}
				}
			}
		})
	}
}

// sumOver returns the sums of values over clusters.
func sumOver(f partition.Partition, values []float64) []float64 {
	sums := make([]float64, f.K())
	for x, c := range f {
		sums[c] += values[x]
	}
	return sums
}

// feasibleDual returns an error if a cluster of a clustering of entropy up to end has a negative
// reduced cost.
func feasibleDual(j *joint.Joint, dual []float64, slope, end float64) error {
	sets, e := setsOfTable(j), frontier.Edge{Slope: slope, Dual: dual}
	for set := 1; set < len(sets); set++ {
		if sets[set].h >= end {
			continue
		}
		if cost := reducedCost(&e, sets, set); cost < -1e-9 {
			return fmt.Errorf("the cluster %b has the reduced cost %g", set, cost)
		}
	}
	return nil
}

// TestVerifyRejectsLinked: a certificate of linked rows is not accepted for a frontier from which a
// point is missing, for another dual, nor for other links.
func TestVerifyRejectsLinked(t *testing.T) {
	j := tableOf(t, uniformTable(4, 8, 5))
	found, err := search.Map(context.Background(), linked(problem.DIB(j), 0, 1, 0, 2, 3, 4, 4, 5), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	proved := mustProve(t, j, found.Frontier, Options{})
	if v := verified(t, j, proved); !v.OK() {
		t.Fatalf("rejected: %v", v.Failures)
	}
	for name, change := range map[string]func(s *sketch){
		"a point is missing": func(s *sketch) {
			for k := range s.entries {
				if !proved.At(k).Hull {
					s.entries = slices.Delete(s.entries, k, k+1)
					return
				}
			}
		},
		"a smaller dual": func(s *sketch) { s.certificate.Edges[0].Dual[1] -= 0.01 },
		"a dual of other rows": func(s *sketch) {
			dual := s.certificate.Edges[0].Dual
			dual[0], dual[2], dual[4] = dual[2], dual[4], dual[0]
		},
		"a link less": func(s *sketch) { s.problem.Constraints.MustLink = s.problem.Constraints.MustLink[:1] },
		"no links":    func(s *sketch) { s.problem.Constraints.MustLink = nil },
	} {
		certificate := *proved.Certificate
		certificate.Edges = slices.Clone(certificate.Edges)
		for k := range certificate.Edges {
			certificate.Edges[k].Dual = slices.Clone(certificate.Edges[k].Dual)
		}
		s := &sketch{problem: proved.Problem, certificate: &certificate, search: proved.Search}
		for p := range proved.All() {
			s.entries = append(s.entries, frontier.Entry{H: p.H, I: p.I, Ties: p.Ties, Assignment: partition.Pack(p.Assignment())})
		}
		change(s)
		if v := verified(t, j, s.frontier(t)); v.OK() {
			t.Errorf("%s: accepted", name)
		}
	}
}
