package partition

import "slices"

// Difference returns changes that turn one clustering of the rows into another, both in canonical
// form. Every cluster is kept as the cluster to which most of its rows go, clusters kept as the
// same cluster are merged, and the other rows move. There may be fewer changes. O(n).
func Difference(from, to Partition) []Change {
	stays := stays(from, to)
	var alone, moves, merges []Change
	seat := make([]int32, to.K()) // a row that is in the cluster from the beginning, or the first alone
	for c := range seat {
		seat[c] = -1
	}
	for x, a := range from {
		if b := to[x]; stays[a].to == b && int(stays[a].row) == x {
			if seat[b] < 0 {
				seat[b] = int32(x)
			} else {
				merges = append(merges, Change{Row: int32(x), To: ^seat[b]})
			}
		}
	}
	for x, a := range from {
		b := to[x]
		switch {
		case stays[a].to == b:
		case seat[b] < 0:
			seat[b] = int32(x)
			alone = append(alone, Change{Row: int32(x), To: int32(x)})
		default:
			moves = append(moves, Change{Row: int32(x), To: seat[b]})
		}
	}
	return slices.Concat(alone, moves, merges)
}

// stay is the cluster of the other clustering in which a cluster has most rows, and the first of these rows.
type stay struct {
	to  int
	row int32
}

func stays(from, to Partition) []stay {
	stays := make([]stay, from.K())
	rows, count := make([]int32, to.K()), make([]int32, to.K()) // of the cells of a cluster: first row and size
	for a, cluster := range byCluster(from, len(stays)) {
		most := int32(0)
		for _, x := range cluster {
			if b := to[x]; count[b] == 0 {
				rows[b] = x
			}
			count[to[x]]++
		}
		for _, x := range cluster {
			if b := to[x]; count[b] > most {
				most, stays[a] = count[b], stay{b, rows[b]}
			}
		}
		for _, x := range cluster {
			count[to[x]] = 0
		}
	}
	return stays
}

// byCluster returns the rows of each of k clusters, in increasing order.
func byCluster(p Partition, k int) [][]int32 {
	sizes := make([]int32, k)
	for _, c := range p {
		sizes[c]++
	}
	rows, clusters := make([]int32, len(p)), make([][]int32, k)
	for c, size := range sizes {
		clusters[c], rows = rows[:0:size], rows[size:]
	}
	for x, c := range p {
		clusters[c] = append(clusters[c], int32(x))
	}
	return clusters
}
