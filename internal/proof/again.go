package proof

import (
	"context"
	"slices"
)

// Again returns the division of the edges whose duals the lists of all parts show to be wrong, by so
// much that they cannot be repaired. Their new duals are violated by no listed cluster. It has no edges if
// there are none of these.
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
