package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestProveLinked: with linked rows, the proof begins with the frontier of a poor search and ends
// with that of dynamic programming. Its certificate holds for the table in which linked rows are
// one, whose dual is the sum of theirs.
func TestProveLinked(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, kind := range drawn.Kinds {
		t.Run(kind.Name, func(t *testing.T) {
			for n := 5; n <= 9; n++ {
				j := drawn.Table(t, kind.Draw(uint64(n), n))
				together := tables.Clustering(rng, j.Rows(), j.Rows())
				if together.K() < 2 {
					continue
				}
				p := drawn.Linked(problem.DIB(j), together...)
				found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{Method: search.Merge}))
				proved := mustProve(t, j, found.Frontier, method.Options{})
				want := drawn.Must(t)(program.Subsets(context.Background(), p, method.Options{}))
				drawn.SamePoints(t, proved, want.Frontier)
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

// feasibleDual returns an error if a cluster of a clustering of entropy up to end has a negative reduced cost.
func feasibleDual(j *joint.Joint, dual []float64, slope, end float64) error {
	sets, e := drawn.Sets(j), frontier.Edge{Slope: slope, Dual: dual}
	for set := 1; set < len(sets); set++ {
		if sets[set].H >= end {
			continue
		}
		if cost := drawn.ReducedCost(&e, sets, set); cost < -1e-9 {
			return fmt.Errorf("the cluster %b has the reduced cost %g", set, cost)
		}
	}
	return nil
}

// TestVerifyRejectsLinked: a certificate of linked rows is not accepted for a frontier from which a
// point is missing, for another dual, nor for other links.
func TestVerifyRejectsLinked(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(4, 8, 5))
	found := drawn.Must(t)(search.Map(context.Background(), drawn.Linked(problem.DIB(j), 0, 1, 0, 2, 3, 4, 4, 5), search.Options{}))
	proved := mustProve(t, j, found.Frontier, method.Options{})
	if v := verified(t, j, proved); !v.OK() {
		t.Fatalf("rejected: %v", v.Failures)
	}
	for name, change := range map[string]func(s *drawn.Sketch){
		"a point is missing": func(s *drawn.Sketch) {
			for k := range s.Entries {
				if !proved.At(k).Hull {
					s.Entries = slices.Delete(s.Entries, k, k+1)
					return
				}
			}
		},
		"a smaller dual": func(s *drawn.Sketch) { s.Certificate.Edges[0].Dual[1] -= 0.01 },
		"a dual of other rows": func(s *drawn.Sketch) {
			dual := s.Certificate.Edges[0].Dual
			dual[0], dual[2], dual[4] = dual[2], dual[4], dual[0]
		},
		"a link less": func(s *drawn.Sketch) { s.Problem.Constraints.MustLink = s.Problem.Constraints.MustLink[:1] },
		"no links":    func(s *drawn.Sketch) { s.Problem.Constraints.MustLink = nil },
	} {
		certificate := *proved.Certificate
		certificate.Edges = slices.Clone(certificate.Edges)
		for k := range certificate.Edges {
			certificate.Edges[k].Dual = slices.Clone(certificate.Edges[k].Dual)
		}
		s := &drawn.Sketch{Problem: proved.Problem, Certificate: &certificate, Search: proved.Search}
		for p := range proved.All() {
			s.Entries = append(s.Entries, frontier.Entry{H: p.H, I: p.I, Ties: p.Ties, Assignment: partition.Pack(p.Assignment())})
		}
		change(s)
		if v := verified(t, j, s.Frontier(t)); v.OK() {
			t.Errorf("%s: accepted", name)
		}
	}
}
