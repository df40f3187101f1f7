package problem

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/cellsum"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Estimated returns the problem of [DIB] with both objectives estimated from a sample: h =
// H(Z) against i = H(Z) + H(Y) - H(Z,Y), in bits. The estimator estimates each of the three
// entropies: for k clusters and m columns, they have k, m and k m cells. Rows and columns without
// observations do not count as cells. One cluster is at (0, 0) with every estimator.
//
// With estimators other than [info.Plugin], merging clusters can raise i, so that the finest
// clustering need not be on the frontier; and i can be negative.
//
// With Miller-Madow, Jackknife and Grassberger, entropies are sums over the cells, so that
// the problem is as fast as DIB. With NSB, Dirichlet, Shrinkage and
// Chao-Shen, a neighbour takes about a microsecond; points are exact functions of the
// clustering all the same, and for [info.NSB] they differ from the estimates by less than
// 1e-10 bit. Any other estimator is called for every neighbour, and if it returns an error
// then, the search ends with that error.
//
// The error wraps [ErrOptions] if the table holds probabilities, unless the estimator is
// [info.Plugin], or if the estimator cannot estimate the entropies of the table.
func Estimated(j *joint.Joint, e info.Estimator) (Problem, error) {
	if e == info.Plugin() {
		return DIB(j), nil
	}
	n, counts := j.Samples()
	if !counts {
		return nil, marked.Errorf(ErrOptions, "the table holds probabilities, and %s estimates from counts: give the counts, or take the plug-in values", e.Name())
	}
	h, err := Entropies(j, e)
	if err != nil {
		return nil, marked.Errorf(ErrOptions, "%w", err)
	}
	whole := &estimate{e, h}
	if _, _, additive := cellsum.PhiOf(e, float64(n)); additive {
		return newBottleneck(j, false, whole, partition.Identity(j.Rows())), nil
	}
	return newEstimated(j, whole, partition.Identity(j.Rows())), nil
}

// Entropies estimates the entropies of a table of counts. The error is the estimator's.
func Entropies(j *joint.Joint, e info.Estimator) (info.Entropies, error) {
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

// estimate is an estimator, with the entropies that it estimates of the whole table.
type estimate struct {
	by info.Estimator
	info.Entropies
}

// error returns how far the estimate of I(X;Y) may be off, in bits: the standard deviation that the estimator
// states, as if the entropies were independent, which is rather too large. Without a stated deviation, it returns
// the deviation of the plug-in value for independent X and Y: 2 N I ln 2 then has the chi-square distribution in
// large samples (Wilks 1938, doi:10.1214/aoms/1177732360), with (n-1)(m-1) degrees of freedom and twice this number
// as its variance. In small samples of large tables the deviation is smaller.
func (e *estimate) error(j *joint.Joint) float64 {
	if i := e.MutualInformation(); i.HasSD {
		return i.SD
	}
	freedom := float64(float64(j.Rows()-1) * float64(j.Cols()-1))
	return math.Sqrt(2*freedom) / (2 * j.Total() * math.Ln2)
}

// estimated is a bottleneck under an estimator that is not a sum over the cells.
type estimated struct {
	rows
	table    *joint.Joint
	estimate *estimate
	cols     int
	nonZero  int
	hy       float64
	quick    bool    // whether there is an updater
	cells    []cells // columns and counts of every row
}

// newEstimated returns the problem with the rows of each cluster of together merged.
func newEstimated(table *joint.Joint, e *estimate, together partition.Partition) *estimated {
	j, order, r := coarsened(table, together)
	p := &estimated{rows: r, table: table, estimate: e, cols: j.Cols(), nonZero: j.NonZero(), hy: e.Y.Value}
	_, p.quick = cellsum.NewUpdater(e.by, p.total, p.nonZero, 0)
	for _, x := range order {
		columns, counts := j.Row(x)
		p.cells = append(p.cells, cells{columns: columns, mass: counts})
	}
	return p
}

// Traits implements [Problem]. The slowness is as measured on samples of letter pairs with [info.NSB].
func (p *estimated) Traits() Traits {
	t := Traits{
		Masses: p.rowMass, Joint: p.table, Slowness: 40,
		Link: func(f partition.Partition) Problem { return newEstimated(p.table, p.estimate, f) },
	}
	if !p.quick {
		t.Slowness, t.Failure = 10_000, func(f partition.Partition) error {
			_, err := p.point(f)
			return err
		}
	}
	return t
}

// Describe implements [Problem].
func (p *estimated) Describe() frontier.Problem { return p.describe(p.table, p.estimate) }

// Evaluators implements [Problem]. Each remembers for itself.
func (p *estimated) Evaluators(goroutines int, memory int64) []Evaluator {
	evaluators := make([]Evaluator, goroutines)
	for k := range evaluators {
		// A quarter is for what cells add, the rest for clusters.
		share := memoryOr(memory) / int64(goroutines)
		if u, quick := cellsum.NewUpdater(p.estimate.by, p.total, p.nonZero, share/4); quick {
			evaluators[k] = newEstimateEvaluator(p, u, share/4*3)
		} else {
			evaluators[k] = &loader{point: func(f partition.Partition) Point {
				if at, err := p.point(f); err == nil {
					return at
				}
				return invalid
			}}
		}
	}
	return evaluators
}

// point calls the estimator.
func (p *estimated) point(f partition.Partition) (Point, error) {
	k := f.K()
	if k == 1 {
		return Point{}, nil
	}
	masses, sums := make([]float64, k), make([]float64, k*p.cols)
	for x, c := range f {
		masses[c] += p.rowMass[x]
		for at, y := range p.cells[x].columns {
			sums[c*p.cols+int(y)] += p.cells[x].mass[at]
		}
	}
	var h [sides]info.Estimate
	for side, counts := range [sides][]float64{masses, sums} {
		var err error
		if h[side], err = p.estimate.by.Entropy(counts, len(counts)); err != nil {
			return Point{}, fmt.Errorf("%s: the clustering %v of %d clusters: %w", p.estimate.by.Name(), f, k, err)
		}
	}
	return Point{h[0].Value, h[0].Value + p.hy - h[1].Value}, nil
}
