package search

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/pareto"
)

// port is the published program of Tan, Tegmark and Chuang (2022), algorithm 1,
// with its habits kept: last in, first out; the identity is not offered; a
// clustering is expanded even if it is dominated by then; and clusterings count
// as the same if their points agree to 8 decimals. It shares nothing with the
// code under test but package info.
type port struct {
	tab      table
	hy       float64
	front    []pair // sorted by h
	seen     map[[2]int64]bool
	expanded int
}

// portTolerance is the tolerance of the published program.
const portTolerance = 1e-8

// portCluster is a cluster: its joint probabilities and its costs.
type portCluster struct {
	cells []float64
	h, i  float64
}

func portClusterOf(cells []float64) portCluster {
	var mass, sum float64
	for _, v := range cells {
		mass += v
		sum += plogp.PLog2P(v)
	}
	return portCluster{cells, -plogp.PLog2P(mass), sum - plogp.PLog2P(mass)}
}

func newPort(tab table) *port {
	p := &port{tab: tab, seen: make(map[[2]int64]bool)}
	columns := make([]float64, len(tab[0]))
	for _, row := range tab {
		for y, v := range row {
			columns[y] += v
		}
	}
	p.hy = info.Entropy(columns)
	return p
}

// run returns the frontier.
func (p *port) run() []pair {
	var identity []portCluster
	for _, row := range p.tab {
		identity = append(identity, portClusterOf(row))
	}
	stack := [][]portCluster{identity}
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
				union := portClusterOf(cells)
				at := pair{h + union.h - f[a].h - f[b].h, p.hy + i + union.i - f[a].i - f[b].i}
				key := [2]int64{int64(math.Round(at.h / portTolerance)), int64(math.Round(at.i / portTolerance))}
				if p.seen[key] {
					continue
				}
				p.seen[key] = true
				if !p.offer(at) {
					continue
				}
				child := append(slices.Clone(f), union)
				stack = append(stack, slices.Delete(slices.Delete(child, b, b+1), a, a+1))
			}
		}
	}
	return p.front
}

// offer adds a point, if no other one is better, and drops those it beats.
func (p *port) offer(at pair) bool {
	k, _ := slices.BinarySearchFunc(p.front, at, func(q, at pair) int {
		if q.h <= at.h {
			return -1
		}
		return 1
	})
	if k > 0 && p.front[k-1].i >= at.i {
		return false
	}
	end := k
	for end < len(p.front) && p.front[end].i <= at.i {
		end++
	}
	p.front = slices.Replace(p.front, k, end, at)
	return true
}

func area(points []pair, end float64) float64 {
	return pareto.Hypervolume(len(points), func(k int) (h, i float64) { return points[k].h, points[k].i }, end)
}

// TestPort holds the port against what the published program reports for
// alpha27: 801 points, 4674 clusterings expanded, hypervolume 1.548731532.
func TestPort(t *testing.T) {
	p := newPort(shared(t, "pxy_alpha27.npy"))
	points := p.run()
	hx := 0.0
	for _, row := range p.tab {
		var w float64
		for _, v := range row {
			w += v
		}
		hx -= plogp.PLog2P(w)
	}
	if got := area(points, hx); len(points) != 801 || p.expanded != 4674 || math.Abs(got-1.548731532) > 1e-6 {
		t.Errorf("%d points, %d expanded, hypervolume %.9f", len(points), p.expanded, got)
	}
}

// TestBetterThanThePort: on the tables of the scaling benchmark a local search
// finds at least as many points as the published program, and a hypervolume that
// is not less.
func TestBetterThanThePort(t *testing.T) {
	sizes := []int{20, 30, 40}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		tab := simplexFor(n)
		points := newPort(tab).run()
		r := mustMap(t, tab, Options{Method: Local})
		before, after := area(points, r.Frontier.Problem.HX), r.Frontier.Hypervolume()
		t.Logf("n=%d: %d points, hypervolume %.6f; the port %d, %.6f", n, r.Frontier.Len(), after, len(points), before)
		if r.Frontier.Len() < len(points) || after < before {
			t.Errorf("n=%d: %d points, hypervolume %.9f; the port %d, %.9f", n, r.Frontier.Len(), after, len(points), before)
		}
	}
}
