package partition

import (
	"cmp"
	"slices"
)

// Difference returns changes that turn one clustering of the rows into another, both in canonical
// form. Every cluster stays where most of its rows go, the clusters that stay in the same place are
// merged, and the other rows move. There may be shorter ways. O(n log n).
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
				merges = append(merges, Change{Row: int32(x), To: seat[b], Kind: Merge})
			}
		}
	}
	for x, a := range from {
		b := to[x]
		switch {
		case stays[a].to == b:
		case seat[b] < 0:
			seat[b] = int32(x)
			alone = append(alone, Change{Row: int32(x), To: int32(x), Kind: Alone})
		default:
			moves = append(moves, Change{Row: int32(x), To: seat[b], Kind: Move})
		}
	}
	return slices.Concat(alone, moves, merges)
}

// stay says in which cluster of the other clustering a cluster has most rows, and the first of
// them.
type stay struct {
	to  int
	row int32
}

func stays(from, to Partition) []stay {
	byCell := make([]int, len(from))
	for x := range byCell {
		byCell[x] = x
	}
	slices.SortFunc(byCell, func(x, y int) int {
		return cmp.Or(cmp.Compare(from[x], from[y]), cmp.Compare(to[x], to[y]), cmp.Compare(x, y))
	})
	stays, most := make([]stay, from.K()), make([]int, from.K())
	for begin, end := 0, 0; begin < len(byCell); begin = end {
		x := byCell[begin]
		for end < len(byCell) && from[byCell[end]] == from[x] && to[byCell[end]] == to[x] {
			end++
		}
		if end-begin > most[from[x]] {
			most[from[x]], stays[from[x]] = end-begin, stay{to[x], int32(x)}
		}
	}
	return stays
}
