// Package proof proves that a frontier of H(Z) and I(Z;Y) is complete. It has package edge prove one edge of the hull
// after the other, from the highest entropy down, adds the points that are missing, and writes the certificate. A proof
// can be interrupted ([Prove], checkpoint.go) and divided among machines ([Division]).
package proof

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// The largest number of rows that a proof takes, and its accuracy in bits.
const (
	MaxRows  = edge.MaxRows
	ProvedTo = edge.ProvedTo
)

// Prove is [exact.Prove].
func Prove(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts method.Options) (*search.Result, error) {
	opts, err := method.WithDefaults(opts)
	if err != nil {
		return nil, err
	}
	if j == nil || f == nil {
		return nil, marked.Errorf(problem.ErrOptions, "the table or the frontier is nil")
	}
	_, state, err := method.Resumed(opts, f, 1)
	if err != nil {
		return nil, err
	}
	return ProveFrom(ctx, j, f, method.Keeping(opts, f, 0, state))
}

// ProveFrom is [Prove] with Options.Checkpoint and Options.Resume for the state of the proof alone.
func ProveFrom(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts method.Options) (*search.Result, error) {
	opts, err := method.WithDefaults(opts)
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
	result, err := method.ResultOf(p.problem, p.found, s)
	if err != nil {
		return nil, err
	}
	result.Frontier.Certificate = p.certificate()
	return result, nil
}

const (
	// columnBytes is the memory that a column takes while columns are listed.
	columnBytes = 64
	// The columns kept for all edges that will be tried again may take 1/listedShare of the columns allowed for one
	// edge.
	listedShare = 4
)

// prover is the state of a proof.
type prover struct {
	*edge.Table
	opts       method.Options
	problem    problem.Problem
	evaluators []problem.Evaluator // one per worker
	found      *archive.Archive
	known      edge.Known
	proofs     []proof
	bounds     []bound // of all feasible duals, the latest last
	steps      allowance
	origin     origin        // of the edge under way
	journal    *edge.Journal // of the edge under way
}

// proof is an edge with its entry in the certificate, or the reason why it has none.
type proof struct {
	edge.Edge
	entry frontier.Edge
	// tried is the number of steps that did not suffice, and need the number that is expected to, or 0. dual is the dual
	// of the entry, or the last one whose columns were to be listed with these steps, or nil. An edge that is neither
	// certified nor tried again takes too much memory.
	tried, need int64
	dual        []float64
	// listed holds the columns that were listed. It saves time, and does not change the result.
	listed []*edge.NotedList
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
	return bound{slope, end, dual, p.AtZero(dual)}
}

func newProver(j *joint.Joint, f *frontier.Frontier, opts method.Options) (*prover, error) {
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
	if n := together.K(); n > edge.MaxRows {
		return nil, marked.Errorf(problem.ErrOptions, "a proof takes up to %d rows, and there are %d: group rare ones before, or do without", edge.MaxRows, n)
	}
	dib, table := linkedRows(j, together)
	p := &prover{
		Table: edge.NewTable(table), opts: opts, steps: newAllowance(opts.Effort), problem: dib, found: archive.New(dib.Rows()),
		evaluators: dib.Evaluators(opts.Workers, 0),
	}
	p.journal = edge.NewJournal(func() { p.keep(false) })
	for point := range f.All() {
		a := point.Assignment()
		if a == nil {
			return nil, marked.Errorf(problem.ErrOptions, "the frontier has no assignments")
		}
		p.begin(archive.Placed(dib, a), point.Ties)
	}
	// The proof needs these two, or points that are as good.
	p.begin(make(partition.Partition, p.N), 0)
	p.begin(partition.Identity(p.N), 0)
	for _, slope := range []float64{0, 1} {
		p.bounds = append(p.bounds, p.boundOf(slope, math.Inf(1), p.TrivialDual(slope)))
	}
	return p, nil
}

// edges returns the parts of the frontier found.
func (p *prover) edges() []edge.Edge { return edge.Of(slices.Collect(p.found.Points())) }

// proofOf returns the proof of an edge, or nil.
func (p *prover) proofOf(e edge.Edge) *proof {
	for k := range p.proofs {
		if slices.Equal(p.proofs[k].Points, e.Points) {
			return &p.proofs[k]
		}
	}
	return nil
}

// begin offers a clustering to begin with.
func (p *prover) begin(f partition.Partition, ties int) {
	if method.Offer(p.found, p.evaluators[0], f, ties) {
		p.known.Take(p.Table, f)
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
		p.origin = origin{len(p.known.Sets()), len(p.bounds)}
		p.keep(over)
		if over {
			return p.status(edges)
		}
		if err := p.attempt(ctx, *open); err != nil {
			p.keep(true)
			return resources.Cut(ctx)
		}
		p.journal.Clear()
	}
}

// hopeless reports whether the steps that are left will probably not be enough. It judges while each edge has had the
// same share: none of the first edges, the easiest ones, is proved, and two need far more than their share, or the
// edges that failed are expected to need more steps than remain.
func (p *prover) hopeless(edges []edge.Edge) bool {
	if p.opts.Effort == 0 || p.steps.each != newAllowance(p.opts.Effort).each {
		return false
	}
	failed, proved, more := 0, 0, 0.0
	for _, e := range edges {
		switch made := p.proofOf(e); {
		case made == nil:
		case made.entry.Certified:
			proved++
		case made.need > 0:
			if made.need >= edge.NeedMore*p.steps.each {
				failed++
			}
			more += float64(made.need - made.tried)
		}
	}
	return proved == 0 && failed > 1 || more > float64(p.steps.left)
}

// report reports which share of the entropies is proved.
func (p *prover) report(edges []edge.Edge) {
	var proved float64
	for _, e := range edges {
		if made := p.proofOf(e); made != nil && made.entry.Certified {
			proved += e.Last().H - e.First().H
		}
	}
	if len(edges) > 0 {
		proved /= edges[0].Last().H
	}
	method.Report(p.opts, p.found.Len(), proved)
}

// next returns the edge to prove next, or nil.
func (p *prover) next(edges []edge.Edge) *edge.Edge {
	for {
		again := false // whether to try some edge again
		k := slices.IndexFunc(edges, func(e edge.Edge) bool {
			made := p.proofOf(e)
			if made == nil {
				return true
			}
			worth := made.need > 0 && made.need-made.tried <= p.steps.left
			again = again || worth
			return worth && made.need <= p.steps.each
		})
		if k >= 0 {
			return &edges[k]
		}
		if !again {
			return nil
		}
		p.steps.raise()
	}
}

// short reports whether any edges need more steps.
func (p *prover) short(edges []edge.Edge) bool {
	return slices.ContainsFunc(edges, func(e edge.Edge) bool { return p.proofOf(e).need > 0 })
}

// status returns the status of a proof that has come to its end.
func (p *prover) status(edges []edge.Edge) frontier.Status {
	switch {
	case p.short(edges):
		return frontier.StatusEffort
	case slices.ContainsFunc(edges, func(e edge.Edge) bool { return !p.proofOf(e).entry.Certified }):
		return frontier.StatusMemory
	default:
		return frontier.StatusComplete
	}
}
