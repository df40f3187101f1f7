package exact

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// ErrDivision is wrapped by the errors of bytes that are not what a [Division] has made, or are of
// another one. Their text does not contain its text.
var ErrDivision = errors.New("not of this division of a proof")

// Division is a proof that several machines share: that a frontier of a table is complete, as
// [Prove] proves it. It has a candidate dual for every edge of the frontier's hull, and the search
// trees of the clusters within the duals' budgets are cut into jobs.
//
// Every machine makes the same Division from its bytes ([ResumeDivision]). In the first stage each
// lists the clusters of its share of the jobs (List). If these show that a dual is wrong, they are
// listed once more, with another one (Again). In the last stage each searches some of
// the edges for clusterings of the clusters that all have listed (Search). Then one puts together
// what they have found (Finish). A method's result depends on its arguments alone,
// and not on the machine, on Workers, or on what was called before.
type Division struct {
	rows     *rows
	opts     Options
	joint    *joint.Joint
	frontier *frontier.Frontier
	edges    []portion // from the highest entropy down
	known    []uint64  // clusters that were constraints of some dual
	state    []byte
}

// Divide prepares a proof that is divided among machines, by one dual for each edge of the hull. No
// cluster that local searches find violates it; only the lists will show that there is none.
// Workers are of no use here.
//
// The error is that of [Prove] for tables and frontiers that it does not take, and that of
// the context. A divided proof has no limit on effort.
func Divide(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts Options) (*Division, error) {
	d, p, err := newDivision(j, f, opts)
	if err != nil {
		return nil, err
	}
	edges := p.edges()
	for k, e := range edges {
		start := p.trivial(e.slope())
		if k > 0 {
			start = d.edges[k-1].dual
		}
		dual, err := p.candidate(ctx, e, start, &p.known, nil)
		if err != nil {
			return nil, err
		}
		d.add(e, dual)
		d.opts.report(p.found.Len(), float64(k+1)/float64(len(edges)))
	}
	d.complete(p)
	return d, nil
}

// add adds an edge with a candidate dual.
func (d *Division) add(e edge, dual []float64) {
	d.edges = append(d.edges, d.rows.portion(e, dual))
}

// complete ends the making of a division by a prover.
func (d *Division) complete(p *prover) {
	d.known = p.known.sets()
	slices.Sort(d.known)
	d.state = d.encode()
}

// newDivision returns a division without duals, and a prover.
func newDivision(j *joint.Joint, f *frontier.Frontier, opts Options) (*Division, *prover, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, nil, err
	}
	if opts.Effort > 0 {
		return nil, nil, marked.Errorf(problem.ErrOptions, "a proof that is divided among machines has no limit on effort: leave it out")
	}
	p, err := newProver(j, f, opts)
	if err != nil {
		return nil, nil, err
	}
	return &Division{rows: p.rows, opts: opts, joint: j, frontier: f}, p, nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The bytes hold everything but the table and the
// frontier.
func (d *Division) MarshalBinary() ([]byte, error) { return slices.Clone(d.state), nil }

// ResumeDivision returns the division that MarshalBinary wrote, given the table and the frontier that
// it is of, also that of some edges which Again has made. The error wraps [ErrDivision] if the bytes are damaged, or not of these.
func ResumeDivision(j *joint.Joint, f *frontier.Frontier, data []byte, opts Options) (*Division, error) {
	d, p, err := newDivision(j, f, opts)
	if err != nil {
		return nil, err
	}
	d.state = slices.Clone(data)
	return d, d.decode(p.edges())
}

const divisionMagic = "dibmap division 2\n"

// encode returns the bytes of a division.
func (d *Division) encode() []byte {
	w := newWriter(divisionMagic, 0)
	w.bytes(d.rows.digest())
	w.sets(d.known)
	w.count(len(d.edges))
	for _, e := range d.edges {
		w.points(e.points)
		w.floats(e.dual)
		w.count(len(e.jobs))
		for _, j := range e.jobs {
			w.bytes(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, j.set), j.open))
		}
	}
	return w.sealed()
}

// decode reads the bytes of a division, whose edges must be given ones.
func (d *Division) decode(edges []edge) error {
	r, err := unseal(d.state, divisionMagic, "division of a proof")
	if err != nil {
		return err
	}
	if r.same(d.rows.digest(), "it is of another table"); r.err != nil {
		return r.err
	}
	d.known = r.sets(d.rows.n)
	for range r.count(len(edges)) {
		points := r.points()
		at := slices.IndexFunc(edges, func(e edge) bool { return slices.Equal(e.points, points) })
		if r.require(at >= 0, "it is of another frontier"); r.err != nil {
			break
		}
		part := portion{edge: edges[at], dual: d.rows.readDual(r, edges[at].slope())}
		edges = edges[at+1:] // each comes once, in this order
		for range r.count(r.left() / 16) {
			b := r.bytes(16)
			if r.err != nil {
				break
			}
			next := job{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
			r.require(next.set&next.open == 0 && (next.set|next.open)>>d.rows.n == 0, "a job has other rows")
			part.jobs = append(part.jobs, next)
		}
		d.edges = append(d.edges, part)
	}
	return r.done()
}

// id tells divisions apart: it is the end of the state, a digest of all before.
func (d *Division) id() []byte { return d.state[len(d.state)-sha256.Size:] }
