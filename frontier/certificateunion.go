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
// A certificate is about points and not about their clusterings, so it holds for the union if the
// union has the same cells. If the union has other cells, another frontier has a better point (or
// a proof is wrong). The rule is associative: the frontier's cells are then also those of every
// smaller union that contains it, and certificates are ordered by their content.
func unitedCertificate(u *Frontier, fs []*Frontier) (*Certificate, error) {
	var best *Certificate
	var bestText string
	for _, f := range fs {
		if f.Certificate == nil || !sameCells(u, f) {
			continue
		}
		text, err := json.Marshal(f.Certificate)
		if err != nil {
			return nil, fmt.Errorf("certificate: %w", err)
		}
		if best == nil || cmp.Or(f.Certificate.compare(best), cmp.Compare(string(text), bestText)) < 0 {
			best, bestText = f.Certificate, string(text)
		}
	}
	return best, nil
}

// sameCells reports whether the points of f are, cell by cell, those of a union.
func sameCells(u, f *Frontier) bool {
	set := f.set()
	return u.Len() == f.Len() && set.Len() == f.Len() && !slices.ContainsFunc(u.entries, func(e Entry) bool {
		return set.Compare(e.H, e.I) != pareto.Tied
	})
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
	if c.Complete != with.Complete {
		if c.Complete {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(c.CompleteFromH, with.CompleteFromH), cmp.Compare(proved(with), proved(c)))
}
