package proof

import (
	"context"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// answer is the result of the search of an edge: clusterings that the frontier lacks, feasible duals, and the edges
// that were proved or given up, with their points, duals and numbers of columns.
type answer struct {
	found  []partition.Partition
	bounds []bound
	proofs []proof
}

// prover returns a prover that knows what the division knows.
func (d *Division) prover() (*prover, error) {
	p, err := newProver(d.joint, d.frontier, d.opts)
	if err != nil {
		return nil, err
	}
	for _, set := range d.known {
		p.known.Add(p.Table, set)
	}
	return p, nil
}

// answer returns what a prover has found that began with the frontier.
func (d *Division) answer(p *prover) (*answer, error) {
	start, err := newProver(d.joint, d.frontier, d.opts)
	if err != nil {
		return nil, err
	}
	a := &answer{bounds: p.bounds[len(start.bounds):], proofs: p.proofs}
	for point := range p.found.All() {
		if start.found.Dominates(point.H, point.I) || start.found.Holds(problem.Point{H: point.H, I: point.I}, point.Payload.Clustering) {
			continue
		}
		f := make(partition.Partition, p.N)
		point.Payload.Clustering.Unpack(f)
		a.found = append(a.found, f)
	}
	return a, nil
}

func (a *answer) write(w *sealed.Writer) {
	w.Count(len(a.found))
	for _, f := range a.found {
		for _, c := range f {
			w.Count(c)
		}
	}
	w.Count(len(a.bounds))
	for _, b := range a.bounds {
		w.Floats(b.slope, b.end)
		w.Floats(b.dual...)
	}
	w.Count(len(a.proofs))
	for _, made := range a.proofs {
		w.Points(made.Points)
		if !made.entry.Certified {
			w.Count(0)
			continue
		}
		w.Count(1)
		w.Count(int(made.entry.Columns))
		w.Floats(made.dual...)
	}
}

// readAnswer reads the answer for an edge, for use by a prover.
func readAnswer(r *sealed.Reader, p *prover) *answer {
	a := &answer{}
	for range r.Count(r.Left() / p.N) {
		f := make(partition.Partition, p.N)
		for x := range f {
			f[x] = r.Count(p.N - 1)
		}
		a.found = append(a.found, partition.Canonical(f))
	}
	for range r.Count(r.Left()) {
		ends := r.Floats(2)
		a.bounds = append(a.bounds, p.readBound(r, ends[0], ends[1]))
	}
	for range r.Count(r.Left()) {
		made := proof{Edge: edge.Edge{Points: r.Points()}}
		r.Require(len(made.Points) > 1, "an edge has no points")
		if r.Err != nil {
			return a
		}
		if r.Count(1) == 1 {
			columns := r.Number()
			made.dual = r.Floats(p.N)
			made.entry = p.certified(edge.Problem{Edge: made.Edge}, made.dual, int64(columns))
		}
		a.proofs = append(a.proofs, made)
	}
	return a
}

// Finish combines the results of the second stage, in the order of the parts; a missing part is nil. If clusterings
// were found that change the hull of the frontier, its new edges are proved now, as by [Prove].
//
// The result equals the result of [Prove]. Edges of missing parts are left unproved, and the status is then
// [frontier.StatusInterrupted]. The error wraps [sealed.ErrDamaged] if a part is damaged or not of this division.
func (d *Division) Finish(ctx context.Context, searched [][]byte) (*search.Result, error) {
	p, err := d.prover()
	if err != nil {
		return nil, err
	}
	answers, err := d.answers(p, searched)
	if err != nil {
		return nil, err
	}
	for _, a := range answers {
		if a != nil {
			for _, f := range a.found {
				p.begin(f, 0)
			}
			p.bounds = append(p.bounds, a.bounds...)
			for _, made := range a.proofs {
				p.settle(made)
			}
		}
	}
	missing := slices.Contains(answers, nil)
	for k, a := range answers {
		if a == nil {
			p.settle(proof{Edge: d.edges[k].Edge})
		}
	}
	status := p.run(ctx)
	if missing && status != frontier.StatusComplete {
		status = frontier.StatusInterrupted
	}
	return p.result(d.frontier.Search, status)
}

// answers reads the parts of the second stage, and returns the answer for every edge, or nil if its part is missing.
func (d *Division) answers(p *prover, searched [][]byte) ([]*answer, error) {
	answers := make([]*answer, len(d.edges))
	for part, data := range searched {
		if data == nil {
			continue
		}
		r, err := d.result(data, searchMagic, "the search of a proof", part, len(searched))
		if err != nil {
			return nil, err
		}
		for r.Left() > 0 {
			k := r.Count(len(d.edges) - 1)
			a := readAnswer(r, p)
			if r.Err != nil {
				break
			}
			if answers[k] != nil {
				return nil, marked.Errorf(sealed.ErrDamaged, "two searches are of the same edge: they are of other lists")
			}
			answers[k] = a
		}
		if err := r.Done(); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
