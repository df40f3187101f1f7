package exact

import (
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

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
	p.origin = origin{len(p.known.sets()), len(p.bounds)}
}

// snapshot returns the state with which the edge under way began, and the journal of that edge.
func (p *prover) snapshot() []byte {
	w := newWriter("", p.journal.size())
	w.bytes(p.digest())
	w.word(uint64(p.steps.left))
	w.word(uint64(p.steps.each))
	w.count(p.origin.known)
	for _, set := range p.known.sets()[:p.origin.known] {
		w.word(set)
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
		writeProof(w, &made)
	}
	p.journal.write(w)
	return w.all()
}

func writeProof(w *writer, made *proof) {
	w.points(made.points)
	w.flags(made.made.Certified)
	w.steps(made.made.Columns)
	w.steps(made.tried)
	w.count(len(made.dual))
	w.floats(made.dual)
}

// restore takes over the state of a snapshot. The error wraps [search.ErrCheckpoint].
func (p *prover) restore(state []byte) error {
	r := newReader(state, "proof")
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
		if at, packed := p.readClustering(r); r.err == nil {
			p.found.Restore(at, archive.Member{Clustering: packed, Ties: ties})
		}
	}
	p.bounds = nil
	for range r.count(r.left()) {
		slope, end := math.Float64frombits(r.word()), math.Float64frombits(r.word())
		p.bounds = append(p.bounds, p.readBound(r, slope, end))
	}
	p.proofs = nil
	for range r.count(r.left()) {
		p.proofs = append(p.proofs, p.readProof(r))
	}
	p.journal.read(r, p.n)
	if err := r.done(); err != nil {
		return notResumed(err)
	}
	return nil
}

// readBound reads the dual of a bound.
func (p *prover) readBound(r *reader, slope, end float64) bound {
	r.require(slope >= 0 && slope <= 1 && end > 0, "a bound has a slope or an end that no bound has")
	return p.boundOf(slope, end, p.readDual(r, slope))
}

// readClustering reads a clustering, with its point.
func (p *prover) readClustering(r *reader) (at problem.Point, packed partition.Packed) {
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

// readProof reads the proof of an edge.
func (p *prover) readProof(r *reader) proof {
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
