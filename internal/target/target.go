// Package target poses the problem of X and a second variable S, which clusterings should tell little or much about, and
// compares what they tell.
package target

import (
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Pose returns the problem of X and S with the rows of a problem p of X and Y; its i is I(Z;S). The cells of X and S are in
// the order of p's table, and nil if there are too many for a file. The table of X and S has the same labels of X in any
// order. The error wraps [problem.ErrOptions].
func Pose(p problem.Problem, s *joint.Joint) (of problem.Problem, cells *frontier.Cells, err error) {
	labels, place := p.Describe().XLabels, p.Place()
	inS := textfile.Places(labels, s.XLabels())
	if x := slices.Index(inS, -1); x >= 0 {
		return nil, nil, marked.Errorf(problem.ErrOptions, "the table of the second variable has no row %q", labels[x])
	}
	if len(labels) != s.Rows() {
		return nil, nil, marked.Errorf(problem.ErrOptions, "the table of the second variable has %d rows, and the table of X and Y has %d", s.Rows(), len(labels))
	}
	together := make(partition.Partition, s.Rows()) // the rows of S that are one row of the problem
	for x, row := range inS {
		together[row] = place[x]
	}
	own := problem.DIB(s)
	linked := own.Traits().Link(partition.Canonical(together))
	cells = inOrder(own.Describe().Cells, inS)
	if p.Rows() == 1 {
		return linked, cells, nil
	}
	theirs, from := linked.Place(), make([]int, p.Rows())
	for x, row := range inS {
		from[place[x]] = theirs[row]
	}
	of, err = reordered(linked.Traits(), from)
	return of, cells, err
}

// reordered returns the problem with row from[x] of another one as row x.
func reordered(t problem.Traits, from []int) (problem.Problem, error) {
	own := problem.Traits{
		Masses: make([]float64, len(from)), Columns: t.Columns, Shift: t.Shift,
		Cells: func(x int) ([]int32, []float64) { return t.Cells(from[x]) },
	}
	for x, row := range from {
		own.Masses[x] = t.Masses[row]
	}
	return problem.Sum(frontier.Problem{XLabels: lists.Make(len(from), strconv.Itoa)}, nil, own)
}

// inOrder returns cells with row inS[x] as row x; nil for nil.
func inOrder(c *frontier.Cells, inS []int) *frontier.Cells {
	if c == nil {
		return nil
	}
	first := make([]int, len(inS)+1) // of the cells of each row of c
	for _, x := range c.X {
		first[x+1]++
	}
	for x := range inS {
		first[x+1] += first[x]
	}
	made := &frontier.Cells{}
	for x, row := range inS {
		for k := first[row]; k < first[row+1]; k++ {
			made.X, made.Y, made.Weight = append(made.X, x), append(made.Y, c.Y[k]), append(made.Weight, c.Weight[k])
		}
	}
	return made
}

// Cost returns what it costs to tell a number of bits about S: less is better. It is negative if clusterings are to tell
// much.
func Cost(aim frontier.Aim, told float64) float64 {
	if aim == frontier.AimAlso {
		return -told
	}
	return told
}

// Keeps reports whether a number of bits about S keeps a limit, at the precision at which points are compared.
func Keeps(aim frontier.Aim, told, limit float64) bool {
	return Cost(aim, told) <= Cost(aim, limit)+pareto.Tolerance
}
