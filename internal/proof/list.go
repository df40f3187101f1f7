package proof

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/problem"
)

// share returns the jobs of a part, by edge. The jobs of an edge, the largest first, are dealt one
// by one, beginning with another part for every edge.
func (d *Division) share(part, parts int) [][]edge.Job {
	mine := make([][]edge.Job, len(d.edges))
	for k, e := range d.edges {
		first := k * parts / len(d.edges)
		for n := (part - first + parts) % parts; n < len(e.Jobs); n += parts {
			mine[k] = append(mine[k], e.Jobs[n])
		}
	}
	return mine
}

const (
	listMagic = "dibmap division list 3\n"
	// A list may have unevenShare times an even share of the columns of an edge that the memory allows, plus
	// unevenColumns.
	unevenShare   = 2
	unevenColumns = 1 << 16
)

// List does part number part, from 0, of the first stage, of a given number of parts: it lists
// the clusters of its share of the jobs. The result is read by Search.
//
// If an edge has more clusters than the part's share of MaxMemory allows, the list records that, and the edge will
// not be proved. The error is the context's, or wraps [problem.ErrOptions] for an invalid part.
func (d *Division) List(ctx context.Context, part, parts int) ([]byte, error) {
	if err := checkPart(part, parts); err != nil {
		return nil, err
	}
	mine := d.share(part, parts)
	lists := make([][]byte, len(d.edges)) // of edges with too many columns, nil
	room, total := d.opts.MaxMemory/int64(2*parts), int64(0)
	for k := range d.edges {
		columns, err := d.edges[k].List(ctx, d.rows, mine[k], d.mostOf(parts), d.opts.Workers)
		if err != nil {
			return nil, err
		}
		if columns != nil {
			w := sealed.NewWriter("", 0)
			w.Count(edge.Violations(columns))
			edge.WriteColumns(w, columns)
			lists[k] = slices.Clone(w.Bytes())
			total += int64(len(lists[k]))
		}
		for total > room {
			largest := longest(lists)
			total -= int64(len(lists[largest]))
			lists[largest] = nil
		}
		method.Report(d.opts, 0, float64(k+1)/float64(len(d.edges)))
	}
	w := d.newResult(listMagic, part, parts)
	for _, l := range lists {
		w.Count(len(l)) // no list is empty, as it begins with a number
		w.Put(l)
	}
	return w.Seal(), nil
}

// checkPart checks the number of a part.
func checkPart(part, parts int) error {
	if parts < 1 || part < 0 || part >= parts {
		return marked.Errorf(problem.ErrOptions, "part %d of %d: parts are numbered from 0", part, parts)
	}
	return nil
}

// mostOf returns how many columns of an edge a part may list.
func (d *Division) mostOf(parts int) int64 {
	all := d.opts.MaxMemory / columnBytes
	return min(all, unevenShare*all/int64(parts)+unevenColumns)
}

// longest returns the place of the longest list.
func longest(lists [][]byte) (at int) {
	for k, l := range lists {
		if len(l) > len(lists[at]) {
			at = k
		}
	}
	return at
}

// newResult begins the result of a part.
func (d *Division) newResult(magic string, part, parts int) *sealed.Writer {
	w := sealed.NewWriter(magic, 0)
	w.Put(d.id())
	w.Count(part)
	w.Count(parts)
	return w
}

// result begins to read the result of a part.
func (d *Division) result(data []byte, magic, what string, part, parts int) (*sealed.Reader, error) {
	r, err := sealed.Open(data, magic, what)
	if err != nil {
		return nil, err
	}
	r.Same(d.id(), "it is of another proof")
	isPart, ofParts := r.Number(), r.Number()
	r.Require(isPart == uint64(part) && ofParts == uint64(parts), "it is another part")
	return r, r.Err
}

// collected is what all lists together say of an edge: the columns of each, still encoded, unless they are too many.
type collected struct {
	parts [][]byte
	count int64
	bad   bool // some violate the dual
	many  bool
}

// collect reads the lists of all parts.
func (d *Division) collect(lists [][]byte) ([]collected, error) {
	if len(lists) == 0 {
		return nil, marked.Errorf(sealed.ErrDamaged, "there is no list of clusters")
	}
	edges := make([]collected, len(d.edges))
	for part, list := range lists {
		r, err := d.result(list, listMagic, "the list of clusters", part, len(lists))
		if err != nil {
			return nil, err
		}
		for k := range edges {
			e, some := &edges[k], r.Take(r.Count(r.Left()))
			start := sealed.NewReader(some, "")
			bad, count := start.Number(), start.Number()
			e.parts = append(e.parts, some)
			e.bad = e.bad || bad > 0
			e.many = e.many || len(some) == 0
			e.count += int64(min(count, uint64(len(some))))
			e.many = e.many || e.count > d.opts.MaxMemory/columnBytes
		}
		if err := r.Done(); err != nil {
			return nil, err
		}
	}
	return edges, nil
}

// columns returns the columns of an edge, by ascending sets.
func (c *collected) columns(n int) ([]edge.Column, error) {
	all := make([]edge.Column, 0, c.count)
	for _, part := range c.parts {
		r := sealed.NewReader(part, "the list of clusters")
		r.Number() // of violations
		all = append(all, edge.ReadColumns(r, n)...)
		if err := r.Done(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b edge.Column) int { return cmp.Compare(a.Set, b.Set) })
	return slices.CompactFunc(all, func(a, b edge.Column) bool { return a.Set == b.Set }), nil
}

// Again returns a division of the edges whose duals violate listed clusters by too much to be repaired. No listed
// cluster violates their new duals. The division is empty if there are no such edges.
//
// The error is the context's, or wraps [sealed.ErrDamaged] if a list is missing, damaged or not of this division.
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
