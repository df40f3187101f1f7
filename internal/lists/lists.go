// Package lists makes lists of lists, as package slices does for what it has functions for.
package lists

// Map returns what a function makes of each element.
func Map[A, B any](list []A, of func(A) B) []B {
	made := make([]B, len(list))
	for k, v := range list {
		made[k] = of(v)
	}
	return made
}

// Numbers returns the numbers from 0 to n-1.
func Numbers(n int) []int {
	list := make([]int, n)
	for k := range list {
		list[k] = k
	}
	return list
}

// Index returns the place of each element, and the last place of equal ones.
func Index[T comparable](list []T) map[T]int {
	at := make(map[T]int, len(list))
	for k, v := range list {
		at[v] = k
	}
	return at
}

// Repeated returns the place of the first element that equals an earlier one, and -1 if all are different.
func Repeated[T comparable](list []T) int {
	seen := make(map[T]bool, len(list))
	for k, v := range list {
		if seen[v] {
			return k
		}
		seen[v] = true
	}
	return -1
}

// Sum adds up numbers in their order.
func Sum(list []float64) (sum float64) {
	for _, v := range list {
		sum += v
	}
	return sum
}

// Make returns a list of n elements. A function makes each of its place.
func Make[T any](n int, of func(k int) T) []T {
	list := make([]T, n)
	for k := range list {
		list[k] = of(k)
	}
	return list
}

// Count counts the elements that satisfy a condition.
func Count[T any](list []T, holds func(T) bool) (n int) {
	for _, v := range list {
		if holds(v) {
			n++
		}
	}
	return n
}
