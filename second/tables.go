package second

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/target"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// tables are the two tables, with rows in the order of the problem of X and Y, which does not depend on the order of a
// file. Objectives are (h, i, s), where s is I(Z;S), or -I(Z;S) for a leak.
type tables struct {
	n        int
	place    []int // for every row of the table, its row in the problem
	y, s     problem.Traits
	ofY, ofS problem.Problem // with the same rows
	shift    pareto3.Vector  // the constant of every sum
	whole    pareto3.Vector  // H(X), I(X;Y) and I(X;S)
	sign     float64         // of I(Z;S)
	said     frontier.Second
}

func newTables(y problem.Problem, s *joint.Joint, aim frontier.Aim) (*tables, error) {
	t := &tables{n: y.Rows(), place: y.Place(), ofY: y, y: y.Traits(), sign: -target.Cost(aim, 1)}
	if t.y.Cluster == nil || t.y.Shift == nil || t.y.Joint == nil {
		return nil, marked.Errorf(problem.ErrOptions, "a second variable needs a table of X and Y with H(Z) and I(Z;Y)")
	}
	if s.NonZero() > frontier.MaxCells {
		return nil, marked.Errorf(problem.ErrOptions, "the table of X and the second variable has %d cells, more than %d: take fewer values", s.NonZero(), frontier.MaxCells)
	}
	of, cells, err := target.Pose(y, s)
	if err != nil {
		return nil, err
	}
	t.ofS, t.s = of, of.Traits()
	t.shift = pareto3.Vector{H: t.y.Shift.H, I: t.y.Shift.I, S: t.sign * t.s.Shift.I}
	t.said = frontier.Second{Aim: aim, Labels: s.YLabels(), H: s.HY(), I: s.IXY(), Cells: cells}
	d := y.Describe()
	t.whole = pareto3.Vector{H: d.HX, I: d.IXY, S: t.said.I}
	return t, nil
}

// cluster is a set of rows, for one goroutine.
type cluster struct {
	y, s problem.Cluster
	sign float64
}

func (t *tables) cluster() cluster { return cluster{t.y.Cluster(), t.s.Cluster(), t.sign} }

func (c cluster) add(row int) {
	c.y.Add(row)
	c.s.Add(row)
}

func (c cluster) remove(row int) {
	c.y.Remove(row)
	c.s.Remove(row)
}

// cost returns what the set, which is not empty, adds to the objectives.
func (c cluster) cost() pareto3.Vector {
	y, s := c.y.Cost(), c.s.Cost()
	return pareto3.Vector{H: y.H, I: y.I, S: c.sign * s.I}
}
