package exact

import (
	"crypto/sha256"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// A snapshot of Solve says which frontier it began with and which of its methods is under way, and has the state
// of that method. Of the methods, only proofs of H(Z) and I(Z;Y) have one.
const snapshotMagic = "dibmap proof 2\n"

// identify returns a digest of what the outcome of [Solve] depends on, except for the table, which is part of the
// state of a proof.
func (o Options) identify(f *frontier.Frontier) []byte {
	points, _ := treewalk.Digest(f.All(), f.Problem.N)
	w := newWriter("")
	w.bytes(points[:])
	w.steps(o.Effort)
	w.steps(o.MaxMemory)
	for p := range f.All() {
		w.count(p.Ties)
	}
	digest := sha256.Sum256(w.b)
	return digest[:]
}

// stateless returns the options of a method without checkpoints.
func (o Options) stateless() Options {
	o.Checkpoint, o.Resume = nil, nil
	return o
}

// keeping returns the options for a method of a Solve that began with a frontier. The method goes on from a state,
// and its snapshots become those of Solve.
func (o Options) keeping(begun *frontier.Frontier, method int, state []byte) Options {
	keep := o.Checkpoint
	o.Resume = state
	if keep == nil {
		return o
	}
	id := o.identify(begun)
	o.Checkpoint = func(snapshot func() []byte, last bool) {
		keep(func() []byte {
			state := snapshot()
			w := &writer{make([]byte, 0, len(state)+128)} // which may take much memory
			w.bytes([]byte(snapshotMagic))
			w.bytes(id)
			w.count(method)
			w.bytes(state)
			return w.sealed()
		}, last)
	}
	return o
}

// resumed returns the method with which Solve goes on, of a number of them, and its state. The error wraps
// [search.ErrCheckpoint].
func (o Options) resumed(begun *frontier.Frontier, methods int) (method int, state []byte, err error) {
	if o.Resume == nil || methods == 0 {
		return 0, nil, nil
	}
	r, err := unseal(o.Resume, snapshotMagic, "proof")
	if err == nil {
		r.same(o.identify(begun), "it is of another frontier, effort or memory")
		method = r.count(methods - 1)
		state, err = r.b, r.err
	}
	if err != nil {
		return 0, nil, notResumed(err)
	}
	return method, state, nil
}

// notResumed is the error of a snapshot.
func notResumed(err error) error { return fmt.Errorf("%w: %w", search.ErrCheckpoint, err) }

// origin is what a prover has when it begins with an edge, beside what changes at its end only.
type origin struct{ known, bounds int }

// keep offers the state of the proof.
func (p *prover) keep(last bool) {
	if p.opts.Checkpoint != nil {
		p.opts.Checkpoint(p.snapshot, last)
	}
}

// depart notes the state with which the proof of an edge begins.
func (p *prover) depart() {
	p.origin = origin{len(p.known.clusters), len(p.bounds)}
}

// snapshot returns the state with which the edge under way began, and the journal of that edge.
func (p *prover) snapshot() []byte {
	w := &writer{make([]byte, 0, p.journal.size())}
	w.bytes(p.digest())
	w.word(uint64(p.steps.left))
	w.word(uint64(p.steps.each))
	w.count(p.origin.known)
	for _, c := range p.known.clusters[:p.origin.known] {
		w.word(c.set)
	}
	w.count(p.found.Len())
	for point := range p.found.All() {
		w.count(point.Payload.Ties)
		w.bytes([]byte(point.Payload.Clustering))
	}
	w.count(p.origin.bounds)
	for _, b := range p.bounds[:p.origin.bounds] {
		w.word(math.Float64bits(b.slope))
		w.word(math.Float64bits(b.end)) // may be infinite
		w.floats(b.dual)
	}
	w.count(len(p.proofs))
	for _, made := range p.proofs {
		w.proof(&made)
	}
	p.journal.write(w)
	return w.b
}

func (w *writer) proof(made *proof) {
	w.points(made.points)
	w.flags(made.made.Certified)
	w.steps(made.made.Columns)
	w.steps(made.tried)
	w.count(len(made.dual))
	w.floats(made.dual)
}

// restore takes over the state of a snapshot. The error wraps [search.ErrCheckpoint].
func (p *prover) restore(state []byte) error {
	r := &reader{b: state, what: "proof"}
	r.same(p.digest(), "it is of another table")
	p.steps = allowance{left: int64(r.word()), each: int64(r.word())}
	r.require(p.steps.each > 0, "an edge may take no steps")
	p.known = known{}
	for range r.count(r.left() / 8) {
		if set := r.set(p.n); r.err == nil {
			p.known.add(p.rows, set)
		}
	}
	p.found = archive.New(p.n)
	for range r.count(r.left()) {
		ties := r.count(math.MaxInt32)
		if at, packed := r.clustering(p); r.err == nil {
			p.found.Restore(at, archive.Member{Clustering: packed, Ties: ties})
		}
	}
	p.bounds = nil
	for range r.count(r.left()) {
		slope, end := math.Float64frombits(r.word()), math.Float64frombits(r.word())
		p.bounds = append(p.bounds, r.bound(p, slope, end))
	}
	p.proofs = nil
	for range r.count(r.left()) {
		p.proofs = append(p.proofs, r.proof(p))
	}
	p.journal.read(r, p.n)
	if err := r.done(); err != nil {
		return notResumed(err)
	}
	return nil
}

// bound reads the dual of a bound, for use by a prover.
func (r *reader) bound(p *prover, slope, end float64) bound {
	r.require(slope >= 0 && slope <= 1 && end > 0, "a bound has a slope or an end that no bound has")
	return p.boundOf(slope, end, r.dual(p.rows, slope))
}

// dual reads a dual. Those of proofs are feasible for single rows, and their bounds do not exceed all information by
// far. A proof that began with another one could take very long.
func (r *reader) dual(of *rows, slope float64) []float64 {
	dual := r.floats(of.n)
	r.require(sum(dual) <= of.hy+ProvedTo, "a dual is too large") // so that its bound is at most 2 H(Y)
	for x, u := range dual {
		r.require(u >= of.alone[x]+float64(slope*of.phiW[x])-ProvedTo, "a dual is too small")
	}
	return dual
}

// clustering reads a clustering, with its point as a prover computes it.
func (r *reader) clustering(p *prover) (at problem.Point, packed partition.Packed) {
	packed = partition.Packed(r.bytes(partition.PackedLen(p.n)))
	if r.err != nil {
		return at, packed
	}
	labels := make(partition.Partition, p.n)
	packed.Unpack(labels)
	if r.require(labels.Check() == nil, "a clustering is none"); r.err != nil {
		return at, packed
	}
	return p.evaluators[0].Load(labels), packed
}

// proof reads the proof of an edge, for use by a prover.
func (r *reader) proof(p *prover) proof {
	made := proof{edge: edge{r.points()}}
	r.require(len(made.points) > 1, "an edge has no points")
	certified, columns := r.flag(), r.steps()
	made.tried = r.steps()
	if n := r.count(p.n); n > 0 {
		made.dual = r.floats(n)
	}
	r.require(len(made.dual) == 0 && !certified || len(made.dual) == p.n, "a dual has other rows")
	if certified && r.err == nil {
		made.made = p.certified(dualProblem{edge: made.edge}, made.dual, columns)
	}
	return made
}
