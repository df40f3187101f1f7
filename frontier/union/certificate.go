package union

import (
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
)

// unitedCertificate returns the best certificate of the frontiers that have all points of the
// union, or nil.
//
// A certificate is about points and not about their clusterings, so it holds for the union if the
// union has the same cells. If the union has other cells, another frontier has a better point (or
// a proof is wrong). The rule is associative: every smaller union that contains the frontier has
// the same cells, and certificates are ordered by their content.
func unitedCertificate(u *frontier.Frontier, fs []*frontier.Frontier) (*frontier.Certificate, error) {
	var best *frontier.Certificate
	var bestText string
	for _, f := range fs {
		if f.Certificate == nil || !sameCells(u, f) {
			continue
		}
		text, err := json.Marshal(f.Certificate)
		if err != nil {
			return nil, fmt.Errorf("certificate: %w", err)
		}
		if best == nil || cmp.Or(compareProofs(f.Certificate, best), cmp.Compare(string(text), bestText)) < 0 {
			best, bestText = f.Certificate, string(text)
		}
	}
	return best, nil
}

// sameCells reports whether the points of f are, cell by cell, the points of a union.
func sameCells(u, f *frontier.Frontier) bool {
	var set pareto.Set[struct{}]
	for n := f.Len() - 1; n >= 0; n-- {
		set.Add(f.At(n).H, f.At(n).I, struct{}{}, nil)
	}
	if u.Len() != f.Len() || set.Len() != f.Len() {
		return false
	}
	for p := range u.All() {
		if set.Compare(p.H, p.I) != pareto.Tied {
			return false
		}
	}
	return true
}

// compareProofs orders certificates by how much they prove, the most first.
func compareProofs(c, with *frontier.Certificate) int {
	proved := func(c *frontier.Certificate) (edges int) {
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
