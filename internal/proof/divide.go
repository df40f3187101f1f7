package proof

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// Division is a proof that several machines share: that a frontier of a table is complete, as
// [Prove] proves it. It has a candidate dual for every edge of the frontier's hull, and the search
// trees of the clusters within the duals' budgets are cut into jobs.
//
// Every machine reads the same Division from its bytes ([ResumeDivision]). In the first stage each machine lists
// the clusters of its share of the jobs (List). Where these violate a dual, they are listed again with a new one
// (Again). In the last stage each machine searches some of the edges for clusterings of all listed clusters
// (Search), and one machine combines the results (Finish). A method's result depends only on its arguments and the
// Division, not on the machine, on Workers, or on earlier calls.
type Division struct {
	rows     *edge.Table
	opts     method.Options
	joint    *joint.Joint
	frontier *frontier.Frontier
	edges    []edge.Portion // from the highest entropy down
	known    []uint64       // clusters that were constraints of some dual
	state    []byte
}

// Divide prepares a proof that is divided among machines, by one dual for each edge of the hull. Local searches
// find no cluster that violates it; the lists will show whether any does. Workers have no effect here.
//
// The error is the context's, or the error of [Prove] for tables and frontiers that it does not take. A divided
// proof has no limit on effort.
func Divide(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts method.Options) (*Division, error) {
	d, p, err := newDivision(j, f, opts)
	if err != nil {
		return nil, err
	}
	edges := p.edges()
	for k, e := range edges {
		start := p.TrivialDual(e.Slope())
		if k > 0 {
			start = d.edges[k-1].Dual
		}
		dual, err := p.Candidate(ctx, e, start, &p.known, nil)
		if err != nil {
			return nil, err
		}
		d.add(e, dual)
		method.Report(d.opts, p.found.Len(), float64(k+1)/float64(len(edges)))
	}
	d.complete(p)
	return d, nil
}

// add adds an edge with a candidate dual.
func (d *Division) add(e edge.Edge, dual []float64) {
	d.edges = append(d.edges, d.rows.Portion(e, dual))
}

// complete ends the making of a division by a prover.
func (d *Division) complete(p *prover) {
	d.known = p.known.Sets()
	slices.Sort(d.known)
	d.state = d.encode()
}

// newDivision returns a division without duals, and a prover.
func newDivision(j *joint.Joint, f *frontier.Frontier, opts method.Options) (*Division, *prover, error) {
	opts, err := method.WithDefaults(opts)
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
	return &Division{rows: p.Table, opts: opts, joint: j, frontier: f}, p, nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The bytes hold everything but the table and the frontier.
func (d *Division) MarshalBinary() ([]byte, error) { return slices.Clone(d.state), nil }

// ResumeDivision returns the division that MarshalBinary wrote, given its table and frontier. It reads divisions that
// Again returned, too. The error wraps [sealed.ErrDamaged] if the bytes are damaged, or of another table or frontier.
func ResumeDivision(j *joint.Joint, f *frontier.Frontier, data []byte, opts method.Options) (*Division, error) {
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
	w := sealed.NewWriter(divisionMagic, 0)
	w.Put(d.rows.Digest())
	w.Sets(d.known)
	w.Count(len(d.edges))
	for _, e := range d.edges {
		w.Points(e.Points)
		w.Floats(e.Dual...)
		w.Count(len(e.Jobs))
		for _, j := range e.Jobs {
			w.Words(j.Set, j.Open)
		}
	}
	return w.Seal()
}

// decode reads the bytes of a division, whose edges must be given ones.
func (d *Division) decode(edges []edge.Edge) error {
	r, err := sealed.Open(d.state, divisionMagic, "the division of a proof")
	if err != nil {
		return err
	}
	if r.Same(d.rows.Digest(), "it is of another table"); r.Err != nil {
		return r.Err
	}
	d.known = r.Sets(d.rows.N)
	for range r.Count(len(edges)) {
		points := r.Points()
		at := slices.IndexFunc(edges, func(e edge.Edge) bool { return slices.Equal(e.Points, points) })
		if r.Require(at >= 0, "it is of another frontier"); r.Err != nil {
			break
		}
		part := edge.Portion{Edge: edges[at], Dual: d.rows.ReadDual(r, edges[at].Slope())}
		edges = edges[at+1:] // each comes once, in this order
		for range r.Count(r.Left() / 16) {
			next := edge.Job{Set: r.Word(), Open: r.Word()}
			r.Require(next.Set&next.Open == 0 && (next.Set|next.Open)>>d.rows.N == 0, "a job has other rows")
			part.Jobs = append(part.Jobs, next)
		}
		d.edges = append(d.edges, part)
	}
	return r.Done()
}

// id tells divisions apart: it is the end of the state, a digest of all before.
func (d *Division) id() []byte { return d.state[len(d.state)-sha256.Size:] }
