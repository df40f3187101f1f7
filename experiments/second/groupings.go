package main

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
)

// counts are the records of X with Y and of X with S: a row of each for every value of X, of the same sum.
type counts struct{ y, s [][]float64 }

// value is what a grouping, or a cluster's part of it, says: H(Z), I(Z;Y) and I(Z;S) in bits.
type value struct{ h, i, s float64 }

func (v value) plus(w value) value { return value{v.h + w.h, v.i + w.i, v.s + w.s} }

// groupings are all groupings of the values of X. A set of values is a mask.
type groupings struct {
	n    int
	part []value // of each set
	// whole is what all values in one cluster lack of 0.
	whole value
}

// newGroupings computes what each of the 2^n sets contributes to sums over clusters. O(2^n columns).
func newGroupings(c counts) *groupings {
	n := len(c.y)
	g := &groupings{n: n, part: make([]value, 1<<n)}
	total := 0.0
	for _, row := range c.y {
		total += lists.Sum(row)
	}
	y, s := sums(c.y), sums(c.s)
	for set := 1; set < 1<<n; set++ {
		w := -plogp.PLog2P(lists.Sum(y[set]) / total)
		g.part[set] = value{w, w - entropy(y[set], total), w - entropy(s[set], total)}
	}
	last := g.part[1<<n-1]
	g.whole = value{0, -last.i, -last.s}
	return g
}

// sums returns the sums of rows over each set of them.
func sums(rows [][]float64) [][]float64 {
	all := make([][]float64, 1<<len(rows))
	all[0] = make([]float64, len(rows[0]))
	for set := 1; set < len(all); set++ {
		x := bits.TrailingZeros(uint(set))
		all[set] = make([]float64, len(rows[0]))
		for k, v := range all[set&(set-1)] {
			all[set][k] = v + rows[x][k]
		}
	}
	return all
}

// entropy returns the sum of -p log2 p for p = v/total.
func entropy(row []float64, total float64) (e float64) {
	for _, v := range row {
		e -= plogp.PLog2P(v / total)
	}
	return e
}

// of returns the value of a grouping.
func (g *groupings) of(clusters []int) value {
	v := g.whole
	for _, set := range clusters {
		v = v.plus(g.part[set])
	}
	return v
}

// each calls visit with the number of clusters and the value of every grouping. O(Bell(n)).
func (g *groupings) each(visit func(k int, v value)) {
	clusters := make([]int, 0, g.n)
	var place func(x int, v value)
	place = func(x int, v value) {
		if x == g.n {
			visit(len(clusters), v)
			return
		}
		bit := 1 << x
		for k, set := range clusters {
			clusters[k] |= bit
			old, now := g.part[set], g.part[set|bit]
			place(x+1, value{v.h + now.h - old.h, v.i + now.i - old.i, v.s + now.s - old.s})
			clusters[k] = set
		}
		clusters = append(clusters, bit)
		place(x+1, v.plus(g.part[bit]))
		clusters = clusters[:len(clusters)-1]
	}
	place(0, g.whole)
}

// aim says which values are better: each coordinate, times its factor, is to be small. A factor of 0 leaves it out.
type aim struct {
	name    string
	h, i, s float64
}

var (
	two  = aim{"two objectives", 1, -1, 0}
	also = aim{"also", 1, -1, -1}
	leak = aim{"leak", 1, -1, 1}
)

// point is a value on the grid of 2^-30 bit. All three are to be small.
type point [3]int64

func (a aim) point(v value) point {
	on := func(v float64) int64 { return int64(math.Round(v * (1 << 30))) }
	return point{on(a.h * v.h), on(a.i * v.i), on(a.s * v.s)}
}

// front is a set of points that do not dominate each other. The zero value is empty.
type front struct {
	points []point
	most   int
	guards []point // some of the points, first those that lately dominated others
}

// add adds a point. Points that others dominate are dropped at once, if a guard does, or by [front.done].
func (f *front) add(p point) {
	for k, q := range f.guards {
		if q[0] <= p[0] && q[1] <= p[1] && q[2] <= p[2] {
			f.guards[k], f.guards[k/2] = f.guards[k/2], q
			return
		}
	}
	if f.points = append(f.points, p); len(f.points) > f.most {
		f.done()
		f.most = max(1<<12, 3*len(f.points))
		f.guards = f.guards[:0]
		for k := 0; k < len(f.points); k += 1 + len(f.points)/256 {
			f.guards = append(f.guards, f.points[k])
		}
	}
}

func (f *front) done() []point {
	f.points = optimal(f.points)
	return f.points
}

// optimal returns the points that are not dominated, each once. It overwrites the points. In the
// order of the first coordinate, a point is dominated if the least third coordinate is not above its own, of the points
// so far with no larger second one (Kung, Luccio and Preparata 1975, doi:10.1145/321906.321910). A Fenwick tree
// (doi:10.1002/spe.4380240306) has these least coordinates. O(points log points).
func optimal(points []point) []point {
	slices.SortFunc(points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
	})
	seconds := make([]int64, len(points))
	for k, p := range points {
		seconds[k] = p[1]
	}
	slices.Sort(seconds)
	least := make([]int64, len(points)+1)
	for k := range least {
		least[k] = math.MaxInt64
	}
	kept := points[:0]
	for _, p := range points {
		at, _ := slices.BinarySearch(seconds, p[1])
		beaten := false
		for k := at + 1; k > 0 && !beaten; k &= k - 1 {
			beaten = least[k] <= p[2]
		}
		if beaten {
			continue
		}
		kept = append(kept, p)
		for k := at + 1; k < len(least); k += k & -k {
			least[k] = min(least[k], p[2])
		}
	}
	return kept
}

// optima are the optimal groupings of one aim.
type optima struct {
	layers [][]point // by the number of clusters
	whole  []point   // those that are optimal among all
}

// within returns the number of groupings that are optimal within their number of clusters.
func (o optima) within() (size int) {
	for _, l := range o.layers {
		size += len(l)
	}
	return size
}

// best returns the optimal groupings for each aim, by all groupings.
func (g *groupings) best(aims ...aim) []optima {
	fronts := make([][]front, len(aims))
	for a := range aims {
		fronts[a] = make([]front, g.n+1)
	}
	g.each(func(k int, v value) {
		for a := range aims {
			fronts[a][k].add(aims[a].point(v))
		}
	})
	found := make([]optima, len(aims))
	for a := range aims {
		var all []point
		for k := range fronts[a] {
			layer := fronts[a][k].done()
			found[a].layers = append(found[a].layers, layer)
			all = append(all, layer...)
		}
		found[a].whole = optimal(all)
	}
	return found
}
