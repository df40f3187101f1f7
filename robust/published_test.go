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
	front  []candidate
	seen   map[[2]int64]bool
}

type candidate struct {
	h, i     float64
	clusters [][]int
}

const publishedTolerance = 1e-8

// cost returns what the rows of a cluster add to H(Z) and to I(Z;Y).
func (p *published) cost(rows []int) (h, i float64) {
	var mass, sum float64
	for y := range p.counts[0] {
		var n float64
		for _, x := range rows {
			n += p.counts[x][y]
		}
		mass += n
		sum += info.PLog2P(n / p.total)
	}
	h = -info.PLog2P(mass / p.total)
	return h, h + sum
}

func (p *published) run() {
	var first candidate
	for x := range p.counts {
		first.clusters = append(first.clusters, []int{x})
	}
	for stack := []candidate{first}; len(stack) > 0; {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		h, i := 0.0, p.base
		costs := make([][2]float64, len(f.clusters))
		for z, rows := range f.clusters {
			costs[z][0], costs[z][1] = p.cost(rows)
			h, i = h+costs[z][0], i+costs[z][1]
		}
		for a := range f.clusters {
			for b := a + 1; b < len(f.clusters); b++ {
				union := slices.Concat(f.clusters[a], f.clusters[b])
				dh, di := p.cost(union)
				at := candidate{h: h + dh - costs[a][0] - costs[b][0], i: i + di - costs[a][1] - costs[b][1]}
				key := [2]int64{int64(math.Round(at.h / publishedTolerance)), int64(math.Round(at.i / publishedTolerance))}
				if p.seen[key] {
					continue
				}
				p.seen[key] = true
				at.clusters = append(slices.Clone(f.clusters), union)
				at.clusters = slices.Delete(slices.Delete(at.clusters, b, b+1), a, a+1)
				if p.offer(at) {
					stack = append(stack, at)
				}
			}
		}
	}
}

// offer adds a point, unless another one is better by more than the tolerance, and drops
// those that are not better.
func (p *published) offer(at candidate) bool {
	k, _ := slices.BinarySearchFunc(p.front, at, func(q, at candidate) int {
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
			points = append(points, at)
		}
	}
	return points
}
