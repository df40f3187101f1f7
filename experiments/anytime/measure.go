package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
)

// subject is a table, and what is measured on it.
type subject struct {
	name  string
	joint *joint.Joint
	// frontier is the last frontier of dibmap's sweeps.
	frontier *frontier.Frontier
	found    map[string]*findings
	made     results
	log      io.Writer
}

// findings are what a method has found on a table.
type findings struct {
	best  *pareto.Set[judge.Point] // without dominated points
	known map[[2]float64]bool      // h and i of all points
	above int
}

func newSubject(name string, j *joint.Joint, log io.Writer) *subject {
	return &subject{name: name, joint: j, found: make(map[string]*findings), log: log}
}

// tell reports progress.
func (s *subject) tell(format string, args ...any) { fmt.Fprintf(s.log, format, args...) }

// add adds a measurement of the table.
func (s *subject) add(m measurement) {
	m.table = s.name
	s.made.measured = append(s.made.measured, m)
	s.tell("%s, %s %g: %.2f s, area %.4f, %d groupings, %d above the frontier\n", s.name, m.method, m.setting, m.seconds, m.area, m.groupings, m.above)
}

// compare computes the points of a method's clusterings, compares them with the frontier, and adds a
// measurement with the area under them, together with earlier ones if the method adds to them. It
// uses no numbers of the method itself.
func (s *subject) compare(m measurement, clusterings []baseline.Clustering, adds bool) {
	f := s.found[m.method]
	if f == nil {
		f = &findings{known: make(map[[2]float64]bool)}
		s.found[m.method] = f
	}
	if f.best == nil || !adds {
		f.best = new(pareto.Set[judge.Point])
	}
	for _, p := range judge.Points(s.joint, slices.Values(clusterings)) {
		f.best.Add(p.H, p.I, p, nil)
		if f.known[[2]float64{p.H, p.I}] {
			continue
		}
		f.known[[2]float64{p.H, p.I}] = true
		g := s.beside(p)
		g.method = m.method
		s.made.keep(g)
		if g.i > g.frontierI+pareto.Tolerance {
			f.above++
			s.made.over = append(s.made.over, g)
		}
	}
	m.area, m.groupings, m.above = areaUnder(f.best, s.joint.HX()), len(f.known), f.above
	s.add(m)
}

// areaUnder returns the area under the staircase of some points, from 0 to H(X).
func areaUnder(set *pareto.Set[judge.Point], hx float64) float64 {
	var h, i []float64
	for p := range set.All() {
		h, i = append(h, p.H), append(i, p.I)
	}
	return pareto.Hypervolume(len(h), func(p int) (float64, float64) { return h[p], i[p] }, hx)
}

// beside returns a grouping, with the frontier at the same H and at the same I.
func (s *subject) beside(p judge.Point) grouping {
	g := grouping{table: s.name, k: p.K, h: p.H, i: p.I, frontierH: math.NaN()}
	if at, ok := s.frontier.Within(p.H); ok {
		g.frontierI = at.I
	}
	if at, ok := s.frontier.Keeping(p.I / s.frontier.Problem.IXY); ok {
		g.frontierH = at.H
	}
	return g
}
