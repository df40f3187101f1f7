package verify

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
)

// sameMass is by how much a cluster may fall short of the least probability.
const sameMass = 1e-11

// limits are the constraints of a frontier.
type limits struct {
	*frontier.Constraints
	linked, apart [][2]int       // rows of the frontier, or -1 for what is none
	masses        []float64      // of the rows of the frontier; nil if they have none
	rowOf         []int          // of every row of the table, its row in the problem
	trend         *limiter.Trend // nil if there is none
}

// limits returns the constraints, given the masses of the table's rows.
func (f *findings) limits(masses []float64) *limits {
	c := &f.frontier.Problem.Constraints
	l := &limits{Constraints: c, linked: f.rowsOf(c.MustLink), apart: f.rowsOf(c.CannotLink)}
	if masses != nil {
		l.masses = make([]float64, len(masses))
		for x, at := range f.place {
			l.masses[at] = masses[x]
		}
	}
	return l
}

// rowsOf returns the rows of the frontier for pairs of labels, or -1.
func (f *findings) rowsOf(pairs [][2]string) [][2]int {
	rows := make([][2]int, len(pairs))
	for k, pair := range pairs {
		for side, label := range pair {
			x, ok := f.index[label]
			if !ok {
				x = -1
			}
			rows[k][side] = x
		}
	}
	return rows
}

// keeper checks the clustering of one point against the constraints of its frontier.
type keeper struct {
	*findings // which it does not change
	point     frontier.Point
	labels    partition.Partition // of the rows of the frontier
	failures  []string
}

func (k *keeper) fail(format string, args ...any) {
	k.failures = append(k.failures, fmt.Sprintf(format, args...))
}

// check checks all constraints.
func (k *keeper) check(c *limits) {
	if clusters := k.labels.K(); c.MaxClusters > 0 && clusters > c.MaxClusters {
		k.fail("%s has %d clusters, and max_clusters is %d", name(k.point), clusters, c.MaxClusters)
	}
	k.checkPairs(c.MustLink, c.linked, true)
	k.checkPairs(c.CannotLink, c.apart, false)
	k.checkAlone(c.Alone)
	if c.MinMass > 0 {
		k.checkMass(c)
	}
	k.checkTrend(c)
}

// checkPairs checks that the rows of every pair share a cluster, or that none do.
func (k *keeper) checkPairs(pairs [][2]string, rows [][2]int, share bool) {
	for n, pair := range pairs {
		x, y := rows[n][0], rows[n][1]
		switch {
		case x < 0 || y < 0:
			k.fail("the constraints are about %q and %q, and not both are rows", pair[0], pair[1])
		case share && k.labels[x] != k.labels[y]:
			k.fail("%s has %q and %q in two clusters, and must_link has them in one", name(k.point), pair[0], pair[1])
		case !share && k.labels[x] == k.labels[y]:
			k.fail("%s has %q and %q in one cluster, and cannot_link has them apart", name(k.point), pair[0], pair[1])
		}
	}
}

// checkAlone checks that the rows that are to be alone are.
func (k *keeper) checkAlone(alone []string) {
	for _, label := range alone {
		x, known := k.index[label]
		if !known {
			k.fail("the constraints are about %q, which is no row", label)
			continue
		}
		for y, c := range k.labels {
			if y != x && c == k.labels[x] {
				k.fail("%s has %q in a cluster with %q, and alone has it in one of its own", name(k.point), label, k.frontier.Problem.XLabels[y])
				break
			}
		}
	}
}

// checkMass reports the clusters that are too light, in the order of the table.
func (k *keeper) checkMass(c *limits) {
	sums := make([]float64, k.labels.K())
	for x, cluster := range k.labels {
		sums[cluster] += c.masses[x]
	}
	if slices.Min(sums) >= c.MinMass-sameMass {
		return
	}
	for _, x := range k.place {
		mass, label := sums[k.labels[x]], k.frontier.Problem.XLabels[x]
		if mass < c.MinMass-sameMass && !slices.Contains(c.Alone, label) {
			k.fail("%s has a cluster of probability %.9g, that of %q, and min_mass is %g", name(k.point), mass, label, c.MinMass)
		}
		sums[k.labels[x]] = math.Inf(1) // once each
	}
}
