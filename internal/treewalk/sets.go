package treewalk

import (
	"slices"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// BySets returns a follower of clusterings of a problem whose points are sums over the clusters, and a function that
// returns the point. rowOf has the row of the problem for each row of the clusterings, or -1 for a row that is linked
// to an earlier one. All sums are exact, so the point has the same bits as when it is computed from scratch. The times
// below are in changes of a [problem.Cluster].
func BySets(t problem.Traits, n int, rowOf []int) (f partition.Follower, point func() problem.Point) {
	r := &setFollower{Traits: t, rowOf: rowOf, at: make([]int32, n)}
	return r, func() problem.Point { return r.Total(r.sum) }
}

// setFollower follows clusterings with a set of rows for each cluster.
type setFollower struct {
	problem.Traits
	rowOf  []int
	sets   []problem.Cluster // of every cluster
	rows   [][]int32         // of every cluster
	at     []int32           // of every row, its place among those of its cluster
	joined [][]int32         // the rows of clusters that were joined to others, and have not parted
	costs  []problem.Point   // of every cluster
	sum    problem.Point
}

// Load implements [partition.Follower]. O(n).
func (r *setFollower) Load(cluster []int32, k int) {
	for c, rows := range r.rows { // sets take long to make
		for _, x := range rows {
			r.sets[c].Remove(int(x))
		}
		r.rows[c] = rows[:0]
		r.changed(int32(c))
	}
	r.joined = nil
	r.reach(k - 1)
	for x, c := range cluster {
		if row := r.rowOf[x]; row >= 0 {
			r.add(int32(row), c)
		}
	}
	for c := range r.sets {
		r.changed(int32(c))
	}
}

// reach makes clusters up to the given one.
func (r *setFollower) reach(last int) {
	for len(r.sets) <= last {
		r.sets, r.rows, r.costs = append(r.sets, r.Cluster()), append(r.rows, nil), append(r.costs, problem.Point{})
	}
}

// add adds a row to a cluster. O(1).
func (r *setFollower) add(row, to int32) {
	r.sets[to].Add(int(row))
	r.at[row] = int32(len(r.rows[to]))
	r.rows[to] = append(r.rows[to], row)
}

// remove takes a row out of a cluster. O(1).
func (r *setFollower) remove(row, from int32) {
	r.sets[from].Remove(int(row))
	rows, at := r.rows[from], r.at[row]
	last := len(rows) - 1
	rows[at], r.at[rows[last]] = rows[last], at
	r.rows[from] = rows[:last]
}

// changed computes what a cluster adds after a change. O(1).
func (r *setFollower) changed(cluster int32) {
	before, now := &r.costs[cluster], problem.Point{}
	if len(r.rows[cluster]) > 0 {
		now = r.sets[cluster].Cost()
	}
	r.sum.H += now.H - before.H
	r.sum.I += now.I - before.I
	*before = now
}

// Move implements [partition.Follower]. O(1).
func (r *setFollower) Move(row, from, to int32) {
	r.reach(int(to))
	if x := int32(r.rowOf[row]); x >= 0 {
		r.remove(x, from)
		r.add(x, to)
		r.changed(from)
		r.changed(to)
	}
}

// Join implements [partition.Follower]. O(rows of b).
func (r *setFollower) Join(a, b int32) {
	rows := slices.Clone(r.rows[b])
	r.joined = append(r.joined, rows)
	r.carry(rows, b, a)
}

// Unjoin implements [partition.Follower]. O(rows of b).
func (r *setFollower) Unjoin(a, b int32) {
	last := len(r.joined) - 1
	rows := r.joined[last]
	r.joined = r.joined[:last]
	r.carry(rows, a, b)
}

// carry moves rows from a cluster to another.
func (r *setFollower) carry(rows []int32, from, to int32) {
	for _, x := range rows {
		r.remove(x, from)
		r.add(x, to)
	}
	r.changed(from)
	r.changed(to)
}
