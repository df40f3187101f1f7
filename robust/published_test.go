package robust

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
)

// published searches as the program of Tan, Tegmark and Chuang (2022) does, with which
// the golden robust points were found: last in, first out; the identity is not offered;
// clusterings count as the same if their points agree to 8 decimals; rows without
// observations are clustered, too.
type published struct {
	counts [][]float64
	total  float64
	base   float64 // H(Y)
	front  []*candidate
	seen   map[[2]int64]bool
}

type candidate struct {
	h, i     float64
	clusters [][]int
	sums     []summed // of the clusters
}

// summed is a cluster's counts, and what they add to H(Z) and to I(Z;Y).
type summed struct {
	cells []float64
	h, i  float64
}

const publishedTolerance = 1e-8

func (p *published) sum(a, b []float64) summed {
	s := summed{cells: make([]float64, len(a))}
	var mass, joint float64
	for y := range a {
		n := a[y] + b[y]
		s.cells[y] = n
		mass += n
		joint += info.PLog2P(n / p.total)
	}
	s.h = -info.PLog2P(mass / p.total)
	s.i = s.h + joint
	return s
}

func (p *published) run() {
	var first candidate
	for x, row := range p.counts {
		first.clusters = append(first.clusters, []int{x})
		first.sums = append(first.sums, p.sum(row, make([]float64, len(row))))
	}
	for stack := []candidate{first}; len(stack) > 0; {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		h, i := 0.0, p.base
		for _, s := range f.sums {
			h, i = h+s.h, i+s.i
		}
		for a, of := range f.sums {
			for b := a + 1; b < len(f.sums); b++ {
				union := p.sum(of.cells, f.sums[b].cells)
				at := &candidate{h: h + union.h - of.h - f.sums[b].h, i: i + union.i - of.i - f.sums[b].i}
				key := [2]int64{int64(math.Round(at.h / publishedTolerance)), int64(math.Round(at.i / publishedTolerance))}
				if p.seen[key] {
					continue
				}
				p.seen[key] = true
				if p.offer(at) {
					at.clusters = merged(f.clusters, a, b, slices.Concat(f.clusters[a], f.clusters[b]))
					at.sums = merged(f.sums, a, b, union)
					stack = append(stack, *at)
				}
			}
		}
	}
}

// merged returns the list with a union of a and b, which is below, instead of both.
func merged[T any](list []T, a, b int, union T) []T {
	list = append(slices.Clone(list), union)
	return slices.Delete(slices.Delete(list, b, b+1), a, a+1)
}

// offer adds a point, unless another one is better by more than the tolerance, and drops
// those that are not better.
func (p *published) offer(at *candidate) bool {
	k, _ := slices.BinarySearchFunc(p.front, at, func(q, at *candidate) int {
		if q.h <= at.h {
			return -1
		}
		return 1
	})
	if k > 0 && p.front[k-1].i >= at.i+publishedTolerance {
		return false
	}
	end := k
	for end < len(p.front) && p.front[end].i <= at.i {
		end++
	}
	for k > 0 && p.front[k-1].h == at.h && p.front[k-1].i <= at.i {
		k--
	}
	p.front = slices.Replace(p.front, k, end, at)
	return true
}

// publishedPoints returns what the published program finds of a table of counts.
func publishedPoints(_ testing.TB, counts [][]float64) []candidate {
	p := &published{counts: counts, seen: make(map[[2]int64]bool)}
	columns := make([]float64, len(counts[0]))
	for _, row := range counts {
		p.total += sum(row)
		for y, n := range row {
			columns[y] += n
		}
	}
	p.base = info.Entropy(columns)
	p.run()
	// What is above a point by less than the tolerance may be kept beside it.
	var points []candidate
	for _, at := range p.front {
		if last := len(points) - 1; last < 0 || at.h > points[last].h && at.i > points[last].i {
			points = append(points, *at)
		}
	}
	return points
}
