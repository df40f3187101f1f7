package exact

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// linksOf returns which rows of a table share a cluster in every clustering, as constraints say:
// those that pairs of labels link, directly or by others in between.
func linksOf(j *joint.Joint, c frontier.Constraints) (partition.Partition, error) {
	together := partition.Identity(j.Rows())
	if len(c.MustLink) == 0 {
		return together, nil
	}
	row := make(map[string]int, j.Rows())
	for x, label := range j.XLabels() {
		row[label] = x
	}
	for _, pair := range c.MustLink {
		a, ok := row[pair[0]]
		b, also := row[pair[1]]
		if !ok || !also {
			return nil, marked.Errorf(problem.ErrOptions, "the frontier is of linked rows %q and %q, which the table does not have", pair[0], pair[1])
		}
		join(together, a, b)
	}
	return partition.Canonical(together), nil
}

// join gives the rows that share a label with row b the label of row a.
func join(labels []int, a, b int) {
	from, to := labels[b], labels[a]
	for x, label := range labels {
		if label == from {
			labels[x] = to
		}
	}
}

// linkedRows returns H(Z) and I(Z;Y) of a table whose rows are linked, and the table of the linked
// rows.
func linkedRows(j *joint.Joint, together partition.Partition) (problem.Additive, *joint.Joint) {
	dib := problem.DIB(j)
	if together.K() == j.Rows() {
		return dib, j
	}
	return dib.(problem.Linker).Link(together).(problem.Additive), j.Coarsen(together)
}

// firstOf returns, for every row of a problem, the first row of the table that it stands for.
func firstOf(p problem.Problem) []int {
	first := make([]int, p.Rows())
	place := p.Place()
	for x := len(place) - 1; x >= 0; x-- {
		first[place[x]] = x
	}
	return first
}

// placed returns a clustering of a table's rows with the rows of the problem.
func placed(p problem.Problem, f partition.Partition) partition.Partition {
	labels := make([]int, p.Rows())
	for x, row := range p.Place() {
		labels[row] = f[x]
	}
	return partition.Canonical(labels)
}

// jointOf returns the table of a problem of two variables, whose rows it may link.
func jointOf(p problem.Problem) (*joint.Joint, bool) {
	tabled, ok := p.(interface{ Joint() *joint.Joint })
	if !ok {
		return nil, false
	}
	return tabled.Joint(), true
}
