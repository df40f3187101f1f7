package search

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// walk explores the neighbourhoods of clusterings, first in, first out, in two steps per
// clustering. A worker expands it: it computes the neighbours and keeps those that survive
// against the current frontier. Then the walk commits it: it offers and queues these
// neighbours one by one, in order.
//
// The frontier only rises, so a neighbour that does not survive now would not survive later.
// Workers may therefore expand a batch ahead, with the same result as a single worker.
type walk struct {
	rule rule
	levels
	found   *archive.Archive // the first level's
	stats   Stats
	queue   []node
	settled int64 // clusterings committed under this rule
	// marks holds the clusterings that were taken. crowds counts, for every point or cell, the
	// clusterings taken there under this rule, without the first one on the frontier.
	marks  keyed.Map[keyed.Hash, mark]
	stage  uint8 // number of rules so far
	crowds keyed.Map[crowd, uint8]

	budget     int64 // of evaluations, 0 for none
	memory     int64 // bytes for queue, frontier, marks and crowds
	mostPoints int   // of all levels, 0 for any number
	workers    []*expander
	steps      *stepper
	rest       leftover
	err        error // that a clustering has no valid point, which ends the walk
	// maxNeighbours and minParallelRows have the values of the constants of these names
	// (minParallelRows less for slow problems); tests set others.
	maxNeighbours, minParallelRows int
}

// leftover holds expansions, some of them partial, that were not committed because the walk
// ended.
type leftover struct {
	nodes      []node
	expansions []expansion
}

// node is a clustering that waits to be expanded.
type node struct {
	clustering partition.Packed
	place
}

// mark is the last stage in which a clustering was taken, and whether its point was offered
// to the frontier, so that no clustering counts as a tie twice.
type mark struct {
	stage   uint8
	offered bool
}

// crowd is a point or a cell of a level, as a key.
type crowd [2]uint64

// crowdAt returns the key of a point. Two points of equal h at different levels share a key
// with a probability of about 2^-64.
func (r *rule) crowdAt(p place) crowd {
	h, i := math.Float64bits(p.H)+1, math.Float64bits(p.I)
	if r.cell > 0 {
		h, i = uint64(int64(math.Floor(p.H/r.cell)))+1, uint64(int64(math.Floor(p.I/r.cell)))
	}
	return crowd{h, i + uint64(p.level)*0x9e3779b97f4a7c15}
}

const (
	// maxCrowd is the number of clusterings of exactly the same point that are expanded, and
	// roundCrowd that in an epsilon round. Tables with equal rows have astronomically many,
	// with similar neighbourhoods; the others are counted but not queued. A symmetric table has
	// as many as its group has elements, with the same neighbourhoods.
	maxCrowd   = 16
	roundCrowd = 4
)

// crowd returns the number of clusterings that are expanded of a point, or of a cell in a
// sweep.
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

// crowded tells whether a clustering is left out of a round because enough others near it were
// taken. Those that are not dominated are not: they are points or ties. Crowds only grow, so
// workers can tell it ahead.
func (w *walk) crowded(p place) bool {
	if w.rule.lift == 0 {
		return false
	}
	n, _ := w.crowds.Get(w.rule.crowdAt(p))
	return n >= w.rule.crowd() && w.archives[p.level].Compare(p.Point) == pareto.Dominated
}

// batchPerWorker is the number of clusterings that a worker expands ahead of the commits.
// More of them keep it busy; fewer waste less time on clusterings that earlier commits of the
// batch rule out.
const batchPerWorker = 16

// minParallelRows: with fewer rows, expanding a clustering is faster than handing it to a
// worker. The time to expand grows with the square of the number of rows and with the slowness
// of the problem.
const minParallelRows = 40

// maxBatchNeighbours bounds the neighbours that a batch may hold at once.
const maxBatchNeighbours = 1 << 21

func newWalk(p problem.Problem, opts Options, limits *limiter.Limiter) *walk {
	w := &walk{
		memory: opts.MaxMemory / 4, mostPoints: opts.MaxPoints,
		steps: newStepper(p.Rows()), maxNeighbours: maxNeighbours,
		minParallelRows: int(minParallelRows / math.Sqrt(slownessOf(p))),
	}
	w.keep(newLevels(p.Rows(), 0, false))
	pair := int64(1)
	if opts.Method == Merge {
		pair = hopeless
	}
	keys := keyed.RowKeys(p.Rows())
	for _, e := range p.Evaluators(opts.Workers, opts.MaxMemory/4) {
		w.workers = append(w.workers, newExpander(w, e, keys, limiter.NewGauge(limits, pair)))
	}
	return w
}

// keep sets the levels, before anything is found.
func (w *walk) keep(l levels) { w.levels, w.found = l, l.archives[0] }

// begin starts a stage: nothing is queued, and nothing counts as taken.
func (w *walk) begin(r rule) {
	w.rule = r
	w.queue = nil
	w.settled = 0
	w.stage++
	w.crowds = keyed.Map[crowd, uint8]{}
}

// start takes a clustering that is no neighbour of another.
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

// run explores until the queue is empty, the budget or the memory is used up, or the context
// ends. It calls between before every batch, and can be called again to continue.
func (w *walk) run(ctx context.Context, between func()) ending {
	size := 1
	if n, rows := len(w.workers), w.found.Rows(); n > 1 && rows >= w.minParallelRows {
		size = max(n, min(batchPerWorker*n, maxBatchNeighbours/(rows*rows)))
	}
	for w.err == nil && len(w.queue) > 0 {
		between()
		batch := slices.Clone(w.queue[:min(size, len(w.queue))])
		expansions := w.expand(ctx, batch)
		for k, e := range expansions {
			w.rest = leftover{batch[k:], expansions[k:]}
			switch {
			case !e.complete || ctx.Err() != nil: // to commit a batch can take a second
				return cut
			case w.budget > 0 && w.stats.Evaluated >= w.budget:
				return spent
			case w.over() && w.rule.lift > 0:
				return full
			}
			w.queue[0] = node{} // for the garbage collector
			w.queue = w.queue[1:]
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

// salvage offers the neighbours that were computed and not committed. The walk cannot
// continue after it.
func (w *walk) salvage() {
	for k, e := range w.rest.expansions {
		for _, n := range e.neighbours {
			if n.level == 0 && n.Valid() && w.found.Compare(n.Point) == pareto.Optimal {
				w.found.Offer(n.Point, w.steps.take(w.rest.nodes[k].clustering, n.step), 0)
			}
		}
	}
}

// expand expands the clusterings of a batch, all against the current frontier.
func (w *walk) expand(ctx context.Context, batch []node) []expansion {
	expansions := make([]expansion, len(batch))
	if len(batch) == 1 {
		expansions[0] = w.workers[0].expand(ctx, batch[0])
		return expansions
	}
	var (
		next atomic.Int64
		wait sync.WaitGroup
	)
	work := func(x *expander) {
		for k := int(next.Add(1)) - 1; k < len(batch); k = int(next.Add(1)) - 1 {
			expansions[k] = x.expand(ctx, batch[k])
		}
	}
	for _, x := range w.workers[1:] {
		wait.Go(func() { work(x) })
	}
	work(w.workers[0])
	wait.Wait()
	return expansions
}

// commit takes the neighbours of a clustering if it still survives, and tells whether it
// changed the rest of the queue to make room.
func (w *walk) commit(parent node, e expansion) (changed bool) {
	w.settled++
	if !w.rule.survives(w.archives[parent.level], parent.place) {
		return false
	}
	if e.evaluated > 0 { // one cluster has no merges
		w.stats.Expanded++
	}
	w.stats.Evaluated += e.evaluated
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

// fail ends the walk because of the point of a clustering. Only what is committed can fail,
// so that the error does not depend on what workers compute ahead.
func (w *walk) fail(f partition.Packed) {
	labels := make(partition.Partition, w.found.Rows())
	f.Unpack(labels)
	if _, w.err = problem.Load(w.workers[0].evaluator, labels); w.err == nil {
		w.err = fmt.Errorf("as a neighbour, the clustering %v has no point that is made of numbers below %d in size, but has one when it is loaded: the evaluator is inconsistent", labels, problem.MaxPoint)
	}
}

// wasTaken tells whether a clustering was taken in this stage.
func (w *walk) wasTaken(hash keyed.Hash) bool {
	m, ok := w.marks.Get(hash)
	return ok && m.stage == w.stage
}

// take offers a clustering that was not taken in this stage, and queues it unless its point
// is crowded.
func (w *walk) take(n node) {
	if w.rule.newcomers {
		// A clustering that was taken is no newcomer, so marks are not needed.
		if w.offer(n.place, n.clustering) == pareto.Optimal {
			w.queue = append(w.queue, n)
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
	if relation != pareto.Optimal { // a new point is no crowd yet
		crowd := w.crowds.At(w.rule.crowdAt(n.place))
		if *crowd >= w.rule.crowd() {
			return
		}
		*crowd++
	}
	w.queue = append(w.queue, n)
}

// The estimated bytes of an entry of a map, and of a clustering with its point without the
// string. They are the same on every machine, because the result depends on them.
const (
	entryBytes = 64
	nodeBytes  = 112
)

// bytes returns about how much memory the walk takes.
func (w *walk) bytes() int64 {
	nodes := int64(len(w.queue) + w.points())
	return nodes*(nodeBytes+int64(partition.PackedLen(w.found.Rows()))) + entryBytes*int64(w.marks.Len()+w.crowds.Len())
}

// over reports whether the walk takes more memory than it may, or has found more points.
func (w *walk) over() bool {
	return w.bytes() > w.memory || w.mostPoints > 0 && w.points() > w.mostPoints
}

// makeRoom frees memory if the walk takes too much, except in epsilon rounds, which end then.
// At first it forgets which clusterings were taken, and removes those below the frontier from
// the queue; from then on a clustering is followed only if it is a new point. If that is not
// enough, it thins the frontier: it makes the cells on which points are compared wider until
// half of the points are left, and only these are explored.
func (w *walk) makeRoom() (changed bool) {
	for w.over() && w.rule.lift == 0 {
		if w.rule.newcomers {
			if w.points() <= minThinned {
				break
			}
			for goal := w.points() / 2; w.points() > goal; {
				w.coarsen()
			}
		}
		w.rule = rule{moves: w.rule.moves, newcomers: true}
		w.marks, w.crowds = keyed.Map[keyed.Hash, mark]{}, keyed.Map[crowd, uint8]{}
		w.queue = slices.DeleteFunc(w.queue, func(n node) bool { return !w.archives[n.level].Holds(n.Point, n.clustering) })
		changed = true
	}
	return changed
}

// minThinned is the number of points that are kept however much memory they take.
const minThinned = 64
