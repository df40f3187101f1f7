package robust

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
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
	// merges returns a function for the points after two clusters of f are merged.
	merges func(f *candidate) func(a, b int) (h, i float64)
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
		joint += plogp.PLog2P(n / p.total)
	}
	s.h = -plogp.PLog2P(mass / p.total)
	s.i = s.h + joint
	return s
}

// plugin is the merges of plug-in values.
func (p *published) plugin(f *candidate) func(a, b int) (h, i float64) {
	h, i := 0.0, p.base
	for _, s := range f.sums {
		h, i = h+s.h, i+s.i
	}
	return func(a, b int) (float64, float64) {
		u, v := f.sums[a], f.sums[b]
		union := p.sum(u.cells, v.cells)
		return h + union.h - u.h - v.h, i + union.i - u.i - v.i
	}
}

// estimated returns the merges of the values that an evaluator gives, which knows rows
// with observations only, by their place in the problem.
func estimated(e problem.Evaluator, place []int) func(f *candidate) func(a, b int) (h, i float64) {
	labels := make([]int, len(place))
	to := make([]problem.Point, len(place))
	var wanted []int32
	return func(f *candidate) func(a, b int) (h, i float64) {
		for z, rows := range f.clusters {
			for _, x := range rows {
				labels[place[x]] = z
			}
		}
		canonical := partition.Canonical(labels)
		e.Load(canonical)
		label := func(z int) int { return canonical[place[f.clusters[z][0]]] }
		held := -1
		return func(a, b int) (h, i float64) {
			if a != held { // all at once is faster
				wanted = wanted[:0]
				for c := range f.clusters[a+1:] {
					wanted = append(wanted, int32(label(a+1+c)))
				}
				e.Merges(label(a), wanted, to)
				held = a
			}
			at := to[label(b)]
			return at.H, at.I
		}
	}
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
		point := p.merges(&f)
		for a, of := range f.sums {
			for b := a + 1; b < len(f.sums); b++ {
				h, i := point(a, b)
				at := &candidate{h: h, i: i}
				key := [2]int64{int64(math.Round(at.h / publishedTolerance)), int64(math.Round(at.i / publishedTolerance))}
				if p.seen[key] {
					continue
				}
				p.seen[key] = true
				if p.offer(at) {
					at.clusters = merged(f.clusters, a, b, slices.Concat(f.clusters[a], f.clusters[b]))
					at.sums = merged(f.sums, a, b, p.sum(of.cells, f.sums[b].cells))
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
	p := newPublished(counts)
	p.merges = p.plugin
	return p.points()
}

// publishedNSB returns what it finds with the values of NSB; nil if a row or column is
// without observations, which the golden runs count as cells and a joint leaves out.
func publishedNSB(t testing.TB, counts [][]float64) []candidate {
	j := tableOf(t, counts)
	if j.Rows() < len(counts) || j.Cols() < len(counts[0]) {
		return nil
	}
	problem, err := problem.Estimated(j, info.NSB())
	if err != nil {
		t.Fatal(err)
	}
	p := newPublished(counts)
	p.merges = estimated(problem.Evaluators(1, 0)[0], problem.Place())
	return p.points()
}

func newPublished(counts [][]float64) *published {
	p := &published{counts: counts, seen: make(map[[2]int64]bool)}
	columns := make([]float64, len(counts[0]))
	for _, row := range counts {
		p.total += sum(row)
		for y, n := range row {
			columns[y] += n
		}
	}
	p.base = info.Entropy(columns)
	return p
}

// points returns what the search finds.
func (p *published) points() []candidate {
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
