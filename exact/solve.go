package exact

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/resources"
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
	_, paired := tripleFor(p)
	switch {
	case provable:
		return MaxProvedRows
	case paired:
		return maxSymmetricRows
	default:
		return programRows(p, limits)
	}
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

// quickProof is an effort in steps that takes no longer than a person notices.
const quickProof = DefaultEffort / 15
