package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/second"
)

const (
	// unlimited makes package second keep all groupings that it finds.
	unlimited = -1
	// searching is enough effort for package second to search tables of 12 and 13 values to the end, but too little for
	// its exact method.
	searching = 2_000_000
)

// mapped returns what package second finds from the frontier of two objectives on, as points by the number of
// clusters. It keeps most groupings at most.
func mapped(ctx context.Context, c counts, a aim, most int, effort int64) (found optima, said *frontier.Second, err error) {
	labels := func(n int) (names []string) {
		for k := range n {
			names = append(names, strconv.Itoa(k))
		}
		return names
	}
	y, err := joint.Dense(labels(len(c.y)), labels(len(c.y[0])), c.y)
	if err != nil {
		return found, nil, err
	}
	s, err := joint.Dense(labels(len(c.s)), labels(len(c.s[0])), c.s)
	if err != nil {
		return found, nil, err
	}
	begin, err := search.Map(ctx, problem.DIB(y), search.Options{})
	if err != nil {
		return found, nil, err
	}
	said, err = second.Map(ctx, problem.DIB(y), s, second.Options{Name: "S", Aim: frontier.Aim(a.name), MaxPoints: most, Effort: effort, From: begin.Frontier})
	if err != nil {
		return found, nil, err
	}
	found.layers = make([][]point, len(c.y)+1)
	var all []point
	for _, e := range said.Entries {
		p := a.point(value{e.H, e.I, e.S})
		found.layers[e.K] = append(found.layers[e.K], p)
		all = append(all, p)
	}
	found.whole = optimal(all)
	return found, said, ctx.Err()
}

// shared returns how many of the optimal groupings are found, up to rounding of the last place of the grid.
func shared(all, found optima) (hits int) {
	for k := range all.layers {
		for _, p := range all.layers[k] {
			if slices.ContainsFunc(found.layers[k], func(q point) bool {
				return max(p[0]-q[0], q[0]-p[0], p[1]-q[1], q[1]-p[1], p[2]-q[2], q[2]-p[2]) <= 1
			}) {
				hits++
			}
		}
	}
	return hits
}

// recall compares what the search finds with all groupings of random tables.
func recall(ctx context.Context, o options) (section, error) {
	made := section{id: "recall", lines: [][]string{{"n", "second variable", "tables", "optimal", "found", "least of a table", "wrong"}}}
	for _, n := range pick(o, []int{6}, []int{12, 13}) {
		for _, of := range []struct {
			aim
			share float64
		}{{leak, 0}, {leak, 0.5}, {also, 0}, {also, 0.5}} {
			var all, hits, wrong int
			least := 1.0
			seeds := pick(o, 2, 5)
			for seed := range seeds {
				c := drawn(n, of.share, uint64(seed))
				want := newGroupings(c).best(of.aim)[0]
				found, said, err := mapped(ctx, c, of.aim, unlimited, searching)
				if err != nil {
					return made, err
				}
				if said.Exact && !o.fast {
					return made, fmt.Errorf("package second maps %d values without a search: change its effort", n)
				}
				hit := shared(want, found)
				all, hits, wrong = all+want.within(), hits+hit, wrong+found.within()-hit
				least = min(least, float64(hit)/float64(want.within()))
			}
			made.lines = append(made.lines, []string{
				strconv.Itoa(n), fmt.Sprintf("%s, share %g", of.name, of.share), strconv.Itoa(seeds), strconv.Itoa(all),
				percent(float64(hits) / float64(all)), percent(least), strconv.Itoa(wrong),
			})
		}
	}
	return made, nil
}

func percent(share float64) string { return decimals(100*share, 1) + " %" }

// ofLetters counts the optimal groupings of the most frequent letters, by the next and the previous one.
func ofLetters(ctx context.Context, o options) (section, error) {
	made := section{id: "letters", lines: [][]string{{"letters", "method", "grid", "also", "within each k", "leak", "within each k", "time"}}}
	for _, n := range pick(o, []int{5, 6}, []int{8, 10, 12, 13, 16, 20, 27}) {
		names, c, err := letters(n)
		if err != nil {
			return made, err
		}
		began := time.Now()
		line := []string{strings.Join(names, ""), "all groupings", "-"}
		var found []optima
		if n <= 12 {
			found = newGroupings(c).best(also, leak)
		} else {
			line[1] = "all sets"
			points := unlimited
			if n > 20 {
				points = 0 // the default
			}
			for _, a := range []aim{also, leak} {
				f, said, err := mapped(ctx, c, a, points, 0)
				if err != nil {
					return made, err
				}
				if !said.Exact {
					line[1] = "search"
				}
				if w := said.Width; w[0] > 0 {
					line[2] = fmt.Sprintf("%.2g, %.2g and %.2g bits", w[0], w[1], w[2])
				}
				found = append(found, f)
			}
		}
		for _, f := range found {
			line = append(line, strconv.Itoa(len(f.whole)), strconv.Itoa(f.within()))
		}
		made.lines = append(made.lines, append(line, decimals(time.Since(began).Seconds(), 1)+" s"))
	}
	return made, nil
}
