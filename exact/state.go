package exact

import (
	"crypto/sha256"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/trace"
	"github.com/dibmap/dibmap/search"
)

// A snapshot of Solve says which frontier it began with and which of its methods is under way, and has the state
// of that method. Of the methods, only proofs of H(Z) and I(Z;Y) have one.
const snapshotMagic = "dibmap proof 2\n"

// identify returns a digest of what the outcome of [Solve] depends on, except for the table, which is part of the
// state of a proof.
func (o Options) identify(f *frontier.Frontier) []byte {
	points, _ := trace.Of(f.All(), f.Problem.N)
	w := newWriter("", 0)
	w.bytes(points[:])
	w.steps(o.Effort)
	w.steps(o.MaxMemory)
	for p := range f.All() {
		w.count(p.Ties)
	}
	digest := sha256.Sum256(w.all())
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
			w := newWriter(snapshotMagic, len(snapshotMagic)+len(state)+128) // which may take much memory
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
		state, err = r.rest(), r.err
	}
	if err != nil {
		return 0, nil, notResumed(err)
	}
	return method, state, nil
}

// notResumed is the error of a snapshot.
func notResumed(err error) error { return fmt.Errorf("%w: %w", search.ErrCheckpoint, err) }
