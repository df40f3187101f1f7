// Package treewalk computes points and digests of the clusterings in trees.
package treewalk

import (
	"context"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Points computes the points of members of a tree, each from the point before it. It calls put with each number in
// wanted[member] and the point of that member. Each worker calls follower once, which returns a follower and a function
// that returns the point of the follower's current clustering. Calls of put for different numbers may overlap. The
// error is the context's error.
func Points(
	ctx context.Context, workers int, tree *partition.Tree, wanted [][]int,
	follower func() (partition.Follower, func() problem.Point), put func(number int, p problem.Point),
) error {
	walk := tree.Walk()
	followers, points := make([]partition.Follower, workers), make([]func() problem.Point, workers)
	return pool.Each(ctx, workers, walk.Parts(), func(worker, part int) error {
		if followers[worker] == nil {
			followers[worker], points[worker] = follower()
		}
		return walk.Follow(part, followers[worker], func(v partition.Visit) error {
			for _, number := range wanted[v.Member] {
				put(number, points[worker]())
			}
			return ctx.Err()
		})
	})
}
