// Package limiter tells which clusterings of a problem keep [problem.Limits], and by how
// much others miss them. Packages search and exact share it.
package limiter

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
)

// Limiter tells which clusterings of a problem [Limits] allow. It is immutable
// and safe for concurrent use. A nil Limiter allows all.
type Limiter struct {
	limits   problem.Limits
	clusters int
	Masses   []float64 // nil if clusters may be as light as they like
	Least    float64   // mass of a cluster
	// Apart holds, ascending, the rows with which every row of the problem may not
	// share a cluster; nil if there are none.
	Apart [][]int32
}

// none tells whether limits allow everything.
func none(l problem.Limits) bool { return l.MinMass == 0 && l.MaxClusters == 0 && len(l.Apart) == 0 }

// slack is the part of a least mass by which a cluster may miss it: more than what
// probabilities lose that are rounded to whole masses, cell by cell.
const slack = 1e-9

// New returns the limiter of a problem, or nil if the limits allow
// everything. The error wraps [ErrOptions] if the limits do not suit the problem,
// and [ErrInfeasible] if they are seen to contradict each other, of which it names
// the rows.
func New(p problem.Problem, l problem.Limits) (*Limiter, error) {
	if none(l) {
		return nil, nil //nolint:nilnil // it allows all
	}
	made := &Limiter{limits: l, clusters: math.MaxInt}
	switch {
	case !(l.MinMass >= 0 && l.MinMass <= 1):
		return nil, fmt.Errorf("%w: the least mass of a cluster is %g, want a probability between 0 and 1", problem.ErrOptions, l.MinMass)
	case l.MaxClusters < 0:
		return nil, fmt.Errorf("%w: the largest number of clusters is %d, want 1 or more, or 0 for any", problem.ErrOptions, l.MaxClusters)
	case l.MaxClusters > 0:
		made.clusters = l.MaxClusters
	}
	if l.MinMass > 0 {
		weighted, ok := p.(problem.Weighted)
		if !ok {
			return nil, fmt.Errorf("%w: a least mass of a cluster is asked for, and the rows of this problem have none", problem.ErrOptions)
		}
		masses, total := weighted.Masses()
		made.Masses, made.Least = masses, math.Ceil(l.MinMass*total*(1-slack))
	}
	if err := made.part(p); err != nil {
		return nil, err
	}
	if err := made.checkClique(p); err != nil {
		return nil, err
	}
	return made, nil
}

// part notes which rows of the problem are to be apart.
func (l *Limiter) part(p problem.Problem) error {
	if len(l.limits.Apart) == 0 {
		return nil
	}
	place, labels := p.Place(), p.Describe().XLabels
	l.Apart = make([][]int32, p.Rows())
	for _, pair := range l.limits.Apart {
		a, b := pair[0], pair[1]
		switch {
		case min(a, b) < 0 || max(a, b) >= len(place):
			return fmt.Errorf("%w: rows %d and %d are to be apart, and the rows of the table are 0 to %d", problem.ErrOptions, a, b, len(place)-1)
		case a == b:
			return fmt.Errorf("%w: row %d, %q, is to be apart from itself", problem.ErrOptions, a, labels[a])
		case place[a] == place[b]:
			return fmt.Errorf("%w: %q and %q must share a cluster and may not", problem.ErrInfeasible, labels[a], labels[b])
		}
		x, y := place[a], place[b]
		l.Apart[x] = append(l.Apart[x], int32(y))
		l.Apart[y] = append(l.Apart[y], int32(x))
	}
	for x, others := range l.Apart {
		slices.Sort(others)
		l.Apart[x] = slices.Compact(others)
	}
	return nil
}

// Allows tells whether rows of the problem, all different, may be a cluster. That
// a clustering has no more than MaxClusters of them is for the caller to see to.
// O(k^2 log p) for k of the rows that have up to p others to be apart from, and
// O(1) for another.
func (l *Limiter) Allows(rows []int) bool {
	if l == nil {
		return true
	}
	if l.Masses != nil {
		var mass float64
		for _, x := range rows {
			mass += l.Masses[x]
		}
		if mass < l.Least {
			return false
		}
	}
	if l.Apart == nil {
		return true
	}
	for k, x := range rows {
		if len(l.Apart[x]) > 0 && slices.ContainsFunc(rows[:k], func(y int) bool { return l.parts(x, y) }) {
			return false
		}
	}
	return true
}

// parts tells whether two rows of the problem are to be apart.
func (l *Limiter) parts(x, y int) bool {
	_, found := slices.BinarySearch(l.Apart[x], int32(y))
	return found
}

// MaxClusters returns the largest number of clusters that is allowed, or
// math.MaxInt.
func (l *Limiter) MaxClusters() int {
	if l == nil {
		return math.MaxInt
	}
	return l.clusters
}

// Describe adds the limits to what a frontier file says of the problem.
func (l *Limiter) Describe(d *frontier.Problem) {
	if l == nil {
		return
	}
	d.Constraints.MinMass, d.Constraints.MaxClusters = l.limits.MinMass, l.limits.MaxClusters
	d.Constraints.CannotLink = nil
	for _, pair := range l.limits.Apart {
		d.Constraints.CannotLink = append(d.Constraints.CannotLink, [2]string{d.XLabels[pair[0]], d.XLabels[pair[1]]})
	}
}
