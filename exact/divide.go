package exact

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
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

// portion is an edge with its candidate dual, which no known cluster violates, and the jobs into
// which the search for its columns is cut.
type portion struct {
	edge
	dual []float64
	jobs []job
}

const (
	// slackShare is the part of the depth of an edge by which the budget of a list is larger than
	// that of its dual. If some clusters turn out to violate the dual, it can be raised by as much.
	slackShare = 0.03
)

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
		dual, err := p.candidate(ctx, dualProblem{edge: e, start: start, meter: unlimited()}, nil)
		if err != nil {
			return nil, err
		}
		d.add(e, dual)
		observe(d.opts, p.found.Len(), float64(k+1)/float64(len(edges)))
	}
	d.complete(p)
	return d, nil
}

// add adds an edge with a candidate dual.
func (d *Division) add(e edge, dual []float64) {
	part := portion{edge: e, dual: dual}
	part.jobs = d.rows.jobs(part.query(d.rows), jobsOfEdge)
	d.edges = append(d.edges, part)
}

// complete ends the making of a division by a prover.
func (d *Division) complete(p *prover) {
	for _, c := range p.known.clusters {
		d.known = append(d.known, c.set)
	}
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

// candidate returns a dual that no known cluster and none near these violates, nor near those that
// the search for columns begins with, nor what listed returns for a dual. The error is the context's.
func (p *prover) candidate(ctx context.Context, of dualProblem, listed func(u []float64) []column) ([]float64, error) {
	b := newBarrier(p.rows, of.start, of.slope())
	err := p.generate(ctx, of, b, &p.known, func(u []float64) (found listing, err error) {
		if listed != nil {
			if found.columns = listed(u); len(found.columns) > 0 {
				found.bad = true
				return found, ctx.Err()
			}
		}
		d := p.descent(of, u)
		root := newLister(p.rows, (&portion{edge: of.edge, dual: u}).query(p.rows))
		for _, n := range root.split() {
			if n.set|n.guess == 0 {
				continue
			}
			if set, rc := d.from(n.set | n.guess); rc < violated {
				found.columns, found.bad = append(found.columns, column{set, rc}), true
			}
		}
		return found, ctx.Err()
	})
	return b.u, err
}

// query asks for the columns of an edge.
func (e *portion) query(r *rows) query {
	return query{slope: e.slope(), dual: e.dual, budget: e.allowed(r), mostBad: math.MaxInt, meter: unlimited()}
}

// allowed returns the budget of the list of columns.
func (e *portion) allowed(r *rows) budget {
	_, allowed := (&dualProblem{edge: e.edge}).budget(r, e.dual)
	return allowed.widened(float64(slackShare*e.depth()), violated)
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
	w := newWriter(divisionMagic)
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
		part := portion{edge: edges[at], dual: r.dual(d.rows, edges[at].slope())}
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

// digest returns what tells tables apart.
func (r *rows) digest() []byte {
	h := sha256.New()
	put := func(values ...float64) {
		for _, v := range values {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	put(float64(r.n), float64(r.m), r.total, r.hy)
	put(r.weight...)
	put(r.own...)
	for _, row := range r.mass {
		put(row...)
	}
	return h.Sum(nil)
}

// id tells divisions apart: it is the end of the state, a digest of all before.
func (d *Division) id() []byte { return d.state[len(d.state)-sha256.Size:] }
