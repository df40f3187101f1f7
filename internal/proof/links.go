package proof

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// linksOf returns the rows of a table that constraints put into one cluster: rows that pairs of labels link,
// directly or through other rows.
func linksOf(j *joint.Joint, c frontier.Constraints) (partition.Partition, error) {
	row := make(map[string]int, j.Rows())
	for x, label := range j.XLabels() {
		row[label] = x
	}
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

// linkedRows returns H(Z) and I(Z;Y) of a table whose rows are linked, and the table of the linked
// rows.
func linkedRows(j *joint.Joint, together partition.Partition) (problem.Additive, *joint.Joint) {
	dib := problem.DIB(j)
	if together.K() == j.Rows() {
		return dib, j
	}
	return dib.(problem.Linker).Link(together).(problem.Additive), j.Coarsen(together)
}
