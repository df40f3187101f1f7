package limiter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// checkClique says whether rows that are all to be apart from each other want
// more clusters than there may be.
func (l *Limiter) checkClique(p problem.Problem) error {
	if l.Apart == nil {
		return nil
	}
	clique := l.Clique()
	k := len(clique)
	switch {
	case k > l.clusters:
		return fmt.Errorf("%w: %s may not share clusters, so there are at least %d, and at most %d are allowed",
			problem.ErrInfeasible, l.named(p, clique), k, l.clusters)
	case l.Masses != nil && float64(k)*l.Least > sum(l.Masses):
		return fmt.Errorf("%w: %s may not share clusters, so there are at least %d, and %d of a mass of at least %g are more than there is",
			problem.ErrInfeasible, l.named(p, clique), k, k, l.limits.MinMass)
	}
	return nil
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

// maxCliqueWork bounds the pairs that are looked at for a clique.
const maxCliqueWork = 1 << 22

// Clique returns rows, ascending, that are all to be apart: as many as are found
// when, from every row on, the others are added as they fit, those with most
// partners first.
func (l *Limiter) Clique() (best []int) {
	order := l.byPartners()
	rank := partition.Ranks(order)
	work := 0
	for _, first := range order {
		if len(l.Apart[first]) < len(best) || work > maxCliqueWork {
			break
		}
		others := slices.Clone(l.Apart[first])
		slices.SortFunc(others, func(x, y int32) int { return cmp.Compare(rank[x], rank[y]) })
		grown := []int{first}
		for _, x := range others {
			work += len(grown)
			if !slices.ContainsFunc(grown, func(y int) bool { return !l.parts(int(x), y) }) {
				grown = append(grown, int(x))
			}
		}
		if len(grown) > len(best) {
			best = grown
		}
	}
	slices.Sort(best)
	return best
}

// byPartners returns the rows of the problem, those first that are to be apart
// from most others.
func (l *Limiter) byPartners() []int {
	order := make([]int, len(l.Apart))
	for x := range order {
		order[x] = x
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(len(l.Apart[y]), len(l.Apart[x])) })
	return order
}

// maxNamed is the number of rows that a message names.
const maxNamed = 8

// named lists rows of the problem by their labels: of those that share a place,
// the first one of the table that is to be apart from another.
func (l *Limiter) named(p problem.Problem, rows []int) string {
	place, labels := p.Place(), p.Describe().XLabels
	names := make([]string, len(rows))
	for _, pair := range slices.Backward(l.limits.Apart) {
		for _, x := range pair {
			if k, ok := slices.BinarySearch(rows, place[x]); ok {
				names[k] = fmt.Sprintf("%q", labels[x])
			}
		}
	}
	slices.Sort(names)
	if more := len(names) - maxNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), more)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
