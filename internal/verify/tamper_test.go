package verify

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/checker"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// judge decides by brute force what a verification has to say of a frontier: it goes over all
// clusterings and all clusters of its table, with arithmetic of its own.
type judge struct {
	joint    *joint.Joint
	original *drawn.Sketch
	sets     []drawn.Set
	at       map[partition.Packed]problem.Point // bits of every clustering
}

func newJudge(t *testing.T, j *joint.Joint, s *drawn.Sketch) *judge {
	t.Helper()
	g := &judge{joint: j, original: s, sets: drawn.Sets(j), at: make(map[partition.Packed]problem.Point)}
	p := problem.DIB(j)
	e := p.Evaluators(1, 0)[0]
	for f := range partition.All(j.Rows()) {
		rows, err := asRows(p, f, j.XLabels())
		if err != nil {
			t.Fatal(err)
		}
		g.at[partition.Pack(f)] = e.Load(rows)
	}
	return g
}

// sentence is what the judge says.
type sentence int

const (
	isFalse sentence = iota
	isTrue
	either // a number is so near a threshold that both answers will do
)

// about compares a number that has to be 0 with the tolerance of the checker.
func about(v float64) sentence {
	switch {
	case math.Abs(v) <= 5e-12:
		return isTrue
	case math.Abs(v) <= 2e-11:
		return either
	default:
		return isFalse // also NaN
	}
}

// of returns the sentence on a sketch whose frontier was made.
func (g *judge) of(s *drawn.Sketch, f *frontier.Frontier) sentence {
	search := f.Search
	if !reflect.DeepEqual(s.Problem, g.original.Problem) || search.Status == "bogus" || search.Order != "" || len(search.Runs) > 0 {
		return isFalse
	}
	for k := range f.Len() {
		p := f.At(k)
		if at := g.at[p.Packed()]; at.H != p.H || at.I != p.I {
			return isFalse
		}
	}
	cell := func(v float64) float64 { return math.Floor(v/pareto.Tolerance + 0.5) }
	for k := 1; k < f.Len(); k++ { // on the grid, no point dominates another
		if p, q := f.At(k-1), f.At(k); cell(p.H) == cell(q.H) || cell(p.I) == cell(q.I) {
			return isFalse
		}
	}
	c := f.Certificate
	status := f.Search.Status == frontier.StatusComplete
	switch {
	case c != nil && c.Complete && !status:
		return isFalse
	case c != nil && c.Complete || !status:
	case !g.covers(f, 0, math.Inf(-1), math.Inf(1), 1e-9):
		return isFalse
	case !slices.Equal(s.Entries, g.original.Entries):
		return either // as good up to the grid, and not what dynamic programming finds
	}
	if c == nil {
		return isTrue
	}
	return g.certificate(f, c)
}

func (g *judge) certificate(f *frontier.Frontier, c *frontier.Certificate) sentence {
	if f.Len() == 0 || c.Tolerance != checker.Tolerance {
		return isFalse
	}
	var corners []int
	for k := range f.Len() {
		if f.At(k).Hull {
			corners = append(corners, k)
		}
	}
	if len(c.Edges) != len(corners)-1 {
		return isFalse
	}
	says := isTrue
	worst := func(s sentence) {
		if s == isFalse || says == isTrue {
			says = s
		}
	}
	from, all := f.At(f.Len()-1), true
	for k := len(c.Edges) - 1; k >= 0; k-- {
		e, a, b := &c.Edges[k], f.At(corners[k]), f.At(corners[k+1])
		if e.HLo != a.H || e.HHi != b.H || len(e.Dual) != g.joint.Rows() || !(e.Slope >= 0 && e.Slope <= 1) {
			return isFalse
		}
		if worst(g.edge(f, e, corners[k], corners[k+1])); says == isFalse {
			return isFalse
		}
		if all = all && e.Certified; all {
			from = a
		}
		if e.Certified && !g.covers(f, a.H, a.I+checker.Tolerance, b.H, checker.Tolerance) {
			return isFalse
		}
	}
	if c.Complete != all || c.CompleteFromH != from.H || all && f.At(0).K != 1 || f.At(f.Len()-1).I < g.joint.IXY()-checker.Tolerance {
		return isFalse
	}
	if !g.covers(f, from.H, from.I+checker.Tolerance, math.Inf(1), checker.Tolerance) {
		return isFalse
	}
	return says
}

// covers tells whether a point is as good, up to a tolerance, as every clustering of an h from lo
// up or an i above one, and an h below hi.
func (g *judge) covers(f *frontier.Frontier, lo, above, hi, tolerance float64) bool {
	for _, at := range g.at {
		if at.H >= hi || at.H < lo && at.I <= above {
			continue
		}
		good := false
		for k := range f.Len() {
			p := f.At(k)
			good = good || p.H <= at.H+tolerance && p.I >= at.I-tolerance
		}
		if !good {
			return false
		}
	}
	return true
}

// edge judges the dual and the numbers of an edge.
func (g *judge) edge(f *frontier.Frontier, e *frontier.Edge, a, b int) sentence {
	want := *e
	g.refit(f, &want, a, b)
	says := about(want.Slack - e.Slack)
	for _, s := range []sentence{about(want.Budget - e.Budget), g.feasible(e)} {
		if s == isFalse || says == isTrue {
			says = s
		}
	}
	switch few, many := g.columns(f, e, a, b); {
	case says == isFalse || !e.Certified && e.Columns == 0:
		return says
	case e.Certified && few == many && e.Columns == few:
		return says
	case e.Certified && e.Columns >= few && e.Columns <= many:
		return either
	default:
		return isFalse
	}
}

// feasible judges whether clusters have negative reduced costs. The checker takes no numbers above 8 in size.
func (g *judge) feasible(e *frontier.Edge) sentence {
	least := math.Inf(1)
	for _, u := range e.Dual {
		if !(math.Abs(u) <= 8) {
			return isFalse
		}
	}
	for set := 1; set < len(g.sets); set++ {
		if g.sets[set].H < e.HHi+1e-9 {
			rc := drawn.ReducedCost(e, g.sets, set)
			if math.IsNaN(rc) {
				return isFalse
			}
			least = min(least, rc)
		}
	}
	switch {
	case least >= -5e-11:
		return isTrue
	case least >= -2e-10:
		return either
	default:
		return isFalse
	}
}

// within returns the largest d_k for clusterings of an entropy of h or more.
func (g *judge) within(f *frontier.Frontier, e *frontier.Edge, a, b int, h float64) float64 {
	most := math.Inf(-1)
	for k := a; k < b; k++ {
		if f.At(k+1).H >= h {
			most = max(most, e.Bound(g.joint.HY(), f.At(k+1).H)-f.At(k).I)
		}
	}
	return most
}

// columns counts the clusters within the budget, with a slack against them and for them.
func (g *judge) columns(f *frontier.Frontier, e *frontier.Edge, a, b int) (few, many int64) {
	for set := 1; set < len(g.sets); set++ {
		rc, h := drawn.ReducedCost(e, g.sets, set), g.sets[set].H
		if rc <= g.within(f, e, a, b, h+1e-12)-1e-10 {
			few++
		}
		if rc <= g.within(f, e, a, b, h-1e-12)+1e-10 {
			many++
		}
	}
	return few, many
}

// refit sets the numbers of an edge that follow from its dual, as a thorough tamperer would.
func (g *judge) refit(f *frontier.Frontier, e *frontier.Edge, a, b int) {
	first, last := f.At(a), f.At(b)
	e.HLo, e.HHi = first.H, last.H
	e.Slack = max(e.Bound(g.joint.HY(), first.H)-first.I, e.Bound(g.joint.HY(), last.H)-last.I)
	e.Budget, e.Columns = 0, 0
	if e.Certified {
		e.Budget = g.within(f, e, a, b, math.Inf(-1))
		few, _ := g.columns(f, e, a, b)
		e.Columns = few
	}
}

func totalOf(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// tamperedTables are the tables of the test of tampering, small ones of several sorts.
func tamperedTables(t *testing.T) (list []*joint.Joint) {
	t.Helper()
	nearlyEqual := drawn.Uniform(3, 6, 5)
	for x, row := range nearlyEqual {
		for y := range row {
			row[y] = math.Round(row[y]*1e4/totalOf(row)) + float64(x)
		}
	}
	for _, cells := range [][][]float64{drawn.Uniform(5, 6, 7), nearlyEqual, drawn.Kinds[1].Draw(4, 7), drawn.Kinds[3].Draw(2, 6), drawn.Spread(3, 6), drawn.Uniform(8, 7, 3)} {
		list = append(list, drawn.Table(t, cells))
	}
	return list
}

// tampered runs the test of tampering on tables: every change is made to the exact frontier with a complete
// certificate, with a partial one, and with none, with and without the numbers made to fit afterwards. What the judge
// calls false must be rejected, and what it calls true accepted. Every pick-th change is made.
func tampered(t *testing.T, tables []*joint.Joint, pick int) {
	t.Helper()
	names := make(map[string]bool)
	rejected, accepted, near, refused := 0, 0, 0, 0
	for n, j := range tables {
		base := drawn.NewSketch(t, j)
		g := newJudge(t, j, base)
		other := drawn.NewSketch(t, drawn.Table(t, drawn.Uniform(uint64(90+n), j.Rows(), j.Cols())))
		for _, mode := range []string{"complete", "partial", "none"} {
			start := func() *drawn.Sketch { return g.sketch(t, mode) }
			if f := start().Frontier(t); g.of(start(), f) == isFalse || !Verified(t, j, f).OK() {
				t.Fatalf("table %d, %s: the frontier itself is rejected: %q", n, mode, Verified(t, j, f).Failures)
			}
			for k, c := range changes(start(), other, g) {
				names[c.name] = true
				if (k+n)%pick != 0 {
					continue
				}
				for _, thorough := range []bool{false, true} {
					s := start()
					c.do(s)
					f, want, got, why := g.try(t, s, thorough)
					switch {
					case f == nil:
						refused++
					case want == isFalse && got || want == isTrue && !got:
						t.Errorf("table %d, %s, %s, made to fit %t: accepted %t; %q", n, mode, c.name, thorough, got, why)
					case want == either:
						near++
					case got:
						accepted++
					default:
						rejected++
					}
				}
			}
		}
	}
	t.Logf("%d kinds of changes; %d are false and rejected, %d leave a true file and are accepted, %d are near a threshold, and %d are refused by the reader",
		len(names), rejected, accepted, near, refused)
	if len(names) < 200 || rejected < 200 || accepted < 20 {
		t.Error("that is too few")
	}
}

// sketch returns the exact frontier, with the certificate of a mode.
func (g *judge) sketch(t *testing.T, mode string) *drawn.Sketch {
	t.Helper()
	s := &drawn.Sketch{Problem: g.original.Problem, Entries: slices.Clone(g.original.Entries), Search: g.original.Search}
	s.Problem.XMass, s.Problem.YLabels = slices.Clone(s.Problem.XMass), slices.Clone(s.Problem.YLabels)
	s.Problem.XLabels = slices.Clone(s.Problem.XLabels)
	cells := *s.Problem.Cells
	cells.Weight = slices.Clone(cells.Weight)
	s.Problem.Cells = &cells
	if s.Problem.Samples != nil {
		samples := *s.Problem.Samples
		s.Problem.Samples = &samples
	}
	s.Search = frontier.Search{Method: "dp", Status: frontier.StatusComplete}
	if mode == "none" {
		return s
	}
	s.Certify(t, g.joint)
	if mode == "partial" {
		edges := s.Certificate.Edges
		s.Search = drawn.Heuristic
		openBelow(t, s, g.joint, edges[len(edges)/2].HLo)
		if len(edges) < 2 {
			openBelow(t, s, g.joint, edges[0].HHi)
		}
	}
	return s
}

// try makes the frontier of a sketch, with the numbers made to fit if asked, and returns what
// the judge and the verification say of it. There is no frontier if a reader refuses it.
func (g *judge) try(t *testing.T, s *drawn.Sketch, thorough bool) (f *frontier.Frontier, want sentence, got bool, why []string) {
	t.Helper()
	f, err := frontier.New(s.Problem, s.Search, slices.Clone(s.Entries))
	if err != nil {
		return nil, isFalse, false, []string{err.Error()}
	}
	f.Certificate = s.Certificate
	if c := s.Certificate; thorough && c != nil && f.Len() > 0 {
		var corners []int
		for k := range f.Len() {
			if f.At(k).Hull {
				corners = append(corners, k)
			}
		}
		for k := range min(len(c.Edges), len(corners)-1) {
			if len(c.Edges[k].Dual) == g.joint.Rows() {
				g.refit(f, &c.Edges[k], corners[k], corners[k+1])
			}
		}
		c.CompleteFromH, c.Complete = f.At(f.Len()-1).H, true
		for k := len(c.Edges) - 1; k >= 0 && c.Complete; k-- {
			if c.Complete = c.Edges[k].Certified; c.Complete {
				c.CompleteFromH = c.Edges[k].HLo
			}
		}
		f.Search.Status = frontier.StatusComplete
		if !c.Complete {
			f.Search = drawn.Heuristic
		}
	}
	if err := f.Check(); err != nil { // a reader refuses the file
		return nil, isFalse, false, []string{err.Error()}
	}
	want = g.of(s, f)
	v, err := verify(context.Background(), g.joint, f, 1, solve.Again, 0) // certificates by the checker alone
	if errors.Is(err, ErrUnverifiable) {
		return f, want, false, []string{err.Error()}
	}
	if err != nil {
		t.Fatal(err)
	}
	return f, want, v.OK(), v.Failures
}

// TestTampering makes a part of the changes of TestLongTampering.
func TestTampering(t *testing.T) { tampered(t, tamperedTables(t)[:3], 23) }
