package problem

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/cellsum"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Estimated returns the problem of [DIB] in which both objectives are estimated from
// a sample: h = H(Z) against i = H(Z) + H(Y) - H(Z,Y), with each of the three entropies
// as the estimator has it, of k, m and k m cells for k clusters and m columns. Rows and
// columns without observations are no cells. One cluster is at (0, 0), whatever the
// estimator.
//
// By the estimators other than [info.Plugin], merging clusters can raise i, so the
// finest clustering need not be on the frontier; and i can be negative.
//
// If the estimator is a sum over the cells (see [cellsum.PhiOf]), the problem is
// [Additive], and as fast as DIB. With those of [cellsum.NewUpdater], of which sums over the
// cells are all that is needed, a neighbour takes about a microsecond: points are exact
// functions of the clustering here, too, and the value of [info.NSB] differs by less
// than 1e-10 bit. Any other estimator is asked for every neighbour.
//
// The error wraps [ErrOptions] if the table holds no counts, unless the estimator is
// [info.Plugin], and is that of the estimator if it cannot work with the table.
func Estimated(j *joint.Joint, e info.Estimator) (Problem, error) {
	if e == info.Plugin() {
		return DIB(j), nil
	}
	n, counts := j.Samples()
	if !counts {
		return nil, fmt.Errorf("%w: the table holds probabilities, and %s estimates from counts: give the counts, or take the plug-in values", ErrOptions, e.Name())
	}
	if _, err := entropiesOf(j, e); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if _, _, additive := cellsum.PhiOf(e, float64(n)); additive {
		return newBottleneck(j, variableLength, e, partition.Identity(j.Rows())), nil
	}
	return newEstimated(j, e, partition.Identity(j.Rows())), nil
}

// entropiesOf returns the estimates of a table of counts.
func entropiesOf(j *joint.Joint, e info.Estimator) (info.Entropies, error) {
	rows, columns := make([]float64, j.Rows()), make([]float64, j.Cols())
	cells := make([]float64, 0, j.NonZero())
	for x := range rows {
		rows[x] = j.RowMass(x)
		_, masses := j.Row(x)
		cells = append(cells, masses...)
	}
	for y := range columns {
		columns[y] = j.ColMass(y)
	}
	return info.EntropiesOfCells(e, rows, columns, cells)
}

// estimates puts the estimates of a table into what a frontier file says of it.
func estimates(d *frontier.Problem, j *joint.Joint, e info.Estimator) {
	h, _ := entropiesOf(j, e) // Estimated had no error
	d.Estimator = e.Name()
	d.HX, d.HY, d.IXY = h.X.Value, h.Y.Value, h.X.Value+h.Y.Value-h.XY.Value
}

// estimated is a bottleneck under an estimator that is not a sum over the cells, with
// rows that are always together as one row.
type estimated struct {
	table     *joint.Joint
	estimator info.Estimator
	linked    [][2]string
	place     []int
	cols      int
	nonZero   int
	total, hy float64
	quick     bool // whether there is an updater
	// The rows in canonical order.
	cells   []countRow
	rowMass []float64
}

// countRow are the columns of a row that have observations, and how many.
type countRow struct {
	columns []int32
	counts  []float64
}

// newEstimated returns the problem in which the table's rows of each cluster of
// together are one row.
func newEstimated(table *joint.Joint, e info.Estimator, together partition.Partition) *estimated {
	j := table
	if together.K() < table.Rows() { // a copy takes memory
		j = table.Coarsen(together)
	}
	h, _ := entropiesOf(table, e) // Estimated had no error
	p := &estimated{
		table: table, estimator: e, linked: linkedPairs(table.XLabels(), together),
		cols: j.Cols(), nonZero: j.NonZero(), total: j.Total(), hy: h.Y.Value,
	}
	_, p.quick = cellsum.NewUpdater(e, p.total, p.nonZero, 0)
	order := j.CanonicalOrder()
	p.place = placesOf(together, order)
	for _, x := range order {
		columns, counts := j.Row(x)
		p.cells = append(p.cells, countRow{columns, counts})
		p.rowMass = append(p.rowMass, j.RowMass(x))
	}
	return p
}

// Rows implements [Problem].
func (p *estimated) Rows() int { return len(p.cells) }

// Place implements [Problem].
func (p *estimated) Place() []int { return p.place }

// Masses implements [Weighted].
func (p *estimated) Masses() (rows []float64, total float64) { return p.rowMass, p.total }

// Link implements [Linker].
func (p *estimated) Link(f partition.Partition) Problem {
	return newEstimated(p.table, p.estimator, f)
}

// Describe implements [Problem].
func (p *estimated) Describe() frontier.Problem {
	d := describe(p.table, p.linked)
	estimates(&d, p.table, p.estimator)
	return d
}

// Slowness implements [Slow], as measured on samples of letter pairs with [info.NSB].
func (p *estimated) Slowness() float64 {
	if p.quick {
		return 40
	}
	return 10_000
}

// Evaluators implements [Problem]. Each remembers for itself.
func (p *estimated) Evaluators(goroutines int, memory int64) []Evaluator {
	evaluators := make([]Evaluator, goroutines)
	for k := range evaluators {
		// A quarter is for what cells add, the rest for clusters.
		share := memoryOr(memory) / int64(goroutines)
		if u, quick := cellsum.NewUpdater(p.estimator, p.total, p.nonZero, share/4); quick {
			evaluators[k] = newEstimateEvaluator(p, u, share/4*3)
		} else {
			evaluators[k] = &loader{point: p.point}
		}
	}
	return evaluators
}

// point asks the estimator.
func (p *estimated) point(f partition.Partition) (Point, error) {
	k := f.K()
	if k == 1 {
		return Point{}, nil
	}
	masses, sums := make([]float64, k), make([]float64, k*p.cols)
	for x, c := range f {
		masses[c] += p.rowMass[x]
		for at, y := range p.cells[x].columns {
			sums[c*p.cols+int(y)] += p.cells[x].counts[at]
		}
	}
	h, err := p.estimator.Entropy(masses, k)
	if err != nil {
		return Point{}, fmt.Errorf("%s: the clustering %v of %d clusters: %w", p.estimator.Name(), f, k, err)
	}
	hxy, err := p.estimator.Entropy(sums, len(sums))
	if err != nil {
		return Point{}, fmt.Errorf("%s: the clustering %v of %d clusters: %w", p.estimator.Name(), f, k, err)
	}
	return Point{h.Value, h.Value + p.hy - hxy.Value}, nil
}
