// Package solve answers questions about problems: by the search or the dynamic program that package way chooses, and by
// an exact method after a search, which it chooses itself: the proof, a dynamic program, or the proof for two variables
// grouped alike.
package solve

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/internal/symmetric"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Find is [exact.Find].
func Find(ctx context.Context, p problem.Problem, by search.Options, opts method.Options) (*search.Result, error) {
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	opts.Limits, opts.PerK = by.Limits, by.PerK
	of := Way(p, by, opts)
	if by.PerK && of.Program() && p.Traits().LogK {
		of = way.Walk // which says why not
	}
	switch of {
	case way.Runs:
		return program.Intervals(ctx, p, opts.Order, opts)
	case way.Sets:
		return program.Subsets(ctx, p, opts)
	case way.Line:
		return program.Line(ctx, p, opts)
	default:
		return search.Map(ctx, p, by)
	}
}

// Way returns the search or the dynamic program of [Find].
func Way(p problem.Problem, by search.Options, opts method.Options) way.Way {
	return way.Question{
		Problem: p, Limits: by.Limits, Open: by.Method == search.Auto && !(by.Epsilon > 0), All: math.IsInf(by.Epsilon, 1),
		Ordered: opts.Order != "", Sets: opts.Sets, PerK: by.PerK,
	}.Way()
}

// Solve tries the methods of methodsFor in their order until the frontier is complete or the effort is spent. See
// [exact.Solve].
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
	if l := begun.Layers(); err == nil && l != nil && found.Frontier.Layers() == nil {
		layered := *found
		layered.Frontier, err = found.Frontier.WithLayers(*l)
		return &layered, err
	}
	return found, err
}

// Rows is [exact.SolvedRows].
func Rows(p problem.Problem, limits problem.Limits) int {
	if resources.CheckProblem(p) != nil || limits.Second != nil {
		return 0
	}
	if _, provable := method.Provable(p, limits); provable {
		return proof.MaxRows
	}
	return max(symmetric.Rows(p), program.Rows(p, limits))
}

// methodsFor returns the methods for a problem, in the order of their trial. None of them knows a limit on what clusters
// tell about a second variable.
func methodsFor(p problem.Problem, opts method.Options) []method.Method {
	if opts.Limits.Second != nil {
		return nil
	}
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

const (
	// againRows is the number of rows up to which a dynamic program over all sets of rows solves a problem again.
	againRows = 16
	// enumeratedRows is the number of rows up to which all clusterings are gone through if
	// the problem is not additive.
	enumeratedRows = 10
	// againEffort is the effort in steps to solve a problem again. It is at least the default effort of every
	// version.
	againEffort = 3_000_000_000
)

// Again finds a frontier again by the method that its search names. The result is nil if that is not possible or too
// much work.
func Again(ctx context.Context, p problem.Problem, claim frontier.Search, limits problem.Limits, workers int) (*search.Result, error) {
	opts := method.Options{Workers: workers, Limits: limits}
	t := p.Traits()
	additive := t.Cluster != nil
	switch {
	case additive && claim.Order != "":
		return program.Intervals(ctx, p, method.Order(claim.Order), opts)
	case additive && claim.Method == "line" && t.Line != nil:
		return program.Line(ctx, p, opts)
	case additive && p.Rows() <= againRows:
		return program.Subsets(ctx, p, opts)
	case !additive && claim.Order == "" && p.Rows() <= enumeratedRows:
		return search.Map(ctx, p, search.Options{Epsilon: math.Inf(1), Workers: workers, Limits: limits})
	case claim.Order == "" && p.Rows() <= Rows(p, limits): // within an effort
		found, err := search.Map(ctx, p, search.Options{Workers: workers, Limits: limits})
		if err != nil {
			return nil, err
		}
		opts.Effort = againEffort
		return Solve(ctx, p, found, opts)
	}
	return nil, nil
}
