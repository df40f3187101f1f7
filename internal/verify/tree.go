package verify

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// sampleSize is about the number of followed clusterings that are also computed from scratch.
const sampleSize = 100

// followed reports for every clustering whether its point was computed from changes, and sets these points. It
// follows the clusterings in trees, if there are more than sampleSize of them and points are sums over cells or
// follow from centroids. O(changes x cells of a row).
func (f *findings) followed(ctx context.Context, p problem.Problem, given []frontier.Point, points []problem.Point) ([]bool, error) {
	done := make([]bool, len(given))
	t := p.Traits()
	if t.Cells == nil && t.Moments == nil || p.Rows() != len(f.place) {
		return done, nil
	}
	wanted := make(map[*partition.Tree][]int)
	var trees []*partition.Tree
	for k, point := range given {
		if tree := point.Entry().Tree; tree != nil {
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
			member := given[k].Entry().Member
			members[member] = append(members[member], k)
			done[k] = true
		}
		err := treewalk.Points(ctx, f.workers, tree, members,
			func() (partition.Follower, func() problem.Point) { return newFollower(t, rowOf) },
			func(k int, at problem.Point) { points[k] = at })
		if err != nil {
			return nil, err
		}
	}
	return done, nil
}

// newFollower returns a follower for a problem with cells or moments, and the function that returns its point.
func newFollower(t problem.Traits, rowOf []int) (f partition.Follower, point func() problem.Point) {
	if t.Cells == nil {
		return treewalk.BySets(t, len(t.Masses), rowOf)
	}
	r := newRunning(t, rowOf)
	return r, r.point
}

// sampled returns an evenly spread sample of about sampleSize of the clusterings that are done, with the first and
// the last one.
func sampled(done []bool) []bool {
	all := count(done)
	sample := make([]bool, len(done))
	seen := 0
	for k, d := range done {
		if !d {
			continue
		}
		// Take the first clustering at or above each multiple of 1/(sampleSize-1).
		sample[k] = seen == 0 || seen == all-1 || seen*(sampleSize-1)/(all-1) != (seen-1)*(sampleSize-1)/(all-1)
		seen++
	}
	return sample
}

func count(list []bool) (n int) {
	return lists.Count(list, func(is bool) bool { return is })
}
