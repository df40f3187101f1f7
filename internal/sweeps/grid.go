package sweeps

import (
	"iter"

	"github.com/dibmap/dibmap/problem"
)

// found is a clustering with its point.
type found struct {
	h, i float64
	position
}

// grid keeps the clustering of largest i in each of many cells of equal width in h.
type grid struct {
	from, scale float64
	cells       []found // i is -1 if a cell is empty
}

// cells is the number of cells of a grid. A frontier has points in about half of them.
const cells = 1 << 17

// newGrid returns an empty grid for a range of h.
func newGrid(from, to float64) *grid {
	g := &grid{from: from, scale: cells / (to - from), cells: make([]found, cells+1)}
	for k := range g.cells {
		g.cells[k].i = -1
	}
	return g
}

// end returns the largest h.
func (g *grid) end() float64 { return g.from + float64(cells/g.scale) }

// cell returns the cell of h, or -1 if h is outside of the grid.
func (g *grid) cell(h float64) int {
	k := int((h - g.from) * g.scale)
	if uint(k) >= uint(len(g.cells)) {
		return -1
	}
	return k
}

// between returns the cells that overlap the range of h from lo to hi.
func (g *grid) between(lo, hi float64) []found {
	from, to := max(g.cell(lo), 0), g.cell(hi)
	if to < 0 {
		to = len(g.cells) - 1
	}
	return g.cells[from : to+1]
}

// best returns the known clustering of largest i - slope h in the cells from lo to hi.
func (g *grid) best(slope, lo, hi float64) (best found, ok bool) {
	return bestOf(g.between(lo, hi), slope)
}

// bestOf returns the known clustering of largest i - slope h in some cells. Clusterings whose run is away are not
// known.
func bestOf(cells []found, slope float64) (best found, ok bool) {
	for _, f := range cells {
		if f.i >= 0 && f.run != away && (!ok || f.i-float64(slope*f.h) > best.i-float64(slope*best.h)) {
			best, ok = f, true
		}
	}
	return best, ok
}

// hull returns the clusterings that are best for some slope, by increasing h. O(cells).
func (g *grid) hull() []found { return hullOf(g.cells) }

// hullOf returns the hull of some cells.
func hullOf(cells []found) (hull []found) {
	for _, f := range cells {
		if f.i < 0 || len(hull) > 0 && f.i <= hull[len(hull)-1].i {
			continue
		}
		for len(hull) > 1 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if float64((b.i-a.i)*(f.h-b.h)) > float64((f.i-b.i)*(b.h-a.h)) {
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, f)
	}
	return hull
}

// reached returns the largest i up to h, and the first cell after h. The largest i of the cells before from is given.
func (g *grid) reached(before float64, from int, h float64) (i float64, to int) {
	if to = g.cell(h) + 1; to == 0 {
		to = len(g.cells)
	}
	i = before
	for ; from < to; from++ {
		i = max(i, g.cells[from].i)
	}
	return i, to
}

// finds holds the clusterings of one walker that are better than the clusterings in a grid.
type finds struct {
	grid  *grid // which does not change during a batch
	own   []found
	cells []int32 // of own
	index []int32 // of each cell, 1 + its place in own, or 0
}

func newFinds(g *grid) *finds { return &finds{grid: g, index: make([]int32, len(g.cells))} }

// offer takes a clustering if it is the best in its cell so far.
func (f *finds) offer(h, i float64, at position) {
	k := f.grid.cell(h)
	if k < 0 || i <= f.grid.cells[k].i {
		return
	}
	if n := f.index[k]; n > 0 {
		if own := &f.own[n-1]; i > own.i {
			*own = found{h, i, at}
		}
		return
	}
	f.own = append(f.own, found{h, i, at})
	f.cells = append(f.cells, int32(k))
	f.index[k] = int32(len(f.own))
}

// take returns the clusterings found, and forgets them.
func (f *finds) take() (own []found) {
	for _, k := range f.cells {
		f.index[k] = 0
	}
	own = append(own, f.own...)
	f.own, f.cells = f.own[:0], f.cells[:0]
	return own
}

// put puts the clusterings of a walker into the grid. Of two equally good clusterings, the earlier one stays.
func (g *grid) put(own []found) {
	for _, o := range own {
		if c := &g.cells[g.cell(o.h)]; o.i > c.i {
			*c = o
		}
	}
}

// area returns the area in bit^2 under the staircase, up to the end of the grid.
func (g *grid) area() (area float64) {
	best, from := 0.0, g.from
	for _, f := range g.cells {
		if f.i > best {
			area += float64(best * (f.h - from))
			best, from = f.i, f.h
		}
	}
	return area + float64(best*(g.end()-from))
}

// count returns the number of cells with a clustering.
func (g *grid) count() (n int) {
	for _, f := range g.cells {
		if f.i >= 0 {
			n++
		}
	}
	return n
}

// staircase yields the non-dominated points by increasing h.
func (g *grid) staircase() iter.Seq[problem.Point] {
	return func(yield func(problem.Point) bool) {
		best := -1.0
		for _, f := range g.cells {
			if f.i <= best {
				continue
			}
			best = f.i
			if !yield(problem.Point{H: f.h, I: f.i}) {
				return
			}
		}
	}
}
