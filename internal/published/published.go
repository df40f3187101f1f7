// Package published is a port of the program that Tan, Tegmark and Chuang published with their
// paper (2022, doi:10.3390/e24060771), algorithm 1 at epsilon 0, with its particular behaviour:
// last in, first out; the finest clustering is not offered; a clustering is expanded even if it is
// dominated by then; and clusterings count as equal if their points agree to 8 decimals. So its
// result depends on the order of the rows. Tests compare searches with it. It shares only package
// info and its logarithm with them.
package published

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
)

// Point is a point of the frontier that the program returns.
type Point struct {
	H, I float64
	// Clusters are lists of rows.
	Clusters [][]int
}

// Map returns the frontier of a table of joint probabilities, by increasing h, and the number of
// clusterings that were expanded.
func Map(table [][]float64) (frontier []Point, expanded int) {
	p := &program{seen: make(map[[2]int64]bool)}
	columns := make([]float64, len(table[0]))
	var finest []cluster
	for x, row := range table {
		for y, v := range row {
			columns[y] += v
		}
		finest = append(finest, clusterOf(row, []int{x}))
	}
	p.hy = info.Entropy(columns)
	p.run(finest)
	return p.frontier, p.expanded
}

// program is the state of the search.
type program struct {
	hy       float64
	frontier []Point // by increasing h
	seen     map[[2]int64]bool
	expanded int
}

// tolerance is the tolerance of the published program.
const tolerance = 1e-8

// cluster has the joint probabilities of a cluster, its contributions to h and i, and its rows.
type cluster struct {
	cells []float64
	h, i  float64
	rows  []int
}

func clusterOf(cells []float64, rows []int) cluster {
	var mass, sum float64
	for _, v := range cells {
		mass += v
		sum += plogp.PLog2P(v)
	}
	return cluster{cells, -plogp.PLog2P(mass), sum - plogp.PLog2P(mass), rows}
}

// run expands clusterings, beginning with the finest one.
func (p *program) run(finest []cluster) {
	stack := [][]cluster{finest}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p.expanded++
		var h, i float64
		for _, c := range f {
			h, i = h+c.h, i+c.i
		}
		for a := range f {
			for b := a + 1; b < len(f); b++ {
				cells := make([]float64, len(f[a].cells))
				for y := range cells {
					cells[y] = f[a].cells[y] + f[b].cells[y]
				}
				union := clusterOf(cells, slices.Concat(f[a].rows, f[b].rows))
				at := Point{H: h + union.h - f[a].h - f[b].h, I: p.hy + i + union.i - f[a].i - f[b].i}
				key := [2]int64{int64(math.Round(at.H / tolerance)), int64(math.Round(at.I / tolerance))}
				if p.seen[key] {
					continue
				}
				p.seen[key] = true
				if !p.beats(at) {
					continue
				}
				child := append(slices.Clone(f), union)
				child = slices.Delete(slices.Delete(child, b, b+1), a, a+1)
				for _, c := range child {
					at.Clusters = append(at.Clusters, c.rows)
				}
				p.add(at)
				stack = append(stack, child)
			}
		}
	}
}

// after returns the index of the first point with a larger h.
func (p *program) after(at Point) int {
	k, _ := slices.BinarySearchFunc(p.frontier, at, func(q, at Point) int {
		if q.H <= at.H {
			return -1
		}
		return 1
	})
	return k
}

// beats reports whether every point of the frontier is worse than this point.
func (p *program) beats(at Point) bool {
	k := p.after(at)
	return k == 0 || p.frontier[k-1].I < at.I
}

// add adds a point and drops the points that it dominates.
func (p *program) add(at Point) {
	k := p.after(at)
	end := k
	for end < len(p.frontier) && p.frontier[end].I <= at.I {
		end++
	}
	p.frontier = slices.Replace(p.frontier, k, end, at)
}
