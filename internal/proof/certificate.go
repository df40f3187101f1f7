package proof

import (
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// certificate returns what is proved of the frontier found.
func (p *prover) certificate() *frontier.Certificate {
	c := &frontier.Certificate{Complete: true, Tolerance: edge.ProvedTo}
	edges := p.edges()
	for k := len(edges) - 1; k >= 0; k-- {
		if proof := p.proofOf(edges[k]); proof != nil && proof.entry.Certified {
			c.Edges = append(c.Edges, proof.entry)
			continue
		}
		made := p.describe(edges[k], p.tightest(edges[k]))
		c.Complete, c.CompleteFromH = false, made.HHi
		c.Edges = append(c.Edges, made)
	}
	return c
}

// describe returns the entry of an edge and its bound in a certificate.
func (p *prover) describe(e edge.Edge, b bound) frontier.Edge {
	above := func(p problem.Point) float64 { return b.at(p.H) - p.I }
	made := frontier.Edge{
		HLo: e.First().H, HHi: e.Last().H, Slope: b.slope, Dual: make([]float64, len(p.problem.Place())),
		Slack: max(above(e.First()), above(e.Last())),
	}
	// Of linked rows, the first has what they have together.
	for r, x := range method.FirstOf(p.problem) {
		made.Dual[x] = b.dual[r]
	}
	return made
}

// tightest returns the lowest of all bounds in the middle of an edge that is not proved.
func (p *prover) tightest(e edge.Edge) bound {
	middle := (e.First().H + e.Last().H) / 2
	least := bound{at0: math.Inf(1)}
	for _, b := range p.bounds {
		if b.end >= e.Last().H && b.at(middle) < least.at(middle) {
			least = b
		}
	}
	return least
}

// linksOf returns the rows of a table that constraints put into one cluster: rows that pairs of labels link,
// directly or through other rows.
func linksOf(j *joint.Joint, c frontier.Constraints) (partition.Partition, error) {
	row := lists.Index(j.XLabels())
	var pairs [][2]int
	for _, pair := range c.MustLink {
		a, ok := row[pair[0]]
		b, also := row[pair[1]]
		if !ok || !also {
			return nil, marked.Errorf(problem.ErrOptions, "the frontier is of linked rows %q and %q, which the table does not have", pair[0], pair[1])
		}
		pairs = append(pairs, [2]int{a, b})
	}
	return method.Linked(j.Rows(), pairs), nil
}

// linkedRows returns H(Z) and I(Z;Y) of a table whose rows are linked, and the table of the linked rows.
func linkedRows(j *joint.Joint, together partition.Partition) (problem.Problem, *joint.Joint) {
	dib := problem.DIB(j)
	if together.K() == j.Rows() {
		return dib, j
	}
	return dib.Traits().Link(together), j.Coarsen(together)
}
