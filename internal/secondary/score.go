// Package secondary has what clusterings tell about a second variable S: on held-out records, in comparison with other
// clusterings, and by a test.
package secondary

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/target"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Fold is a division of records whose Y and S are counted in tables with the same rows.
type Fold struct {
	Y, S joint.Fold
	// Found are the clusterings of the rows of the training tables that a search of these found. If it is nil, the
	// clusterings of the whole table are scored, on other records.
	Found *frontier.Second
}

// mostWork limits the steps of scoring. If all clusterings take more, some are scored, at even distances.
const mostWork = 1 << 31

// Score returns the held-out values of Y and of S for every clustering of the rows with the given labels, or nil for
// those that are not scored.
//
// A clustering is judged by what a search of the training records finds in its place, so that the choice of the
// clustering by the same records does not make it look better. In the training records, H(Z) and I(Z;S) are limited to
// the values of the clustering (I(Z;S) from below for AimAlso), and the clustering found there with the same number of
// clusters and the largest I(Z;Y) is scored.
// If the rows of a fold are others, such as bins of its own, the two limits are the values in the whole table.
//
// The values are the plug-in I(Z;Y) and I(Z;S) of the held-out records, corrected for their number by Miller and Madow
// (1955), and averaged over the folds by their records. They may be below 0. The standard errors are for averages of the
// terms of the records.
func Score(ctx context.Context, whole *frontier.Second, labels []string, folds []Fold, workers int) ([]*[2]frontier.HeldOut, error) {
	threads, err := pool.Workers(workers)
	if err != nil {
		return nil, err
	}
	n := len(whole.Entries)
	work := 0
	samples := make([]*sample, len(folds))
	for k, f := range folds {
		if samples[k], err = newSample(f, labels); err != nil {
			return nil, fmt.Errorf("fold %d: %w", k+1, err)
		}
		work += f.Y.Training.NonZero() + f.S.Training.NonZero() + f.Y.HeldOut.NonZero() + f.S.HeldOut.NonZero()
	}
	every := 1 + int(int64(n)*int64(max(work, 1))/mostWork) // below 2^31, as a table has fewer cells
	scores := make([]*[2]frontier.HeldOut, n)
	const many = 32
	jobs := (n + many*every - 1) / (many * every)
	err = pool.Each(ctx, threads, jobs, func(_, job int) error {
		for at := job * many * every; at < min((job+1)*many*every, n); at += every {
			scores[at] = pooled(samples, whole.Aim, &whole.Entries[at], len(labels))
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return scores, nil
}

// PerCell is the number of held-out records of a fold for each cluster and value below which it scores nothing. With 5
// records, the corrected information is too high by up to 0.03 bits (of 2 to 6 clusters and 2 to 10 values), with 1 by 0.2 to 0.4.
const PerCell = 5

// pooled returns the values of a clustering over all folds, or nil if no fold scores it.
func pooled(samples []*sample, aim frontier.Aim, e *frontier.SecondEntry, rows int) *[2]frontier.HeldOut {
	own := clustering(e, rows)
	var sums, squares [2]float64
	var records float64
	for _, s := range samples {
		z := own
		if s.found != nil {
			if z = s.inPlace(aim, e, own); z == nil {
				continue
			}
		}
		if s.few(e.K) {
			continue
		}
		for v, of := range []*counts{s.heldY, s.heldS} {
			i, square, n := of.told(z)
			sums[v] += float64(n * i)
			squares[v] += float64(n * square)
			if v == 0 {
				records += n
			}
		}
	}
	if records == 0 {
		return nil
	}
	var score [2]frontier.HeldOut
	for v := range score {
		mean := sums[v] / records
		score[v].I = mean
		if records > 1 {
			score[v].SE = math.Sqrt(max(squares[v]/records-float64(mean*mean), 0) / (records - 1))
		}
	}
	return &score
}

// sample is a fold that is ready to score clusterings.
type sample struct {
	found        *frontier.Second
	of           []int // the row of the whole table of each training row; nil if some row is another one
	trainY       *joint.Joint
	trainS       *counts
	heldY, heldS *counts
	records      float64 // held out
}

func newSample(f Fold, labels []string) (*sample, error) {
	s := &sample{found: f.Found, trainY: f.Y.Training}
	training := labels
	if s.found != nil {
		training = f.Y.Training.XLabels()
		if s.of = textfile.Places(training, labels); slices.Contains(s.of, -1) {
			s.of = nil
		}
	}
	s.heldY, s.heldS, s.trainS = countsOf(f.Y.HeldOut, training), countsOf(f.S.HeldOut, training), countsOf(f.S.Training, training)
	for _, n := range s.heldY.n {
		s.records += n
	}
	if s.found != nil && len(s.found.Entries) == 0 {
		return nil, fmt.Errorf("the search of the training records found nothing")
	}
	return s, nil
}

// few reports whether the held-out records are too few for clusterings into k clusters.
func (s *sample) few(k int) bool {
	return s.records < float64(PerCell*k*max(s.heldY.columns, s.heldS.columns))
}

// inPlace returns the clustering of the training rows that a search would have chosen in the place of e, or nil if it
// found none with the same number of clusters.
func (s *sample) inPlace(aim frontier.Aim, e *frontier.SecondEntry, own partition.Partition) partition.Partition {
	h, told := e.H, e.S
	if s.of != nil {
		z := make(partition.Partition, len(s.of))
		for x, at := range s.of {
			z[x] = own[at]
		}
		z = partition.Canonical(z)
		h = s.trainY.Coarsen(z).HX()
		told = s.trainS.plugin(z)
	}
	excess := func(c *frontier.SecondEntry) float64 {
		beyond := target.Cost(aim, c.S) - target.Cost(aim, told)
		return max(c.H-h-pareto.Tolerance, 0) + max(beyond-pareto.Tolerance, 0)
	}
	var best *frontier.SecondEntry
	least := math.Inf(1)
	for n := range s.found.Entries {
		c := &s.found.Entries[n]
		if c.K != e.K {
			continue
		}
		if over := excess(c); over < least || over == least && c.I > best.I {
			best, least = c, over
		}
	}
	if best == nil {
		return nil
	}
	return clustering(best, s.trainY.Rows())
}

// clustering returns the clustering of an entry, of some rows.
func clustering(e *frontier.SecondEntry, rows int) partition.Partition {
	z := make(partition.Partition, rows)
	if e.Tree != nil {
		e.Tree.Unpack(e.Member, z)
	} else {
		e.Assignment.Unpack(z)
	}
	return z
}

// counts are the records of a table of some rows, by cells.
type counts struct {
	row, column []int
	n           []float64
	columns     int
}

// countsOf returns the records of a table whose rows are among some labels.
func countsOf(j *joint.Joint, labels []string) *counts {
	c := &counts{columns: j.Cols()}
	for x, at := range textfile.Places(j.XLabels(), labels) {
		if at < 0 {
			continue
		}
		columns, masses := j.Row(x)
		for k, y := range columns {
			c.row, c.column, c.n = append(c.row, at), append(c.column, int(y)), append(c.n, masses[k])
		}
	}
	return c
}

// table adds up the records by clusters, and by values.
func (c *counts) table(z partition.Partition) (cells, clusters, values []float64, records float64) {
	k := z.K()
	cells, clusters, values = make([]float64, k*c.columns), make([]float64, k), make([]float64, c.columns)
	for n, v := range c.n {
		g := z[c.row[n]]
		cells[g*c.columns+c.column[n]] += v
		clusters[g] += v
		values[c.column[n]] += v
		records += v
	}
	return cells, clusters, values, records
}

// plugin returns the plug-in information of a clustering about the values in bits.
func (c *counts) plugin(z partition.Partition) float64 {
	cells, clusters, values, records := c.table(z)
	if records == 0 {
		return 0
	}
	phi := plogp.NewPhi(records, false)
	return phi.Sum(cells) - phi.Sum(clusters) - phi.Sum(values)
}

// squareScale keeps squares of logarithms within the range of exact sums.
const squareScale = 8192

// told returns the corrected information of a clustering about the values in bits, the mean square of the records' terms
// of the plug-in value, and the number of records.
func (c *counts) told(z partition.Partition) (i, square, records float64) {
	cells, clusters, values, records := c.table(z)
	if records == 0 {
		return 0, 0, 0
	}
	phi := plogp.NewPhi(records, false)
	i = phi.Sum(cells) - phi.Sum(clusters) - phi.Sum(values)
	above := func(list []float64) (n int) {
		for _, v := range list {
			if v > 0 {
				n++
			}
		}
		return n
	}
	bias := float64(above(cells)-above(clusters)-above(values)+1) / (2 * records * math.Ln2)
	for n, v := range cells {
		if v > 0 {
			term := plogp.Log2(v) + plogp.Log2(records) - plogp.Log2(clusters[n/c.columns]) - plogp.Log2(values[n%c.columns])
			square += plogp.Quantize(float64(v/records*float64(term*term)) / squareScale)
		}
	}
	return i - bias, float64(square * squareScale), records
}
