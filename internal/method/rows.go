package method

import (
	"math/bits"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// FirstOf returns, for every row of a problem, the first of its rows in the table.
func FirstOf(p problem.Problem) []int {
	first := make([]int, p.Rows())
	place := p.Place()
	for x := len(place) - 1; x >= 0; x-- {
		first[place[x]] = x
	}
	return first
}

// JointOf returns the table of a problem of two variables, whose rows it may link.
func JointOf(p problem.Problem) (*joint.Joint, bool) {
	tabled, ok := p.(interface{ Joint() *joint.Joint })
	if !ok {
		return nil, false
	}
	return tabled.Joint(), true
}

// Provable returns the distribution whose frontier [Prove] takes, if the problem is such a one.
func Provable(p problem.Problem, limits problem.Limits) (*joint.Joint, bool) {
	j, ok := JointOf(p)
	if !ok || !limits.IsZero() {
		return nil, false
	}
	d := p.Describe()
	return j, d.Kind == "dib" && d.Estimator == ""
}

// Linked returns which of n rows share a cluster in every clustering, given the pairs that are linked. Links are
// transitive.
func Linked(n int, pairs [][2]int) partition.Partition {
	together := partition.Identity(n)
	for _, pair := range pairs {
		from, to := together[pair[1]], together[pair[0]]
		for x, label := range together {
			if label == from {
				together[x] = to
			}
		}
	}
	return partition.Canonical(together)
}

// ClusteringOf returns the clustering of n rows into given sets.
func ClusteringOf(sets []uint64, n int) partition.Partition {
	p := make(partition.Partition, n)
	for c, set := range sets {
		for s := set; s != 0; s &= s - 1 {
			p[bits.TrailingZeros64(s)] = c
		}
	}
	p.Renumber(make([]int, n))
	return p
}
