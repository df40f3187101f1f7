package exact

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// attempt tries to prove an edge within the steps that it is allowed. The error is the
// context's.
func (p *prover) attempt(ctx context.Context, e edge) error {
	problem := dualProblem{edge: e, most: p.opts.MaxMemory / columnBytes, journal: p.journal}
	var charged int64 // for an earlier try, of which nearly all is used again
	switch before := p.proofOf(e); {
	case before != nil && before.dual != nil:
		problem.start, problem.centred = before.dual, true
		charged = before.tried
		if before.listed != nil {
			p.journal.lists, before.listed = before.listed, nil
		}
	case len(p.bounds) == 2: // this is the first edge
		problem.start = p.trivial(e.slope())
	default:
		problem.start = p.bounds[len(p.bounds)-1].dual // of the edge before
	}
	problem.meter = p.steps.meter(charged)
	dual, err := p.prove(ctx, problem)
	if err != nil && !errors.Is(err, errSteps) {
		return err
	}
	p.steps.charge(problem.meter, charged)
	if err != nil {
		again := proof{edge: e, tried: p.steps.each, dual: dual}
		if dual != nil {
			again.listed = p.journal.of(dual, p.room())
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
			room -= l.columns()
		}
	}
	return room
}

// settle notes the proof of an edge.
func (p *prover) settle(made proof) {
	if before := p.proofOf(made.edge); before != nil {
		*before = made
		return
	}
	p.proofs = append(p.proofs, made)
}

// prove proves an edge, or finds points that are missing there, and returns the last dual, or nil if it
// was not centred. The error is the context's, or errSteps.
func (p *prover) prove(ctx context.Context, problem dualProblem) ([]float64, error) {
	for bounded := p.boundFirst(problem); ; bounded = true {
		if bounded {
			dual, err := p.bound(ctx, problem)
			if err != nil {
				return dual, err
			}
			problem.start, problem.centred = dual, true
		}
		dual, all, err := p.solveDual(ctx, problem, &p.known, p.opts.Workers)
		switch {
		case err != nil:
			return dual, err
		case all.feasible && p.note(problem.edge, dual):
			if p.opts.Checkpoint == nil {
				p.journal.lists = p.journal.of(dual, p.room()) // or else they may take much memory
			}
			return dual, p.certify(ctx, problem, dual, all.columns)
		case problem.meter.limit < math.MaxInt64: // too many columns; whether these or the steps end a listing depends on the workers
			return dual, problem.meter.exhaust()
		case bounded:
			p.settle(proof{edge: problem.edge})
			return dual, nil
		}
		problem.start, problem.centred = dual, true // its columns may be few once it is feasible
	}
}

// boundFirst tells whether an edge is to have a feasible dual, and so a bound, before its columns are
// listed: if that is quick beside the listing, or if the steps may not be enough for the listing.
func (p *prover) boundFirst(problem dualProblem) bool {
	if p.opts.Effort > 0 && problem.centred {
		return true
	}
	nearest, columns := math.Inf(1), int64(0) // of the edges above
	for _, made := range p.proofs {
		if h := made.first().H; made.made.Certified && h >= problem.last().H && h < nearest {
			nearest, columns = h, made.made.Columns
		}
	}
	return columns > manyColumns
}

// bound notes a bound of an edge, and returns its dual. The error is the context's, or errSteps.
func (p *prover) bound(ctx context.Context, problem dualProblem) (dual []float64, err error) {
	problem.unlisted = true
	dual, _, err = p.solveDual(ctx, problem, &p.known, p.opts.Workers)
	if err == nil {
		p.note(problem.edge, dual)
	}
	return dual, err
}

// note notes the bound of an edge's feasible dual, and tells whether the dual is finite. The
// barrier keeps it so. If it did not, the dual would pass for a proof, because no comparison
// with NaN holds.
func (p *prover) note(e edge, dual []float64) (finite bool) {
	b := p.boundOf(e.slope(), e.last().H, dual)
	finite = !math.IsNaN(b.at0) && !math.IsInf(b.at0, 0)
	if last := p.bounds[len(p.bounds)-1]; finite && !(last.end == b.end && slices.Equal(last.dual, dual)) {
		p.bounds = append(p.bounds, b)
	}
	return finite
}

// certify proves an edge by a feasible dual and all columns within its budget, or finds points that
// are missing there. The error is the context's, or errSteps.
func (p *prover) certify(ctx context.Context, problem dualProblem, dual []float64, listed []column) error {
	e := problem.edge
	_, allowed := problem.budget(p.rows, dual)
	columns, others, err := p.sift(ctx, problem, dual, listed, siftFrom, &p.known)
	if err != nil {
		return err
	}
	if int64(len(columns)) > p.opts.MaxMemory/pieceBytes {
		return p.tooMany(problem)
	}
	cover := query{slope: e.slope(), dual: dual, budget: allowed, limit: p.opts.MaxMemory / groupingBytes, meter: problem.meter}
	better, err := p.search(ctx, newCovers(p.rows, cover, columns, others))
	if errors.Is(err, errMemory) {
		return p.tooMany(problem)
	}
	if err != nil || better {
		return err
	}
	p.settle(proof{edge: e, made: p.certified(problem, dual, int64(len(listed))), dual: dual})
	return nil
}

// certified returns the entry of a proved edge in a certificate, with the number of its columns.
func (p *prover) certified(problem dualProblem, dual []float64, columns int64) frontier.Edge {
	most, _ := problem.budget(p.rows, dual)
	made := p.describe(problem.edge, p.boundOf(problem.slope(), problem.last().H, dual))
	made.Certified, made.Budget, made.Columns = true, most.largest(), columns
	return made
}

// tooMany gives an edge up that has too many clusters for the memory. With a limit on effort it
// counts as one that needs more steps: which limit a listing meets first depends on the workers.
func (p *prover) tooMany(problem dualProblem) error {
	if p.opts.Effort > 0 {
		return problem.meter.exhaust()
	}
	p.settle(proof{edge: problem.edge})
	return nil
}

// search looks for clusterings of listed columns that the frontier lacks, offers them, and tells
// whether there are any. The error is the context's, errSteps or errMemory.
func (p *prover) search(ctx context.Context, all *covers) (better bool, err error) {
	found, err := all.run(ctx, p.opts.Workers)
	if err != nil {
		return false, err
	}
	for _, c := range found {
		if p.found.Compare(problem.Point{H: c.h, I: p.hy + c.i + pareto.Tolerance}) != pareto.Optimal {
			continue
		}
		f := clusteringOf(c.sets, p.n)
		if offer(p.found, p.evaluators[0], f, 0) {
			p.remember(f)
			better = true
		}
	}
	return better, nil
}
