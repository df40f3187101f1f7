package exact

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// sampleSize is about the number of clusterings that are computed from nothing as well, where all
// are computed from the changes between them.
const sampleSize = 100

// followed tells of every clustering whether its point was computed from the changes that lead to
// it, and writes these points. Such are the clusterings in trees, of problems whose points are sums
// over cells or follow from centroids, if there are more than a sample of them. O(changes x cells of a row).
func (f *findings) followed(ctx context.Context, p problem.Problem, given []frontier.Point, points []problem.Point) ([]bool, error) {
	done := make([]bool, len(given))
	if !canFollow(p) || p.Rows() != len(f.place) {
		return done, nil
	}
	wanted := make(map[*partition.Tree][]int)
	var trees []*partition.Tree
	for k, point := range given {
		if tree, _ := point.Tree(); tree != nil {
			if wanted[tree] == nil {
				trees = append(trees, tree)
			}
			wanted[tree] = append(wanted[tree], k)
		}
	}
	rowOf := make([]int, p.Rows())
	for x, row := range p.Place() {
		rowOf[f.place[x]] = row
	}
	for _, tree := range trees {
		if len(wanted[tree]) <= sampleSize {
			continue
		}
		members := make([][]int, tree.Len())
		for _, k := range wanted[tree] {
			_, member := given[k].Tree()
			members[member] = append(members[member], k)
			done[k] = true
		}
		err := treewalk.Points(ctx, f.workers, tree, members,
			func() (partition.Follower, func() problem.Point) { return newFollower(p, rowOf) },
			func(k int, at problem.Point) { points[k] = at })
		if err != nil {
			return nil, err
		}
	}
	return done, nil
}

// pointProblem is a problem that computes points from changes itself.
type pointProblem interface {
	Follower(rowOf []int) (f partition.Follower, point func() problem.Point)
}

// canFollow tells whether points of a problem can be computed from changes.
func canFollow(p problem.Problem) bool {
	switch p.(type) {
	case cellProblem, pointProblem:
		return true
	}
	return false
}

// newFollower returns what computes points from changes, of a problem for which that can be done.
func newFollower(p problem.Problem, rowOf []int) (f partition.Follower, point func() problem.Point) {
	if p, ok := p.(pointProblem); ok {
		return p.Follower(rowOf)
	}
	r := newRunning(p.(cellProblem), rowOf) //nolint:forcetypeassert // see canFollow
	return r, r.point
}

// sampled returns a sample of about sampleSize of those that are done, evenly spread, with the
// first and the last one.
func sampled(done []bool) []bool {
	all := count(done)
	sample := make([]bool, len(done))
	seen := 0
	for k, d := range done {
		if !d {
			continue
		}
		// The first of those that the same multiple of 1/(sampleSize-1) is next to.
		sample[k] = seen == 0 || seen == all-1 || seen*(sampleSize-1)/(all-1) != (seen-1)*(sampleSize-1)/(all-1)
		seen++
	}
	return sample
}

func count(list []bool) (n int) {
	for _, is := range list {
		if is {
			n++
		}
	}
	return n
}
