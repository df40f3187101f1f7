package exact

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// ProvedTo is the accuracy of a certificate in bits. The proof is made in
// floating point: its rounding is far below, but it is not interval arithmetic.
const ProvedTo = 1e-8

// Prove takes a frontier of the table that a search found, finds what it lacks,
// and proves that then it is complete: no clustering is better by more than
// [ProvedTo] bit. The result's frontier has a certificate.
//
// For every edge of the frontier's hull, from the highest entropy down, the dual
// of a set-partitioning problem bounds what clusterings can reach; the clusters
// that a better one could have are listed; and all clusterings of these are
// looked at. docs/proof.md has the argument. What is found joins the frontier,
// and the edge is gone over again, until nothing is.
//
// When the context ends the certificate says what part is proved, and bounds the
// rest; the status says why. Edges that would take more than MaxMemory are left
// open: then it is frontier.StatusMemory. The error wraps [problem.ErrOptions] if the table has
// more than 64 rows or is not that of the frontier, or if there are limits or linked
// rows.
func Prove(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts Options) (*search.Result, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	p, err := newProver(j, f, opts)
	if err != nil {
		return nil, err
	}
	status := frontier.StatusComplete
	for {
		edges := p.edges()
		open := slices.IndexFunc(edges, func(e edge) bool { return p.proofOf(e) == nil })
		p.observe(edges, open)
		if open < 0 {
			if slices.ContainsFunc(edges, func(e edge) bool { return !p.proofOf(e).certified }) {
				status = frontier.StatusMemory
			}
			break
		}
		if err := p.prove(ctx, edges[open]); err != nil {
			status = resources.Cut(ctx)
			break
		}
	}
	result, err := p.result(f.Search, status)
	if err != nil {
		return nil, err
	}
	result.Frontier.Certificate = p.certificate()
	return result, nil
}

// columnBytes is what a column takes while clusterings are looked at.
const columnBytes = 256

// prover is the state of a proof.
type prover struct {
	*rows
	opts       Options
	problem    problem.Additive
	evaluators []problem.Evaluator // one a worker
	found      *archive.Archive
	stats      search.Stats
	known      known
	proofs     []proof
	bounds     []bound // duals that are feasible, the latest last
}

// proof is that of an edge; or it says that the edge is given up, because its
// clusters would take too much memory.
type proof struct {
	edge
	certified bool
	bound
	budget  float64
	columns int64
}

// bound is a dual that is feasible for clusterings of entropy up to end.
type bound struct {
	slope, end float64
	dual       []float64
	at0        float64 // H(Y) + sum of the dual
}

// at returns what I cannot exceed at an entropy.
func (b bound) at(h float64) float64 { return b.at0 + float64(b.slope*h) }

func (p *prover) boundOf(slope, end float64, dual []float64) bound {
	return bound{slope, end, dual, p.hy + sum(dual)}
}

func newProver(j *joint.Joint, f *frontier.Frontier, opts Options) (*prover, error) {
	l, c := opts.Limits, f.Problem.Constraints
	switch n := j.Rows(); {
	case l.MinMass != 0 || l.MaxClusters != 0 || len(l.Apart) > 0 || !c.IsZero():
		return nil, fmt.Errorf("%w: a proof is about all clusterings: leave out the limits on clusters and the linked rows, or do without", problem.ErrOptions)
	case f.Problem.Kind != "dib":
		return nil, fmt.Errorf("%w: a proof is about H(Z) and I(Z;Y), kind dib, and the frontier is of kind %s: do without", problem.ErrOptions, f.Problem.Kind)
	case n > MaxProvedRows:
		return nil, fmt.Errorf("%w: a proof takes up to %d rows, and there are %d: group rare ones before, or do without", problem.ErrOptions, MaxProvedRows, n)
	case f.Problem.Source.SHA256 != j.SHA256():
		return nil, fmt.Errorf("%w: the frontier is not of this table", problem.ErrOptions)
	}
	dib := problem.DIB(j)
	p := &prover{
		rows: newRows(j), opts: opts, problem: dib, found: archive.New(j.Rows()),
		evaluators: dib.Evaluators(opts.Workers, 0),
		stats:      search.Stats{Evaluated: f.Search.Evaluated, Expanded: f.Search.Expanded},
	}
	back := partition.Ranks(p.order)
	for point := range f.All() {
		a := point.Assignment()
		if a == nil {
			return nil, fmt.Errorf("%w: the frontier has no assignments", problem.ErrOptions)
		}
		p.begin(a.Reorder(back), point.Ties)
	}
	// These, or what ties with them or beats them, are points of every frontier, and
	// the argument needs them.
	p.begin(make(partition.Partition, p.n), 0)
	p.begin(partition.Identity(p.n), 0)
	for _, slope := range []float64{0, 1} {
		p.bounds = append(p.bounds, p.boundOf(slope, math.Inf(1), p.trivial(slope)))
	}
	return p, nil
}

// begin offers a clustering to begin with, if it is a point.
func (p *prover) begin(f partition.Partition, ties int) {
	if offer(p.found, p.evaluators[0], f, ties) {
		p.remember(f)
	}
}

// remember has the clusters of a clustering known.
func (p *prover) remember(f partition.Partition) {
	for _, set := range bitsOf(f) {
		p.known.add(p.rows, set)
	}
}

// bitsOf returns the clusters as bit masks.
func bitsOf(f partition.Partition) []uint64 {
	sets := make([]uint64, f.K())
	for x, c := range f {
		sets[c] |= 1 << x
	}
	return sets
}

func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}

// edge is one of the hull: the points of the frontier from one end to the other.
type edge struct{ points []problem.Point }

func (e edge) first() problem.Point { return e.points[0] }
func (e edge) last() problem.Point  { return e.points[len(e.points)-1] }

func (e edge) slope() float64 {
	a, b := e.first(), e.last()
	return min((b.I-a.I)/(b.H-a.H), 1)
}

// depth returns the distance in i from the hull down to the lowest corner of the
// staircase.
func (e edge) depth() float64 {
	b := budgetOf(e.points, e.slope(), e.first().I-float64(e.slope()*e.first().H))
	return b.largest()
}

// edges returns those of the hull, from the highest entropy down.
func (p *prover) edges() []edge {
	points := slices.Collect(p.found.Points())
	hull := pareto.Hull(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I })
	var edges []edge
	for k := len(hull) - 1; k > 0; k-- {
		edges = append(edges, edge{points[hull[k-1] : hull[k]+1]})
	}
	return edges
}

// proofOf returns the proof of an edge, if there is one.
func (p *prover) proofOf(e edge) *proof {
	for k := range p.proofs {
		if slices.Equal(p.proofs[k].points, e.points) {
			return &p.proofs[k]
		}
	}
	return nil
}

// prove proves an edge, or finds points that the frontier lacks there. The error
// is the context's.
func (p *prover) prove(ctx context.Context, e edge) error {
	start := p.bounds[len(p.bounds)-1].dual // that of the edge before
	if len(p.bounds) == 2 {                 // there was none
		start = p.trivial(e.slope())
	}
	problem := dualProblem{edge: e, start: start, most: p.opts.MaxMemory / columnBytes}
	dual, all, err := p.solveDual(ctx, problem, &p.known, p.opts.Workers)
	if err != nil {
		return err
	}
	b := p.boundOf(e.slope(), e.last().H, dual)
	// The barrier sees to it that the dual is finite; another would pass for a proof,
	// since nothing is less than it.
	finite := !math.IsNaN(b.at0) && !math.IsInf(b.at0, 0)
	if finite {
		p.bounds = append(p.bounds, b)
	}
	if !finite || !all.whole {
		p.proofs = append(p.proofs, proof{edge: e})
		return nil
	}
	most, allowed := problem.budget(p.rows, dual)
	columns, others, err := p.sift(ctx, problem, dual, all.columns, siftFrom, &p.known, p.opts.Workers)
	if err != nil {
		return err
	}
	better, err := p.search(ctx, newCovers(p.rows, columns, allowed, others), b)
	if err != nil || better {
		return err
	}
	p.proofs = append(p.proofs, proof{edge: e, certified: true, bound: b, budget: most.largest(), columns: int64(len(all.columns))})
	return nil
}

// search looks at all clusterings of listed columns, offers those that the
// frontier lacks, and tells whether there were any.
func (p *prover) search(ctx context.Context, all *covers, b bound) (better bool, err error) {
	type improvement struct {
		at         problem.Point
		clustering partition.Packed
	}
	var (
		lock  sync.Mutex
		lacks []improvement
	)
	err = all.all(ctx, p.opts.Workers, func(worker int, clusters []uint64, rc float64) {
		var at problem.Point
		for _, set := range clusters {
			at.H -= p.phi.At(over(p.weight, set))
		}
		at.I = b.at(at.H) - rc + pareto.Tolerance
		if p.found.Compare(at) != pareto.Optimal {
			return // as most are
		}
		f := p.partition(clusters)
		if at = p.evaluators[worker].Load(f); p.found.Compare(at) == pareto.Optimal {
			lock.Lock()
			defer lock.Unlock()
			lacks = append(lacks, improvement{at, partition.Pack(f)})
		}
	})
	slices.SortFunc(lacks, func(a, b improvement) int { return cmp.Compare(a.clustering, b.clustering) })
	f := make(partition.Partition, p.n)
	for _, l := range lacks {
		p.found.Offer(l.at, l.clustering, 0)
		l.clustering.Unpack(f)
		p.remember(f)
	}
	return len(lacks) > 0, err
}

// partition returns the clustering of given clusters.
func (p *prover) partition(clusters []uint64) partition.Partition {
	f := make(partition.Partition, p.n)
	for c, set := range clusters {
		for x := range f {
			if set>>x&1 == 1 {
				f[x] = c
			}
		}
	}
	f.Renumber(make([]int, p.n))
	return f
}

func (p *prover) observe(edges []edge, open int) {
	done := 1.0
	if open >= 0 {
		done = 1 - edges[open].last().H/edges[0].last().H
	}
	observe(p.opts, p.found.Len(), done)
}

// result makes the frontier of what was found, with the record of the search that
// it began with.
func (p *prover) result(s frontier.Search, status frontier.Status) (*search.Result, error) {
	if status == frontier.StatusComplete {
		s.Resolution = 0
	}
	return resultOf(p.problem, p.found, p.stats, status, s)
}
