package proof

import (
	"context"
	"slices"
)

// Again returns a division of the edges whose duals violate listed clusters by too much to be repaired. No listed
// cluster violates their new duals. The division is empty if there are no such edges.
//
// The error is the context's, or wraps [sealed.ErrDamaged] if a list is missing, damaged or not of this
// division.
func (d *Division) Again(ctx context.Context, lists [][]byte) (*Division, error) {
	edges, err := d.collect(lists)
	if err != nil {
		return nil, err
	}
	p, err := d.prover()
	if err != nil {
		return nil, err
	}
	next := &Division{rows: d.rows, opts: d.opts, joint: d.joint, frontier: d.frontier}
	for k := range edges {
		e := &d.edges[k]
		if edges[k].many || !edges[k].bad {
			continue
		}
		columns, err := edges[k].columns(p.N)
		if err != nil {
			return nil, err
		}
		if _, ok := p.Repair(e, slices.Clone(columns)); ok {
			continue
		}
		dual, err := p.Candidate(ctx, e.Edge, e.Dual, &p.known, columns)
		if err != nil {
			return nil, err
		}
		next.add(e.Edge, dual)
	}
	next.complete(p)
	return next, nil
}
