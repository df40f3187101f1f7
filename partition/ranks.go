package partition

// Ranks returns where every number from 0 on stands in an order of them: the inverse
// of a permutation. O(n).
func Ranks(order []int) []int {
	rank := make([]int, len(order))
	for r, x := range order {
		rank[x] = r
	}
	return rank
}
