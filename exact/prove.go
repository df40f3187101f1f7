package exact

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// ProvedTo is the accuracy of a certificate in bits. A proof uses floating point, whose
// rounding errors are far below, but no interval arithmetic.
const ProvedTo = 1e-8

// Prove takes a frontier of the table that a search found, adds the points that are
// missing, and proves that none is missing any more: no clustering is better by more than
// [ProvedTo] bit. The frontier of the result has a certificate. docs/proof.md explains the
// method.
//
// When the context ends, the certificate says which part is proved and bounds the rest,
// and the status says why; so it does when the proof has used up its Effort. If the clusters of an edge of the hull would take more than
// MaxMemory, the edge is left unproved and the status is [frontier.StatusMemory]. The error wraps
// [problem.ErrOptions] if the table has more than [MaxProvedRows] rows or is not that of
// the frontier, or if there are limits.
func Prove(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts Options) (*search.Result, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if j == nil || f == nil {
		return nil, marked.Errorf(problem.ErrOptions, "the table or the frontier is nil")
	}
	_, state, err := opts.resumed(f, 1)
	if err != nil {
		return nil, err
	}
	return prove(ctx, j, f, opts.keeping(f, 0, state))
}

// prove is [Prove] with checkpoints.
func prove(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts Options) (*search.Result, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	p, err := newProver(j, f, opts)
	if err != nil {
		return nil, err
	}
	if opts.Resume != nil {
		if err := p.restore(opts.Resume); err != nil {
			return nil, err
		}
	}
	return p.result(f.Search, p.run(ctx))
}

// result returns the frontier found and its certificate, given the search that the proof began with.
func (p *prover) result(s frontier.Search, status frontier.Status) (*search.Result, error) {
	s.Status = status
	if status == frontier.StatusComplete {
		s.Resolution = 0
	}
	result, err := resultOf(p.problem, p.found, s)
	if err != nil {
		return nil, err
	}
	result.Frontier.Certificate = p.certificate()
	return result, nil
}

const (
	// columnBytes is the memory that a column takes while columns are listed.
	columnBytes = 64
	// What was listed for all edges that are to be tried again may be as much as one part in listedShare of
	// what may be listed for one.
	listedShare = 4
)

// prover is the state of a proof.
type prover struct {
	*rows
	opts       Options
	problem    problem.Additive
	evaluators []problem.Evaluator // one per worker
	found      *archive.Archive
	known      known
	proofs     []proof
	bounds     []bound // of all feasible duals, the latest last
	steps      allowance
	origin     origin   // of the edge under way
	journal    *journal // of the edge under way
}

// proof is an edge with its entry in the certificate, or the reason why it has none.
type proof struct {
	edge
	made frontier.Edge
	// tried is the number of steps that were not enough, or 0; dual is that of the entry, or the one
	// whose columns could not be listed with these steps, or nil. An edge that is neither certified nor
	// tried again takes too much memory.
	tried int64
	dual  []float64
	// listed is what was listed of these columns. It saves time, and does not change the result.
	listed []*notedList
}

// bound is a dual that is feasible for clusterings of entropy up to end.
type bound struct {
	slope, end float64
	dual       []float64
	at0        float64 // H(Y) + sum of the dual
}

// at returns what I(Z;Y) cannot exceed at an entropy.
func (b bound) at(h float64) float64 { return b.at0 + float64(b.slope*h) }

func (p *prover) boundOf(slope, end float64, dual []float64) bound {
	return bound{slope, end, dual, p.atZero(dual)}
}

func newProver(j *joint.Joint, f *frontier.Frontier, opts Options) (*prover, error) {
	l, c := opts.Limits, f.Problem.Constraints
	switch {
	case !l.IsZero() || c.MinMass != 0 || c.MaxClusters != 0 || len(c.CannotLink) > 0 || len(c.Alone) > 0:
		return nil, marked.Errorf(problem.ErrOptions, "a proof is about all clusterings: leave out the limits on clusters, or do without")
	case f.Problem.Kind != "dib":
		return nil, marked.Errorf(problem.ErrOptions, "a proof is about H(Z) and I(Z;Y), kind dib, and the frontier is of kind %s: do without", f.Problem.Kind)
	case f.Problem.Source.SHA256 != j.SHA256():
		return nil, marked.Errorf(problem.ErrOptions, "the frontier is not of this table")
	}
	together, err := linksOf(j, c)
	if err != nil {
		return nil, err
	}
	if n := together.K(); n > MaxProvedRows {
		return nil, marked.Errorf(problem.ErrOptions, "a proof takes up to %d rows, and there are %d: group rare ones before, or do without", MaxProvedRows, n)
	}
	dib, table := linkedRows(j, together)
	p := &prover{
		rows: newRows(table), opts: opts, steps: newAllowance(opts.Effort), problem: dib, found: archive.New(dib.Rows()),
		evaluators: dib.Evaluators(opts.Workers, 0),
	}
	p.journal = newJournal(func() { p.keep(false) })
	for point := range f.All() {
		a := point.Assignment()
		if a == nil {
			return nil, marked.Errorf(problem.ErrOptions, "the frontier has no assignments")
		}
		p.begin(archive.Placed(dib, a), point.Ties)
	}
	// The proof needs these two, or points that are as good.
	p.begin(make(partition.Partition, p.n), 0)
	p.begin(partition.Identity(p.n), 0)
	for _, slope := range []float64{0, 1} {
		p.bounds = append(p.bounds, p.boundOf(slope, math.Inf(1), p.trivial(slope)))
	}
	return p, nil
}

// edges returns the parts of the frontier found.
func (p *prover) edges() []edge { return edgesOf(slices.Collect(p.found.Points())) }

// proofOf returns the proof of an edge, or nil.
func (p *prover) proofOf(e edge) *proof {
	for k := range p.proofs {
		if slices.Equal(p.proofs[k].points, e.points) {
			return &p.proofs[k]
		}
	}
	return nil
}

// begin offers a clustering to begin with.
func (p *prover) begin(f partition.Partition, ties int) {
	if offer(p.found, p.evaluators[0], f, ties) {
		p.known.take(p.rows, f)
	}
}

// run proves the edges of the hull, from the highest entropy down, until every edge
// has a proof or was given up. An edge where points are found is proved again.
func (p *prover) run(ctx context.Context) frontier.Status {
	for {
		edges := p.edges()
		p.report(edges)
		open := p.next(edges)
		over := open == nil || p.hopeless(edges)
		p.depart()
		p.keep(over)
		if over {
			return p.status(edges)
		}
		if err := p.attempt(ctx, *open); err != nil {
			p.keep(true)
			return resources.Cut(ctx)
		}
		p.journal.clear()
	}
}

// hopeless reports whether the steps that are left will probably not be enough. It judges while each edge has had the
// same share: neither of the first two edges, the easiest ones, is proved, or the edges that failed are expected to
// need more steps than remain.
func (p *prover) hopeless(edges []edge) bool {
	if p.opts.Effort == 0 || p.steps.each != newAllowance(p.opts.Effort).each {
		return false
	}
	var failed, proved int64
	for _, e := range edges {
		switch made := p.proofOf(e); {
		case made == nil:
		case made.made.Certified:
			proved++
		case made.tried > 0:
			failed++
		}
	}
	return proved == 0 && failed > 1 || failed*expectedSteps*p.steps.each > p.steps.left
}

// report reports which share of the entropies is proved.
func (p *prover) report(edges []edge) {
	var proved float64
	for _, e := range edges {
		if made := p.proofOf(e); made != nil && made.made.Certified {
			proved += e.last().H - e.first().H
		}
	}
	if len(edges) > 0 {
		proved /= edges[0].last().H
	}
	p.opts.report(p.found.Len(), proved)
}

// next returns the edge to prove next, or nil.
func (p *prover) next(edges []edge) *edge {
	for {
		k := slices.IndexFunc(edges, func(e edge) bool {
			made := p.proofOf(e)
			return made == nil || made.tried > 0 && made.tried < p.steps.each
		})
		if k >= 0 {
			return &edges[k]
		}
		if !p.short(edges) || !p.steps.raise() {
			return nil
		}
	}
}

// short tells whether some edges need more steps.
func (p *prover) short(edges []edge) bool {
	return slices.ContainsFunc(edges, func(e edge) bool { return p.proofOf(e).tried > 0 })
}

// status returns the status of a proof that has come to its end.
func (p *prover) status(edges []edge) frontier.Status {
	switch {
	case p.short(edges):
		return frontier.StatusEffort
	case slices.ContainsFunc(edges, func(e edge) bool { return !p.proofOf(e).made.Certified }):
		return frontier.StatusMemory
	default:
		return frontier.StatusComplete
	}
}
