package symmetric

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// pairWalk goes through the clusterings that continue a part, for one goroutine.
type pairWalk struct {
	*pairTable
	leaders
	most   int // the largest number of clusters
	known  *archive.Archive
	gauge  *limiter.Gauge
	result *pairResult
	ctx    context.Context
	left   int64               // nodes until the walk gives up
	rest   [2][]float64        // of the rows from every one on, their mass as first and as second input
	slack  float64             // more than the rounding errors of a point
	labels partition.Partition // of the rows that are placed
	sets   []uint64            // of every cluster, its rows
	inputs [2][]float64        // of every cluster, its mass as first and as second input
	pairSums
	// The blocks of clusters a and b at a n + b, and their cells, m for each.
	weightOf, cellsOf []phiOf
	saved             []savedCell
}

// pairSums are sums over the rows that are placed: the number of clusters, and phi over the cells
// and over the blocks.
type pairSums struct {
	k             int
	cells, blocks float64
}

// phiOf is a mass with its phi.
type phiOf struct{ mass, phi float64 }

// savedCell is what a cell was before it was changed.
type savedCell struct {
	at  *phiOf
	was phiOf
}

// part is a clustering of the first rows.
type part []uint8

// pairResult is what a walk found: the clusterings that are on the frontier, as far as it knows, and what it took.
type pairResult struct {
	found *archive.Archive
	nodes int64 // clusterings of the first rows that were looked at
	steps int64 // of Options.Effort
	whole bool  // the walk did not give up
}

// The steps that it takes to look at a clustering of some rows, to change a cell of a block or a
// block, and to compare strings for one permutation.
const (
	lookSteps = 64
	cellSteps = 5
	waitSteps = 8
)

func newPairWalk(s *symmetric) *pairWalk {
	n := s.n
	w := &pairWalk{
		pairTable: s.pairTable, leaders: leaders{group: s.group}, most: s.most, known: s.known,
		gauge: limiter.NewGauge(s.limits, 1), labels: make(partition.Partition, n), sets: make([]uint64, n),
		weightOf: make([]phiOf, n*n), cellsOf: make([]phiOf, n*n*s.m),
		slack: 1e-12 + float64(float64(n*n*(s.m+1))*7e-15),
	}
	for side := range w.inputs {
		w.inputs[side], w.rest[side] = make([]float64, n), make([]float64, n+1)
		for x := n - 1; x >= 0; x-- {
			w.rest[side][x] = w.rest[side][x+1] + s.masses[side][x]
		}
	}
	return w
}

// walkBytes returns about how much memory a walk takes.
func (s *symmetric) walkBytes() int64 {
	return 16*int64(s.n*s.n*(s.m+1)) + 32*int64(len(s.group)) + 1<<16
}

// children returns the parts of one more row that continue a part.
func (w *pairWalk) children(p part) []part {
	t := len(p)
	var all []part
	w.start(context.Background(), p, math.MaxInt64)
	w.each(t, func() {
		next := make(part, t+1)
		for x := range next {
			next[x] = uint8(w.labels[x])
		}
		all = append(all, next)
	})
	w.stop()
	return all
}

// walk goes through the clusterings that continue a part. It gives up after a number of steps, or
// when the context ends.
func (w *pairWalk) walk(ctx context.Context, p part, left int64) *pairResult {
	w.start(ctx, p, left)
	w.extend(len(p))
	w.stop()
	return w.result
}

// start places the rows of a part.
func (w *pairWalk) start(ctx context.Context, p part, left int64) {
	w.ctx, w.left = ctx, left
	w.result = &pairResult{found: archive.New(w.n), whole: true}
	w.begin(w.n)
	for t, c := range p {
		w.labels[t] = int(c)
		w.follow(w.labels, t)
		w.place(t, int(c))
	}
}

// stop removes the rows of a part.
func (w *pairWalk) stop() {
	w.remove(0, 0, 0)
	w.pairSums = pairSums{}
	clear(w.sets)
	for side := range w.inputs {
		clear(w.inputs[side])
	}
}

// extend goes through the clusterings of the rows from t on.
func (w *pairWalk) extend(t int) {
	if t == w.n {
		w.offer()
		return
	}
	w.each(t, func() { w.extend(t + 1) })
}

// each places row t in every cluster, and calls do if the clustering of the rows up to t is to be continued.
func (w *pairWalk) each(t int, do func()) {
	before, waiting := w.pairSums, w.mark()
	saved := len(w.saved)
	for c := range min(before.k+1, w.most) {
		w.result.nodes++
		w.result.steps += w.steps[t]
		if w.result.steps > w.left || w.result.nodes&(1<<12-1) == 0 && w.ctx.Err() != nil {
			w.result.whole = false
		}
		if !w.result.whole {
			return
		}
		w.labels[t] = c
		w.place(t, c)
		if !w.hopeless(t + 1) {
			w.result.steps += int64(waitSteps * len(w.waiting[t]))
			if w.follow(w.labels, t) {
				do()
			}
		}
		w.remove(t, c, saved)
		w.pairSums = before
		w.reset(waiting)
	}
}

// hopeless reports whether no continuation of the clustering of the first t rows is on the frontier. The
// information is largest with the other rows alone (the data processing inequality). H(Z1) and H(Z2) are least with
// these rows in the heaviest cluster. H(Z1,Z2) is at least their sum without I(X1;X2), and at least the entropy of
// the most uneven blocks.
func (w *pairWalk) hopeless(t int) bool {
	i := w.hy + (w.cells - w.blocks) + w.alone[t]
	for _, set := range w.sets[:w.k] {
		i += w.apart[t][set]
	}
	var h [2]float64
	for side, masses := range w.inputs {
		var heaviest float64
		for _, mass := range masses[:w.k] {
			heaviest = max(heaviest, mass)
		}
		h[side] = w.phiOf(heaviest) - w.phiOf(heaviest+w.rest[side][t])
		for _, mass := range masses[:w.k] {
			h[side] -= w.phiOf(mass)
		}
	}
	least := h[0] + h[1] - w.shared
	if w.shared > w.slack {
		least = max(least, w.concentrated())
	}
	return w.dominated(float64(least/2)-w.slack, i+w.slack)
}

// concentrated returns the entropy of the blocks if all mass that is in none is in the heaviest.
func (w *pairWalk) concentrated() float64 {
	heaviest, rest := 0.0, w.rest[0][0]
	for a := range w.k {
		for _, b := range w.weightOf[a*w.n : a*w.n+w.k] {
			heaviest = max(heaviest, b.mass)
			rest -= b.mass
		}
	}
	return w.phiOf(heaviest) - w.phiOf(heaviest+rest) - w.blocks
}

// dominated reports whether a known clustering dominates a point.
func (w *pairWalk) dominated(h, i float64) bool {
	return w.known.Dominates(h, i) || w.result.found.Dominates(h, i)
}

// offer offers the clustering of all rows.
func (w *pairWalk) offer() {
	at := problem.Point{H: (0 - w.blocks) / 2, I: w.hy + (w.cells - w.blocks)}
	if !w.dominated(at.H, at.I) && w.gauge.Load(w.labels) == 0 {
		others := len(w.group)/w.same - 1 // of its orbit
		w.result.found.Offer(at, partition.Pack(w.labels), others)
	}
}

// place puts row t into cluster c.
func (w *pairWalk) place(t, c int) {
	w.k = max(w.k, c+1)
	for x := range t {
		b := w.labels[x]
		w.lay(&w.table[t*w.n+x], c*w.n+b)
		w.lay(&w.table[x*w.n+t], b*w.n+c)
	}
	w.lay(&w.table[t*w.n+t], c*w.n+c)
	w.sets[c] |= 1 << t
	for side := range w.inputs {
		w.inputs[side][c] += w.masses[side][t]
	}
}

// remove takes row t out of cluster c and restores the cells. The caller restores the sums.
func (w *pairWalk) remove(t, c, saved int) {
	for k := len(w.saved) - 1; k >= saved; k-- {
		*w.saved[k].at = w.saved[k].was
	}
	w.saved = w.saved[:saved]
	w.sets[c] &^= 1 << t
	for side := range w.inputs {
		w.inputs[side][c] -= w.masses[side][t]
	}
}

// lay adds the cells of two rows to the block of two clusters.
func (w *pairWalk) lay(b *pairBlock, block int) {
	if b.weight == 0 {
		return
	}
	w.blocks += w.add(&w.weightOf[block], b.weight)
	cells := w.cellsOf[block*w.m : (block+1)*w.m]
	for k, y := range b.columns {
		w.cells += w.add(&cells[y], b.masses[k])
	}
}

// add adds a mass and returns the change of phi.
func (w *pairWalk) add(to *phiOf, mass float64) float64 {
	was := *to
	w.saved = append(w.saved, savedCell{to, was})
	mass += was.mass
	*to = phiOf{mass, w.phiOf(mass)}
	return to.phi - was.phi
}
