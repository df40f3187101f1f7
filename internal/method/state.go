package method

import (
	"crypto/sha256"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/search"
)

// A snapshot of Solve names the frontier it began with and its current method, and has the state of that method.
// Only proofs of H(Z) and I(Z;Y) have one.
const snapshotMagic = "dibmap proof 3\n"

// identify returns a digest of the inputs of Solve except for the table, which is part of the state of a proof.
func (o Options) identify(f *frontier.Frontier) []byte {
	points, _ := treewalk.Digest(f.All(), f.Problem.N)
	w := sealed.NewWriter("", 0)
	w.Put(points[:])
	w.Steps(o.Effort)
	w.Steps(o.MaxMemory)
	for p := range f.All() {
		w.Count(p.Ties)
	}
	digest := sha256.Sum256(w.Bytes())
	return digest[:]
}

// Keeping returns the options for a method of a Solve that began with a frontier. The method resumes from a state,
// and its snapshots are wrapped as snapshots of Solve.
func Keeping(o Options, begun *frontier.Frontier, method int, state []byte) Options {
	keep := o.Checkpoint
	o.Resume = state
	if keep == nil {
		return o
	}
	id := o.identify(begun)
	o.Checkpoint = func(snapshot func() []byte, last bool) {
		keep(func() []byte {
			state := snapshot()
			w := sealed.NewWriter(snapshotMagic, len(snapshotMagic)+len(state)+128) // which may take much memory
			w.Put(id)
			w.Count(method)
			w.Put(state)
			return w.Seal()
		}, last)
	}
	return o
}

// Resumed returns the number of the method at which Solve resumes, and the state of the method. The error wraps
// [search.ErrCheckpoint].
func Resumed(o Options, begun *frontier.Frontier, methods int) (method int, state []byte, err error) {
	if o.Resume == nil || methods == 0 {
		return 0, nil, nil
	}
	r, err := sealed.Open(o.Resume, snapshotMagic, "it")
	if err == nil {
		r.Same(o.identify(begun), "it is of another frontier, effort or memory")
		method = r.Count(methods - 1)
		state, err = r.Rest(), r.Err
	}
	if err != nil {
		return 0, nil, NotResumed(err)
	}
	return method, state, nil
}

// NotResumed is the error of a snapshot.
func NotResumed(err error) error { return fmt.Errorf("%w: %w", search.ErrCheckpoint, err) }
