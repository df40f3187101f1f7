// Package partition holds hard clusterings of n rows as set partitions in canonical form: the restricted growth
// string, in which row 0 has label 0 and every other row has a label that occurred before or the next new one. Two
// clusterings are equal if and only if their strings are.
//
// A [Partition] has one int for each row and is for computing; a [Packed] partition, mostly of
// one byte for each row, is for keeping millions of them. A [Tree] keeps millions of clusterings
// of thousands of rows, each as a few changes to another.
package partition

import (
	"fmt"
	"iter"

	"github.com/dibmap/dibmap/internal/lists"
)

// Partition is a set partition of the rows 0..n-1 as a restricted growth string: p[x] is the
// cluster of row x, and labels first occur in the order 0, 1, 2, ...
type Partition []int

// Identity returns the partition of n rows into n clusters of one row each.
func Identity(n int) Partition {
	return lists.Numbers(n)
}

// Canonical returns the partition that groups rows of equal label. O(n).
func Canonical[L comparable](labels []L) Partition {
	p := make(Partition, len(labels))
	seen := make(map[L]int)
	for x, l := range labels {
		c, ok := seen[l]
		if !ok {
			c = len(seen)
			seen[l] = c
		}
		p[x] = c
	}
	return p
}

// K returns the number of clusters. O(n).
func (p Partition) K() int {
	k := 0
	for _, c := range p {
		k = max(k, c+1)
	}
	return k
}

// Check returns an error that names the first row at which p is not a restricted growth string.
func (p Partition) Check() error {
	k := 0
	for x, c := range p {
		if c < 0 || c > k {
			return fmt.Errorf("row %d has label %d where 0 to %d may stand: not in canonical form", x, c, k)
		}
		if c == k {
			k++
		}
	}
	return nil
}

// Clusters returns the rows of every cluster, in increasing order. O(n).
func (p Partition) Clusters() [][]int {
	clusters := make([][]int, p.K())
	for x, c := range p {
		clusters[c] = append(clusters[c], x)
	}
	return clusters
}

// Merge returns p with clusters a and b joined. It panics if a == b. O(n).
func (p Partition) Merge(a, b int) Partition {
	if a == b {
		panic("partition: a cluster merged with itself")
	}
	a, b = min(a, b), max(a, b)
	q := make(Partition, len(p))
	for x, c := range p {
		switch {
		case c == b:
			q[x] = a
		case c > b:
			q[x] = c - 1
		default:
			q[x] = c
		}
	}
	return q
}

// Reorder returns the partition that has row order[r] in the cluster of row r of p; order is a
// permutation of the rows. If row r of a table is row order[r] of another, it turns a partition
// of the first table into a partition of the second. O(n).
func (p Partition) Reorder(order []int) Partition {
	q := make(Partition, len(p))
	for r, x := range order {
		q[x] = p[r]
	}
	q.Renumber(make([]int, len(p)))
	return q
}

// Renumber brings labels, all below len(names), into canonical form in place; names is scratch
// space. O(len(p) + len(names)).
func (p Partition) Renumber(names []int) {
	clear(names)
	k := 0
	for x, c := range p {
		if names[c] == 0 {
			k++
			names[c] = k
		}
		p[x] = names[c] - 1
	}
}

// Ranks returns the position of every number in an order of the numbers from 0: the inverse of
// a permutation. O(n).
func Ranks(order []int) []int {
	rank := make([]int, len(order))
	for r, x := range order {
		rank[x] = r
	}
	return rank
}

// All returns every partition of n rows once, in lexicographic order of the strings: [Bell](n)
// of them. The yielded slice is reused; clone it to keep it. Amortised O(1) for each partition.
func All(n int) iter.Seq[Partition] {
	return func(yield func(Partition) bool) {
		p := make(Partition, n)
		limit := make([]int, n) // limit[x] = 1 + max(p[0..x-1])
		for x := 1; x < n; x++ {
			limit[x] = 1
		}
		for {
			if !yield(p) {
				return
			}
			x := n - 1
			for x > 0 && p[x] == limit[x] {
				x--
			}
			if x <= 0 {
				return
			}
			p[x]++
			next := max(limit[x], p[x]+1)
			for y := x + 1; y < n; y++ {
				p[y] = 0
				limit[y] = next
			}
		}
	}
}

// Bell returns the number of set partitions of n rows, by the recurrence of the Bell triangle
// (OEIS A000110). It is exact up to n = 22 and rounded for larger n; from n = 219 it is +Inf.
// O(n^2).
func Bell(n int) float64 {
	row := []float64{1}
	for range n {
		next := make([]float64, len(row)+1)
		next[0] = row[len(row)-1]
		for i, v := range row {
			next[i+1] = next[i] + v
		}
		row = next
	}
	return row[0]
}
