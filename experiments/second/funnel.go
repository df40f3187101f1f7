package main

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
)

// plane is a trade: bad is to be small and good large.
type plane struct {
	name, x, y string
	bad, good  func(v value) float64
	drawn      bool
}

func ofH(v value) float64 { return v.h }
func ofI(v value) float64 { return v.i }
func ofS(v value) float64 { return v.s }

func planes() []plane {
	return []plane{
		{name: "privacy funnel", x: "H(Z) [bits]", y: "I(Z;S), sex [bits]", bad: ofS, good: ofH, drawn: true},
		{name: "information bottleneck", bad: ofH, good: ofI},
		{name: "disease against sex", x: "I(Z;Y), disease [bits]", y: "I(Z;S), sex [bits]", bad: ofS, good: ofI, drawn: true},
	}
}

// frontier returns the frontier of the plane, which is complete.
func (p plane) frontier(ctx context.Context, g *groupings) (*frontier.Frontier, error) {
	var d frontier.Problem
	for x := range g.n {
		d.XLabels = append(d.XLabels, strconv.Itoa(x))
	}
	shift := problem.Point{H: p.bad(g.whole), I: p.good(g.whole)}
	of, err := problem.Sum(d, func(rows []int) problem.Point {
		set := 0
		for _, x := range rows {
			set |= 1 << x
		}
		return problem.Point{H: p.bad(g.part[set]), I: p.good(g.part[set])}
	}, problem.Traits{Shift: &shift})
	if err != nil {
		return nil, err
	}
	r, err := exact.Subsets(ctx, of, exact.Options{})
	if err != nil {
		return nil, err
	}
	return r.Frontier, ctx.Err()
}

// merged merges clusters as Ding and Sadeghi do (arXiv:1901.06629): it begins with all values apart, and merges the set
// of clusters that lowers (1-t) bad - t good most, until none lowers it. With a most of 2 it merges pairs (Makhdoumi and
// others 2014, doi:10.1109/ITW.2014.6970882). Their sets are local optima of a difference of submodular functions; here
// they are the best of all. O(n 2^n).
func (p plane) merged(g *groupings, t float64, most int) []int {
	cost := func(set int) float64 { return (1-t)*p.bad(g.part[set]) - t*p.good(g.part[set]) }
	var clusters []int
	for x := range g.n {
		clusters = append(clusters, 1<<x)
	}
	apart, union := make([]float64, 1<<g.n), make([]int, 1<<g.n)
	for {
		best, change := 0, -1e-12 // less is rounding
		for m := 1; m < 1<<len(clusters); m++ {
			rest, first := m&(m-1), clusters[bits.TrailingZeros(uint(m))]
			union[m] = union[rest] | first
			apart[m] = apart[rest] + cost(first)
			if size := bits.OnesCount(uint(m)); size < 2 || size > most {
				continue
			}
			if d := cost(union[m]) - apart[m]; d < change {
				best, change = m, d
			}
		}
		if best == 0 {
			return clusters
		}
		kept := []int{union[best]}
		for k, set := range clusters {
			if best>>k&1 == 0 {
				kept = append(kept, set)
			}
		}
		clusters = kept
	}
}

// end is what merging ends with.
type end struct {
	value
	k int
}

// ends returns the different groupings that merging ends with, for steps values of t.
func (p plane) ends(g *groupings, steps, most int) (all []end) {
	known := make(map[string]bool)
	for k := 1; k < steps; k++ {
		clusters := p.merged(g, float64(k)/float64(steps), most)
		slices.Sort(clusters)
		if id := fmt.Sprint(clusters); !known[id] {
			known[id] = true
			all = append(all, end{g.of(clusters), len(clusters)})
		}
	}
	slices.SortFunc(all, func(a, b end) int { return cmp.Compare(p.good(a.value), p.good(b.value)) })
	return all
}

// lacks returns how much of good the ends lack that are not on the frontier.
func (p plane) lacks(f *frontier.Frontier, ends []end) (lacks []float64) {
	for _, e := range ends {
		best, _ := f.Within(p.bad(e.value) + 0x1p-30)
		if lack := best.I - p.good(e.value); lack > 0x1p-29 {
			lacks = append(lacks, lack)
		}
	}
	return lacks
}

// funnel compares groupings by merging with the frontier of each plane.
func funnel(ctx context.Context, o options) (section, error) {
	made := section{id: "funnel", numbers: map[string]string{}}
	c, err := pick(o, func(context.Context) (counts, error) { return drawn(6, 0, 0), nil }, heart)(ctx)
	if err != nil {
		return made, err
	}
	g := newGroupings(c)
	finest := g.whole
	for x := range g.n {
		finest = finest.plus(g.part[1<<x])
	}
	made.numbers["n"], made.numbers["H"] = strconv.Itoa(g.n), decimals(finest.h, 3)
	made.numbers["Y"], made.numbers["S"] = decimals(finest.i, 4), decimals(finest.s, 4)
	made.lines = [][]string{{"plane", "frontier", "on its hull", "merges of", "different ends", "on the frontier", "the others lack at most", "in the mean"}}
	var listed []end
	for _, p := range planes() {
		f, err := p.frontier(ctx, g)
		if err != nil {
			return made, err
		}
		panel := chart.Panel{Title: p.name, X: chart.Axis{Name: p.x}, Y: chart.Axis{Name: p.y}}
		hull, line := 0, chart.Series{Name: "frontier", NoMarks: true}
		for q := range f.All() {
			if q.Hull {
				hull++
			}
			line.Points = append(line.Points, chart.Point{X: q.I, Y: q.H})
		}
		panel.Series = append(panel.Series, line)
		for _, m := range []struct {
			name string
			most int
		}{{"subsets", g.n}, {"pairs", 2}} {
			ends := p.ends(g, pick(o, 20, 1000), m.most)
			lacks := p.lacks(f, ends)
			mean, _ := powerlaw.Moments(lacks)
			made.lines = append(made.lines, []string{
				p.name, strconv.Itoa(f.Len()), strconv.Itoa(hull), m.name,
				strconv.Itoa(len(ends)), strconv.Itoa(len(ends) - len(lacks)), decimals(slices.Max(append(lacks, 0)), 3), decimals(mean, 3),
			})
			marks := chart.Series{Name: "merges of " + m.name, NoLine: true}
			for _, e := range ends {
				marks.Points = append(marks.Points, chart.Point{X: p.good(e.value), Y: p.bad(e.value)})
			}
			panel.Series = append(panel.Series, marks)
			if p.drawn && m.most > 2 {
				listed = ends // those of the last plane
			}
		}
		if p.drawn {
			made.panels = append(made.panels, panel)
		}
	}
	found, _, err := mapped(ctx, c, leak, unlimited, 0)
	if err != nil {
		return made, err
	}
	better, gain := beaten(found, listed)
	made.numbers["listed"], made.numbers["beaten"], made.numbers["gain"] = strconv.Itoa(len(listed)), strconv.Itoa(better), decimals(gain, 4)
	return made, nil
}

// beaten returns how many of the ends tell less about Y than another grouping with the same number of clusters and at
// most their H(Z) and I(Z;S), and how much less at most.
func beaten(found optima, ends []end) (better int, gain float64) {
	for _, e := range ends {
		at, most := leak.point(e.value), 0.0
		for _, p := range found.layers[e.k] {
			if p[0] <= at[0]+1 && p[2] <= at[2]+1 {
				most = max(most, float64(at[1]-p[1])/(1<<30))
			}
		}
		if most > 0x1p-29 {
			better++
		}
		gain = max(gain, most)
	}
	return better, gain
}
