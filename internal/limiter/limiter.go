// Package limiter checks which clusterings of a problem satisfy its [problem.Limits], and counts violations.
// Packages search and exact share it.
package limiter

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Limiter checks which clusterings of a problem its limits allow. It is immutable and safe for concurrent use. A
// nil Limiter allows all.
type Limiter struct {
	limits   problem.Limits
	clusters int // largest number
	// Masses are the masses of the problem's rows, and Least the least mass of a cluster. All are 0 without this
	// limit.
	Masses []float64
	Least  float64
	// Apart holds for every row of the problem the rows that it may not share a cluster with, in ascending order.
	Apart [][]int32
	alone []bool // which rows of the problem are; nil if none is
	trend *Trend // nil without this limit
	told  *told  // nil without a limit on what clusters tell about a second variable
}

// slack is the relative amount by which the mass of a cluster may be too small. It exceeds the rounding of the
// probabilities of cells to whole masses.
const slack = 1e-9

// New returns the limiter of a problem, or nil if the limits allow everything. The error
// wraps [problem.ErrOptions] if the limits do not suit the problem, and
// [problem.ErrInfeasible] if some rows make them contradict each other; it names the rows.
func New(p problem.Problem, l problem.Limits) (*Limiter, error) {
	if l.Monotone != "" {
		return nil, marked.Errorf(problem.ErrOptions, "a trend along the groups is for groups of neighbours in a linear order")
	}
	return Ordered(p, l)
}

// Ordered is [New] for clusterings into runs of the table's rows in linear order, along which p(y|x) may have a trend.
func Ordered(p problem.Problem, l problem.Limits) (*Limiter, error) {
	if l.IsZero() {
		return nil, nil //nolint:nilnil // it allows all
	}
	n := p.Rows()
	made := &Limiter{limits: l, clusters: math.MaxInt, Masses: make([]float64, n), Apart: make([][]int32, n)}
	switch {
	case !(l.MinMass >= 0 && l.MinMass <= 1):
		return nil, marked.Errorf(problem.ErrOptions, "the least mass of a cluster is %g, want a probability between 0 and 1", l.MinMass)
	case l.MaxClusters < 0:
		return nil, marked.Errorf(problem.ErrOptions, "the largest number of clusters is %d, want 1 or more, or 0 for any", l.MaxClusters)
	case l.MaxClusters > 0:
		made.clusters = l.MaxClusters
	}
	if l.MinMass > 0 {
		made.Masses = slices.Clone(p.Traits().Masses)
		if made.Masses == nil {
			return nil, marked.Errorf(problem.ErrOptions, "a least mass of a cluster is asked for, and the rows of this problem have none")
		}
		total := lists.Sum(made.Masses)
		made.Least = math.Ceil(l.MinMass * total * (1 - slack))
	}
	if err := made.isolate(p); err != nil {
		return nil, err
	}
	if err := made.separate(p); err != nil {
		return nil, err
	}
	if err := made.checkClique(p); err != nil {
		return nil, err
	}
	var err error
	if made.trend, err = newTrend(p, l); err != nil {
		return nil, err
	}
	made.told, err = newTold(p, l.Second)
	return made, err
}

// Allows reports whether different rows of the problem may be a cluster. It does not check the number of clusters.
// O(k^2 log p) for k of the rows that are kept apart from up to p others, and O(1) for every other row; O(1) if
// only the number of clusters is limited. Rows that are alone do not slow down the check of others.
func (l *Limiter) Allows(rows []int) bool {
	if l == nil || l.limits.AllowAnyCluster() {
		return true
	}
	if l.alone != nil && len(rows) > 1 && slices.ContainsFunc(rows, func(x int) bool { return l.alone[x] }) {
		return false
	}
	var mass float64
	for k, x := range rows {
		mass += l.Masses[x]
		if len(l.limits.CannotLink) > 0 && len(l.Apart[x]) > 0 && slices.ContainsFunc(rows[:k], func(y int) bool { return l.separates(x, y) }) {
			return false
		}
	}
	return mass >= l.Least
}

// Keeps reports whether a clustering of the problem's rows satisfies the limits.
func (l *Limiter) Keeps(f partition.Partition) bool {
	if l == nil {
		return true
	}
	clusters := f.Clusters()
	return len(clusters) <= l.clusters && l.Trend().Follows(f) && l.told.keeps(clusters) && !slices.ContainsFunc(clusters, func(rows []int) bool { return !l.Allows(rows) })
}

// Trend returns the check of the order of the clusters, or nil if there is none.
func (l *Limiter) Trend() *Trend {
	if l == nil {
		return nil
	}
	return l.trend
}

// MaxClusters returns the largest number of clusters, or math.MaxInt if any is allowed.
func (l *Limiter) MaxClusters() int {
	if l == nil {
		return math.MaxInt
	}
	return l.clusters
}

// Describe adds the limits to the description of the problem in a frontier file.
func (l *Limiter) Describe(d *frontier.Problem) {
	if l == nil {
		return
	}
	d.Constraints.MinMass, d.Constraints.MaxClusters, d.Constraints.Monotone = l.limits.MinMass, l.limits.MaxClusters, l.limits.Monotone
	d.Constraints.Alone, d.Constraints.CannotLink = nil, nil
	for _, x := range l.limits.Alone {
		d.Constraints.Alone = append(d.Constraints.Alone, d.XLabels[x])
	}
	for _, pair := range l.limits.CannotLink {
		d.Constraints.CannotLink = append(d.Constraints.CannotLink, [2]string{d.XLabels[pair[0]], d.XLabels[pair[1]]})
	}
}
