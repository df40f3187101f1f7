package program

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/automorphism"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// For returns the dynamic program for a problem and the steps that it takes. ok is false if
// there is none, or it takes too many. Where going over all sets takes more than a few seconds,
// faster ones are preferred, which do not know the clustering with the smallest string.
func For(p problem.Problem, opts method.Options) (m method.Method, steps int64, ok bool) {
	additive, ok := p.(problem.Additive)
	n := p.Rows()
	if !ok || n > max(maxOrbitRows, maxCountedRows) {
		return m, 0, false
	}
	m, steps, ok = subsetsMethod(additive, opts), subsetSteps(n), n <= maxSubsetRows
	if !ok || steps > method.DefaultEffort {
		g := symmetries(p, opts.Limits)
		switch orbits := orbitSteps(n, g); {
		case isCounted(p) && countedBytes(n) <= opts.MaxMemory:
			m, steps, ok = countedMethod(additive, opts), countedEffort(n), true
		case orbits < steps && orbitBytes(n) <= opts.MaxMemory:
			m, steps, ok = orbitsMethod(additive, g, opts), orbits, true
		}
	}
	return m, steps, ok && method.Affordable(steps, opts.Effort)
}

// subsetsMethod returns the dynamic program as a method.
func subsetsMethod(p problem.Additive, opts method.Options) method.Method {
	return method.Method{Name: "dynamic programming", Improve: func(ctx context.Context, found *search.Result, _ method.Options) (*search.Result, error) {
		r, err := Subsets(ctx, p, opts)
		if err != nil || r.Status == frontier.StatusComplete {
			return r, err
		}
		if r.Status != frontier.StatusMemory { // the context has ended
			found = method.Ended(found, r.Status)
		}
		return found, nil
	}}
}

// orbitsMethod returns the dynamic program over orbits as a method.
func orbitsMethod(p problem.Additive, g *automorphism.Group, opts method.Options) method.Method {
	return method.Method{Name: "dynamic programming", Improve: func(ctx context.Context, found *search.Result, _ method.Options) (*search.Result, error) {
		return orbitSubsets(ctx, p, g, found, opts)
	}}
}

// countedMethod returns the dynamic program for every number of clusters as a method.
func countedMethod(p problem.Additive, opts method.Options) method.Method {
	return method.Method{Name: "dynamic programming", Improve: func(ctx context.Context, found *search.Result, _ method.Options) (*search.Result, error) {
		return countedSubsets(ctx, p, found, opts)
	}}
}

// Rows returns the largest number of rows that a program for such a problem under such limits takes, or 0 if no
// program applies.
func Rows(p problem.Problem, limits problem.Limits) int {
	_, additive := p.(problem.Additive)
	switch {
	case isCounted(p):
		return maxCountedRows
	case additive && p.Rows() > maxSubsetRows && p.Rows() <= maxOrbitRows && symmetries(p, limits).Order() > orbitShare:
		return maxOrbitRows
	case additive:
		return maxSubsetRows
	default:
		return 0
	}
}

// listedPairSteps is the number of steps, as Options.Effort counts them, that take about as long as a
// pair of sets in [Subsets], which has a list for each.
const listedPairSteps = 150

// setPairs returns the number of pairs of sets that a dynamic program over all sets of n rows goes
// through: a set without the first row, and a part of it.
func setPairs(n int) float64 {
	pairs := 0.5
	for range n - 1 {
		pairs *= 3
	}
	return pairs
}

// subsetSteps returns the effort of [Subsets] for n rows.
func subsetSteps(n int) int64 { return int64(listedPairSteps * setPairs(n)) }
