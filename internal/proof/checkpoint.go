package proof

import (
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// origin is the part of the prover's state at the start of an edge that changes before its end.
type origin struct{ known, bounds int }

// keep offers the state of the proof.
func (p *prover) keep(last bool) {
	if p.opts.Checkpoint != nil {
		p.opts.Checkpoint(p.snapshot, last)
	}
}

// snapshot returns the state at the start of the current edge, and the journal of that edge.
func (p *prover) snapshot() []byte {
	w := sealed.NewWriter("", p.journal.Size())
	w.Put(p.Digest())
	w.Word(uint64(p.steps.left))
	w.Word(uint64(p.steps.each))
	w.Count(p.origin.known)
	for _, set := range p.known.Sets()[:p.origin.known] {
		w.Word(set)
	}
	w.Count(p.found.Len())
	for point := range p.found.All() {
		w.Count(point.Payload.Ties)
		w.Put([]byte(point.Payload.Clustering))
	}
	w.Count(p.origin.bounds)
	for _, b := range p.bounds[:p.origin.bounds] {
		w.Word(math.Float64bits(b.slope))
		w.Word(math.Float64bits(b.end)) // may be infinite
		w.Floats(b.dual...)
	}
	w.Count(len(p.proofs))
	for _, made := range p.proofs {
		writeProof(w, &made)
	}
	p.journal.Write(w)
	return w.Bytes()
}

func writeProof(w *sealed.Writer, made *proof) {
	w.Points(made.Points)
	w.Flags(made.entry.Certified)
	w.Steps(made.entry.Columns)
	w.Steps(made.tried)
	w.Steps(made.need)
	w.Count(len(made.dual))
	w.Floats(made.dual...)
}

// restore takes over the state of a snapshot. The error wraps [search.ErrCheckpoint].
func (p *prover) restore(state []byte) error {
	r := sealed.NewReader(state, "it")
	r.Same(p.Digest(), "it is of another table")
	p.steps = allowance{left: int64(r.Word()), each: int64(r.Word())}
	r.Require(p.steps.each > 0, "an edge may take no steps")
	p.known = edge.Known{}
	for range r.Count(r.Left() / 8) {
		if set := r.Set(p.N); r.Err == nil {
			p.known.Add(p.Table, set)
		}
	}
	p.found = archive.New(p.N)
	for range r.Count(r.Left()) {
		ties := r.Count(math.MaxInt32)
		if at, packed := p.readClustering(r); r.Err == nil {
			p.found.Restore(at, archive.Member{Clustering: packed, Ties: ties})
		}
	}
	p.bounds = nil
	for range r.Count(r.Left()) {
		slope, end := math.Float64frombits(r.Word()), math.Float64frombits(r.Word())
		p.bounds = append(p.bounds, p.readBound(r, slope, end))
	}
	p.proofs = nil
	for range r.Count(r.Left()) {
		p.proofs = append(p.proofs, p.readProof(r))
	}
	p.journal.Read(r, p.N)
	if err := r.Done(); err != nil {
		return method.NotResumed(err)
	}
	return nil
}

// readBound reads the dual of a bound.
func (p *prover) readBound(r *sealed.Reader, slope, end float64) bound {
	r.Require(slope >= 0 && slope <= 1 && end > 0, "a bound has a slope or an end that no bound has")
	return p.boundOf(slope, end, p.ReadDual(r, slope))
}

// readClustering reads a clustering, with its point.
func (p *prover) readClustering(r *sealed.Reader) (at problem.Point, packed partition.Packed) {
	labels := make(partition.Partition, p.N)
	if packed = r.Clustering(labels); r.Err != nil {
		return at, packed
	}
	return p.evaluators[0].Load(labels), packed
}

// readProof reads the proof of an edge.
func (p *prover) readProof(r *sealed.Reader) proof {
	made := proof{Edge: edge.Edge{Points: r.Points()}}
	r.Require(len(made.Points) > 1, "an edge has no points")
	certified, columns := r.Flag(), r.Steps()
	made.tried, made.need = r.Steps(), r.Steps()
	if n := r.Count(p.N); n > 0 {
		made.dual = r.Floats(n)
	}
	r.Require(len(made.dual) == 0 && !certified || len(made.dual) == p.N, "a dual has other rows")
	if certified && r.Err == nil {
		made.entry = p.certified(edge.Problem{Edge: made.Edge}, made.dual, columns)
	}
	return made
}
