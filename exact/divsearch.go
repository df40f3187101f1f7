package exact

import (
	"context"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/marked"
)

const searchMagic = "dibmap division search 1\n"

// Search does part number part, from 0, of the second stage, of a given number of parts: it looks
// for clusterings of the listed clusters on its share of the edges. It takes the lists of all
// parts of the first stage, in the order of the parts, and what Again has made of them with its lists, or
// nil. The result is read by Finish.
//
// An edge whose dual proves to be wrong, and cannot be repaired, is proved as [Prove] does it. The
// error is the context's, or wraps [problem.ErrOptions] if there is no such part or [ErrDivision] if
// a list is missing, damaged or not of this division.
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
			k := slices.IndexFunc(portions, func(of portion) bool { return sameEnds(of.edge, e.edge) })
			if k < 0 {
				return nil, marked.Errorf(ErrDivision, "the proof of edges that begins anew is of other edges")
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
		w.count(k)
		a.write(w)
		observe(d.opts, d.frontier.Len(), float64(k+1)/float64(len(edges)))
	}
	return w.sealed(), nil
}

// search proves an edge of the frontier, or as much of it as can be proved.
func (d *Division) search(ctx context.Context, e *portion, all *collected) (*answer, error) {
	p, err := d.prover()
	if err != nil {
		return nil, err
	}
	l := listed{portion: e}
	if !all.many {
		if err := l.read(p, all); err != nil {
			return nil, err
		}
	}
	for {
		// What is found can divide the edge into several.
		edges := p.edges()
		open := slices.IndexFunc(edges, func(now edge) bool {
			return p.proofOf(now) == nil && now.first().H >= e.first().H && now.last().H <= e.last().H
		})
		if open < 0 {
			return d.answer(p)
		}
		of := dualProblem{edge: edges[open], start: e.dual, most: p.opts.MaxMemory / columnBytes, meter: unlimited()}
		switch {
		case all.many:
			if _, err = p.bound(ctx, of); err == nil {
				p.settle(proof{edge: of.edge})
			}
		case l.feasible && sameEnds(of.edge, e.edge):
			err = p.certify(ctx, of, l.dual, l.within(p.rows, of))
		default:
			_, err = p.prove(ctx, of)
		}
		if err != nil {
			return nil, err
		}
	}
}

// sameEnds tells whether two edges are from the same point to the same point.
func sameEnds(a, b edge) bool { return a.first() == b.first() && a.last() == b.last() }

// listed is the listed columns of an edge, with a dual that none of them violates if feasible.
type listed struct {
	*portion
	columns  []column
	dual     []float64
	feasible bool
}

// read reads the columns, and repairs the dual if some violate it.
func (l *listed) read(p *prover, all *collected) (err error) {
	if l.columns, err = all.columns(p.n); err != nil {
		return err
	}
	l.dual, l.feasible = p.repair(l.portion, l.columns)
	l.feasible = l.feasible && p.note(l.edge, l.dual)
	return nil
}

// repair returns the dual of an edge after it was raised until no column violates it, and tells
// whether that succeeded: all columns within the budget of the raised dual must be listed. It
// changes the reduced costs of the columns with the dual.
//
// No cluster's reduced cost falls when a dual is raised, and the budget grows by as much as the
// sum of the dual. So clusters that are beyond the budget of the list, which is larger than that
// of the old dual, stay above the budget of the new one as long as that is not larger than the list's.
func (r *rows) repair(e *portion, columns []column) (dual []float64, ok bool) {
	dual = slices.Clone(e.dual)
	bad := slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.rc >= violated })
	for len(bad) > 0 && sum(dual)-sum(e.dual) <= slackShare*e.depth() {
		often := frequency(bad)
		worst := slices.MinFunc(bad, byCost)
		x := bits.TrailingZeros64(worst.set)
		for s := worst.set; s != 0; s &= s - 1 {
			if z := bits.TrailingZeros64(s); often[z] > often[x] {
				x = z
			}
		}
		dual[x] -= worst.rc
		for k := range bad {
			bad[k].rc -= float64(worst.rc * float64(bad[k].set>>x&1))
		}
		bad = slices.DeleteFunc(bad, func(c column) bool { return c.rc >= violated })
	}
	more := make([]float64, r.n)
	for x := range more {
		more[x] = dual[x] - e.dual[x]
	}
	for k := range columns {
		columns[k].rc += over(more, columns[k].set)
	}
	_, allowed := (&dualProblem{edge: e.edge}).budget(r, dual)
	listed := e.allowed(r)
	ok = len(bad) == 0
	for k, most := range allowed.most {
		ok = ok && most <= listed.most[k]
	}
	return dual, ok
}

// within returns the columns within the budget of the edge as it is now.
func (l *listed) within(r *rows, of dualProblem) []column {
	_, allowed := of.budget(r, l.dual)
	var some []column
	for _, c := range l.columns {
		if c.rc <= allowed.at(r.twoClusters(over(r.weight, c.set))) {
			some = append(some, c)
		}
	}
	return some
}
