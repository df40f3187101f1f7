package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// walk explores the neighbourhoods of clusterings, first in, first out in each queue, in two steps per clustering. A
// worker expands it: it computes the neighbours and keeps those that survive against the current frontier. Then the walk
// commits it: it offers and queues these neighbours one by one, in order.
//
// The frontier only rises, so a neighbour that does not survive now would not survive later. Workers may therefore
// expand a batch ahead, with the same result as a single worker.
type walk struct {
	of   problem.Problem
	rule rule
	levels
	found *archive.Archive // the first
	stats Stats
	// queues hold the clusterings that wait, in the first queue those whose turn is next (see queueOf). A clustering gets
	// into it if it raises the frontier by little bits of h. If little is 0, all do.
	queues  [grades][]node
	little  float64
	settled int64 // clusterings committed under this rule
	// marks holds the clusterings that were taken. crowds counts, for every point or cell, the clusterings taken there
	// under this rule, without the first one on the frontier.
	marks  keyed.Map[keyed.Hash, mark]
	stage  uint8 // number of rules so far
	crowds keyed.Map[crowd, uint8]

	budget     int64   // of evaluations, 0 for none
	surcharge  int64   // evaluations that count in addition to Stats.Evaluated
	most       float64 // bytes for each point of mostPoints at which a round has used its effort up
	memory     int64   // bytes for queues, frontier, marks and crowds
	mostPoints int     // of all levels, 0 for any number
	workers    []*expander
	steps      *stepper
	rest       leftover
	err        error // a clustering has no valid point, which ends the walk
	// maxNeighbours and minParallelRows have the values of the constants of these names (minParallelRows less for slow
	// problems). Tests set others.
	maxNeighbours, minParallelRows int
}

// leftover holds expansions, some of them partial, that were not committed because the walk ended.
type leftover struct {
	nodes      []node
	expansions []expansion
}

// node is a clustering that waits to be expanded.
type node struct {
	clustering partition.Packed
	place
}

// mark is the last stage in which a clustering was taken, and whether its point was offered to the frontier, so that no
// clustering counts as a tie twice.
type mark struct {
	stage   uint8
	offered bool
}

// crowd is a point or a cell of a level, as a key.
type crowd [2]uint64

// crowdAt returns the key of a point. Two points of equal h at different levels share a key with a probability of about
// 2^-64.
func (r *rule) crowdAt(p place) crowd {
	h, i := math.Float64bits(p.H)+1, math.Float64bits(p.I)
	if r.cell > 0 {
		h, i = uint64(int64(math.Floor(p.H/r.cell)))+1, uint64(int64(math.Floor(p.I/r.cell)))
	}
	return crowd{h, i + uint64(p.level)*0x9e3779b97f4a7c15}
}

const (
	// maxCrowd is the number of clusterings of exactly the same point that are expanded, and roundCrowd the number in an
	// epsilon round. The others are counted but not queued. Tables with equal rows have astronomically many clusterings of
	// the same point, with similar neighbourhoods. A symmetric table has one for each element of its group, with the same
	// neighbourhoods.
	maxCrowd   = 16
	roundCrowd = 4
)

// crowd returns the number of clusterings of a point, or of a cell in a sweep, that are expanded.
func (r *rule) crowd() uint8 {
	switch {
	case r.cell > 0:
		return 1
	case r.lift > 0:
		return roundCrowd
	default:
		return maxCrowd
	}
}

// crowded reports whether a round leaves out a clustering because enough others near it were taken. It does not leave
// out non-dominated clusterings, which are points or ties. Crowds only grow, so workers can check this ahead.
func (w *walk) crowded(p place) bool {
	if w.rule.lift == 0 {
		return false
	}
	n, _ := w.crowds.Get(w.rule.crowdAt(p))
	return n >= w.rule.crowd() && w.archives[p.level].Compare(p.Point) == pareto.Dominated
}

const (
	// batchPerWorker is the number of clusterings that a worker expands ahead of the commits. A larger number keeps it
	// busy. A smaller number wastes less time on clusterings that earlier commits of the batch rule out.
	batchPerWorker = 16
	// With fewer rows than minParallelRows, expanding a clustering is faster than passing it to a worker. The time to
	// expand grows with the square of the number of rows and with the slowness of the problem.
	minParallelRows = 40
	// maxBatchNeighbours bounds the neighbours that a batch may hold at once.
	maxBatchNeighbours = 1 << 21
)

func newWalk(p problem.Problem, opts Options, limits *limiter.Limiter) *walk {
	w := &walk{
		of:     p,
		memory: opts.MaxMemory / 4, mostPoints: opts.MaxPoints,
		steps: newStepper(p.Rows()), maxNeighbours: maxNeighbours,
		minParallelRows: int(minParallelRows / math.Sqrt(max(1, p.Traits().Slowness))),
	}
	w.keep(newLevels(p.Rows(), 0, false, opts.PerK))
	pair := int64(1)
	if opts.Method == Merge {
		pair = hopeless
	}
	keys := keyed.RowKeys(p.Rows())
	for _, e := range p.Evaluators(opts.Workers, min(opts.MaxMemory/4, rememberedBytes)) {
		w.workers = append(w.workers, newExpander(w, e, keys, limiter.NewGauge(limits, pair)))
	}
	if opts.Method == Auto && p.Rows() > seededRows {
		if finest := w.workers[0].evaluator.Load(partition.Identity(p.Rows())); finest.Valid() {
			w.little = finest.H * littleShare
		}
	}
	return w
}

// keep sets the levels, before anything is found.
func (w *walk) keep(l levels) { w.levels, w.found = l, l.archives[0] }

// begin starts a stage: nothing is queued, and nothing counts as taken.
func (w *walk) begin(r rule) {
	w.rule = r
	w.queues = [grades][]node{}
	w.settled = 0
	w.stage++
	w.crowds = keyed.Map[crowd, uint8]{}
}

// start takes a clustering from which the walk starts.
func (w *walk) start(f partition.Packed) {
	w.stats.Evaluated++
	switch at := w.workers[0].load(f); {
	case !at.Valid():
		w.fail(f)
	case w.follows(at.level) && !w.wasTaken(at.hash):
		w.take(node{f, at})
	}
}

// restart takes the clusterings of the frontiers of all levels.
func (w *walk) restart() {
	for _, a := range w.archives {
		for p := range a.All() {
			w.start(p.Payload.Clustering)
		}
	}
}

// ending says why a walk ended.
type ending int

const (
	exhausted ending = iota // nothing is left in the queue
	spent                   // the budget is used up
	full                    // the memory is
	cut                     // the context ended
	failed                  // a clustering has no valid point
)

// run explores until the queue is empty, the budget or the memory is used up, or the context ends. It calls between
// before every batch, and can be called again to continue.
func (w *walk) run(ctx context.Context, between func()) ending {
	size := 1
	if n, rows := len(w.workers), w.found.Rows(); n > 1 && rows >= w.minParallelRows {
		size = max(n, min(batchPerWorker*n, maxBatchNeighbours/(rows*rows)))
	}
	for w.err == nil && w.waiting() {
		between()
		batch := slices.Clone(w.queues[0][:min(size, len(w.queues[0]))])
		expansions := w.expand(ctx, batch)
		for k, e := range expansions {
			w.rest = leftover{batch[k:], expansions[k:]}
			switch {
			case !e.complete || ctx.Err() != nil: // committing a batch can take a second
				return cut
			case w.budget > 0 && w.stats.Evaluated+w.surcharge >= w.budget, w.rule.lift > 0 && w.beyond(w.most):
				return spent
			case w.over() && w.rule.lift > 0:
				return full
			}
			w.queues[0][0] = node{} // for the garbage collector
			w.queues[0] = w.queues[0][1:]
			if changed := w.commit(batch[k], e); changed || w.err != nil {
				break // the batch was cut from another queue
			}
		}
	}
	w.rest = leftover{}
	if w.err != nil {
		return failed
	}
	return exhausted
}

// salvage offers the neighbours that were computed and not committed. The walk cannot continue after it.
func (w *walk) salvage() {
	for k, e := range w.rest.expansions {
		for _, n := range e.neighbours {
			if int(n.level) < w.each && n.Valid() && w.archives[n.level].Compare(n.Point) == pareto.Optimal {
				w.archives[n.level].Offer(n.Point, w.steps.take(w.rest.nodes[k].clustering, n.step), 0)
			}
		}
	}
}

// expand expands the clusterings of a batch, all against the current frontier. If the context ends, some of the
// expansions are not complete.
func (w *walk) expand(ctx context.Context, batch []node) []expansion {
	expansions := make([]expansion, len(batch))
	_ = pool.Each(ctx, len(w.workers), len(batch), func(worker, k int) error {
		expansions[k] = w.workers[worker].expand(ctx, batch[k])
		return nil
	})
	return expansions
}

// commit takes the neighbours of a clustering if it still survives, and reports whether it changed the rest of the
// queue to make room.
func (w *walk) commit(parent node, e expansion) (changed bool) {
	w.settled++
	if !w.rule.survives(w.archives[parent.level], parent.place) {
		return false
	}
	if e.evaluated > 0 { // one cluster has no merges
		w.stats.Expanded++
	}
	w.stats.Evaluated += e.evaluated
	if w.rule.newcomers && w.pointsLimit() {
		near := min(float64(w.points())/float64(w.mostPoints)*manyPoints, 1)
		w.surcharge += int64(float64(e.evaluated) * (newcomerCost - 1) * near * near)
	}
	for _, n := range e.neighbours {
		if w.wasTaken(n.hash) || !w.rule.admits(w.archives[n.level], n.place) || w.crowded(n.place) {
			continue
		}
		f := w.steps.take(parent.clustering, n.step)
		if !n.Valid() {
			w.fail(f)
			break
		}
		w.take(node{f, n.place})
		changed = w.makeRoom() || changed
	}
	return changed
}

// fail ends the walk because of the point of a clustering. Only committed clusterings can fail, so that the error does
// not depend on the number of workers.
func (w *walk) fail(f partition.Packed) {
	labels := make(partition.Partition, w.found.Rows())
	f.Unpack(labels)
	if _, w.err = problem.Load(w.of, w.workers[0].evaluator, labels); w.err == nil {
		w.err = fmt.Errorf("as a neighbour, the clustering %v has no point that is made of numbers below %d in size, but has one when it is loaded: the evaluator is inconsistent", labels, problem.MaxPoint)
	}
}

// wasTaken reports whether a clustering was taken in this stage.
func (w *walk) wasTaken(hash keyed.Hash) bool {
	m, ok := w.marks.Get(hash)
	return ok && m.stage == w.stage
}

// take offers a clustering that was not taken in this stage, and queues it unless its point is crowded.
func (w *walk) take(n node) {
	queue := w.queueOf(n.place)
	if w.rule.newcomers {
		// The point of a clustering that was taken is not new, so marks are not needed.
		if w.offer(n.place, n.clustering) == pareto.Optimal {
			*queue = append(*queue, n)
		}
		return
	}
	m := w.marks.At(n.hash)
	m.stage = w.stage
	relation := pareto.Dominated
	if !m.offered {
		relation = w.offer(n.place, n.clustering)
		m.offered = relation != pareto.Dominated
	}
	if relation != pareto.Optimal { // a new point has no crowd yet
		crowd := w.crowds.At(w.rule.crowdAt(n.place))
		if *crowd >= w.rule.crowd() {
			return
		}
		*crowd++
	}
	*queue = append(*queue, n)
}

const (
	// The first queue has the clusterings that raise the frontier by more than littleShare of the largest h, each further
	// one those that raise it by more than a quarter of the limit before, and the last one the others. Most of these are
	// dominated when their turn comes, so that the frontier rises sooner, above all if the table is almost symmetric.
	littleShare = 1.0 / 512
	grades      = 5
	// laterAtATime is the number of clusterings that move to the first queue together. It does not depend on the workers.
	laterAtATime = 64
)

// queueOf returns the queue for a clustering that was not offered yet. A clustering raises the frontier by more than
// d bits of h if the frontier does not dominate it after h was raised by d. A round has a single queue, because it
// follows clusterings below the frontier.
func (w *walk) queueOf(p place) *[]node {
	grade, little := 0, w.little
	for little > 0 && w.rule.lift == 0 && grade < grades-1 && w.archives[p.level].Dominates(p.H+little, p.I) {
		grade, little = grade+1, little/4
	}
	return &w.queues[grade]
}

// waiting fills the first queue if it is empty, and reports whether anything is in it.
func (w *walk) waiting() bool {
	for grade, from := range w.queues {
		if n := min(laterAtATime, len(from)); grade > 0 && n > 0 && len(w.queues[0]) == 0 {
			w.queues[0] = slices.Clone(from[:n])
			clear(from[:n]) // for the garbage collector
			w.queues[grade] = from[n:]
		}
	}
	return len(w.queues[0]) > 0
}

// queued returns the number of clusterings that wait.
func (w *walk) queued() (n int) {
	for _, queue := range w.queues {
		n += len(queue)
	}
	return n
}
