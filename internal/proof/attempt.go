package proof

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// attempt tries to prove an edge within the steps that it is allowed. The error is the context's.
func (p *prover) attempt(ctx context.Context, e edge.Edge) error {
	problem := edge.Problem{Edge: e, Most: p.opts.MaxMemory / columnBytes, Journal: p.journal}
	var charged int64 // for an earlier try, of which nearly all is used again
	switch before := p.proofOf(e); {
	case before != nil && before.dual != nil:
		problem.Start, problem.Centred = before.dual, true
		charged = before.tried
		if before.listed != nil {
			p.journal.Lists, before.listed = before.listed, nil
		}
	case len(p.bounds) == 2: // this is the first edge
		problem.Start = p.TrivialDual(e.Slope())
	default:
		problem.Start = p.bounds[len(p.bounds)-1].dual // of the edge before
	}
	problem.Meter = p.steps.meter(charged)
	dual, err := p.prove(ctx, problem)
	if err != nil && !errors.Is(err, edge.ErrSteps) {
		return err
	}
	p.steps.charge(problem.Meter, charged)
	if err != nil {
		again := proof{Edge: e, tried: max(problem.Meter.Spent(), charged), need: problem.Meter.Need(), dual: dual}
		if dual != nil {
			again.listed = p.journal.Of(dual, p.room())
		} else {
			again.need = max(again.need, 2*again.need) // it is far from a list; twice math.MaxInt64 is negative
		}
		p.settle(again)
	}
	return nil
}

// room returns how many more columns may be kept for edges that are to be tried again.
func (p *prover) room() int64 {
	room := p.opts.MaxMemory / columnBytes / listedShare
	for _, made := range p.proofs {
		for _, l := range made.listed {
			room -= l.Columns()
		}
	}
	return room
}

// settle notes the proof of an edge.
func (p *prover) settle(made proof) {
	if before := p.proofOf(made.Edge); before != nil {
		*before = made
		return
	}
	p.proofs = append(p.proofs, made)
}

// prove proves an edge, or finds points that are missing there, and returns the last dual, or nil if it
// was not centred. The error is the context's, or edge.ErrSteps.
func (p *prover) prove(ctx context.Context, problem edge.Problem) ([]float64, error) {
	dual, all, err := p.SolveDual(ctx, problem, &p.known, p.opts.Workers)
	finite := all.Feasible && p.note(problem.Edge, dual)
	switch {
	case err != nil:
		return dual, err
	case finite && !all.Many:
		if p.opts.Checkpoint == nil {
			p.journal.Lists = p.journal.Of(dual, p.room()) // or else they may take much memory
		}
		return dual, p.certify(ctx, problem, dual, all.Columns)
	case problem.Meter.Limited(): // whether too many columns or the steps end a listing depends on the workers
		return dual, problem.Meter.Exhaust()
	default:
		p.settle(proof{Edge: problem.Edge})
		return dual, nil
	}
}

// bound notes a bound of an edge, and returns its dual. The error is the context's, or edge.ErrSteps.
func (p *prover) bound(ctx context.Context, problem edge.Problem) (dual []float64, err error) {
	problem.Unlisted = true
	dual, _, err = p.SolveDual(ctx, problem, &p.known, p.opts.Workers)
	if err == nil {
		p.note(problem.Edge, dual)
	}
	return dual, err
}

// note records the bound of an edge's feasible dual, and reports whether the dual is finite. The barrier keeps it
// finite. If it did not, the dual would pass for a proof, because no comparison with NaN holds.
func (p *prover) note(e edge.Edge, dual []float64) (finite bool) {
	b := p.boundOf(e.Slope(), e.Last().H, dual)
	finite = !math.IsNaN(b.at0) && !math.IsInf(b.at0, 0)
	if last := p.bounds[len(p.bounds)-1]; finite && !(last.end == b.end && slices.Equal(last.dual, dual)) {
		p.bounds = append(p.bounds, b)
	}
	return finite
}

// certify proves an edge by a feasible dual and all columns within its budget, or finds points that
// are missing there. The error is the context's, or edge.ErrSteps.
func (p *prover) certify(ctx context.Context, problem edge.Problem, dual []float64, listed []edge.Column) error {
	found, err := p.Better(ctx, problem, dual, listed, &p.known, p.opts.Workers, p.opts.MaxMemory)
	switch {
	case errors.Is(err, edge.ErrMemory):
		return p.tooMany(problem)
	case err != nil || p.adopt(found):
		return err
	}
	p.settle(proof{Edge: problem.Edge, entry: p.certified(problem, dual, int64(len(listed))), dual: dual})
	return nil
}

// certified returns the entry of a proved edge in a certificate, with the number of its columns.
func (p *prover) certified(problem edge.Problem, dual []float64, columns int64) frontier.Edge {
	made := p.describe(problem.Edge, p.boundOf(problem.Slope(), problem.Last().H, dual))
	made.Certified, made.Budget, made.Columns = true, problem.Largest(p.Table, dual), columns
	return made
}

// tooMany gives an edge up that has too many clusters for the memory. With a limit on effort it counts as an edge
// that needs more steps, because the limit that a listing meets first depends on the workers.
func (p *prover) tooMany(problem edge.Problem) error {
	if p.opts.Effort > 0 {
		return problem.Meter.Exhaust()
	}
	p.settle(proof{Edge: problem.Edge})
	return nil
}

// adopt offers clusterings of listed columns, and reports whether the frontier lacked any of them.
func (p *prover) adopt(found []edge.Found) (better bool) {
	for _, c := range found {
		if p.found.Compare(problem.Point{H: c.H, I: p.Hy + c.I + pareto.Tolerance}) != pareto.Optimal {
			continue
		}
		f := method.ClusteringOf(c.Sets, p.N)
		if method.Offer(p.found, p.evaluators[0], f, 0) {
			p.known.Take(p.Table, f)
			better = true
		}
	}
	return better
}

const (
	// An edge is first tried with firstShare of the steps of the whole proof, or with firstSteps if there is no
	// limit, so that the other edges are proved despite a hard one. When all are tried, the unproved ones are tried
	// again with moreSteps times the steps, which are all steps of the proof.
	firstShare = 1. / 16
	firstSteps = 1 << 32
	moreSteps  = 16
)

// allowance decides how many steps an edge may take.
type allowance struct {
	left int64 // of the whole proof; math.MaxInt64 if there is no limit
	each int64 // for an edge
}

func newAllowance(effort int64) allowance {
	if effort == 0 {
		return allowance{math.MaxInt64, firstSteps}
	}
	return allowance{effort, max(1, int64(float64(effort)*firstShare))}
}

// meter returns a meter for the next edge, given the steps that were charged for it before.
func (a *allowance) meter(charged int64) *edge.Meter {
	return edge.NewMeter(charged + min(a.each-charged, a.left))
}

// charge subtracts the steps of an edge, except those charged before, from the remaining steps. An edge that
// exceeded its allowance counts with all of it.
func (a *allowance) charge(m *edge.Meter, charged int64) {
	if a.left < math.MaxInt64 { // or else there is no limit
		a.left -= max(m.Spent()-charged, 0)
	}
}

// raise allows an edge more steps.
func (a *allowance) raise() {
	if a.each > math.MaxInt64/moreSteps {
		a.each = math.MaxInt64
	} else {
		a.each *= moreSteps
	}
}
