package proof

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
)

// balanced divides things of given costs into shares of about the same cost: the costliest comes
// first, into the share that has the least so far. It returns the share of each.
func balanced(costs []float64, shares int) []int {
	order := partition.Identity(len(costs))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	load := make([]float64, shares)
	share := make([]int, len(costs))
	for _, k := range order {
		least := 0
		for s, l := range load {
			if l < load[least] {
				least = s
			}
		}
		share[k] = least
		load[least] += costs[k]
	}
	return share
}

const searchMagic = "dibmap division search 1\n"

// Search does part number part, from 0, of the second stage, of a given number of parts: it looks for clusterings of
// the listed clusters on its share of the edges. It takes the lists of all parts of the first stage, in the order of
// the parts, and what Again has made of them with its lists, or nil. The result is read by Finish.
//
// An edge whose dual proves to be wrong, and cannot be repaired, is proved as [Prove] does it. The error is the
// context's, or wraps [problem.ErrOptions] for an invalid part or [sealed.ErrDamaged] if a list is missing, damaged
// or of another division.
func (d *Division) Search(ctx context.Context, part, parts int, lists [][]byte, again *Division, more [][]byte) ([]byte, error) {
	if err := checkPart(part, parts); err != nil {
		return nil, err
	}
	edges, err := d.collect(lists)
	if err != nil {
		return nil, err
	}
	portions := slices.Clone(d.edges)
	if again != nil {
		latest, err := again.collect(more)
		if err != nil {
			return nil, err
		}
		for n, e := range again.edges {
			k := slices.IndexFunc(portions, func(of edge.Portion) bool { return sameEnds(of.Edge, e.Edge) })
			if k < 0 {
				return nil, marked.Errorf(sealed.ErrDamaged, "the proof of edges that begins anew is of other edges")
			}
			portions[k], edges[k] = e, latest[n]
		}
	}
	costs := make([]float64, len(edges))
	for k := range edges {
		costs[k] = 1 + float64(edges[k].count)
	}
	shares := balanced(costs, parts)
	w := d.newResult(searchMagic, part, parts)
	for k := range edges {
		if shares[k] != part {
			continue
		}
		a, err := d.search(ctx, &portions[k], &edges[k])
		if err != nil {
			return nil, err
		}
		w.Count(k)
		a.write(w)
		method.Report(d.opts, d.frontier.Len(), float64(k+1)/float64(len(edges)))
	}
	return w.Seal(), nil
}

// search proves an edge of the frontier, or a part of it.
func (d *Division) search(ctx context.Context, e *edge.Portion, all *collected) (*answer, error) {
	p, err := d.prover()
	if err != nil {
		return nil, err
	}
	l := listed{Portion: e}
	if !all.many {
		if err := l.read(p, all); err != nil {
			return nil, err
		}
	}
	for {
		// New points can divide the edge into several.
		edges := p.edges()
		open := slices.IndexFunc(edges, func(now edge.Edge) bool {
			return p.proofOf(now) == nil && now.First().H >= e.First().H && now.Last().H <= e.Last().H
		})
		if open < 0 {
			return d.answer(p)
		}
		of := edge.Problem{Edge: edges[open], Start: e.Dual, Most: p.opts.MaxMemory / columnBytes, Meter: edge.Unlimited()}
		switch {
		case all.many:
			if _, err = p.bound(ctx, of); err == nil {
				p.settle(proof{Edge: of.Edge})
			}
		case l.feasible && sameEnds(of.Edge, e.Edge):
			err = p.certify(ctx, of, l.dual, p.Within(of, l.dual, l.columns))
		default:
			_, err = p.prove(ctx, of)
		}
		if err != nil {
			return nil, err
		}
	}
}

// sameEnds reports whether two edges have the same first and last points.
func sameEnds(a, b edge.Edge) bool { return a.First() == b.First() && a.Last() == b.Last() }

// listed is the listed columns of an edge, with a dual that none of them violates if feasible.
type listed struct {
	*edge.Portion
	columns  []edge.Column
	dual     []float64
	feasible bool
}

// read reads the columns, and repairs the dual if some violate it.
func (l *listed) read(p *prover, all *collected) (err error) {
	if l.columns, err = all.columns(p.N); err != nil {
		return err
	}
	l.dual, l.feasible = p.Repair(l.Portion, l.columns)
	l.feasible = l.feasible && p.note(l.Edge, l.dual)
	return nil
}
