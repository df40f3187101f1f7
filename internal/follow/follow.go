// Package follow computes the points of the clusterings in a tree, each from the one before it.
package follow

import (
	"context"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Points goes through a tree and calls put with the point of each member that is wanted: wanted has, by member, the
// numbers of what it stands for. Each worker gets a follower of its own, with a function that returns the point of the
// clustering where it is. Calls of put for different numbers may overlap. The error is that of the context.
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
