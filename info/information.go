package info

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/delta"
)

// Entropies are estimates of the entropies of two variables and of both together,
// from the same sample.
type Entropies struct{ X, Y, XY Estimate }

// EntropiesOf estimates the entropies of the row X and the column Y of a table of
// counts, n rows of m columns each. The numbers of cells are n, m and n m: leave out rows
// and columns that cannot occur, and keep those that did not but could.
//
// It returns the errors of the estimator, and one if the rows differ in length.
func EntropiesOf(e Estimator, table [][]float64) (Entropies, error) {
	cells, err := flatten(e, table)
	if err != nil {
		return Entropies{}, err
	}
	rows, columns := margins(table)
	return EntropiesOfCells(e, rows, columns, cells)
}

// EntropiesOfCells is [EntropiesOf] for a sparse table, given the sums of its rows and of
// its columns, and its cells, in any order and without those that are 0. It returns the
// errors of the estimator.
func EntropiesOfCells(e Estimator, rows, columns, cells []float64) (h Entropies, err error) {
	for _, part := range []struct {
		of     *Estimate
		counts []float64
		cells  int
	}{{&h.XY, cells, len(rows) * len(columns)}, {&h.X, rows, len(rows)}, {&h.Y, columns, len(columns)}} {
		if *part.of, err = e.Entropy(part.counts, part.cells); err != nil {
			return Entropies{}, err
		}
	}
	return h, nil
}

// MutualInformation returns H(X) + H(Y) - H(X,Y) in bits. With every estimator other than
// [Plugin] it can be negative. With [NSB] it is not the mean of a posterior (Archer, Park
// and Pillow 2013, doi:10.3390/e15051738, call it quasi-Bayesian).
//
// It has a standard deviation if all three entropies have one: the root of the sum of
// their variances, as if they came from independent samples. They come from one sample
// and vary together, so it is too large, two to three times for tables of letters. The
// sum of the three deviations is an upper bound however they vary together.
// [PosteriorInformation] and MutualInformation of [Plugin] have the right one.
func (h Entropies) MutualInformation() Estimate {
	e := Estimate{
		Value: h.X.Value + h.Y.Value - h.XY.Value,
		HasSD: h.X.HasSD && h.Y.HasSD && h.XY.HasSD,
	}
	if e.HasSD {
		x, y, xy := h.X.SD, h.Y.SD, h.XY.SD
		e.SD = math.Sqrt(float64(x*x) + float64(y*y) + float64(xy*xy))
	}
	return e
}

// JointEstimator estimates a mutual information from a table as a whole, rather than
// from three entropies: [Plugin], [Shrinkage], [Dirichlet] and [NSB] do.
type JointEstimator interface {
	Estimator
	// MutualInformation estimates the mutual information in bits between the row and the
	// column of a table of counts, with rows of equal length and all cells that can
	// occur. It is not negative. It returns the errors of Entropy, and one if the rows
	// differ in length.
	MutualInformation(table [][]float64) (Estimate, error)
}

func (e plugin) MutualInformation(table [][]float64) (Estimate, error) {
	h, err := EntropiesOf(e, table)
	if err != nil || !h.XY.HasSD {
		return Estimate{Value: max(h.X.Value+h.Y.Value-h.XY.Value, 0)}, err
	}
	_, columns := margins(table)
	var total, sum float64
	for _, n := range columns {
		total += n
	}
	var groups []delta.Group
	for _, row := range table {
		var counts, among []float64
		for y, n := range row {
			if n > 0 {
				counts, among = append(counts, n), append(among, columns[y])
			}
		}
		g := delta.GroupOf(counts, among, total)
		groups, sum = append(groups, g), sum+float64(g.Count*g.Mean)
	}
	return Estimate{Value: max(sum/total, 0), SD: delta.Of(groups).I, HasSD: true}, nil
}

// jointTally holds the tallies of the cells of a table and of its margins.
type jointTally struct{ cells, rows, columns tally }

func newJointTally(e Estimator, table [][]float64) (t jointTally, err error) {
	cells, err := flatten(e, table)
	if err != nil {
		return t, err
	}
	if t.cells, err = newTally(e, cells, len(cells)); err != nil {
		return t, err
	}
	rows, columns := margins(table)
	if t.rows, err = newTally(e, rows, len(rows)); err != nil {
		return t, err
	}
	t.columns, err = newTally(e, columns, len(columns))
	return t, err
}

// information returns the mean of the mutual information in bits under the
// posterior with concentration beta of each cell.
func (t jointTally) information(beta float64) float64 {
	x, _ := t.rows.posterior(float64(beta * t.columns.cells))
	y, _ := t.columns.posterior(float64(beta * t.rows.cells))
	xy, _ := t.cells.posterior(beta)
	return max(x+y-xy, 0) / math.Ln2
}

// flatten returns the cells of a table, row after row.
func flatten(e Estimator, table [][]float64) ([]float64, error) {
	var cells []float64
	for x, row := range table {
		if len(row) != len(table[0]) {
			return nil, fmt.Errorf("%s: row %d has %d cells and the first has %d: rows must be equally long",
				e.Name(), x+1, len(row), len(table[0]))
		}
		cells = append(cells, row...)
	}
	return cells, nil
}

// margins returns the sums of the rows and of the columns of a table.
func margins(table [][]float64) (rows, columns []float64) {
	rows = make([]float64, len(table))
	for x, row := range table {
		if x == 0 {
			columns = make([]float64, len(row))
		}
		for y, n := range row {
			rows[x] += n
			columns[y] += n
		}
	}
	return rows, columns
}
