package exact

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/automorphism"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// DefaultEffort is an effort in steps that takes two or three seconds. It is enough for the proof of
// many tables of up to about 30 rows, and for dynamic programming over 16 rows.
const DefaultEffort = 1_250_000_000

// Solve makes the frontier that a search found exact, if a method can: the proof of [Prove], and
// for the additive problems that it does not take, or where it takes too long, the dynamic program
// of [Subsets]. The result is complete, or the best that was found. In the latter case it has the
// certificate of the proof, if one was begun, and its status says why there is no more.
//
// With a limit on effort, problems are left to the search for which the dynamic program would take
// more steps than that. Without one it takes 20 rows, or 22 if the table has symmetries or h is
// log2 k. Where both methods are possible, the proof is given as many steps as the dynamic program takes, or
// [quickProof] if that is more, because a certificate can be verified.
//
// The error is that of the methods.
func Solve(ctx context.Context, p problem.Problem, found *search.Result, opts Options) (*search.Result, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	if found == nil || found.Frontier == nil {
		return nil, marked.Errorf(problem.ErrOptions, "the result of the search is nil")
	}
	methods := methodsFor(p, opts.stateless())
	first, state, err := opts.resumed(found.Frontier, len(methods))
	begun := found.Frontier
	for k := first; k < len(methods); k++ {
		if err != nil || ctx.Err() != nil || found.Status == frontier.StatusComplete {
			break
		}
		opts.Enter(methods[k].name)
		found, err = methods[k].improve(ctx, found, opts.keeping(begun, k, state))
		state = nil
	}
	return found, err
}

// SolvedRows returns the largest number of rows for which [Solve] has an exact method for such a
// problem under such limits, or 0 if there is none.
func SolvedRows(p problem.Problem, limits problem.Limits) int {
	_, provable := provable(p, limits)
	_, additive := p.(problem.Additive)
	_, paired := tripleFor(p)
	switch {
	case provable:
		return MaxProvedRows
	case isCounted(p):
		return maxCountedRows
	case additive && p.Rows() > maxSubsetRows && p.Rows() <= maxOrbitRows && symmetries(p, limits).Order() > orbitShare:
		return maxOrbitRows
	case additive:
		return maxSubsetRows
	case paired:
		return maxSymmetricRows
	default:
		return 0
	}
}

// method is a way to make a frontier exact. If it does not succeed, improve returns the result that
// it was given, or a better one. The options are those for which the method was made, with its checkpoints.
type method struct {
	name    string
	improve func(ctx context.Context, found *search.Result, opts Options) (*search.Result, error)
}

// methodsFor returns the methods for a problem, in the order in which they are tried.
func methodsFor(p problem.Problem, opts Options) []method {
	if m, ok := symmetricMethod(p, opts); ok {
		return []method{m}
	}
	program, steps, solvable := programFor(p, opts)
	j, provable := provable(p, opts.Limits)
	proof := func(effort int64) method {
		return method{"proof", func(ctx context.Context, found *search.Result, opts Options) (*search.Result, error) {
			opts.Effort = effort
			return prove(ctx, j, found.Frontier, opts)
		}}
	}
	switch provable = provable && p.Rows() <= MaxProvedRows; {
	case provable && solvable:
		// The dynamic program is tried before a long proof, and fails if it lacks memory.
		return []method{proof(max(quickProof, steps)), program, proof(opts.Effort)}
	case provable:
		return []method{proof(opts.Effort)}
	case solvable:
		return []method{program}
	default:
		return nil
	}
}

// programFor returns the dynamic program for a problem and the steps that it takes. ok is false if
// there is none, or it takes too many. Where going over all sets takes more than a few seconds,
// faster ones are preferred, which do not know the clustering with the smallest string.
func programFor(p problem.Problem, opts Options) (m method, steps int64, ok bool) {
	additive, ok := p.(problem.Additive)
	n := p.Rows()
	if !ok || n > max(maxOrbitRows, maxCountedRows) {
		return m, 0, false
	}
	m, steps, ok = subsetsMethod(additive, opts), subsetSteps(n), n <= maxSubsetRows
	if !ok || steps > DefaultEffort {
		g := symmetries(p, opts.Limits)
		switch orbits := orbitSteps(n, g); {
		case isCounted(p) && countedBytes(n) <= opts.MaxMemory:
			m, steps, ok = countedMethod(additive, opts), countedEffort(n), true
		case orbits < steps && orbitBytes(n) <= opts.MaxMemory:
			m, steps, ok = orbitsMethod(additive, g, opts), orbits, true
		}
	}
	return m, steps, ok && affordable(steps, opts.Effort)
}

// subsetsMethod returns the dynamic program as a method.
func subsetsMethod(p problem.Additive, opts Options) method {
	return method{"dynamic programming", func(ctx context.Context, found *search.Result, _ Options) (*search.Result, error) {
		r, err := Subsets(ctx, p, opts)
		if err != nil || r.Status == frontier.StatusComplete {
			return r, err
		}
		if r.Status != frontier.StatusMemory { // the context has ended
			found = ended(found, r.Status)
		}
		return found, nil
	}}
}

// orbitsMethod returns the dynamic program over orbits as a method.
func orbitsMethod(p problem.Additive, g *automorphism.Group, opts Options) method {
	return method{"dynamic programming", func(ctx context.Context, found *search.Result, _ Options) (*search.Result, error) {
		return orbitSubsets(ctx, p, g, found, opts)
	}}
}

// countedMethod returns the dynamic program for every number of clusters as a method.
func countedMethod(p problem.Additive, opts Options) method {
	return method{"dynamic programming", func(ctx context.Context, found *search.Result, _ Options) (*search.Result, error) {
		return countedSubsets(ctx, p, found, opts)
	}}
}

// symmetricMethod returns the proof for two variables that are grouped alike, if the problem is of
// these and its clusterings, shared among the permutations, are not far too many for the effort. What
// is left out because of the bounds is not known before.
func symmetricMethod(p problem.Problem, opts Options) (m method, ok bool) {
	t, ok := tripleFor(p)
	if n := p.Rows(); !ok || n > maxSymmetricRows {
		return m, false
	} else if opts.Effort > 0 {
		pairs := newPairTable(t)
		orbits := partition.Bell(n) / automorphism.OfPairs(n, pairs.m, pairs.cellsAt).Order()
		if orbits*float64(pairs.steps[n-1]) > 8*float64(opts.Effort) {
			return m, false
		}
	}
	return method{"proof", func(ctx context.Context, found *search.Result, _ Options) (*search.Result, error) {
		return proveSymmetric(ctx, p, found.Frontier, opts)
	}}, true
}

// ended returns a result with another status.
func ended(r *search.Result, status frontier.Status) *search.Result {
	result, f := *r, *r.Frontier
	result.Status, f.Search.Status = status, status
	result.Frontier = &f
	return &result
}

// affordable tells whether steps are no more than a limit, where 0 stands for none.
func affordable(steps, limit int64) bool { return limit == 0 || steps <= limit }

// quickProof is an effort in steps that takes no longer than a person notices.
const quickProof = DefaultEffort / 15

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

// provable returns the distribution whose frontier [Prove] takes, if the problem is such a one.
func provable(p problem.Problem, limits problem.Limits) (*joint.Joint, bool) {
	j, ok := jointOf(p)
	if !ok || !limits.IsZero() {
		return nil, false
	}
	d := p.Describe()
	return j, d.Kind == "dib" && d.Estimator == ""
}
