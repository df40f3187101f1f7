package second

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// tables are the two tables, with rows in the order of the problem of X and Y, which does not depend on the order of a
// file. Objectives are (h, i, s), where s is I(Z;S), or -I(Z;S) for a leak.
type tables struct {
	n        int
	place    []int // for every row of the table, its row in the problem
	inS      []int // for every row of the problem, its row in the problem of X and S
	y, s     problem.Traits
	ofY, ofS problem.Problem
	shift    pareto3.Vector // the constant of every sum
	sign     float64        // of I(Z;S)
	said     frontier.Second
}

func newTables(y problem.Problem, s *joint.Joint, aim frontier.Aim) (*tables, error) {
	t := &tables{n: y.Rows(), place: y.Place(), ofY: y, y: y.Traits(), sign: 1}
	if t.y.Cluster == nil || t.y.Shift == nil || t.y.Joint == nil {
		return nil, marked.Errorf(problem.ErrOptions, "a second variable needs a table of X and Y with H(Z) and I(Z;Y)")
	}
	if aim == frontier.AimLeak {
		t.sign = -1
	}
	labels := y.Describe().XLabels
	at := make(map[string]int, s.Rows())
	for x, label := range s.XLabels() {
		at[label] = x
	}
	together := make(partition.Partition, s.Rows()) // the rows of S that are one row of the problem
	toS := make([]int, len(labels))
	for x, label := range labels {
		row, ok := at[label]
		if !ok {
			return nil, marked.Errorf(problem.ErrOptions, "the table of the second variable has no row %q", label)
		}
		toS[x] = row
		together[row] = t.place[x]
	}
	if len(labels) != s.Rows() {
		return nil, marked.Errorf(problem.ErrOptions, "the table of the second variable has %d rows, and the table of X and Y has %d", s.Rows(), len(labels))
	}
	if s.NonZero() > frontier.MaxCells {
		return nil, marked.Errorf(problem.ErrOptions, "the table of X and the second variable has %d cells, more than %d: take fewer values", s.NonZero(), frontier.MaxCells)
	}
	together = partition.Canonical(together)
	linked := problem.DIB(s).Traits().Link(together)
	t.ofS, t.s = linked, linked.Traits()
	t.inS = make([]int, t.n)
	for x, row := range t.place {
		t.inS[row] = linked.Place()[toS[x]]
	}
	t.shift = pareto3.Vector{H: t.y.Shift.H, I: t.y.Shift.I, S: t.sign * t.s.Shift.I}
	d := problem.DIB(s).Describe()
	t.said = frontier.Second{Aim: aim, Labels: s.YLabels(), H: s.HY(), I: s.IXY(), Cells: inOrder(d.Cells, toS)}
	return t, nil
}

// inOrder returns cells with row toS[x] as row x.
func inOrder(c *frontier.Cells, toS []int) *frontier.Cells {
	first := make([]int, len(toS)+1) // of the cells of each row of c
	for _, x := range c.X {
		first[x+1]++
	}
	for x := range toS {
		first[x+1] += first[x]
	}
	made := &frontier.Cells{}
	for x, row := range toS {
		for k := first[row]; k < first[row+1]; k++ {
			made.X, made.Y, made.Weight = append(made.X, x), append(made.Y, c.Y[k]), append(made.Weight, c.Weight[k])
		}
	}
	return made
}

// cluster is a set of rows, for one goroutine.
type cluster struct {
	y, s problem.Cluster
	of   *tables
}

func (t *tables) cluster() cluster { return cluster{t.y.Cluster(), t.s.Cluster(), t} }

func (c cluster) add(row int) {
	c.y.Add(row)
	c.s.Add(c.of.inS[row])
}

func (c cluster) remove(row int) {
	c.y.Remove(row)
	c.s.Remove(c.of.inS[row])
}

// cost returns what the set, which is not empty, adds to the objectives.
func (c cluster) cost() pareto3.Vector {
	y, s := c.y.Cost(), c.s.Cost()
	return pareto3.Vector{H: y.H, I: y.I, S: c.of.sign * s.I}
}
