package frontier

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/dibmap/dibmap/pareto"
)

// unitedCertificate returns what is proved of a union: the best of the
// certificates of those frontiers that have all its points, or nil.
//
// A certificate is about points, whatever their clusterings, so it holds for the
// union if that has the same cells. Where the union has others, one of the
// frontiers has a better point than another; or a proof is wrong. It is
// associative, as the cells of a union of some of the frontiers that lies between
// are then the same, too; and certificates are ordered by what they say, in an
// order of rows that does not depend on the files.
func unitedCertificate(u *Frontier, fs []*Frontier) (*Certificate, error) {
	var best *Certificate
	var bestKey string
	for _, f := range fs {
		if f.Certificate == nil || !sameCells(u, f) {
			continue
		}
		sorted := f.Certificate.reordered(f.Problem.XLabels, slices.Sorted(slices.Values(f.Problem.XLabels)))
		text, err := json.Marshal(sorted)
		if err != nil {
			return nil, fmt.Errorf("certificate: %w", err)
		}
		key := string(text)
		if best == nil || cmp.Or(f.Certificate.compare(best), cmp.Compare(key, bestKey)) < 0 {
			best, bestKey = f.Certificate.reordered(f.Problem.XLabels, u.Problem.XLabels), key
		}
	}
	return best, nil
}

// sameCells tells whether the points of f are, cell by cell, those of a union.
func sameCells(u, f *Frontier) bool {
	if u.Len() != f.Len() {
		return false
	}
	var set pareto.Set[struct{}]
	for _, e := range slices.Backward(f.entries) {
		set.Add(e.H, e.I, struct{}{}, nil)
	}
	if set.Len() != f.Len() {
		return false
	}
	for _, e := range u.entries {
		if set.Compare(e.H, e.I) != pareto.Tied {
			return false
		}
	}
	return true
}

// compare orders certificates by how much they prove, the most first.
func (c *Certificate) compare(with *Certificate) int {
	proved := func(c *Certificate) (edges int) {
		for k := range c.Edges {
			if c.Edges[k].Certified {
				edges++
			}
		}
		return edges
	}
	switch {
	case c.Complete != with.Complete && c.Complete:
		return -1
	case c.Complete != with.Complete:
		return 1
	}
	return cmp.Or(cmp.Compare(c.CompleteFromH, with.CompleteFromH), cmp.Compare(proved(with), proved(c)))
}

// reordered returns a certificate for rows in another order of the same labels.
func (c *Certificate) reordered(from, to []string) *Certificate {
	r := *c
	r.Edges = slices.Clone(c.Edges)
	at := places(to, from)
	for k := range r.Edges {
		e := &r.Edges[k]
		dual := make([]float64, len(e.Dual))
		for x := range dual {
			dual[x] = e.Dual[at[x]]
		}
		e.Dual = dual
	}
	return &r
}
