// Package solve chooses the exact method that answers a question: the proof, a dynamic program, or the proof for two
// variables grouped alike.
package solve

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/internal/symmetric"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Solve is [exact.Solve].
func Solve(ctx context.Context, p problem.Problem, found *search.Result, opts method.Options) (*search.Result, error) {
	opts, err := method.WithDefaults(opts)
	if err != nil {
		return nil, err
	}
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	if found == nil || found.Frontier == nil {
		return nil, marked.Errorf(problem.ErrOptions, "the result of the search is nil")
	}
	stateless := opts
	stateless.Checkpoint, stateless.Resume = nil, nil
	methods := methodsFor(p, stateless)
	first, state, err := method.Resumed(opts, found.Frontier, len(methods))
	begun := found.Frontier
	for k := first; k < len(methods); k++ {
		if err != nil || ctx.Err() != nil || found.Status == frontier.StatusComplete {
			break
		}
		opts.Enter(methods[k].Name)
		found, err = methods[k].Improve(ctx, found, method.Keeping(opts, begun, k, state))
		state = nil
	}
	return found, err
}

// Rows is [exact.SolvedRows].
func Rows(p problem.Problem, limits problem.Limits) int {
	if _, provable := method.Provable(p, limits); provable {
		return proof.MaxRows
	}
	return max(symmetric.Rows(p), program.Rows(p, limits))
}

// methodsFor returns the methods for a problem, in the order of their trial.
func methodsFor(p problem.Problem, opts method.Options) []method.Method {
	if m, ok := symmetric.For(p, opts); ok {
		return []method.Method{m}
	}
	dynamic, steps, solvable := program.For(p, opts)
	j, provable := method.Provable(p, opts.Limits)
	prove := func(effort int64) method.Method {
		return method.Method{Name: "proof", Improve: func(ctx context.Context, found *search.Result, opts method.Options) (*search.Result, error) {
			opts.Effort = effort
			return proof.ProveFrom(ctx, j, found.Frontier, opts)
		}}
	}
	switch provable = provable && p.Rows() <= proof.MaxRows; {
	case provable && solvable:
		// The dynamic program is tried before a long proof, and fails if it lacks memory.
		return []method.Method{prove(max(quickProof, steps)), dynamic, prove(opts.Effort)}
	case provable:
		return []method.Method{prove(opts.Effort)}
	case solvable:
		return []method.Method{dynamic}
	default:
		return nil
	}
}

// quickProof is an effort in steps that takes an imperceptible time.
const quickProof = method.DefaultEffort / 15
